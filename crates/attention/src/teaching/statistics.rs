//! Variance: why scores are scaled.

use crate::matrix::{Matrix, cells, sum};

/// The population variance of all cells, `Σ (x − mean)² / n`.
///
/// It divides by `n` and not by `n − 1`, like NumPy's `var()`. The mean is computed first and the
/// squares after it, because the one-pass formula loses all digits if the mean is large.
///
/// - edge cases: one cell has variance 0; an empty matrix has none, and gives NaN, as NumPy does;
///   NaN or an infinity gives NaN
#[must_use]
#[doc(alias = "var")]
pub fn population_variance(matrix: &Matrix) -> f64 {
    let count = matrix.len() as f64;
    let mean = sum(cells(matrix)) / count;
    sum(cells(matrix).map(|value| (value - mean) * (value - mean))) / count
}
