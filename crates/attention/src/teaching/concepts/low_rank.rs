//! The best approximation of a given rank.

use super::svd::Svd;
use crate::error::Error;
use crate::matrix::{Matrix, sum};

/// The `k` strongest concepts, and the approximation that they give.
#[derive(Clone, Debug, PartialEq)]
pub struct LowRank {
    /// The first `k` left vectors as columns, (rows, k).
    pub u_k: Matrix,
    /// The first `k` singular values, (1, k).
    pub s_k: Matrix,
    /// The first `k` right vectors as columns, (columns, k).
    pub v_k: Matrix,
    /// `U_k S_k V_kᵀ`, (rows, columns).
    pub approximation: Matrix,
}

/// Keeps the `rank` largest singular values.
///
/// `approximation[i, j] = Σₖ u[i, k] · s[k] · vᵀ[k, j]` for `k < rank`.
///
/// No other matrix of that rank is nearer to the original (Eckart and Young, 1936).
///
/// - edge case: rank 0 gives zeros, and matrices with no columns
/// - errors: [`Error::Rank`] beyond the smaller side of the matrix
pub fn low_rank(svd: &Svd, rank: usize) -> Result<LowRank, Error> {
    let (rows, cols, most) = (svd.u.nrows(), svd.v_t.ncols(), svd.s.ncols());
    if rank > most {
        return Err(Error::Rank { rank, rows, cols, most });
    }
    let approximation = Matrix::from_fn(rows, cols, |i, j| {
        sum((0..rank).map(|k| svd.u[(i, k)] * svd.s[(0, k)] * svd.v_t[(k, j)]))
    });
    Ok(LowRank {
        u_k: Matrix::from_fn(rows, rank, |i, k| svd.u[(i, k)]),
        s_k: Matrix::from_fn(1, rank, |_, k| svd.s[(0, k)]),
        v_k: Matrix::from_fn(cols, rank, |j, k| svd.v_t[(k, j)]),
        approximation,
    })
}
