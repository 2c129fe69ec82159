//! Small random models of each family against transformers.

#![allow(clippy::unwrap_used)]

mod support;

use heedmap_model::{Request, Source};
use support::{assert_close, ids, numbers, opened, reference, run, weights};

const CAUSAL: [&str; 11] = [
    "gpt2",
    "llama",
    "llama-tied",
    "mistral",
    "qwen2",
    "qwen3",
    "smollm3",
    "gemma2",
    "gemma3",
    "gpt-neox",
    "gpt-neox-sequential",
];
const ENCODERS: [&str; 3] = ["bert", "roberta", "distilbert"];

#[test]
fn weights_and_logits_of_language_models_are_those_of_transformers() {
    for name in CAUSAL {
        let (model, reference) = (opened(name), reference(name));
        let ids = ids(&reference["ids"]);
        let positions = (0..ids.len()).collect();
        let run = run(&model, Request { positions, ..Request::of(&ids) });
        assert_close(name, &weights(&run, 0), &numbers(&reference["weights"]), 1e-5);
        let logits: Vec<f32> = run.readouts().iter().flat_map(|one| one.logits.clone()).collect();
        assert_close(name, &logits, &numbers(&reference["logits"]), 1e-4);
    }
}

#[test]
fn weights_and_streams_of_encoders_are_those_of_transformers() {
    for name in ENCODERS {
        let (model, reference) = (opened(name), reference(name));
        let run = run(&model, Request::of(&ids(&reference["ids"])));
        assert_close(name, &weights(&run, 0), &numbers(&reference["weights"]), 1e-5);
        let last = run.text(0).unwrap().layers.last().unwrap().as_ref().unwrap();
        assert_close(name, &last.after, &numbers(&reference["hidden"]), 1e-4);
        assert!(run.readouts().is_empty());
        assert!(run.readout(Source::Text(0), 0).is_none());
    }
}
