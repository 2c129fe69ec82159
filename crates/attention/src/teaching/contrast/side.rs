//! One side of a contrast, with its figures.

use super::largest;
use crate::matrix::{Matrix, cells, sum};
use crate::teaching::statistics::population_variance;

/// The tolerance for a sum of weights that should be 1: 32-bit floats sum 32 of them.
const TOLERANCE: f64 = 1e-5;

/// One side of a contrast.
#[derive(Clone, Debug, PartialEq)]
pub struct Side {
    /// The input of the softmax, (queries, keys).
    pub masked: Matrix,
    /// 1 where this side lets the query attend to the key, else 0, (queries, keys).
    pub allowed: Matrix,
    /// The weights of the values, (queries, keys).
    pub weights: Matrix,
    /// The sum of each row of weights, (queries, 1).
    pub sums: Matrix,
    /// The output of each query, (queries, `d_v`).
    pub output: Matrix,
    /// The figures that show the mistake.
    pub figures: SideFigures,
    /// The rows whose weights do not sum to 1, including NaN.
    pub off_rows: Vec<usize>,
}

/// The figures of one side. If a weight is NaN, the figures of weights are NaN.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SideFigures {
    /// The smallest sum of a row of weights.
    pub least_sum: f64,
    /// The largest sum of a row of weights.
    pub most_sum: f64,
    /// The number of keys that the last query may attend to.
    pub seen: usize,
    /// `Σ weights · |distance|` of a row, as the mean over rows: the mean distance from a query to
    /// the keys it attends to.
    pub distance: f64,
    /// The population variance of the scores before any mask.
    pub variance: f64,
    /// `-Σ weights · ln weights` of a row in nats, the mean over rows.
    pub entropy: f64,
    /// The largest weight of a row, as the mean over rows: 1 if the softmax is saturated.
    pub largest: f64,
}

/// The matrices from scores to weights, all (queries, keys).
pub(super) struct Steps {
    pub(super) scaled: Matrix,
    pub(super) masked: Matrix,
    pub(super) allowed: Matrix,
    pub(super) weights: Matrix,
}

impl Side {
    /// A side with its figures.
    ///
    /// - `past`: the number of keys before the position of query 0
    pub(super) fn of(steps: Steps, output: Matrix, past: usize) -> Self {
        let Steps { scaled, masked, allowed, weights } = steps;
        let (rows, cols) = weights.shape();
        let of_row = |figure: &dyn Fn(usize, usize) -> f64| {
            Matrix::from_fn(rows, 1, |i, _| sum((0..cols).map(|j| figure(i, j))))
        };
        let mean = |figures: &Matrix| sum(cells(figures)) / rows as f64;
        let sums = of_row(&|i, j| weights[(i, j)]);
        let most = Matrix::from_fn(rows, 1, |i, _| largest((0..cols).map(|j| weights[(i, j)])));
        let figures = SideFigures {
            least_sum: cells(&sums).fold(f64::INFINITY, |least, sum| {
                if sum < least || sum.is_nan() { sum } else { least }
            }),
            most_sum: largest(cells(&sums)),
            seen: (0..cols).filter(|&j| allowed[(rows - 1, j)] != 0.0).count(),
            distance: mean(&of_row(&|i, j| weights[(i, j)] * (past + i).abs_diff(j) as f64)),
            variance: population_variance(&scaled),
            entropy: mean(&of_row(&|i, j| surprise(weights[(i, j)]))),
            largest: mean(&most),
        };
        let is_off = |sum: f64| sum.is_nan() || (sum - 1.0).abs() > TOLERANCE;
        let off_rows = (0..rows).filter(|&i| is_off(sums[(i, 0)])).collect();
        Self { masked, allowed, weights, sums, output, figures, off_rows }
    }
}

/// `-p ln p`, with `0 ln 0 = 0`.
fn surprise(weight: f64) -> f64 {
    if weight == 0.0 { 0.0 } else { -weight * libm::log(weight) }
}
