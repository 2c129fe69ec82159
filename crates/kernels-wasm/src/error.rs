//! Errors of the boundary.

/// Why a call was rejected.
#[derive(Debug, thiserror::Error)]
pub(crate) enum KernelError {
    /// The length of an array is not a multiple of the row length.
    #[error("{name} have {found} numbers, which are not whole rows of {features}")]
    Rows { name: &'static str, found: usize, features: u32 },
    /// The array for a result has another length.
    #[error("{name} are {rows} x {columns} numbers, but the array for them has {found}")]
    Into { name: &'static str, rows: usize, columns: usize, found: usize },
    /// A result that wasm cannot address.
    #[error("{name} would be {rows} x {columns} numbers: at most {most} fit in one call")]
    TooLarge { name: &'static str, rows: usize, columns: usize, most: usize },
}
