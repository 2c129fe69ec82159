//! Matrices. Only this file knows how they are stored.
//!
//! Elsewhere a cell is `(row, column)`: rows are positions (queries or tokens), columns are
//! features or keys. nalgebra stores columns one after the other, while the caller's flat arrays
//! are row-major, so both directions go through this file.
//!
//! Sums have one fixed order, from the first term to the last, without fused multiply-add: the same
//! numbers give the same bits natively and in WebAssembly.

use crate::error::Error;

/// A matrix of 64-bit floats; its size is known at run time.
pub type Matrix = nalgebra::DMatrix<f64>;

/// The maximum number of cells of a matrix.
///
/// 2²⁴ cells are 128 MiB. A lesson needs a few dozen. The bound exists so that a mistyped size
/// gives an error message and does not exhaust the memory.
pub const MAX_CELLS: usize = 1 << 24;

/// A matrix from numbers in row-major order.
///
/// `matrix[(i, j)] = data[i * cols + j]`. NaN and infinities are allowed, and so is a matrix with
/// no rows or no columns.
///
/// - `name`: the name of the matrix in an error
/// - `data`: `rows * cols` numbers
/// - errors: [`Error::CellCount`] if the number of values is not the number of cells,
///   [`Error::TooManyCells`] beyond [`MAX_CELLS`]
pub fn from_row_major(name: &str, rows: usize, cols: usize, data: &[f64]) -> Result<Matrix, Error> {
    let cells = cell_count(name, rows, cols)?;
    if data.len() != cells {
        return Err(Error::CellCount { name: name.to_owned(), rows, cols, cells, got: data.len() });
    }
    Ok(Matrix::from_row_slice(rows, cols, data))
}

/// The cells of a matrix in row-major order.
///
/// `result[i * cols + j] = matrix[(i, j)]`: the inverse of [`from_row_major`].
#[must_use]
pub fn to_row_major(matrix: &Matrix) -> Vec<f64> {
    cells(matrix).collect()
}

/// The product of two matrices, `c[i, j] = Σₖ a[i, k] · b[k, j]`, summed from the first `k` to
/// the last.
///
/// nalgebra's own product may use different orders of summation on different targets. This one does
/// not, so every build gives the bits that adding the terms in order gives.
///
/// - `a`: (m, n), `b`: (n, p), returns (m, p)
/// - edge case: with `n = 0` every sum is empty, and every cell 0
/// - errors: [`Error::Product`] with both shapes if the number of columns of `a` is not the number
///   of rows of `b`; [`Error::TooManyCells`]
#[doc(alias = "matmul")]
pub fn product(a: &Matrix, b: &Matrix) -> Result<Matrix, Error> {
    named_product(("the left matrix", a), ("the right matrix", b))
}

/// [`product`], with names for error messages.
pub(crate) fn named_product(
    (left, a): (&'static str, &Matrix),
    (right, b): (&'static str, &Matrix),
) -> Result<Matrix, Error> {
    if a.ncols() != b.nrows() {
        return Err(Error::Product {
            left,
            left_rows: a.nrows(),
            left_cols: a.ncols(),
            right,
            right_rows: b.nrows(),
            right_cols: b.ncols(),
        });
    }
    cell_count("the product", a.nrows(), b.ncols())?;
    Ok(Matrix::from_fn(a.nrows(), b.ncols(), |i, j| {
        sum((0..a.ncols()).map(|k| a[(i, k)] * b[(k, j)]))
    }))
}

/// The sum of the terms in their order; 0 if there are none.
///
/// The sum starts from the first term and not from 0, so that a single `-0.0` stays `-0.0`.
pub(crate) fn sum(mut terms: impl Iterator<Item = f64>) -> f64 {
    let Some(first) = terms.next() else {
        return 0.0;
    };
    terms.fold(first, |total, term| total + term)
}

/// The dot product of two vectors of one length, summed from the first term to the last.
pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    sum(a.iter().zip(b).map(|(a, b)| a * b))
}

/// The cells of a matrix in row-major order.
pub(crate) fn cells(matrix: &Matrix) -> impl Iterator<Item = f64> + '_ {
    (0..matrix.nrows()).flat_map(move |i| (0..matrix.ncols()).map(move |j| matrix[(i, j)]))
}

/// The cells of a matrix as they are stored, column by column.
#[cfg(feature = "ndarray")]
pub(crate) fn stored_columns(matrix: &Matrix) -> &[f64] {
    matrix.as_slice()
}

/// The number of cells of a matrix of this shape, or an error if there are too many.
pub(crate) fn cell_count(name: &str, rows: usize, cols: usize) -> Result<usize, Error> {
    match rows.checked_mul(cols) {
        // One side may be 0 while the other is very large: the storage would be empty, but loops
        // over that side would not end.
        Some(cells) if cells <= MAX_CELLS && rows <= MAX_CELLS && cols <= MAX_CELLS => Ok(cells),
        _ => Err(Error::TooManyCells { name: name.to_owned(), rows, cols, most: MAX_CELLS }),
    }
}

/// [`Error::ShapesDiffer`] if the matrices have different shapes.
pub(crate) fn check_same_shape(
    (left, a): (&'static str, &Matrix),
    (right, b): (&'static str, &Matrix),
) -> Result<(), Error> {
    if a.shape() == b.shape() {
        return Ok(());
    }
    let ((left_rows, left_cols), (right_rows, right_cols)) = (a.shape(), b.shape());
    Err(Error::ShapesDiffer { left, left_rows, left_cols, right, right_rows, right_cols })
}

/// [`Error::CellNotFinite`] for the first cell, in reading order, that is NaN or infinite.
pub(crate) fn check_all_finite(name: &'static str, matrix: &Matrix) -> Result<(), Error> {
    match cells(matrix).position(|value| !value.is_finite()) {
        None => Ok(()),
        Some(at) => {
            let (row, col) = (at / matrix.ncols(), at % matrix.ncols());
            Err(Error::CellNotFinite { name, row, col, value: matrix[(row, col)] })
        }
    }
}

/// A row as a vector of its cells.
pub(crate) fn row(matrix: &Matrix, i: usize) -> Vec<f64> {
    (0..matrix.ncols()).map(|j| matrix[(i, j)]).collect()
}

/// All rows, each as a vector of its cells.
pub(crate) fn rows(matrix: &Matrix) -> Vec<Vec<f64>> {
    (0..matrix.nrows()).map(|i| row(matrix, i)).collect()
}

/// All columns, each as a vector of its cells.
pub(crate) fn columns(matrix: &Matrix) -> Vec<Vec<f64>> {
    (0..matrix.ncols()).map(|j| (0..matrix.nrows()).map(|i| matrix[(i, j)]).collect()).collect()
}

/// The Frobenius norm, `√ Σ matrix[i, j]²`.
///
/// The cells are divided by the largest magnitude first, so that no square overflows or vanishes.
///
/// - edge case: 0 for a matrix of zeros, or of no cells
pub(crate) fn frobenius(matrix: &Matrix) -> f64 {
    let largest = cells(matrix).fold(0.0_f64, |most, value| most.max(value.abs()));
    if largest == 0.0 {
        return 0.0;
    }
    largest * libm::sqrt(sum(cells(matrix).map(|value| (value / largest) * (value / largest))))
}
