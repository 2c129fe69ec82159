//! Errors, each as one sentence with the figures.

use crate::TensorError;
use heedmap_counted::{are, counted};

/// Why a head or a row was rejected.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs, reason = "the sentence says what each figure is")]
#[non_exhaustive]
pub enum StreamingError {
    /// Sizes do not match, or an option is invalid.
    #[error(transparent)]
    Tensor(#[from] TensorError),

    /// The number of cells is not a multiple of the vector size.
    #[error("{name} has {}, which cannot be divided into vectors of {size}", counted(*cells, "numbers"))]
    Vectors { name: &'static str, cells: usize, size: usize },

    /// A mask expression, which the caller has to evaluate.
    #[error("the rule has the mask expression {mask}: pass the keys that each query sees")]
    Mask { mask: String },

    /// Ranges of keys that do not exist, overlap, or are not in ascending order.
    #[error("the keys of query {query} are no ascending ranges of {keys} keys")]
    Ranges { query: usize, keys: usize },

    /// The query does not exist.
    #[error("query {query} is out of range: there are {queries}, counted from 0")]
    NoSuchQuery { query: usize, queries: usize },

    /// The length of the row is not the number of keys, with a sink counted as one.
    #[error(
        "the row has room for {}, but there {} {}",
        counted(*room, "weights"), are(*keys), counted(*keys, "keys")
    )]
    Room { room: usize, keys: usize },
}
