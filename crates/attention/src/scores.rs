//! Scores: how well each query matches each key, before and after scaling.
//!
//! "Attention Is All You Need", section 3.2.1. Masking comes after; see `mask`.

use crate::error::Error;
use crate::matrix::{Matrix, cell_count, sum};

/// The factor of the scores before masking.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Scale {
    /// `1 / √d_k`: keeps the variance of the scores near that of one product of two features.
    #[default]
    InverseSqrtDk,
    /// No scaling.
    None,
    /// A number, which may be 0 or negative.
    Factor(f64),
}

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
/// `scaled[i, j] = scores[i, j] / √d_k`, or `scores[i, j]`, or `scores[i, j] · factor`.
///
/// The sum of `d_k` products of independent features has `d_k` times the variance of one; without
/// the division a softmax over wide keys is almost one-hot. The code divides by the root and does
/// not multiply by its rounded inverse: this saves one rounding and gives NumPy's bits.
///
/// - edge case: a factor of 0 makes every finite score 0, hence equal weights
/// - `scores`, returns: (queries, keys); `d_k`: the number of columns of `k`
/// - errors: [`Error::NotFinite`] for a factor that is NaN or infinite
pub fn scaled(scores: &Matrix, scale: Scale, d_k: usize) -> Result<Matrix, Error> {
    match scale {
        Scale::InverseSqrtDk => {
            let root = libm::sqrt(d_k as f64);
            Ok(scores.map(|score| score / root))
        }
        Scale::None => Ok(scores.clone()),
        Scale::Factor(factor) => {
            Error::unless_finite("the scale factor", factor)?;
            Ok(scores.map(|score| score * factor))
        }
    }
}
