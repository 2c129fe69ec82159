//! What can be wrong with matrices and tensors at the boundary, and with how much is asked of them.

use crate::limits::{MAX_CELLS, MAX_PRODUCTS, MAX_SIDE};

/// Why matrices or tensors cannot be taken.
#[derive(Debug, thiserror::Error)]
pub(crate) enum MatrixError {
    /// Something else in the place of a matrix.
    #[error("{name} must be a matrix {{ rows, cols, data }}")]
    NotMatrix { name: String },
    /// Something else in the place of a tensor.
    #[error("{name} must be a tensor {{ shape, data }}")]
    NotTensor { name: &'static str },
    /// A shape of too many sides.
    #[error("{name} has {axes} axes: at most {most} fit")]
    Axes { name: &'static str, axes: usize, most: usize },
    /// A tensor larger than the page can hold.
    #[error("{name} would have {cells} cells: at most {MAX_CELLS} fit")]
    Cells { name: &'static str, cells: u64 },
    /// One of two inputs that make sense only together.
    #[error("pastK and pastV come together")]
    HalfPast,
    /// A size that counts nothing.
    #[error("{name} must have a whole number of {side} from 0 to {MAX_SIDE}")]
    Size { name: String, side: &'static str },
    /// A matrix larger than the page can hold.
    #[error(
        "{name} would be {rows} x {cols}: at most {MAX_SIDE} a side and {MAX_CELLS} cells in all"
    )]
    TooLarge { name: String, rows: usize, cols: usize },
    /// A computation longer than a reader waits.
    #[error("{name} would take {products} multiplications: at most {MAX_PRODUCTS} are done")]
    TooLong { name: &'static str, products: u64 },
    /// Too many cells over all the matrices of one call.
    #[error("{name} have more than {MAX_CELLS} cells together")]
    TooMany { name: &'static str },
    /// Nobody could tell which of the two to begin with.
    #[error("the inputs have embeddings and q: a computation starts from one of them")]
    TwoStarts,
}
