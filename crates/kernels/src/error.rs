//! Why a kernel rejects its input.

use thiserror::Error;

/// Why a kernel rejects its input.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Error {
    /// The length of an array does not match its shape.
    #[error("{name} has {found} numbers, but {rows} rows of {columns} are {}", rows.saturating_mul(*columns))]
    Length {
        /// What the array is.
        name: &'static str,
        /// How many numbers it has.
        found: usize,
        /// The rows that it should have.
        rows: usize,
        /// The columns that it should have.
        columns: usize,
    },
    /// A number is NaN or infinite, or a score became so.
    #[error("{name} must be finite numbers in 32 bits")]
    NotFinite {
        /// What the numbers are.
        name: &'static str,
    },
    /// A row or column that is asked for does not exist.
    #[error("there is no {name} {index}: there are {count}")]
    Missing {
        /// What is asked for.
        name: &'static str,
        /// Its number, counted from 0.
        index: usize,
        /// How many there are.
        count: usize,
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
