//! Errors, each as one sentence with the figures.

use crate::limits::{MAX_CELLS, MAX_ROLLOUT_TOKENS};
use heedmap_counted::{are, counted, were};

/// Why an input was rejected.
///
/// Every message can be shown to a reader.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the sentence says what each figure is")]
#[non_exhaustive]
pub enum Error {
    /// The length of a flat array does not match its shape.
    #[error(
        "{name} is {queries} x {keys}, {}, but {} {} given",
        counted(*cells, "cells"), counted(*got, "numbers"), were(*got)
    )]
    Cells { name: &'static str, queries: usize, keys: usize, cells: usize, got: usize },

    /// The map has more than [`MAX_CELLS`] cells.
    #[error("{name} would be {queries} x {keys}: at most {MAX_CELLS} cells fit")]
    TooLarge { name: &'static str, queries: usize, keys: usize },

    /// A count is 0, but must be at least 1.
    #[error("the number of {name} is 0: it must be at least 1")]
    Nothing { name: &'static str },

    /// The rollout is over more than [`MAX_ROLLOUT_TOKENS`] tokens.
    #[error("a rollout over {tokens} tokens: at most {MAX_ROLLOUT_TOKENS} fit")]
    RolloutTooLarge { tokens: usize },

    /// The offset of the queries is out of range.
    #[error("the offset of the queries is {offset}: it must be -{most} to {most}")]
    Offset { offset: i64, most: i64 },

    /// The length of a row is not the number of keys.
    #[error(
        "query {query} has {}, but there {} {}",
        counted(*got, "weights"), are(*keys), counted(*keys, "keys")
    )]
    RowLength { query: usize, got: usize, keys: usize },

    /// There was a row after the last one.
    #[error(
        "a row for query {queries}, but there {} {}, counted from 0",
        are(*queries), counted(*queries, "queries")
    )]
    NoSuchRow { queries: usize },

    /// The rows ended before the last one.
    #[error("{} for {}: each needs one", counted(*got, "rows"), counted(*queries, "queries"))]
    RowsMissing { got: usize, queries: usize },

    /// A list has the wrong number of entries.
    #[error("{} for {}: each needs one", counted(*got, name), counted(*wanted, of))]
    Entries { name: &'static str, got: usize, of: &'static str, wanted: usize },

    /// Two maps have different shapes.
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

    /// A map of contacts has other queries than keys.
    #[error(
        "contacts are of tokens with themselves, but there {} {} for {}",
        are(*queries), counted(*queries, "queries"), counted(*keys, "keys")
    )]
    NotSquare { queries: usize, keys: usize },

    /// In a layer of a rollout, queries and keys are not the same tokens.
    #[error(
        "layer {layer} is {queries} x {keys}, but the rollout is over {}",
        counted(*tokens, "tokens")
    )]
    Layer { layer: usize, queries: usize, keys: usize, tokens: usize },

    /// A token's group is out of range.
    #[error("{name} {token} is in group {group}, but {tokens} tokens make at most {tokens} groups")]
    Group { name: &'static str, token: usize, group: usize, tokens: usize },

    /// A group contains no token.
    #[error("no {name} is in group {group}, but one is in group {last}")]
    EmptyGroup { name: &'static str, group: usize, last: usize },
}

impl Error {
    /// [`Error::Nothing`] if the count is 0.
    pub(crate) fn check_nonzero(name: &'static str, count: usize) -> Result<(), Error> {
        if count > 0 { Ok(()) } else { Err(Error::Nothing { name }) }
    }

    /// [`Error::Entries`] if the numbers differ.
    pub(crate) fn check_count(
        (name, got): (&'static str, usize),
        (of, wanted): (&'static str, usize),
    ) -> Result<(), Error> {
        if got == wanted { Ok(()) } else { Err(Error::Entries { name, got, of, wanted }) }
    }
}
