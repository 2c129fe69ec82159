//! Singular values by one-sided Jacobi rotations.
//!
//! Hestenes (1958); Demmel and Veselić (1992) show that the method gives even small values to
//! almost all their digits. nalgebra has its own decomposition, but version 0.35 gets some matrices
//! of low rank wrong (for the 3 x 5 matrix of ones it finds 4.54 instead of √15), and tables of
//! ratings have low rank.

use crate::matrix::{dot, sum};

/// The maximum number of sweeps over all pairs. Six to ten are usual; the bound guarantees an end.
const MOST_SWEEPS: usize = 64;

/// Columns `a` as `U S Vᵀ`, not sorted; the vectors of `U` are still multiplied by their values.
pub(super) struct Rotated {
    /// `U S`, a list of columns that are orthogonal to each other.
    pub(super) scaled_u: Vec<Vec<f64>>,
    /// `V`, a list of columns.
    pub(super) v: Vec<Vec<f64>>,
}

/// Rotates pairs of columns until all are orthogonal to each other.
///
/// For columns `p` and `q` with `α = p·p`, `β = q·q`, `γ = p·q`, the rotation by the angle whose
/// tangent is `t = sign(ζ) / (|ζ| + √(1 + ζ²))`, `ζ = (β − α) / 2γ`, makes them orthogonal. The
/// same rotations of the columns of the identity give `V`. Of the two possible angles this is the
/// smaller one, which makes the sweeps converge.
///
/// Two columns count as orthogonal if `|γ| ≤ √m · ε · √(αβ)`, because a sum of `m` products is not
/// known more precisely.
///
/// - edge cases: columns of zeros are orthogonal to all, and stay. Columns shorter than `ε / √n`
///   times the norm of the whole, and so than `ε` times the largest singular value, contain only
///   rounding errors and are skipped: rotating them against each other would never end
/// - `a`: columns of one length `m`, finite, of magnitudes near 1
/// - errors: the number of sweeps after which it did not converge
pub(super) fn rotate(mut a: Vec<Vec<f64>>) -> Result<Rotated, usize> {
    let count = a.len();
    let size = a.first().map_or(0, Vec::len);
    let tolerance = libm::sqrt(size as f64) * f64::EPSILON;
    let whole = sum(a.iter().map(|column| dot(column, column)));
    // Squared, because it is compared with squares.
    let negligible = f64::EPSILON * f64::EPSILON * whole / count as f64;
    let mut v: Vec<Vec<f64>> =
        (0..count).map(|j| (0..count).map(|i| f64::from(u8::from(i == j))).collect()).collect();
    for _ in 0..MOST_SWEEPS {
        let mut converged = true;
        for p in 0..count {
            for q in p + 1..count {
                let (alpha, beta) = (dot(&a[p], &a[p]), dot(&a[q], &a[q]));
                let gamma = dot(&a[p], &a[q]);
                if alpha.min(beta) <= negligible
                    || gamma.abs() <= tolerance * libm::sqrt(alpha) * libm::sqrt(beta)
                {
                    continue;
                }
                converged = false;
                let zeta = (beta - alpha) / (2.0 * gamma);
                // ζ may be so large that its square overflows; then t is 0 and c is 1, as in the
                // limit.
                let tangent = 1f64.copysign(zeta) / (zeta.abs() + libm::sqrt(1.0 + zeta * zeta));
                let cosine = 1.0 / libm::sqrt(1.0 + tangent * tangent);
                let sine = cosine * tangent;
                for columns in [&mut a, &mut v] {
                    let (before, after) = columns.split_at_mut(q);
                    for (x, y) in before[p].iter_mut().zip(&mut after[0]) {
                        (*x, *y) = (cosine * *x - sine * *y, sine * *x + cosine * *y);
                    }
                }
            }
        }
        if converged {
            return Ok(Rotated { scaled_u: a, v });
        }
    }
    Err(MOST_SWEEPS)
}
