//! Fuzzes GGUF: the header in pieces of any size, the tokenizer, and a run of the model.

#![no_main]

use std::sync::Arc;

use heedmap_model::{Error, Gguf, Model, OpenGguf, Tokenizer};

mod run;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let whole = header(bytes, usize::MAX);
    assert_eq!(header(bytes, 1 + bytes.len() % 97), whole);
    let Ok(header) = whole else { return };
    if let Ok(tokenizer) = Tokenizer::from_gguf(&header) {
        let _ = tokenizer.encode("The cat sat on the mat, 12 times.");
    }
    if let Ok(model) = Model::from_gguf(&header) {
        run::run(Arc::new(model), bytes);
    }
});

fn header(file: &[u8], piece: usize) -> Result<Gguf, Error> {
    let mut open = OpenGguf::new(file.len() as u64);
    while let Some(read) = open.need() {
        let start = (read.offset as usize).min(file.len());
        let end = (read.end() as usize).min(file.len());
        open.supply(&file[start..end.min(start.saturating_add(piece))])?;
    }
    open.finish()
}
