//! What can be wrong with matrices at the boundary.

use heedmap_wasm_common::limits::MAX_SIDE;

/// Why matrices cannot be taken.
#[derive(Debug, thiserror::Error)]
pub(crate) enum MatrixError {
    /// Something else in the place of a matrix.
    #[error("{name} must be a matrix {{ rows, cols, data }}")]
    NotMatrix { name: String },
    /// A size that counts nothing.
    #[error("{name} must have a whole number of {side} from 0 to {MAX_SIDE}")]
    Size { name: String, side: &'static str },
    /// Nobody could tell which of the two to begin with.
    #[error("the inputs have embeddings and q: a computation starts from one of them")]
    TwoStarts,
}
