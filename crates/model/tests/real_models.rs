//! Real models against NumPy passes: `cargo xtask models` downloads them and runs these tests.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use crate::support::{
    Opened, assert_close, assert_weights_and_logits, folder, gguf, ids, numbers, open, run,
    supplied, weights,
};
use heedmap_model::{Model, Replacement, Request, Run, Source, Step, Tokenizer, Variant};
use serde_json::Value;

/// A file of the models.
fn path(name: &str) -> PathBuf {
    PathBuf::from(std::env::var("HEEDMAP_MODELS").unwrap()).join(name)
}

/// The reference numbers of a model.
fn reference(name: &str) -> Value {
    serde_json::from_slice(&std::fs::read(path(name)).unwrap()).unwrap()
}

/// SmolLM2 and its reference numbers.
fn smollm2() -> (Vec<u8>, Value) {
    (std::fs::read(path("smollm2.gguf")).unwrap(), reference("smollm2.json"))
}

fn opened(file: Vec<u8>) -> Opened {
    let model = Arc::new(Model::from_gguf(&gguf(&file, usize::MAX).unwrap()).unwrap());
    Opened { model, file }
}

/// The mean loss of a text, in nats for each token.
fn loss(run: &Run, ids: &[u32]) -> f64 {
    let losses = ids[1..].iter().enumerate().map(|(position, &next)| {
        let readout = run.readout(Source::Text(0), position).unwrap();
        readout.log_sum_exp - f64::from(readout.logits[next as usize])
    });
    losses.sum::<f64>() / (ids.len() - 1) as f64
}

#[test]
#[ignore = "needs MiniLM: cargo xtask models"]
fn minilm_has_the_weights_of_numpy() {
    let config = std::fs::read(path("minilm.config.json")).unwrap();
    let file = std::fs::read(path("minilm.safetensors")).unwrap();
    // Only its header, because the file is larger than those that are read whole.
    let mut open = heedmap_tensor_files::Open::new(file.len() as u64);
    while let Some(span) = open.need() {
        open.supply(&file[span.offset as usize..span.end() as usize]).unwrap();
    }
    let model = Arc::new(Model::from_safetensors(&config, &[open.finish().unwrap()]).unwrap());
    let list: Value = serde_json::from_slice(&std::fs::read(path("minilm.json")).unwrap()).unwrap();
    let start = Instant::now();
    let run = run(&Opened { model, file }, Request::of(&ids(&list)));
    println!("MiniLM, {} tokens: {:?}", list.as_array().unwrap().len(), start.elapsed());
    let fixture = std::fs::read(folder("../measures").join("minilm_trophy.npy")).unwrap();
    let wanted: Vec<f32> = heedmap_tensor_files::read_all(&fixture).unwrap().values[0]
        .data
        .iter()
        .map(|&cell| cell as f32)
        .collect();
    assert_close("MiniLM", &weights(&run, 0), &wanted, 1e-5);
}

#[test]
#[ignore = "needs SmolLM2: cargo xtask models"]
fn smollm2_has_the_weights_logits_and_loss_of_numpy() {
    let (file, reference) = smollm2();
    let header = gguf(&file, usize::MAX).unwrap();
    let wanted = ids(&reference["ids"]);
    let text = reference["text"].as_str().unwrap();
    assert_eq!(Tokenizer::from_gguf(&header).unwrap().encode(text).unwrap(), wanted);
    let model = opened(file);
    let start = Instant::now();
    let positions = (0..wanted.len()).collect();
    let run = run(&model, Request { positions, ..Request::of(&wanted) });
    println!("{} tokens, logits of all positions: {:?}", wanted.len(), start.elapsed());
    assert_close("weights", &weights(&run, 0), &numbers(&reference["weights"]), 1e-4);
    let last = run.readout(Source::Text(0), wanted.len() - 1).unwrap();
    let logits = numbers(&reference["logits"]);
    let most =
        |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
    println!(
        "largest difference of a weight {:.1e}, of a logit {:.1e}",
        most(&weights(&run, 0), &numbers(&reference["weights"])),
        most(&last.logits, &logits)
    );
    assert_close("logits", &last.logits, &logits, 1e-3);
    let [found, wanted_loss] =
        [loss(&run, &wanted), reference["loss"]["interleaved"].as_f64().unwrap()];
    println!("loss {found:.4} nats, NumPy {wanted_loss:.4}");
    assert!((found - wanted_loss).abs() < 1e-4);
}

