//! What can be wrong with an input, each as one sentence with the figures in it.

use crate::head_map::MAX_CELLS;
use crate::rollout::MAX_ROLLOUT_TOKENS;

/// Why an input was refused.
///
/// Every sentence can be shown to a reader as it is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the sentence says what each figure is")]
pub enum Error {
    /// A flat array is shorter or longer than its shape.
    #[error("{name} is {queries} x {keys}, {cells} cells, but {got} numbers were given")]
    Cells { name: &'static str, queries: usize, keys: usize, cells: usize, got: usize },

    /// More cells than [`MAX_CELLS`].
    #[error("{name} would be {queries} x {keys}: at most {MAX_CELLS} cells fit")]
    TooLarge { name: &'static str, queries: usize, keys: usize },

    /// None of something of which at least one is needed.
    #[error("the number of {name} is 0: it must be at least 1")]
    Nothing { name: &'static str },

    /// A rollout over more tokens than [`MAX_ROLLOUT_TOKENS`].
    #[error("a rollout over {tokens} tokens: at most {MAX_ROLLOUT_TOKENS} fit")]
    RolloutTooLarge { tokens: usize },

    /// A position that is further from the keys than any text is long.
    #[error("the offset of the queries is {offset}: it must be -{most} to {most}")]
    Offset { offset: i64, most: i64 },

    /// A row that is shorter or longer than there are keys.
    #[error("query {query} has {got} weights, but there are {keys} keys")]
    RowLength { query: usize, got: usize, keys: usize },

    /// A row after the last.
    #[error("a row for query {queries}, but there are {queries} queries, counted from 0")]
    NoSuchRow { queries: usize },

    /// The end before the last row.
    #[error("{got} rows for {queries} queries: each needs one")]
    RowsMissing { got: usize, queries: usize },

    /// A list with an entry for each of something, but not for all.
    #[error("{got} {name} for {wanted} {of}: each needs one")]
    Entries { name: &'static str, got: usize, of: &'static str, wanted: usize },

    /// Two maps that must have one shape.
    #[error(
        "{left} is {left_queries} x {left_keys} but {right} is {right_queries} x {right_keys}: \
         they must have the same shape"
    )]
    ShapesDiffer {
        left: &'static str,
        left_queries: usize,
        left_keys: usize,
        right: &'static str,
        right_queries: usize,
        right_keys: usize,
    },

    /// A rollout over layers in which queries and keys are not the same tokens.
    #[error("layer {layer} is {queries} x {keys}, but the rollout is over {tokens} tokens")]
    Layer { layer: usize, queries: usize, keys: usize, tokens: usize },

    /// A group of tokens that is numbered beyond the tokens there are.
    #[error("{name} {token} is in group {group}, but {tokens} tokens make at most {tokens} groups")]
    Group { name: &'static str, token: usize, group: usize, tokens: usize },

    /// A number that is the group of no token.
    #[error("no {name} is in group {group}, but one is in group {last}")]
    EmptyGroup { name: &'static str, group: usize, last: usize },
}

impl Error {
    /// [`Error::Nothing`] unless there is one.
    pub(crate) fn unless_any(name: &'static str, count: usize) -> Result<(), Error> {
        if count > 0 { Ok(()) } else { Err(Error::Nothing { name }) }
    }

    /// [`Error::Entries`] unless each has one.
    pub(crate) fn unless_one_each(
        (name, got): (&'static str, usize),
        (of, wanted): (&'static str, usize),
    ) -> Result<(), Error> {
        if got == wanted { Ok(()) } else { Err(Error::Entries { name, got, of, wanted }) }
    }
}
