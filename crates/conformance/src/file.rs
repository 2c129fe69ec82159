//! Reads files of tensors like the page.

use heedmap_attention::Tensor;
use heedmap_tensor_files::{Contents, Error, read_all};
use serde_json::{Map, Value, json};

use crate::tensor::write_tensor;

/// The contents of a file: `{"tensors": {name: tensor}, "tokens": [...]}`, with tensors in 64 bits
/// as in case files; or, if it is rejected, `{"error_class": "...", "error": "a sentence"}`.
///
/// - errors: a sentence, if a tensor that was read cannot be written
pub fn read_file(bytes: &[u8]) -> Result<Value, String> {
    match read_all(bytes) {
        Ok(contents) => written(contents),
        Err(error) => Ok(refused(&error)),
    }
}

fn refused(error: &Error) -> Value {
    json!({ "error_class": error.class(), "error": error.to_string() })
}

fn written(Contents { listing, values }: Contents) -> Result<Value, String> {
    let mut tensors = Map::new();
    for (tensor, values) in listing.tensors.into_iter().zip(values) {
        let read = Tensor::new(&tensor.name, &values.shape, values.data);
        let read = read.map_err(|error| error.to_string())?;
        tensors.insert(tensor.name, write_tensor(&read));
    }
    // Labels of columns are used if there are none of rows.
    let labels = if listing.tokens.is_empty() { listing.key_tokens } else { listing.tokens };
    Ok(json!({ "tensors": tensors, "tokens": labels }))
}
