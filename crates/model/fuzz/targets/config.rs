//! Fuzzes `config.json`, beside the tensors of small models of two families.

#![no_main]

use std::sync::Arc;

use heedmap_model::Model;

mod run;

const FILES: [&[u8]; 2] = [
    include_bytes!("../../../../fixtures/model/llama/model.safetensors"),
    include_bytes!("../../../../fixtures/model/qwen3_5/model.safetensors"),
];

libfuzzer_sys::fuzz_target!(|config: &[u8]| {
    for file in FILES {
        let Ok(listing) = heedmap_tensor_files::open_all(file) else { return };
        match Model::from_safetensors(config, &[listing]) {
            Ok(model) => run::run(Arc::new(model), file),
            Err(error) => assert!(error.to_string().len() < 1000),
        }
    }
});
