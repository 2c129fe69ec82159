//! Why weights cannot be computed, each as one sentence with the figures in it.

use crate::TensorError;

/// Why a head or a row was refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs, reason = "the sentence says what each figure is")]
pub enum Error {
    /// Sizes that do not fit, or an option that cannot be followed.
    #[error(transparent)]
    Tensor(#[from] TensorError),

    /// Numbers that are no whole vectors.
    #[error("{name} has {cells} numbers, which are not whole vectors of {size}")]
    Vectors { name: &'static str, cells: usize, size: usize },

    /// A window in which a query does not see its own key.
    #[error("the window holds 0 keys, and needs at least 1")]
    EmptyWindow,

    /// A query that does not exist.
    #[error("query {query} is out of range: there are {queries}, counted from 0")]
    NoSuchQuery { query: usize, queries: usize },

    /// A row of another length than there are keys.
    #[error("the row has room for {room} weights, but there are {keys} keys")]
    Room { room: usize, keys: usize },
}
