//! Files that do not fit, texts that are too long, and numbers that are not finite: typed errors with the figures.

use std::fs;

use crate::support::{Opened, folder, open, opened, run_by};
use heedmap_model::{Error, Request, Run};
use serde_json::{Value, json};

fn config(name: &str) -> Value {
    serde_json::from_slice(&fs::read(folder(name).join("config.json")).unwrap()).unwrap()
}

fn file(name: &str) -> Vec<u8> {
    fs::read(folder(name).join("model.safetensors")).unwrap()
}

/// Opens a model whose configuration has another value.
fn changed(name: &str, field: &str, value: Value) -> Result<Opened, Error> {
    let mut config = config(name);
    config[field] = value;
    open(config.to_string().as_bytes(), file(name))
}

/// The message with which a model is rejected.
fn refused(name: &str, field: &str, value: Value) -> String {
    changed(name, field, value).err().unwrap().to_string()
}

/// A `.safetensors` file with these tensors of 32-bit floats.
fn written(tensors: &[(&str, Vec<u64>, Vec<f32>)]) -> Vec<u8> {
    let (mut header, mut data) = (serde_json::Map::new(), Vec::new());
    for (name, shape, numbers) in tensors {
        let start = data.len();
        data.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        let entry = json!({ "dtype": "F32", "shape": shape, "data_offsets": [start, data.len()] });
        header.insert((*name).to_owned(), entry);
    }
    let header = Value::Object(header).to_string();
    let mut file = (header.len() as u64).to_le_bytes().to_vec();
    file.extend(header.as_bytes());
    file.extend(data);
    file
}

/// The tensors of a model of the fixtures, to be changed.
fn tensors(name: &str) -> Vec<(String, Vec<u64>, Vec<f32>)> {
    let contents = heedmap_tensor_files::read_all(&file(name)).unwrap();
    let tensors = contents.listing.tensors.into_iter().zip(contents.values);
    let single = |number: f64| number as f32;
    tensors
        .map(|(tensor, values)| {
            (tensor.name, tensor.shape, values.data.into_iter().map(single).collect())
        })
        .collect()
}

fn opened_with(name: &str, tensors: &[(String, Vec<u64>, Vec<f32>)]) -> Result<Opened, Error> {
    let tensors: Vec<_> = tensors
        .iter()
        .map(|(name, shape, numbers)| (name.as_str(), shape.clone(), numbers.clone()))
        .collect();
    open(config(name).to_string().as_bytes(), written(&tensors))
}

#[test]
fn a_configuration_that_contradicts_the_tensors_is_rejected_with_both_shapes() {
    for (name, field, value, message) in [
        (
            "tiny-gpt",
            "n_embd",
            json!(64),
            "the tensor `wte.weight` has the shape (2048, 128), but the configuration requires (2048, 64)",
        ),
        ("tiny-gpt", "n_layer", json!(3), "the files have 4 layers, but the configuration says 3"),
        ("tiny-gpt", "n_layer", json!(5), "the tensor `h.4.ln_1.weight` is missing"),
        (
            "llama",
            "num_key_value_heads",
            json!(1),
            "the tensor `model.layers.0.self_attn.k_proj.weight` has the shape (16, 24), but the configuration requires (8, 24)",
        ),
        (
            "llama",
            "attention_bias",
            json!(false),
            "there is a tensor `model.layers.0.self_attn.q_proj.bias`, but the configuration says that there is none",
        ),
        (
            "qwen3",
            "model_type",
            json!("llama"),
            "there is a tensor `model.layers.0.self_attn.q_norm.weight`, but the configuration says that there is none",
        ),
        (
            "qwen2",
            "model_type",
            json!("llama"),
            "there is a tensor `model.layers.0.self_attn.q_proj.bias`, but the configuration says that there is none",
        ),
    ] {
        assert_eq!(refused(name, field, value), message);
    }
}

