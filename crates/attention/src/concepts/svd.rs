//! The thin singular value decomposition, with its free choices made on purpose.

use super::basis::{complete, is_reversed};
use crate::error::Error;
use crate::matrix::{Matrix, column, row};

/// How many steps the iteration may take for each singular value. It needs two or three; the
/// bound is there so that it ends whatever it is given.
const STEPS_PER_VALUE: usize = 100;

/// The most `rows · cols · min(rows, cols)` that is worked: about a second.
const MOST_WORK: u128 = 1 << 27;

/// A matrix taken apart: `matrix = U S Vᵀ`, with `r = min(rows, cols)` concepts.
#[derive(Clone, Debug, PartialEq)]
pub struct Svd {
    /// Left vectors as columns, orthonormal, (rows, r).
    pub u: Matrix,
    /// Singular values from the largest to the smallest, none negative, (1, r).
    pub s: Matrix,
    /// Right vectors as rows, orthonormal, (r, columns).
    pub v_t: Matrix,
}

/// Vectors that were printed elsewhere, to which the free choices of a decomposition are bent.
///
/// `(u, v)` and `(−u, −v)` serve equally well, and so does any orthonormal vector where the
/// singular value is 0. With a reference each pair takes its sign, and a vector of singular value
/// 0 is the reference's, projected on what the others leave free, so that a reader finds the
/// digits that the notebook printed. A reference may be rounded, incomplete or of another shape: a
/// vector that does not help is passed over.
#[derive(Clone, Debug, PartialEq)]
pub struct Reference {
    /// Left vectors as columns.
    pub u: Matrix,
    /// Right vectors as rows.
    pub v_t: Matrix,
}

/// Takes a matrix apart.
///
/// `matrix[i, j] = Σₖ u[i, k] · s[k] · vᵀ[k, j]`
///
/// - edge cases: a singular value below `max(rows, cols) · ε · s[0]` is 0 within rounding. It is
///   kept as it is, but its vectors are arbitrary, and are chosen to complete the others to an
///   orthonormal set. Without a reference the largest entry of each row of `Vᵀ` is positive (the
///   first of them if several are equally large). Of equal singular values the vectors are
///   arbitrary too, and left as they come
/// - `name`: what the matrix is called in an error; `matrix`: (rows, columns)
/// - errors: [`Error::NoTokens`], [`Error::NoFeatures`], [`Error::CellNotFinite`],
///   [`Error::TooMuchWork`], [`Error::NoConvergence`]
pub fn thin_svd(
    name: &'static str,
    matrix: &Matrix,
    reference: Option<&Reference>,
) -> Result<Svd, Error> {
    let (rows, cols) = matrix.shape();
    Error::if_empty(name, rows, cols)?;
    Error::unless_all_finite(name, matrix)?;
    let values = rows.min(cols);
    if rows as u128 * cols as u128 * values as u128 > MOST_WORK {
        return Err(Error::TooMuchWork { name, rows, cols });
    }
    let steps = STEPS_PER_VALUE * values;
    let tolerance = 5.0 * f64::EPSILON;
    let found = nalgebra::SVD::try_new(matrix.clone(), true, true, tolerance, steps);
    let Some((u, v_t, s)) = found.and_then(|svd| Some((svd.u?, svd.v_t?, svd.singular_values)))
    else {
        return Err(Error::NoConvergence {
            name,
            rows,
            cols,
            steps,
        });
    };
    let s: Vec<f64> = s.iter().copied().collect();
    // Below this a value is the rounding of 0. The values descend, so those come last.
    let negligible = rows.max(cols) as f64 * f64::EPSILON * s[0];
    let live = s.iter().filter(|&&value| value > negligible).count();

    let left = reference
        .map(|reference| columns(&reference.u))
        .unwrap_or_default();
    let right = reference
        .map(|reference| rows_of(&reference.v_t))
        .unwrap_or_default();
    let mut u = columns(&u)[..live].to_vec();
    let mut v = rows_of(&v_t)[..live].to_vec();
    for k in 0..live {
        if is_reversed(&u[k], &v[k], left.get(k), right.get(k)) {
            u[k].iter_mut()
                .chain(&mut v[k])
                .for_each(|entry| *entry = -*entry);
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

fn columns(matrix: &Matrix) -> Vec<Vec<f64>> {
    (0..matrix.ncols()).map(|j| column(matrix, j)).collect()
}

fn rows_of(matrix: &Matrix) -> Vec<Vec<f64>> {
    (0..matrix.nrows()).map(|i| row(matrix, i)).collect()
}
