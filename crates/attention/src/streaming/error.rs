//! Errors, each as one sentence with the figures.

use crate::TensorError;
use crate::counted::{are, counted};

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

    /// A window in which a query does not see its own key.
    #[error("the window holds 0 keys, and needs at least 1")]
    EmptyWindow,

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