#[test]
fn the_tensors_of_another_model_are_told_from_a_file_of_heads() {
    let of = changed("tiny-gpt", "model_type", json!("llama")).err().unwrap();
    assert_eq!(of.class(), "other_model");
    assert_eq!(
        of.to_string(),
        "the files are of another model than the configuration: they have no tensor `model.embed_tokens.weight`"
    );
    let config = config("tiny-gpt").to_string();
    let heads = written(&[("attentions.0", vec![1, 2, 2], vec![1.0, 0.0, 0.5, 0.5])]);
    assert_eq!(open(config.as_bytes(), heads).err().unwrap().class(), "other_files");
}

#[test]
fn the_message_about_an_unknown_type_has_only_its_beginning() {
    let message = refused("tiny-gpt", "model_type", json!("x".repeat(100_000)));
    assert!(message.len() < 300, "{message}");
}

#[test]
fn absurd_configurations_are_rejected() {
    for (name, field, value, message) in [
        (
            "tiny-gpt",
            "n_layer",
            json!(1e18 as u64),
            "1000000000000000000 layers, and at most 1024 are accepted",
        ),
        (
            "tiny-gpt",
            "n_head",
            json!(0),
            "the configuration says 0 heads, but there must be at least 1",
        ),
        (
            "tiny-gpt",
            "n_embd",
            json!(-1),
            "`n_embd` of the configuration is -1, but it must be a whole number",
        ),
        (
            "tiny-gpt",
            "n_embd",
            json!("128"),
            "`n_embd` of the configuration is \"128\", but it must be a whole number",
        ),
        (
            "tiny-gpt",
            "n_embd",
            json!(1_u64 << 40),
            "274877906944 features of a head, and at most 4096 are accepted",
        ),
        (
            "tiny-gpt",
            "activation_function",
            json!("mish"),
            "`activation_function` is mish, which is not supported: gelu, gelu_new, silu and relu are",
        ),
        (
            "llama",
            "num_key_value_heads",
            json!(3),
            "the configuration contradicts itself: 4 heads cannot share 3 keys and values",
        ),
        (
            "llama",
            "head_dim",
            json!(7),
            "RoPE rotates pairs of features, so 7 of 7 cannot be rotated",
        ),
        (
            "mistral",
            "sliding_window",
            json!(0),
            "`sliding_window` of the configuration is 0, but it must be at least 1",
        ),
        (
            "llama",
            "rms_norm_eps",
            json!(-1),
            "`rms_norm_eps` of the configuration is -1, but it must be at least 0",
        ),
        (
            "tiny-gpt",
            "layer_norm_epsilon",
            json!(-0.5),
            "`layer_norm_epsilon` of the configuration is -0.5, but it must be at least 0",
        ),
        (
            "gemma2",
            "query_pre_attn_scalar",
            json!(0),
            "`query_pre_attn_scalar` of the configuration is 0, but it must be above 0",
        ),
        (
            "gemma2",
            "use_bidirectional_attention",
            json!(true),
            "`use_bidirectional_attention` is true, which is not supported",
        ),
        (
            "gemma3",
            "layer_types",
            json!(["full_attention"]),
            "`layer_types` of the configuration is a list of 1 with 7 layers, but it must be as long as the layers",
        ),
    ] {
        let found = refused(name, field, value);
        if field == "head_dim" {
            assert!(found.contains('7'), "{found}");
        } else {
            assert_eq!(found, message);
        }
    }
    let unknown = refused("llama", "model_type", json!("t5"));
    assert!(
        unknown.starts_with("models of the type `t5` are not supported; gpt2, llama, "),
        "{unknown}"
    );
    let no_field = refused("llama", "vocab_size", Value::Null);
    assert_eq!(no_field, "the configuration has no `vocab_size`");
    // What is left out is completed as by transformers.
    let smallest = open(b"{\"model_type\": \"gpt2\"}", file("tiny-gpt")).err().unwrap();
    assert_eq!(
        smallest.to_string(),
        "the tensor `wte.weight` has the shape (2048, 128), but the configuration requires (50257, 768)"
    );
    assert!(matches!(open(b"[", file("tiny-gpt")), Err(Error::Json { .. })));
    let deep = format!("{{\"a\": {}", "[".repeat(100_000));
    assert!(matches!(open(deep.as_bytes(), file("tiny-gpt")), Err(Error::Json { .. })));
    assert!(matches!(open(&vec![b' '; (1 << 20) + 1], file("tiny-gpt")), Err(Error::Limit { .. })));
}

