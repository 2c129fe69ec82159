//! Models with layers of gated DeltaNet: what is off, what is kept, and what such layers do not have.

use crate::support::{Opened, assert_close, folder, ids, numbers, open, opened, reference, run};
use heedmap_model::{
    Cell, CircuitReader, Edit, Error, Replacement, Request, Run, ScoreReader, Source, Variant,
};
use serde_json::{Value, json};

fn request(variants: Vec<Variant>) -> Request {
    let ids = ids(&reference("qwen3_5")["ids"]);
    let variants = variants.into_iter().map(|one| Variant { kept: true, ..one });
    Request { variants: variants.collect(), writes: true, direct: true, ..Request::of(&ids) }
}

fn last_logits(run: &Run, variant: usize) -> &[f32] {
    &run.readout(Source::Variant(variant), 11).unwrap().logits
}

#[test]
fn logits_without_a_head_an_mlp_or_a_value_are_those_of_transformers() {
    let (model, reference) = (opened("qwen3_5"), reference("qwen3_5"));
    let off = &reference["off"];
    let with = Replacement::Zero;
    let mut variants = Variant::each_head(model.model.config(), 0, with);
    assert_eq!(variants.len(), 6 + 4 + 6);
    for edit in [
        Edit::Mlp { layer: 0, token: None, with },
        Edit::Value { layer: 0, head: Some(4), token: 3, with },
    ] {
        variants.push(Variant { edits: vec![edit], ..Variant::default() });
    }
    let run = run(&model, request(variants));
    let heads = off["heads"].as_array().unwrap();
    for (at, wanted) in heads.iter().chain([&off["mlp"], &off["value"]]).enumerate() {
        assert_close(&format!("variant {at}"), last_logits(&run, at), &numbers(wanted), 1e-4);
    }
    // What is off is zeros in what is kept.
    let layer = run.variant(2).unwrap().layers[0].as_ref().unwrap();
    for token in layer.outputs.chunks_exact(6 * 5) {
        assert!(token[10..15].iter().all(|&cell| cell == 0.0));
        assert!(token[..10].iter().any(|&cell| cell != 0.0));
    }
}

#[test]
fn the_weights_of_a_state_times_the_values_are_its_output() {
    let model = opened("qwen3_5");
    let run = run(&model, request(Vec::new()));
    for layer in [0, 2] {
        let layer = run.text(0).unwrap().layers[layer].as_ref().unwrap();
        assert!(layer.is_delta());
        for head in 0..6 {
            let state = layer.linear_head(head).unwrap();
            let (weights, values) = (layer.weights(head).unwrap(), layer.values(head).unwrap());
            let output = state.output(values, 5).unwrap();
            for (query, row) in output.chunks_exact(5).enumerate() {
                for (feature, wanted) in row.iter().enumerate() {
                    let sum: f64 = (0..=query)
                        .map(|key| f64::from(weights[query * 12 + key] * values[key * 5 + feature]))
                        .sum();
                    assert!((sum - wanted).abs() < 1e-5, "{sum} for {wanted}");
                }
                assert!(weights[query * 12 + query + 1..][..11 - query].iter().all(|&w| w == 0.0));
            }
        }
    }
    // A full layer between them.
    let full = run.text(0).unwrap().layers[1].as_ref().unwrap();
    assert!(!full.is_delta());
    assert_eq!(full.linear_head(0).err(), Some(Error::NoState));
}

#[test]
fn what_heads_and_mlps_write_directly_sums_to_the_logits() {
    let model = opened("qwen3_5");
    let run = run(&model, request(Vec::new()));
    let whole = &run.readout(Source::Text(0), 11).unwrap().logits;
    let mut watched = request(Vec::new());
    watched.watched = (0..40).collect();
    let parts = crate::support::run(&model, watched);
    let mut sum = vec![0.0_f32; 40];
    let mut heads = 0;
    for part in parts.readouts().iter().filter(|one| one.source.is_part()) {
        heads += usize::from(matches!(part.source, Source::Head { .. }));
        sum.iter_mut().zip(&part.watched).for_each(|(cell, other)| *cell += other);
    }
    assert_eq!(heads, 16);
    assert_close("the parts", &sum, whole, 1e-4);
}

