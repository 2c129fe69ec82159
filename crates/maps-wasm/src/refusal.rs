//! What is refused here and nowhere else, and the class that errors of files have.

use heedmap_wasm_common::{ErrorKind, Refusal, into_error_of};
use wasm_bindgen::prelude::*;

/// Why something that was passed cannot be taken.
#[derive(Debug, thiserror::Error)]
pub(crate) enum MapsError {
    /// Something else among the places of a tensor that are wanted.
    #[error("pick {axis} must be null, a place, or [start, length], counted from 0")]
    NotPick { axis: usize },
    /// A part that is no matrix.
    #[error("a matrix has two axes, but what was read of the tensor has {axes}")]
    NotMatrix { axes: usize },
    /// More tokens than are read.
    #[error("there are {tokens} tokens: at most {most} are read")]
    Tokens { tokens: u32, most: u64 },
}

#[wasm_bindgen(typescript_custom_section)]
const FILE_ERROR: &str = "/** An error that a file is the reason for: its `kind` is `file`. */
export interface TensorFileError extends EngineError {
  /** The kind of problem in one word, such as `truncated`. */
  class: string;
  /** The tensor or the member of an archive that is meant; null if it is the file as such. */
  within: string | null;
  /** The sentence without that name. */
  reason: string;
}";

/// A refusal as JavaScript's `Error`, with the class of the error if a file is at fault.
pub(crate) fn thrown(error: impl Into<Refusal>) -> JsValue {
    let error = error.into();
    match error.cause::<heedmap_tensor_files::Error>() {
        Some(file) => {
            let within = file.within().map_or(JsValue::NULL, JsValue::from);
            let reason = file.problem().to_string().into();
            let more = [("class", file.class().into()), ("within", within), ("reason", reason)];
            into_error_of(ErrorKind::File, &error, &more)
        }
        None => into_error_of(error.kind(), &error, &[]),
    }
}
