//! ALiBi: a penalty on distance in the place of position embeddings.
//!
//! Press, Smith and Lewis, "Train Short, Test Long: Attention with Linear Biases Enables Input
//! Length Extrapolation", 2022, section 3.

use crate::matrix::Matrix;

/// The slope of each head.
///
/// `slope[h] = 2^(-8 (h + 1) / n)` for `n` heads.
///
/// A steep head looks near, a flat one far, and powers of one ratio cover the range evenly.
///
/// - edge case: when `heads` is no power of two, the slopes of the next lower power come first,
///   then every other one of twice that power. No heads give no slopes
/// - returns: one slope a head, from the steepest on
/// - source: section 3, and the authors' code for head counts that are no power of two
#[must_use]
pub fn alibi_slopes(heads: usize) -> Vec<f64> {
    if heads == 0 {
        return Vec::new();
    }
    let power = if heads.is_power_of_two() { heads } else { heads.next_power_of_two() / 2 };
    let of = |count: usize, h: usize| libm::exp2(-8.0 * (h + 1) as f64 / count as f64);
    let first = (0..power).map(|h| of(power, h));
    let between = (0..heads - power).map(|h| of(2 * power, 2 * h));
    first.chain(between).collect()
}

/// What ALiBi adds to the scaled scores of one head.
///
/// `bias[i, j] = -slope · |i - j|`.
///
/// The same for all contents: every step of distance costs a head its slope, and nothing is added
/// to the tokens themselves.
///
/// - edge case: a query and a key at one place lose nothing; a slope of 0 gives 0 everywhere
/// - `slope`: of the head, see [`alibi_slopes`]
/// - returns: (queries, keys), both counted from one place
/// - source: section 3; the penalty for keys after the query is that of models without a causal
///   mask
#[must_use]
pub fn alibi_bias(slope: f64, queries: usize, keys: usize) -> Matrix {
    Matrix::from_fn(queries, keys, |i, j| -(slope * i.abs_diff(j) as f64))
}
