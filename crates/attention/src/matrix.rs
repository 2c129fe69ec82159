//! Matrices, and the only place that knows how they are stored.
//!
//! Everywhere else a cell is named `(row, column)`, as on paper: rows are positions (queries or
//! tokens), columns are features or keys. nalgebra stores columns one after the other, while the
//! caller's flat arrays hold rows one after the other, so both directions go through this file.
//!
//! Sums are taken in one fixed order, from the first term to the last, without fused
//! multiply-add: the same numbers give the same bits natively and in WebAssembly.

use crate::error::Error;

/// A matrix of 64-bit floats with as many rows and columns as it is given at run time.
pub type Matrix = nalgebra::DMatrix<f64>;

/// The most cells one matrix may have.
///
/// 2²⁴ cells are 128 MiB. A lesson needs a few dozen; the bound exists so that a size mistyped
/// by a reader ends in a sentence and not in an exhausted memory.
pub const MAX_CELLS: usize = 1 << 24;

/// Reads a matrix from numbers that stand row after row.
///
/// `matrix[(i, j)] = data[i * cols + j]`. The values are taken as they are, NaN and infinities
/// included. A matrix with no rows or no columns is legal here.
///
/// - `name`: what the matrix is called in an error
/// - `data`: `rows * cols` numbers
/// - errors: [`Error::CellCount`] when there are more or fewer numbers than cells,
///   [`Error::TooManyCells`] beyond [`MAX_CELLS`]
pub fn from_row_major(name: &str, rows: usize, cols: usize, data: &[f64]) -> Result<Matrix, Error> {
    let cells = cell_count(name, rows, cols)?;
    if data.len() != cells {
        return Err(Error::CellCount { name: name.to_owned(), rows, cols, cells, got: data.len() });
    }
    Ok(Matrix::from_row_slice(rows, cols, data))
}

/// The cells of a matrix, row after row.
///
/// `result[i * cols + j] = matrix[(i, j)]`: the inverse of [`from_row_major`].
#[must_use]
pub fn to_row_major(matrix: &Matrix) -> Vec<f64> {
    cells(matrix).collect()
}

/// The product of two matrices, `c[i, j] = Σₖ a[i, k] · b[k, j]`, summed from the first `k` to
/// the last.
///
/// nalgebra's own product may pick another order of summation from one target to the next; this
/// one does not, so that a reader who adds the terms by hand, and every build, gets these bits.
///
/// - `a`: (m, n), `b`: (n, p), returns (m, p)
/// - edge case: with `n = 0` every sum is empty, and every cell 0
/// - errors: [`Error::Product`] with both shapes when the columns of `a` are not as many as the
///   rows of `b`; [`Error::TooManyCells`]
#[doc(alias = "matmul")]
pub fn product(a: &Matrix, b: &Matrix) -> Result<Matrix, Error> {
    named_product(("the left matrix", a), ("the right matrix", b))
}

/// [`product`], with the names that an error shall use.
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

/// The sum of the terms in the order in which they come; 0 when there is none.
///
/// The sum starts from the first term and not from 0, so that a lone `-0.0` stays what it is.
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

/// The cells of a matrix in reading order: along the first row, then along the second.
pub(crate) fn cells(matrix: &Matrix) -> impl Iterator<Item = f64> + '_ {
    (0..matrix.nrows()).flat_map(move |i| (0..matrix.ncols()).map(move |j| matrix[(i, j)]))
}

/// How many cells a matrix of this shape has, or the reason why it is refused.
pub(crate) fn cell_count(name: &str, rows: usize, cols: usize) -> Result<usize, Error> {
    match rows.checked_mul(cols) {
        // One side may be 0 while the other is absurd: the storage would be empty, but loops over
        // that side would not end.
        Some(cells) if cells <= MAX_CELLS && rows <= MAX_CELLS && cols <= MAX_CELLS => Ok(cells),
        _ => Err(Error::TooManyCells { name: name.to_owned(), rows, cols, most: MAX_CELLS }),
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
