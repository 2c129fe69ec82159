//! The thin singular value decomposition, with its free choices fixed.

use super::basis::{complete, is_reversed};
use super::jacobi::rotate;
use crate::error::Error;
use crate::matrix::{Matrix, check_all_finite, columns, dot, rows as rows_of};

/// The largest `rows · cols · min(rows, cols)` that is computed: about a second.
const MOST_WORK: u128 = 1 << 24;

/// A decomposed matrix: `matrix = U S Vᵀ`, with `r = min(rows, cols)` concepts.
#[derive(Clone, Debug, PartialEq)]
pub struct Svd {
    /// Left vectors as columns, orthonormal, (rows, r).
    pub u: Matrix,
    /// Singular values in descending order, none negative, (1, r).
    pub s: Matrix,
    /// Right vectors as rows, orthonormal, (r, columns).
    pub v_t: Matrix,
}

/// Vectors that were printed elsewhere; the free choices of a decomposition follow them.
///
/// `(u, v)` and `(−u, −v)` are equally valid, and so is any orthonormal vector if the singular
/// value is 0. With a reference, each pair has the reference's sign, and a vector of singular value
/// 0 is the reference's vector, projected on the space that the others leave free. So a reader
/// finds the digits that the notebook printed. A reference may be rounded, incomplete or of another
/// shape; a vector that does not help is ignored.
#[derive(Clone, Debug, PartialEq)]
pub struct Reference {
    /// Left vectors as columns.
    pub u: Matrix,
    /// Right vectors as rows.
    pub v_t: Matrix,
}

/// Decomposes a matrix.
///
/// `matrix[i, j] = Σₖ u[i, k] · s[k] · vᵀ[k, j]`
///
/// - edge cases: a singular value below `max(rows, cols) · ε · s[0]` is 0 within rounding. Its
///   value is kept, but its vectors are arbitrary, and are chosen to complete the others to an
///   orthonormal set. Without a reference the largest entry of each row of `Vᵀ` is positive (the
///   first of them if several are equally large). The vectors of equal singular values are
///   arbitrary too, and are not changed
/// - `name`: the name of the matrix in an error; `matrix`: (rows, columns)
/// - errors: [`Error::NoRows`], [`Error::NoFeatures`], [`Error::CellNotFinite`],
///   [`Error::TooMuchWork`], [`Error::NoConvergence`]; [`Error::NotFinite`] when a singular value
///   would be beyond the largest float
/// - source: Golub and Van Loan, "Matrix Computations", section 2.4; for the computation, see
///   `concepts/jacobi.rs`
pub fn thin_svd(
    name: &'static str,
    matrix: &Matrix,
    reference: Option<&Reference>,
) -> Result<Svd, Error> {
    let (rows, cols) = matrix.shape();
    if rows == 0 {
        return Err(Error::NoRows { name });
    }
    Error::if_no_features(name, cols)?;
    check_all_finite(name, matrix)?;
    let values = rows.min(cols);
    if rows as u128 * cols as u128 * values as u128 > MOST_WORK {
        return Err(Error::TooMuchWork { name, rows, cols, most: MOST_WORK });
    }
    let (mut u, s, mut v) =
        decompose(matrix).map_err(|sweeps| Error::NoConvergence { name, rows, cols, sweeps })?;
    Error::unless_finite("the largest singular value", s[0])?;
    // Below this, a value is a rounding error of 0. The values descend, so those come last.
    let negligible = rows.max(cols) as f64 * f64::EPSILON * s[0];
    let live = s.iter().filter(|&&value| value > negligible).count();
    u.truncate(live);
    v.truncate(live);

    let left = reference.map(|reference| columns(&reference.u)).unwrap_or_default();
    let right = reference.map(|reference| rows_of(&reference.v_t)).unwrap_or_default();
    for k in 0..live {
        if is_reversed(&u[k], &v[k], left.get(k), right.get(k)) {
            u[k].iter_mut().chain(&mut v[k]).for_each(|entry| *entry = -*entry);
        }
    }
    complete(&mut u, values, rows, &left);
    complete(&mut v, values, cols, &right);
    Ok(Svd {
        u: Matrix::from_fn(rows, values, |i, k| u[k][i]),
        s: Matrix::from_fn(1, values, |_, k| s[k]),
        v_t: Matrix::from_fn(values, cols, |k, j| v[k][j]),
    })
}

/// Left vectors, singular values and right vectors, in descending order of the values.
#[allow(clippy::type_complexity, reason = "three lists that are taken apart at once")]
fn decompose(matrix: &Matrix) -> Result<(Vec<Vec<f64>>, Vec<f64>, Vec<Vec<f64>>), usize> {
    // A power of two scales exactly, and keeps squares from overflowing or vanishing.
    let (_, exponent) = libm::frexp(matrix.amax());
    let scaled = matrix.map(|value| libm::scalbn(value, -exponent));
    // Rotating the shorter list of longer columns takes less work. It also leaves no columns that
    // must be 0 because there are more of them than dimensions.
    let is_wide = matrix.ncols() > matrix.nrows();
    let rotated = rotate(if is_wide { rows_of(&scaled) } else { columns(&scaled) })?;
    // Sorted by insertion in descending order: there are few, and equal values keep the order of
    // their columns.
    let mut triples: Vec<(f64, Vec<f64>, Vec<f64>)> = Vec::new();
    for (scaled_u, v) in rotated.scaled_u.into_iter().zip(rotated.v) {
        let norm = libm::sqrt(dot(&scaled_u, &scaled_u));
        let u = scaled_u.into_iter().map(|entry| entry / norm).collect();
        let value = libm::scalbn(norm, exponent);
        let index = triples.partition_point(|(other, ..)| *other >= value);
        triples.insert(index, (value, u, v));
    }
    let (mut left, mut values, mut right) = (Vec::new(), Vec::new(), Vec::new());
    for (value, u, v) in triples {
        values.push(value);
        left.push(if is_wide { v.clone() } else { u.clone() });
        right.push(if is_wide { u } else { v });
    }
    Ok((left, values, right))
}
