//! What can be wrong, each as one sentence with the figures in it.

use crate::HeadMap;

/// Why something was refused. Its sentence can be shown to a reader as it is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the sentence says what each figure is")]
pub enum Error {
    /// What the crate refused.
    #[error(transparent)]
    Measures(#[from] crate::Error),

    /// A list with an entry for each query, but not for all.
    #[error("{got} numbers of keys for {queries} queries: each needs one")]
    Reach { got: usize, queries: usize },

    /// A size that the map does not have.
    #[error("level {level} of a map that has {levels}, counted from 0")]
    NoSuchLevel { level: usize, levels: usize },

    /// Rows or columns that are not there.
    #[error("{length} {side} from {start} on, but there are {there}, counted from 0")]
    Outside { side: &'static str, start: usize, length: usize, there: usize },

    /// A row of generation that is longer than the last one should be.
    #[error("part {part} has {got} keys, but the last row has {keys}")]
    Longer { part: usize, got: usize, keys: usize },

    /// There is no room.
    #[error("there is no memory for {bytes} bytes of {name}")]
    Memory { name: &'static str, bytes: usize },
}

impl Error {
    /// `ShapesDiffer` unless both maps have the same.
    pub(crate) fn unless_same(
        (left, a): (&'static str, &HeadMap),
        (right, b): (&'static str, &HeadMap),
    ) -> Result<(), Self> {
        let (left_queries, left_keys) = (a.queries(), a.keys());
        let (right_queries, right_keys) = (b.queries(), b.keys());
        if (left_queries, left_keys) == (right_queries, right_keys) {
            return Ok(());
        }
        Err(Self::Measures(crate::Error::ShapesDiffer {
            left,
            left_queries,
            left_keys,
            right,
            right_queries,
            right_keys,
        }))
    }
}

/// An empty vector with room for so many.
///
/// - errors: [`Error::Memory`], where asking in any other way would end the program
pub(crate) fn room<T>(name: &'static str, count: usize) -> Result<Vec<T>, Error> {
    let mut room = Vec::new();
    let bytes = count.saturating_mul(size_of::<T>());
    room.try_reserve_exact(count).map_err(|_| Error::Memory { name, bytes })?;
    Ok(room)
}

/// [`room`] that is filled with the value.
pub(crate) fn filled<T: Clone>(
    name: &'static str,
    count: usize,
    value: T,
) -> Result<Vec<T>, Error> {
    let mut filled = room(name, count)?;
    filled.resize(count, value);
    Ok(filled)
}
