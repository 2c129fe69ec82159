//! Why a kernel rejects its input.

use thiserror::Error;

/// Why a kernel rejects its input.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum Error {
    /// The length of an array does not match its shape.
    #[error("{name} has {found} numbers, but {rows} rows of {columns} are {}", rows.saturating_mul(*columns))]
    Length {
        /// The name of the array.
        name: &'static str,
        /// Its length.
        found: usize,
        /// The expected number of rows.
        rows: usize,
        /// The expected number of columns.
        columns: usize,
    },
    /// A number is NaN or infinite, or a score may overflow.
    #[error("{name} must be finite numbers in 32 bits")]
    NotFinite {
        /// The name of the numbers.
        name: &'static str,
    },
    /// The temperature is not above 0 or not finite.
    #[error("the temperature must be a number above 0, not {temperature}")]
    Temperature {
        /// The temperature.
        temperature: f64,
    },
    /// A part of a rule that the kernels do not compute.
    #[error("the kernels do not compute {name}: {instead}")]
    Unsupported {
        /// The part.
        name: &'static str,
        /// What to do instead.
        instead: &'static str,
    },
    /// A requested row or column does not exist.
    #[error("there is no {name} {index}: there are {count}")]
    Missing {
        /// What was requested: a query, a key or a column.
        name: &'static str,
        /// Its index, from 0.
        index: usize,
        /// The number of existing ones.
        count: usize,
    },
    /// Ranges of keys that do not exist, overlap, or do not ascend.
    #[error("the keys of query {query} are no ascending ranges of {keys} keys")]
    Ranges {
        /// The query.
        query: usize,
        /// The number of keys.
        keys: usize,
    },
    /// Queries that do not ascend.
    #[error("query {query} is not above the query before it")]
    Order {
        /// The query.
        query: usize,
    },
    /// The keys of a query have not been set.
    #[error("the keys that query {query} may attend to are not known")]
    Unseen {
        /// The query.
        query: usize,
    },
}

/// Checks the length of an array.
pub(crate) fn check_length(
    name: &'static str,
    found: usize,
    rows: usize,
    columns: usize,
) -> Result<(), Error> {
    if rows.checked_mul(columns) == Some(found) {
        return Ok(());
    }
    Err(Error::Length { name, found, rows, columns })
}
