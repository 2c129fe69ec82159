//! Errors of this program, and the classes of file errors.

use heedmap_wasm_common::{ErrorKind, Refusal, into_error_of};
use wasm_bindgen::prelude::*;

/// Why an argument was rejected.
#[derive(Debug, thiserror::Error)]
pub(crate) enum MapsError {
    /// An invalid pick of an axis.
    #[error("pick {axis} must be null, a place, or [start, length], counted from 0")]
    NotPick { axis: usize },
    /// The part is not a matrix.
    #[error("a matrix has two axes, but what was read of the tensor has {axes}")]
    NotMatrix { axes: usize },
    /// Rows of another shape than their pools.
    #[error("{rows} queries and pools of {wanted} keys for rows of {queries} x {keys}")]
    Rows { rows: usize, wanted: usize, queries: usize, keys: usize },
    /// A mask expression that is invalid, or does not fit.
    #[error("the mask {mask} does not fit {queries} queries and {keys} keys")]
    Mask { mask: String, queries: usize, keys: usize },
    /// A rule without a mask expression.
    #[error("the rule has no mask expression")]
    NoMask,
    /// There are too many tokens.
    #[error("there are {tokens} tokens: at most {most} are read")]
    Tokens { tokens: u32, most: u64 },
}

#[wasm_bindgen(typescript_custom_section)]
const FILE_ERROR: &str = "/** An error of a file. Its `kind` is `file`. */
export interface TensorFileError extends EngineError {
  /** The kind of problem in one word, such as `truncated`. */
  class: string;
  /** The tensor or the archive member with the problem; null if it is the file itself. */
  within: string | null;
  /** The message without that name. */
  reason: string;
}";

/// Why a call that reads a file was rejected: invalid arguments, or an error of the file.
#[derive(Debug)]
pub struct FileRefusal(Refusal);

impl<E: Into<Refusal>> From<E> for FileRefusal {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

/// An export that returns it throws JavaScript's `Error`, with the class of a file error.
impl From<FileRefusal> for JsValue {
    fn from(FileRefusal(error): FileRefusal) -> Self {
        let Some(file) = error.cause::<heedmap_tensor_files::Error>() else {
            return error.into();
        };
        let within = file.within().map_or(JsValue::NULL, JsValue::from);
        let reason = file.problem().to_string().into();
        let more = [("class", file.class().into()), ("within", within), ("reason", reason)];
        into_error_of(ErrorKind::File, &error, &more)
    }
}