#[test]
fn a_configuration_that_is_json_but_no_object_is_told_what_it_is() {
    for (text, found) in [
        ("[]", "a list"),
        ("[1, {}]", "a list"),
        ("\"gpt2\"", "\"gpt2\""),
        ("-0.5", "-0.5"),
        ("null", "null"),
        ("true", "true"),
    ] {
        let refused = open(text.as_bytes(), file("tiny-gpt")).err().unwrap();
        let sentence = format!("config.json is {found}, but it must be a JSON object");
        assert_eq!((refused.to_string(), refused.class()), (sentence, "config"));
    }
    let marked = open(b"\xef\xbb\xbf[]", file("tiny-gpt")).err().unwrap();
    assert_eq!(marked.to_string(), "config.json is a list, but it must be a JSON object");
    let long = format!("\"{}\"", "é".repeat(100));
    let refused = open(long.as_bytes(), file("tiny-gpt")).err().unwrap().to_string();
    assert_eq!(
        refused,
        format!("config.json is \"{}..., but it must be a JSON object", "é".repeat(39))
    );
}

#[test]
fn experts_that_contradict_the_tensors_are_rejected() {
    let wrong = |field, value| refused("gpt-oss", field, value);
    assert!(wrong("num_experts_per_tok", json!(9)).contains("a token takes 9 of 5 experts"));
    assert!(wrong("num_experts_per_tok", json!(0)).contains("a token takes 0 of 5 experts"));
    assert!(wrong("num_local_experts", json!(1 << 20)).contains("at most 1024 are accepted"));
    let shapes = wrong("num_local_experts", json!(4));
    assert!(shapes.contains("mlp.router.weight") || shapes.contains("mlp.experts"), "{shapes}");
    assert!(wrong("swiglu_limit", json!(6.0)).contains("`swiglu_limit` is 6"));
    // Blocks whose scales have another shape are no matrix.
    let packed = refused("gpt-oss-mxfp4", "intermediate_size", json!(64));
    assert!(packed.contains("mlp.experts.gate_up_proj"), "{packed}");
}

#[test]
fn quantized_matrices_of_hugging_face_are_rejected_with_their_method() {
    let error =
        refused("llama", "quantization_config", json!({ "quant_method": "gptq", "bits": 4 }));
    assert_eq!(
        error,
        "`quant_method` is gptq, which is not supported: f32, f16, bf16, MXFP4 and GGUF files are"
    );
}

#[test]
fn files_without_any_tensor_of_the_configuration_are_those_of_another_model() {
    let error = opened_with("tiny-gpt", &tensors("llama")).err().unwrap();
    assert_eq!(
        error.to_string(),
        "the files are of another model than the configuration: they have no tensor `wte.weight`"
    );
}

#[test]
fn missing_and_misshapen_tensors_are_named() {
    let mut without = tensors("tiny-gpt");
    without.retain(|(name, ..)| name != "h.2.mlp.c_fc.bias");
    let error = opened_with("tiny-gpt", &without).err().unwrap();
    assert_eq!(error.to_string(), "the tensor `h.2.mlp.c_fc.bias` is missing");
    let mut turned = tensors("tiny-gpt");
    let (_, shape, _) = turned.iter_mut().find(|(name, ..)| name == "h.1.mlp.c_fc.weight").unwrap();
    shape.reverse();
    let error = opened_with("tiny-gpt", &turned).err().unwrap();
    assert_eq!(
        error.to_string(),
        "the tensor `h.1.mlp.c_fc.weight` has the shape (512, 128), but the configuration requires (128, 512)"
    );
}

