//! Small random models of each family against transformers.

use crate::support::{
    CAUSAL, assert_close, assert_weights_and_logits, folder, ids, numbers, open, opened, reference,
    run, weights,
};
use heedmap_model::{Request, Source};
use serde_json::{Value, json};

const ENCODERS: [&str; 3] = ["bert", "roberta", "distilbert"];

#[test]
fn weights_and_logits_of_language_models_are_those_of_transformers() {
    for name in CAUSAL {
        assert_weights_and_logits(name, &opened(name), &reference(name));
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

/// EmbeddingGemma: half of the window is on either side, and the cap of scores that its configuration gives is not used.
#[test]
fn weights_and_streams_of_gemma_3_that_sees_later_tokens_are_those_of_transformers() {
    let name = "gemma3-bidirectional";
    let (model, reference) = (opened(name), reference(name));
    let run = run(&model, Request::of(&ids(&reference["ids"])));
    assert_close(name, &weights(&run, 0), &numbers(&reference["weights"]), 1e-5);
    assert!(run.readouts().is_empty());
    // What transformers returns went through the last norm.
    let last = run.text(0).unwrap().layers.last().unwrap().as_ref().unwrap();
    let file = heedmap_tensor_files::read_all(&model.file).unwrap();
    let at = file.listing.tensors.iter().position(|one| one.name == "norm.weight").unwrap();
    let factors = &file.values[at].data;
    let mut normalized = last.after.clone();
    for row in normalized.chunks_exact_mut(24) {
        let squares: f64 = row.iter().map(|&cell| f64::from(cell).powi(2)).sum::<f64>() / 24.0;
        for (cell, factor) in row.iter_mut().zip(factors) {
            *cell = (f64::from(*cell) / (squares + 1e-6).sqrt() * (1.0 + factor)) as f32;
        }
    }
    assert_close(name, &normalized, &numbers(&reference["hidden"]), 1e-4);
}

#[test]
fn configurations_of_earlier_versions_of_transformers_mean_the_same() {
    for (name, fields) in [
        ("llama", json!({ "rope_theta": 10000.0 })),
        (
            "llama-yarn",
            json!({ "rope_theta": 10000.0, "rope_scaling": { "type": "yarn", "factor": 4.0,
            "original_max_position_embeddings": 16 } }),
        ),
        (
            "llama-3",
            json!({ "rope_theta": 10000.0, "rope_scaling": { "rope_type": "llama3", "factor": 8.0,
            "low_freq_factor": 1.0, "high_freq_factor": 4.0, "original_max_position_embeddings": 32 } }),
        ),
        (
            "gemma3",
            json!({ "rope_theta": 1000000.0, "rope_local_base_freq": 10000.0, "sliding_window_pattern": 6 }),
        ),
        ("gpt-neox", json!({ "rotary_pct": 0.34, "rotary_emb_base": 10000 })),
        ("smollm3", json!({ "rope_theta": 5000000.0, "no_rope_layer_interval": 4 })),
    ] {
        let text = std::fs::read(folder(name).join("config.json")).unwrap();
        let mut config: serde_json::Map<String, Value> = serde_json::from_slice(&text).unwrap();
        let theta = config.remove("rope_parameters").unwrap();
        config.remove("layer_types");
        config.remove("no_rope_layers");
        for (field, value) in fields.as_object().unwrap() {
            config.insert(field.clone(), value.clone());
        }
        if name == "smollm3" {
            config["rope_theta"] = theta["rope_theta"].clone();
        }
        let file = std::fs::read(folder(name).join("model.safetensors")).unwrap();
        let earlier = open(Value::Object(config).to_string().as_bytes(), file).unwrap();
        assert_eq!(earlier.model.config(), opened(name).model.config(), "{name}");
    }
}

/// LLaVA: all tensors of the text model, also the matrix of the logits, are in `language_model`.
#[test]
fn the_text_model_of_a_model_of_text_and_pictures_is_the_model_alone() {
    let read = |name| std::fs::read(folder("llama").join(name)).unwrap();
    let text: Value = serde_json::from_slice(&read("config.json")).unwrap();
    let config = json!({ "model_type": "llava", "text_config": text }).to_string();
    let file = read("model.safetensors");
    let length = u64::from_le_bytes(file[..8].try_into().unwrap()) as usize;
    let (header, data) = file[8..].split_at(length);
    let header = std::str::from_utf8(header).unwrap();
    let header = header
        .replace("\"model.", "\"language_model.model.")
        .replace("\"lm_head", "\"language_model.lm_head");
    let mut renamed = (header.len() as u64).to_le_bytes().to_vec();
    renamed.extend(header.as_bytes());
    renamed.extend(data);
    let inside = open(config.as_bytes(), renamed).unwrap();
    assert_weights_and_logits("llava", &inside, &reference("llama"));
}