#[test]
fn a_state_has_no_scores_and_a_gated_head_no_circuit() {
    let model = opened("qwen3_5");
    let run = run(&model, request(Vec::new()));
    let cell = |layer, head| Cell { text: 0, variant: None, layer, head, query: 5, key: 2 };
    let no_scores = Some(Error::NoSoftmax { what: "scores" });
    assert_eq!(ScoreReader::new(&run, cell(0, 5)).err(), no_scores);
    let missing = Error::Missing { what: "head", index: 4, count: 4 };
    assert_eq!(ScoreReader::new(&run, cell(1, 4)).err(), Some(missing));
    let kept = run.text(0).unwrap().layers[0].as_ref().unwrap();
    assert_eq!(kept.head(0).err(), no_scores);
    let message = "the output of the heads` is gated, which is not supported: what a head writes depends on the token of its query, so it has no circuit of its own";
    let refused = CircuitReader::new(model.model.clone()).err().unwrap().to_string();
    assert_eq!(refused, format!("`{message}"));
}

#[test]
fn the_score_of_a_gated_head_behind_a_state_is_the_sum_of_its_parts() {
    let model = opened("qwen3_5");
    let run = run(&model, request(Vec::new()));
    let layer = run.text(0).unwrap().layers[1].as_ref().unwrap();
    for head in 0..4 {
        let cell = Cell { text: 0, variant: None, layer: 1, head, query: 9, key: 4 };
        let mut reader = ScoreReader::new(&run, cell).unwrap();
        while let Some(part) = reader.need() {
            reader.supply(crate::support::supplied(&model.file, part, usize::MAX)).unwrap();
        }
        let parts = reader.finish().unwrap();
        // The embedding, six heads and the MLP of layer 0, and biases.
        assert_eq!(parts.origins.len(), 1 + 6 + 1 + 1);
        let (q, k) =
            (&layer.q[(head * 12 + 9) * 8..][..8], &layer.k[(head / 2 * 12 + 4) * 8..][..8]);
        let score: f64 =
            q.iter().zip(k).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum::<f64>() / 8_f64.sqrt();
        assert!((parts.score() - score).abs() < 1e-5, "{} for {score}", parts.score());
    }
}

#[test]
fn what_another_instance_computed_is_received_with_its_gates() {
    let model = opened("qwen3_5");
    let sent = run(&model, request(Vec::new()));
    let mut received = Run::received(model.model.clone(), request(Vec::new())).unwrap();
    for layer in 0..3 {
        received.receive(layer, &sent.layer_bytes(layer).unwrap()).unwrap();
    }
    assert_eq!(crate::support::weights(&received, 0), crate::support::weights(&sent, 0));
    let bytes = sent.layer_bytes(1).unwrap();
    assert!(matches!(received.receive(2, &bytes), Err(Error::Length { .. })));
}

fn config() -> Value {
    let text = std::fs::read(folder("qwen3_5").join("config.json")).unwrap();
    serde_json::from_slice(&text).unwrap()
}

fn file() -> Vec<u8> {
    std::fs::read(folder("qwen3_5").join("model.safetensors")).unwrap()
}

fn refused(changes: &Value) -> String {
    let mut config = config();
    for (field, value) in changes.as_object().unwrap() {
        config[field] = value.clone();
    }
    open(config.to_string().as_bytes(), file()).err().unwrap().to_string()
}

#[test]
fn the_text_model_inside_a_model_of_text_and_pictures_is_read() {
    let mut text = config();
    let tied = text.as_object_mut().unwrap().remove("tie_word_embeddings").unwrap();
    let outer = json!({ "model_type": "qwen3_5", "text_config": text, "vision_config": {}, "tie_word_embeddings": tied });
    let read: Opened = open(outer.to_string().as_bytes(), file()).unwrap();
    assert_eq!(read.model.config(), opened("qwen3_5").model.config());
}

#[test]
fn layers_with_a_softmax_are_the_last_of_each_group_if_they_are_not_named() {
    let mut config = config();
    config.as_object_mut().unwrap().remove("layer_types");
    config["full_attention_interval"] = json!(2);
    let read = open(config.to_string().as_bytes(), file()).unwrap();
    let states: Vec<bool> = read.model.config().layers.iter().map(|rule| rule.is_delta).collect();
    assert_eq!(states, [true, false, true]);
}