#[test]
fn a_missing_matrix_of_the_logits_has_its_own_name() {
    let mut without = tensors("llama");
    without.retain(|(name, ..)| name != "lm_head.weight");
    let error = opened_with("llama", &without).err().unwrap();
    assert_eq!(error.to_string(), "the tensor `lm_head.weight` is missing");
}

#[test]
fn tensors_that_nothing_is_computed_from_are_named_except_buffers() {
    let mut more = tensors("tiny-gpt");
    for name in ["adapter.weight", "h.2.attn.lora.weight", "h.0.attn.bias", "h.3.attn.masked_bias"]
    {
        more.push((name.to_owned(), vec![1], vec![0.0]));
    }
    let model = opened_with("tiny-gpt", &more).unwrap().model;
    assert_eq!(model.unused(), ["adapter.weight", "h.2.attn.lora.weight"]);
    for name in crate::support::CAUSAL {
        assert!(opened(name).model.unused().is_empty(), "{name}");
    }
}

#[test]
fn the_size_of_a_vocabulary_is_compared_with_the_table_of_embeddings() {
    let model = opened("tiny-gpt").model;
    let error = model.check_vocabulary(2049, 0).unwrap_err().to_string();
    let other = "the tokenizer is of another model: it has 2049 tokens, and the model 2048";
    assert_eq!(error, other);
    // Rows may be reserved, and a table is often padded.
    for own in [1920, 2000, 2048] {
        assert_eq!(model.check_vocabulary(own, 0), Ok(None));
    }
    let sentence = |own, added| model.check_vocabulary(own, added).unwrap().unwrap();
    assert_eq!(sentence(300, 5), "the tokenizer has only 305 tokens, and the model 2048");
    assert_eq!(sentence(2048, 1), "the tokenizer has 2049 tokens, and the model only 2048");
}

#[test]
fn a_tensor_in_two_files_and_integers_are_rejected() {
    let bytes = file("tiny-gpt");
    let listing = heedmap_tensor_files::open_all(&bytes).unwrap();
    let config = fs::read(folder("tiny-gpt").join("config.json")).unwrap();
    let error =
        heedmap_model::Model::from_safetensors(&config, &[listing.clone(), listing]).unwrap_err();
    assert!(matches!(error, Error::TwiceInFiles { .. }), "{error}");
    let text = bytes.windows(5).position(|part| part == b"\"F16\"").unwrap();
    let mut integers = bytes;
    integers[text..text + 5].copy_from_slice(b"\"I16\"");
    let error = open(&config, integers).err().unwrap();
    assert!(
        error.to_string().contains("has the type I16, which cannot be multiplied: F32, F16, "),
        "{error}"
    );
}

#[test]
fn a_sharded_model_is_read_from_all_its_files() {
    let all = tensors("tiny-gpt");
    let files: Vec<Vec<u8>> = [0, 1, 2]
        .map(|part| {
            let own = all.iter().enumerate().filter(|(at, _)| at % 3 == part);
            let own: Vec<_> = own
                .map(|(_, (name, shape, numbers))| (name.as_str(), shape.clone(), numbers.clone()))
                .collect();
            written(&own)
        })
        .into();
    let listings: Vec<_> =
        files.iter().map(|file| heedmap_tensor_files::open_all(file).unwrap()).collect();
    let config = fs::read(folder("tiny-gpt").join("config.json")).unwrap();
    let model = heedmap_model::Model::from_safetensors(&config, &listings).unwrap();
    let mut run = Run::new(std::sync::Arc::new(model), Request::of(&[5, 6, 7])).unwrap();
    loop {
        match run.step().unwrap() {
            heedmap_model::Step::Read(part) => {
                let bytes = crate::support::supplied(&files[part.file], part, 1 << 16);
                run.supply(bytes).unwrap();
            }
            heedmap_model::Step::Done => break,
            _ => {}
        }
    }
    let whole = crate::support::run(&opened("tiny-gpt"), Request::of(&[5, 6, 7]));
    assert_eq!(run.readouts(), whole.readouts());
}

