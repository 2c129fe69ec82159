//! Softmax: from scores to shares that add up to 1, with every step kept.
//!
//! "Attention Is All You Need", section 3.2.1. Attention takes it over the keys of each query,
//! that is over rows. Over columns, or over the whole matrix, are mistakes that readers make and
//! want to see beside the right one.

use crate::matrix::{Matrix, sum};

/// Which cells share a total of 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SoftmaxAxis {
    /// The keys of one query: what attention means.
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
/// `shift` and `sums` hold one number a group: (rows, 1) over rows, (1, columns) over columns,
/// (1, 1) over all.
#[derive(Clone, Debug, PartialEq)]
pub struct Softmax {
    /// What was subtracted: the largest score of the group that is not excluded, -∞ when all
    /// are; 0 in the naive form.
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
///   entirely, a query that may attend to nothing, gets weights 0 and sum 0 and not 0/0. NaN or
///   +∞ among the admitted scores makes its own group NaN and leaves the others alone. In the
///   naive form overflow gives NaN, and so does a group whose exponentials all vanish
/// - `masked`: (queries, keys), any shape
/// - returns: matrices as [`Softmax`] says; each group sums to 1, or to 0 if excluded
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
        // Only where every score is excluded is the largest one excluded.
        if is_excluded(largest[group]) { 0.0 } else { exponentials[(i, j)] / sums[group] }
    });
    Softmax { shift, exponentials, sums, weights }
}

impl SoftmaxAxis {
    /// Where the figure of the group of cell `(i, j)` stands in `shift` and `sums`.
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

/// -∞ is the mark that a mask leaves.
fn is_excluded(score: f64) -> bool {
    score == f64::NEG_INFINITY
}

/// The largest of the scores; NaN if one is NaN; -∞ if there is none.
///
/// `f64::max` would pass over a NaN, and a NaN that nobody sees is worse than a NaN.
fn maximum(scores: &mut dyn Iterator<Item = f64>) -> f64 {
    scores.fold(
        f64::NEG_INFINITY,
        |most, score| {
            if score.is_nan() || score > most { score } else { most }
        },
    )
}
