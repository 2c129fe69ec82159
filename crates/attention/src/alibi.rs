//! ALiBi: a penalty on distance instead of position embeddings.
//!
//! Press, Smith and Lewis, "Train Short, Test Long: Attention with Linear Biases Enables Input
//! Length Extrapolation", 2022, section 3.

use crate::matrix::Matrix;

/// The slope of each head.
///
/// `slope[h] = 2^(-8 (h + 1) / n)` for `n` heads.
///
/// A head with a large slope attends to near keys, one with a small slope also to far ones. The
/// slopes are powers of one ratio, so they cover the range evenly.
///
/// - edge case: if `heads` is not a power of two, the slopes of the next lower power come first,
///   then every other one of twice that power. No heads give no slopes
/// - returns: one slope for each head, from the steepest
/// - source: section 3, and the authors' code for head counts that are not a power of two
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

/// The bias that ALiBi adds to the scaled scores of one head.
///
/// `bias[i, j] = -slope · |i - j|`.
///
/// The bias does not depend on the contents: each step of distance costs the slope, and nothing is
/// added to the tokens themselves.
///
/// - edge case: a query and a key at the same position have bias 0; a slope of 0 gives 0 everywhere
/// - `slope`: of the head, see [`alibi_slopes`]
/// - returns: (queries, keys), both counted from the same position
/// - source: section 3; the penalty for keys after the query is that of models without a causal
///   mask
#[must_use]
pub fn alibi_bias(slope: f64, queries: usize, keys: usize) -> Matrix {
    Matrix::from_fn(queries, keys, |i, j| -(slope * i.abs_diff(j) as f64))
}