#[test]
fn a_number_that_is_not_finite_is_reported_with_its_layer() {
    for (name, error) in [
        ("h.2.attn.c_attn.weight", Error::NotFinite { layer: 2 }),
        ("h.3.mlp.c_proj.weight", Error::NotFinite { layer: 3 }),
        ("h.0.ln_2.bias", Error::NotFinite { layer: 0 }),
    ] {
        for number in [f32::NAN, f32::INFINITY] {
            let mut tensors = tensors("tiny-gpt");
            let (_, _, numbers) = tensors.iter_mut().find(|(other, ..)| other == name).unwrap();
            numbers[7] = number;
            let model = opened_with("tiny-gpt", &tensors).unwrap();
            assert_eq!(
                run_by(&model, Request::of(&[1, 2, 3]), usize::MAX).unwrap_err(),
                error,
                "{name}"
            );
        }
    }
}

#[test]
fn a_number_that_is_not_finite_outside_the_layers_is_reported_with_its_tensor() {
    let of_row = "the tensor `wte.weight` gives a logit that is NaN or infinite, for token 900";
    let of_norm = "the tensor `ln_f.weight` has a number that is NaN or infinite";
    for (name, at, message) in [
        // A row that the text does not have, and one that it has.
        ("wte.weight", 900 * 128 + 7, of_row),
        (
            "wte.weight",
            2 * 128,
            "the tensor `wte.weight` has a number that is NaN or infinite for token 2, at position 1 of the text",
        ),
        (
            "wpe.weight",
            2 * 128 + 5,
            "the tensor `wpe.weight` has a number that is NaN or infinite for position 2",
        ),
        ("ln_f.weight", 3, of_norm),
        ("ln_f.bias", 3, "the tensor `ln_f.bias` has a number that is NaN or infinite"),
    ] {
        for number in [f32::NAN, f32::INFINITY] {
            let mut tensors = tensors("tiny-gpt");
            let (_, _, numbers) = tensors.iter_mut().find(|(other, ..)| other == name).unwrap();
            numbers[at] = number;
            let model = opened_with("tiny-gpt", &tensors).unwrap();
            let error = run_by(&model, Request::of(&[1, 2, 3]), usize::MAX).unwrap_err();
            assert_eq!(error.to_string(), message, "{name} {at}");
        }
    }
}

#[test]
fn texts_that_do_not_fit_are_rejected_with_the_figures() {
    let model = opened("tiny-gpt");
    let error = |texts: &[&[u32]]| {
        let texts = texts.iter().map(|text| text.to_vec()).collect();
        Run::new(model.model.clone(), Request { texts, ..Request::default() })
            .unwrap_err()
            .to_string()
    };
    assert_eq!(error(&[]), "there are no tokens");
    assert_eq!(error(&[&[]]), "there are no tokens");
    assert_eq!(error(&[&[1, 2048]]), "token 2048 does not exist: the vocabulary has 2048");
    assert_eq!(
        error(&[&[0; 129]]),
        "the text has 129 tokens, and the model was made for at most 128"
    );
    assert_eq!(
        error(&[&[0; 30_000]]),
        "the text has 30000 tokens, and the model was made for at most 128"
    );
    assert_eq!(
        error(&[&[1, 2], &[1]]),
        "the texts have 2 and 1 tokens, but they must have the same number"
    );
    let request = Request { positions: vec![2], ..Request::of(&[1, 2]) };
    let error = Run::new(model.model.clone(), request).unwrap_err();
    assert_eq!(error.to_string(), "there is no position 2: there are 2");
    let request = Request { watched: vec![9999], ..Request::of(&[1, 2]) };
    assert!(matches!(Run::new(model.model, request), Err(Error::NoSuchToken { id: 9999, .. })));
}

