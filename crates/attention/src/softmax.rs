//! Softmax: from scores to weights that sum to 1, with every step kept.
//!
//! "Attention Is All You Need", section 3.2.1. Attention applies it over the keys of each query,
//! that is over rows. Softmax over columns or over the whole matrix is a common mistake, which
//! readers can compare with the correct one.
//!
//! [`softmax`] works on matrices and keeps its steps; the other functions work on rows and tensors in
//! either float type.

use crate::matrix::{Matrix, cells, sum};
use crate::real::{Real, total};
use crate::tensor::{Tensor, TensorError};

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
pub enum SoftmaxForm {
    /// Subtract the largest score of the group: no exponential exceeds 1.
    #[default]
    Stable,
    /// Subtract nothing: scores from about 709.8 on overflow to ∞, and ∞ / ∞ is NaN.
    Naive,
}

/// Which softmax a lesson computes. The default is that of attention; the others are common mistakes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SoftmaxKind {
    /// The cells whose weights sum to 1.
    pub axis: SoftmaxAxis,
    /// Whether the softmax subtracts the largest score.
    pub form: SoftmaxForm,
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
pub fn softmax(masked: &Matrix, axis: SoftmaxAxis, form: SoftmaxForm) -> Softmax {
    let largest = per_group(masked, axis, |group| largest(group));
    let shift = match form {
        SoftmaxForm::Stable => largest.clone(),
        SoftmaxForm::Naive => largest.map(|_| 0.0),
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
        SoftmaxAxis::All => Matrix::from_element(1, 1, figure(&mut cells(matrix))),
    }
}

/// Figures of the softmax of one row of logits.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RowFigures<T> {
    /// `ln Σ exp(logit)`, in nats; -∞ when all are excluded.
    pub(crate) log_sum_exp: T,
    /// `-Σ weight · ln weight`, in nats, with `0 ln 0 = 0`.
    pub(crate) entropy: T,
}

/// -∞ marks excluded logits.
pub(crate) fn is_excluded<T: Real>(logit: T) -> bool {
    logit == T::NEG_INFINITY
}

/// Softmax of one row of logits in place, like [`softmax_row`], with its figures.
///
/// - edge cases: a row that is excluded entirely has a log-sum-exp of -∞ and entropy 0. NaN or +∞
///   makes everything NaN
pub(crate) fn softmax_row_with_figures<T: Real>(row: &mut [T]) -> RowFigures<T> {
    let Some((largest, sum)) = into_weights(row) else {
        return RowFigures { log_sum_exp: T::NEG_INFINITY, entropy: T::ZERO };
    };
    let term = |&p: &T| if p == T::ZERO { T::ZERO } else { p * p.ln() };
    let entropy = T::ZERO - total(row.iter().map(term));
    RowFigures { log_sum_exp: largest + sum.ln(), entropy }
}

/// Writes the logits divided by the temperature, and returns the correction of their log-sum-exp.
///
/// The correction is 0, unless a temperature below 1 would take a finite logit out of the range of
/// the floats, where -∞ would exclude it and +∞ would make the row NaN. The largest logit of such a
/// row is subtracted before the division, which does not change the softmax; the correction is then
/// `m / temperature`.
pub(crate) fn tempered<T: Real>(logits: &[T], temperature: T, row: &mut [T]) -> T {
    let is_finite = |value: T| value.to_f64().is_finite();
    for (cell, &logit) in row.iter_mut().zip(logits) {
        *cell = logit / temperature;
    }
    let overflows = |(&cell, &logit): (&T, &T)| is_finite(logit) && !is_finite(cell);
    if temperature >= T::ONE || !row.iter().zip(logits).any(overflows) {
        return T::ZERO;
    }
    let most = largest(logits.iter().copied());
    if !is_finite(most) {
        return T::ZERO;
    }
    for (cell, &logit) in row.iter_mut().zip(logits) {
        *cell = (logit - most) / temperature;
    }
    most / temperature
}

/// Softmax of one row of logits in place.
///
/// `weights[j] = exp(z[j] - m) / Σ exp(z - m)` with `m` the largest logit, summed from the first to
/// the last. The shift changes nothing in exact arithmetic; it keeps `exp` from overflowing.
///
/// - edge cases: -∞ is excluded, and has weight 0. A row that is excluded entirely has weights 0,
///   and not 0/0. NaN or +∞ makes everything NaN
/// - source: "Attention Is All You Need", section 3.2.1
pub fn softmax_row<T: Real>(row: &mut [T]) {
    into_weights(row);
}

