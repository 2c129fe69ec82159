//! Errors, each as one sentence with the figures.

use heedmap_counted::counted;

/// Why an input was rejected. The message can be shown to a reader.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the sentence says what each figure is")]
#[non_exhaustive]
pub enum Error {
    /// An error of the measures.
    #[error(transparent)]
    Measures(#[from] crate::Error),

    /// A list has the wrong number of entries; it needs one for each query.
    #[error(
        "{} for {}: each needs one",
        counted(*got, "numbers of keys"), counted(*queries, "queries")
    )]
    Reach { got: usize, queries: usize },

    /// The level does not exist.
    #[error("level {level} of a map that has {levels}, counted from 0")]
    NoSuchLevel { level: usize, levels: usize },

    /// The rows or columns are out of range.
    #[error("{} from {start} on, but there are {there}, counted from 0", counted(*length, side))]
    Outside { side: &'static str, start: usize, length: usize, there: usize },

    /// A part has more keys than the map.
    #[error("part {part} has {}, but the last row has {keys}", counted(*got, "keys"))]
    Longer { part: usize, got: usize, keys: usize },

    /// There is not enough memory.
    #[error("there is no memory for {bytes} bytes of {name}")]
    Memory { name: &'static str, bytes: usize },
}

/// An empty vector with this capacity.
///
/// - errors: [`Error::Memory`], where an ordinary allocation would abort the program
pub(crate) fn allocate<T>(name: &'static str, count: usize) -> Result<Vec<T>, Error> {
    let mut allocated = Vec::new();
    let bytes = count.saturating_mul(size_of::<T>());
    allocated.try_reserve_exact(count).map_err(|_| Error::Memory { name, bytes })?;
    Ok(allocated)
}

/// A vector of `count` copies of a value, with the errors of [`allocate`].
pub(crate) fn filled<T: Clone>(
    name: &'static str,
    count: usize,
    value: T,
) -> Result<Vec<T>, Error> {
    let mut filled = allocate(name, count)?;
    filled.resize(count, value);
    Ok(filled)
}