#[test]
fn a_file_that_ends_while_it_is_read_ends_the_run() {
    let model = opened("tiny-gpt");
    let mut run = Run::new(model.model.clone(), Request::of(&[1])).unwrap();
    assert!(matches!(run.step(), Ok(heedmap_model::Step::Read(_))));
    assert!(matches!(run.supply(&[]), Err(Error::Unsupplied { .. })));
}

#[test]
fn a_run_holds_one_layer_at_a_time() {
    let model = opened("tiny-gpt");
    let mut run = Run::new(model.model.clone(), Request::of(&[1, 2, 3])).unwrap();
    let mut most = 0;
    loop {
        most = most.max(run.parameter_bytes());
        match run.step().unwrap() {
            heedmap_model::Step::Read(part) => {
                run.supply(crate::support::supplied(&model.file, part, 1 << 14)).unwrap();
            }
            heedmap_model::Step::Done => break,
            _ => {}
        }
    }
    // A layer has 198,272 numbers of 16 bits; the whole model 2.1 MB.
    assert_eq!(model.model.layer_bytes(0), 2 * 198_272);
    assert_eq!(model.model.parameters(), 1_071_872);
    assert!((2 * 198_272..=1 << 20).contains(&most), "{most}");
    // The matrix of the logits has 2,048 rows of 128 numbers, and is read in one slice.
    assert_eq!(run.peak_parameter_bytes(), most);
    assert_eq!(most, 2 * 2048 * 128);
}

#[test]
fn the_peak_is_the_largest_layer_if_the_matrix_of_the_logits_is_smaller() {
    let model = opened("llama");
    let run = crate::support::run(&model, Request::of(&[1, 2, 3]));
    assert_eq!(run.peak_parameter_bytes(), model.model.layer_bytes(0));
    assert_eq!(run.parameter_bytes(), 0);
}

#[test]
fn a_number_that_is_not_finite_in_segments_or_in_the_norm_of_embeddings_is_reported_with_its_tensor()
 {
    let names: Vec<String> = tensors("bert").into_iter().map(|(name, ..)| name).collect();
    let named = |end: &str| names.iter().find(|name| name.ends_with(end)).unwrap().clone();
    for (end, at, what) in [
        ("token_type_embeddings.weight", 3, " for segment 0"),
        ("embeddings.LayerNorm.weight", 3, ""),
        ("embeddings.LayerNorm.bias", 0, ""),
    ] {
        let (name, mut tensors) = (named(end), tensors("bert"));
        let (_, _, numbers) = tensors.iter_mut().find(|(other, ..)| *other == name).unwrap();
        numbers[at] = f32::NAN;
        let model = opened_with("bert", &tensors).unwrap();
        let error = run_by(&model, Request::of(&[1, 2, 3]), usize::MAX).unwrap_err();
        let wanted = format!("the tensor `{name}` has a number that is NaN or infinite{what}");
        assert_eq!((error.to_string(), error.class()), (wanted, "not_finite"));
    }
}

#[test]
fn numbers_that_are_finite_but_overflow_together_are_reported_as_those_of_the_embeddings() {
    let mut tensors = tensors("tiny-gpt");
    for name in ["wte.weight", "wpe.weight"] {
        let (_, _, numbers) = tensors.iter_mut().find(|(other, ..)| other == name).unwrap();
        numbers[..128].fill(f32::MAX);
    }
    let model = opened_with("tiny-gpt", &tensors).unwrap();
    let error = run_by(&model, Request::of(&[0, 1]), usize::MAX).unwrap_err();
    assert_eq!(error, Error::NotFiniteOutside { what: "embeddings" });
}