/// [`softmax_row`]; returns the largest logit and the sum of the exponentials, if there is any.
fn into_weights<T: Real>(row: &mut [T]) -> Option<(T, T)> {
    let largest = largest(row.iter().copied());
    if is_excluded(largest) {
        row.fill(T::ZERO);
        return None;
    }
    for cell in row.iter_mut() {
        *cell = if is_excluded(*cell) { T::ZERO } else { (*cell - largest).exp() };
    }
    let sum = total(row.iter().copied());
    for weight in row {
        *weight = *weight / sum;
    }
    Some((largest, sum))
}

/// The largest logit; NaN if there is one, -∞ without logits.
///
/// `f64::max` would ignore NaN, and a hidden NaN is worse than a visible one. A comparison alone is
/// false for NaN.
fn largest<T: Real>(logits: impl Iterator<Item = T>) -> T {
    logits.fold(
        T::NEG_INFINITY,
        |most, logit| {
            if logit > most || is_nan(logit) { logit } else { most }
        },
    )
}

/// Softmax along one axis of a tensor.
///
/// `y[.., j, ..] = exp(x[.., j, ..]) / Σⱼ exp(x[.., j, ..])`, shifted by the largest.
///
/// - edge cases: -∞ is excluded; if all are excluded, all results are 0
/// - `axis`: counted from 0, or from -1 backwards
/// - errors: [`TensorError::Axis`]
/// - source: ONNX operator `Softmax`, opset 13
pub fn softmax_along<T: Real>(x: &Tensor<T>, axis: i64) -> Result<Tensor<T>, TensorError> {
    along(x, axis, |row| {
        let mut weights = row.to_vec();
        softmax_row(&mut weights);
        weights
    })
}

/// The logarithm of the softmax along one axis of a tensor.
///
/// `y[.., j, ..] = x[.., j, ..] - ln Σⱼ exp(x[.., j, ..])`. This keeps digits that the logarithm of
/// a small weight would lose.
///
/// - edge cases: -∞ stays -∞, even if all are -∞
/// - `axis`: counted from 0, or from -1 backwards
/// - errors: [`TensorError::Axis`]
/// - source: ONNX operator `LogSoftmax`, opset 13
pub fn log_softmax_along<T: Real>(x: &Tensor<T>, axis: i64) -> Result<Tensor<T>, TensorError> {
    along(x, axis, |row| {
        let largest = largest(row.iter().copied());
        let term = |&logit: &T| (logit - largest).exp();
        let log = total(row.iter().filter(|&&logit| !is_excluded(logit)).map(term)).ln();
        // Largest and logarithm are subtracted one after the other: their sum may have lost digits
        // of the logarithm.
        let share = |&logit: &T| {
            if is_excluded(logit) { logit } else { logit - largest - log }
        };
        row.iter().map(share).collect()
    })
}

/// Replaces each line of cells along an axis by the result of `line`.
fn along<T: Real>(
    x: &Tensor<T>,
    axis: i64,
    line: impl Fn(&[T]) -> Vec<T>,
) -> Result<Tensor<T>, TensorError> {
    let axis = axis_index(axis, x.shape().len())?;
    let length = x.shape()[axis];
    let step: usize = x.shape()[axis + 1..].iter().product();
    let mut data = x.data().to_vec();
    for block in data.chunks_exact_mut((length * step).max(1)) {
        for first in 0..step {
            let cells: Vec<T> = block.iter().skip(first).step_by(step).copied().collect();
            let changed = line(&cells);
            for (cell, changed) in block.iter_mut().skip(first).step_by(step).zip(changed) {
                *cell = changed;
            }
        }
    }
    Ok(Tensor::made(x.shape(), data))
}

/// Converts an axis that may count from the end to an index.
pub(crate) fn axis_index(axis: i64, axes: usize) -> Result<usize, TensorError> {
    let count = i64::try_from(axes).unwrap_or(i64::MAX);
    let index = if axis < 0 { axis.saturating_add(count) } else { axis };
    usize::try_from(index)
        .ok()
        .filter(|&index| index < axes)
        .ok_or(TensorError::Axis { axis, axes })
}

pub(crate) fn is_nan<T: Real>(value: T) -> bool {
    value.partial_cmp(&value).is_none()
}