#[test]
#[ignore = "needs SmolLM2: cargo xtask models"]
fn smollm2_read_with_the_wrong_pairs_of_features_is_worse() {
    let (mut file, reference) = smollm2();
    // As another architecture, whose projections are not permuted.
    let header = 3 << 20;
    for at in 0..header {
        if file[at..].starts_with(b"llama") {
            file[at..at + 5].copy_from_slice(b"qwen2");
        }
    }
    let model = opened(file);
    let ids = ids(&reference["ids"]);
    let positions = (0..ids.len()).collect();
    let run = run(&model, Request { positions, ..Request::of(&ids) });
    let [found, wanted] = [loss(&run, &ids), reference["loss"]["half"].as_f64().unwrap()];
    println!("loss with halves {found:.4} nats, NumPy {wanted:.4}");
    assert!((found - wanted).abs() < 1e-3);
}

#[test]
#[ignore = "needs SmolLM2: cargo xtask models"]
fn each_of_the_270_heads_of_smollm2_has_the_effect_that_numpy_finds() {
    let (file, reference) = smollm2();
    let model = opened(file);
    let mut request = Request::of(&ids(&reference["ids"]));
    request.watched = ids(&reference["pair"]);
    request.variants = Variant::each_head(model.model.config(), 0, Replacement::Zero);
    let last = request.texts[0].len() - 1;
    let start = Instant::now();
    let mut run = Run::new(model.model.clone(), request).unwrap();
    loop {
        match run.step().unwrap() {
            Step::Read(part) => run.supply(supplied(&model.file, part, usize::MAX)).unwrap(),
            Step::Done => break,
            _ => {}
        }
    }
    println!("270 ablations of {} tokens: {:?}", last + 1, start.elapsed());
    let difference = |source| {
        let watched = &run.readout(source, last).unwrap().watched;
        watched[0] - watched[1]
    };
    let whole = difference(Source::Text(0));
    assert!((f64::from(whole) - reference["difference"].as_f64().unwrap()).abs() < 1e-3);
    let found: Vec<f32> =
        (0..270).map(|variant| whole - difference(Source::Variant(variant))).collect();
    assert_close("effects", &found, &numbers(&reference["effects"]), 1e-3);
}

#[test]
#[ignore = "needs Gemma 3 270M: cargo xtask models"]
fn gemma_3_has_the_tokens_weights_and_logits_of_numpy() {
    let file = std::fs::read(path("gemma3.gguf")).unwrap();
    let reference = reference("gemma3.json");
    let wanted = ids(&reference["ids"]);
    let header = gguf(&file, usize::MAX).unwrap();
    let text = reference["text"].as_str().unwrap();
    assert_eq!(Tokenizer::from_gguf(&header).unwrap().encode(text).unwrap(), wanted);
    let model = opened(file);
    let last = wanted.len() - 1;
    let start = Instant::now();
    let run = run(&model, Request { positions: vec![last], ..Request::of(&wanted) });
    println!("Gemma 3, {} tokens: {:?}", wanted.len(), start.elapsed());
    assert_close("weights", &weights(&run, 0), &numbers(&reference["weights"]), 1e-5);
    let logits = &run.readout(Source::Text(0), last).unwrap().logits;
    assert_close("logits", logits, &numbers(&reference["logits"]), 1e-4);
}

#[test]
#[ignore = "needs glassllm: cargo xtask models"]
fn glassllm_has_the_weights_and_logits_of_its_own_pass() {
    let [config, file] = ["glassllm.config.json", "glassllm.safetensors"]
        .map(|name| std::fs::read(path(name)).unwrap());
    let model = open(&config, file).unwrap();
    assert_weights_and_logits("glassllm", &model, &reference("glassllm.json"));
}
