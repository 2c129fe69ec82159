//! Softmax: from scores to weights that sum to 1, with every step kept.
//!
//! "Attention Is All You Need", section 3.2.1. Attention applies it over the keys of each query,
//! that is over rows. Softmax over columns or over the whole matrix is a common mistake, which
//! readers can compare with the correct one.

use crate::matrix::{Matrix, sum};

/// The cells whose weights sum to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SoftmaxAxis {
    /// The keys of one query, as in attention.
    #[default]
    Rows,
    /// The queries of one key.
    Columns,
    /// All cells together.
    All,
}

/// Whether the largest score is subtracted before the exponential.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// Subtract the largest score of the group: no exponential exceeds 1.
    #[default]
    Stable,
    /// Subtract nothing: scores from about 709.8 on overflow to ∞, and ∞ / ∞ is NaN.
    Naive,
}

/// A softmax with its steps.
///
/// `shift` and `sums` have one number for each group: (rows, 1) over rows, (1, columns) over
/// columns, (1, 1) over all.
#[derive(Clone, Debug, PartialEq)]
pub struct Softmax {
    /// The subtracted number: the largest score of the group that is not excluded, -∞ if all are; 0
    /// in the naive form.
    pub shift: Matrix,
    /// `exp(score - shift)`, 0 for an excluded score, (queries, keys).
    pub exponentials: Matrix,
    /// The sum of the exponentials of each group.
    pub sums: Matrix,
    /// Exponentials divided by their sum, (queries, keys).
    #[doc(alias = "pattern")]
    #[doc(alias = "attn")]
    #[doc(alias = "attn_weights")]
    pub weights: Matrix,
}

/// Softmax over each group of cells.
///
/// `weights[i, j] = exp(z[i, j] − m) / Σ exp(z − m)`, the sum over the group of `(i, j)`, with
/// `m` the largest score of the group (stable) or 0 (naive). The sum runs in reading order.
///
/// The shift changes nothing in exact arithmetic; it keeps `exp` from overflowing.
///
/// - edge cases: -∞ means excluded, and its exponential is exactly 0. A group that is excluded
///   entirely, of a query that may attend to nothing, gets weights 0 and sum 0, and not 0/0. NaN or
///   +∞ among the admitted scores makes its own group NaN and no other. In the naive form overflow
///   gives NaN, and so does a group whose exponentials all underflow
/// - `masked`: (queries, keys), any shape
/// - returns: the matrices of [`Softmax`]; each group sums to 1, or to 0 if excluded
/// - source: section 3.2.1; for the empty group, PyTorch's `_safe_softmax` and ONNX's Attention
#[must_use]
pub fn softmax(masked: &Matrix, axis: SoftmaxAxis, form: Form) -> Softmax {
    let largest = per_group(masked, axis, maximum);
    let shift = match form {
        Form::Stable => largest.clone(),
        Form::Naive => largest.map(|_| 0.0),
    };
    let exponentials = Matrix::from_fn(masked.nrows(), masked.ncols(), |i, j| {
        if is_excluded(masked[(i, j)]) {
            0.0
        } else {
            libm::exp(masked[(i, j)] - shift[axis.group(i, j)])
        }
    });
    let sums = per_group(&exponentials, axis, |group| sum(group));
    let weights = Matrix::from_fn(masked.nrows(), masked.ncols(), |i, j| {
        let group = axis.group(i, j);
        // The largest score is excluded only if all scores are.
        if is_excluded(largest[group]) { 0.0 } else { exponentials[(i, j)] / sums[group] }
    });
    Softmax { shift, exponentials, sums, weights }
}

impl SoftmaxAxis {
    /// The cell of `shift` and `sums` for the group of cell `(i, j)`.
    #[must_use]
    pub fn group(self, i: usize, j: usize) -> (usize, usize) {
        match self {
            SoftmaxAxis::Rows => (i, 0),
            SoftmaxAxis::Columns => (0, j),
            SoftmaxAxis::All => (0, 0),
        }
    }
}

/// One figure for each group of cells: (rows, 1), (1, columns) or (1, 1).
fn per_group(
    matrix: &Matrix,
    axis: SoftmaxAxis,
    figure: impl Fn(&mut dyn Iterator<Item = f64>) -> f64,
) -> Matrix {
    let (rows, cols) = matrix.shape();
    match axis {
        SoftmaxAxis::Rows => {
            Matrix::from_fn(rows, 1, |i, _| figure(&mut (0..cols).map(|j| matrix[(i, j)])))
        }
        SoftmaxAxis::Columns => {
            Matrix::from_fn(1, cols, |_, j| figure(&mut (0..rows).map(|i| matrix[(i, j)])))
        }
        SoftmaxAxis::All => Matrix::from_element(1, 1, figure(&mut crate::matrix::cells(matrix))),
    }
}

/// -∞ marks excluded scores.
fn is_excluded(score: f64) -> bool {
    score == f64::NEG_INFINITY
}

/// The largest of the scores; NaN if one is NaN; -∞ without scores.
///
/// `f64::max` would skip a NaN, and a hidden NaN is worse than a visible one.
fn maximum(scores: &mut dyn Iterator<Item = f64>) -> f64 {
    scores.fold(
        f64::NEG_INFINITY,
        |most, score| {
            if score.is_nan() || score > most { score } else { most }
        },
    )
}
