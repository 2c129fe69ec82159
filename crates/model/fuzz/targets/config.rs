//! Fuzzes `config.json`, beside the tensors of a small model of the family of Llama.

#![no_main]

use std::sync::Arc;

use heedmap_model::Model;

mod run;

const FILE: &[u8] = include_bytes!("../../../../fixtures/model/llama/model.safetensors");

libfuzzer_sys::fuzz_target!(|config: &[u8]| {
    let Ok(listing) = heedmap_tensor_files::open_all(FILE) else { return };
    match Model::from_safetensors(config, &[listing]) {
        Ok(model) => run::run(Arc::new(model), FILE),
        Err(error) => assert!(error.to_string().len() < 1000),
    }
});
