//! Errors of matrices at the boundary.

use heedmap_wasm_common::limits::MAX_SIDE;

/// Why a matrix was rejected.
#[derive(Debug, thiserror::Error)]
pub(crate) enum MatrixError {
    /// The value is not a matrix.
    #[error("{name} must be a matrix {{ rows, cols, data }}")]
    NotMatrix { name: String },
    /// An invalid number of rows or columns.
    #[error("{name} must have a whole number of {side} from 0 to {MAX_SIDE}")]
    Size { name: String, side: &'static str },
    /// The inputs have both possible starts.
    #[error("the inputs have embeddings and q: a computation starts from one of them")]
    TwoStarts,
}
