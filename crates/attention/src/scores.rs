//! Scores: how well each query matches each key, before and after scaling.
//!
//! "Attention Is All You Need", section 3.2.1. Masking comes after; see `mask`.

use crate::error::Error;
use crate::matrix::{Matrix, cell_count, sum};

/// The score of every query against every key.
///
/// `scores[i, j] = Σ꜀ q[i, c] · k[j, c]`, that is `Q Kᵀ`, summed from the first feature to the
/// last.
///
/// A score is large if query and key have the same direction.
///
/// - edge case: no queries or no keys give an empty matrix
/// - `q`: (queries, `d_k`), `k`: (keys, `d_k`), returns (queries, keys)
/// - errors: [`Error::NoFeatures`] when `d_k` is 0, [`Error::WidthsDiffer`],
///   [`Error::TooManyCells`]
#[doc(alias = "preatt")]
#[doc(alias = "attn_scores")]
pub fn scores(q: &Matrix, k: &Matrix) -> Result<Matrix, Error> {
    Error::if_no_features("q", q.ncols())?;
    Error::if_no_features("k", k.ncols())?;
    if q.ncols() != k.ncols() {
        return Err(Error::WidthsDiffer {
            left: "q",
            left_cols: q.ncols(),
            right: "k",
            right_cols: k.ncols(),
        });
    }
    cell_count("scores", q.nrows(), k.nrows())?;
    Ok(Matrix::from_fn(q.nrows(), k.nrows(), |i, j| {
        sum((0..q.ncols()).map(|c| q[(i, c)] * k[(j, c)]))
    }))
}

/// The scores times the scale.
///
/// `scaled[i, j] = scores[i, j] / √d_k` without a scale, else `scores[i, j] · scale`.
///
/// The sum of `d_k` products of independent features has `d_k` times the variance of one; without
/// the division a softmax over wide keys is almost one-hot. The code divides by the root and does
/// not multiply by its rounded inverse: this saves one rounding and gives NumPy's bits.
///
/// - edge case: a scale of 0 makes every finite score 0, hence equal weights; a scale of 1 changes no bit
/// - `scores`, returns: (queries, keys); `scale`: that of an [`AttentionRule`](crate::AttentionRule); `d_k`: the
///   number of columns of `k`
/// - errors: [`Error::NotFinite`] for a scale that is NaN or infinite
pub fn scaled(scores: &Matrix, scale: Option<f64>, d_k: usize) -> Result<Matrix, Error> {
    match scale {
        None => {
            let root = libm::sqrt(d_k as f64);
            Ok(scores.map(|score| score / root))
        }
        Some(factor) => {
            Error::unless_finite("the scale factor", factor)?;
            Ok(scores.map(|score| score * factor))
        }
    }
}