#[test]
fn configurations_that_contradict_themselves_or_the_tensors_are_rejected_with_the_figures() {
    let (linear, full) = ("linear_attention", "full_attention");
    for (changes, message) in [
        (
            json!({ "layer_types": [linear, full] }),
            "`layer_types` of the configuration is a list of 2 with 3 layers, but it must be as long as the layers",
        ),
        (
            json!({ "layer_types": [linear, full, "sliding_attention"] }),
            "`layer_types` is sliding_attention, which is not supported: layers with full and with linear attention are",
        ),
        (
            json!({ "layer_types": [full, full, linear] }),
            "the tensor `model.layers.0.self_attn.q_proj.weight` is missing",
        ),
        (
            json!({ "linear_num_value_heads": 5 }),
            "the configuration contradicts itself: 5 heads of gated DeltaNet cannot share 2 keys",
        ),
        (
            json!({ "linear_num_value_heads": 4 }),
            "the tensor `model.layers.0.linear_attn.in_proj_qkv.weight` has the shape (54, 24), but the configuration requires (44, 24)",
        ),
        (
            json!({ "linear_conv_kernel_dim": 3 }),
            "the tensor `model.layers.0.linear_attn.conv1d.weight` has the shape (54, 1, 4), but the configuration requires (54, 3)",
        ),
        (
            json!({ "linear_conv_kernel_dim": 1000 }),
            "1000 tokens of the convolution, and at most 64 are accepted",
        ),
        (
            json!({ "linear_key_head_dim": 0 }),
            "the configuration says 0 features of a key of gated DeltaNet, but there must be at least 1",
        ),
        (
            json!({ "linear_num_key_heads": null }),
            "the configuration has no `linear_num_key_heads`",
        ),
        (
            json!({ "layer_types": null, "full_attention_interval": 0 }),
            "`full_attention_interval` of the configuration is 0, but it must be at least 1",
        ),
        (
            json!({ "rope_parameters": { "partial_rotary_factor": 1.5 } }),
            "`partial_rotary_factor` of the configuration is 1.5, but it must be above 0 and at most 1",
        ),
        (
            json!({ "attn_output_gate": false }),
            "`attn_output_gate` is false, which is not supported",
        ),
        (json!({ "hidden_act": "gelu" }), "`hidden_act` is gelu, which is not supported: silu is"),
        (
            json!({ "model_type": "qwen3_next" }),
            "`model_type` is qwen3_next, which is not supported: its MLPs are mixtures of experts; the dense models of qwen3_5 are",
        ),
        (
            json!({ "model_type": "qwen3" }),
            "`layer_types` is linear_attention, which is not supported: layers with full and with sliding attention are",
        ),
    ] {
        assert_eq!(refused(&changes), message);
    }
}

/// The message with which the GGUF model is rejected if a number of its header is another one.
fn refused_header(key: &str, value: u32) -> String {
    let mut file = std::fs::read(folder("gguf").join("qwen35.gguf")).unwrap();
    let at = file.windows(key.len()).position(|bytes| bytes == key.as_bytes()).unwrap();
    file[at + key.len() + 4..][..4].copy_from_slice(&value.to_le_bytes());
    let header = crate::support::gguf(&file, usize::MAX).unwrap();
    heedmap_model::Model::from_gguf(&header).err().unwrap().to_string()
}

#[test]
fn headers_that_contradict_themselves_or_the_tensors_are_rejected_with_the_figures() {
    for (key, value, message) in [
        (
            "qwen35.ssm.inner_size",
            40,
            "`ssm.inner_size` of the configuration is 40 with 6 heads of 8 features, but it must be the features of all heads",
        ),
        (
            "qwen35.ssm.group_count",
            4,
            "the configuration contradicts itself: 6 heads of gated DeltaNet cannot share 4 keys",
        ),
        (
            "qwen35.ssm.group_count",
            3,
            "the tensor `blk.0.attn_qkv.weight` has the shape (80, 32), but the configuration requires (96, 32)",
        ),
        (
            "qwen35.full_attention_interval",
            0,
            "`full_attention_interval` of the configuration is 0, but it must be at least 1",
        ),
        ("qwen35.block_count", 2, "the files have 3 layers, but the configuration says 2"),
        ("qwen35.full_attention_interval", 2, "the tensor `blk.1.attn_q.weight` is missing"),
    ] {
        assert_eq!(refused_header(key, value), message);
    }
}
