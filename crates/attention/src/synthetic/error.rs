//! Errors, each as one sentence with the figures.

use crate::SeedError;

/// Why a request was rejected.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs, reason = "the sentence says what each figure is")]
#[non_exhaustive]
pub enum SyntheticError {
    /// NumPy would reject the seed as well.
    #[error(transparent)]
    Seed(#[from] SeedError),

    /// A number that is 0 or too large.
    #[error("the number of {name} is {count}: it must be 1 to {most}")]
    Count { name: &'static str, count: usize, most: usize },

    /// A number that is larger than the total.
    #[error("{count} {name}, but there are {of}")]
    Beyond { name: &'static str, count: usize, of: usize },

    /// The head does not exist.
    #[error("head {head} is out of range: there are {heads}, counted from 0")]
    NoSuchHead { head: usize, heads: usize },

    /// The query does not exist.
    #[error("query {query} is out of range: there are {queries}, counted from 0")]
    NoSuchQuery { query: usize, queries: usize },
}

impl SyntheticError {
    pub(crate) fn unless_within(name: &'static str, count: usize, most: usize) -> Result<(), Self> {
        let fits = (1..=most).contains(&count);
        if fits { Ok(()) } else { Err(Self::Count { name, count, most }) }
    }
}
