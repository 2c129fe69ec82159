//! Masks: which keys a query may attend to.
//!
//! "Attention Is All You Need", section 3.2.3. A mask has three forms here, because readers meet
//! all of them: a rule, a matrix of 1 and 0, and a matrix of 0 and -∞.

use crate::error::Error;
use crate::matrix::{Matrix, check_same_shape};

/// A rule for which keys a query may attend to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum MaskRule {
    /// Every query attends to every key.
    #[default]
    None,
    /// Query `i` attends to keys `0..=i`, counted from the upper left corner.
    #[doc(alias = "tril")]
    Causal,
}

impl MaskRule {
    /// Whether `query` may attend to `key`, both counted from 0.
    #[must_use]
    pub fn allows(self, query: usize, key: usize) -> bool {
        match self {
            MaskRule::None => true,
            MaskRule::Causal => key <= query,
        }
    }

    /// The mask as 1 (may attend) and 0 (may not).
    ///
    /// `allowed[i, j] = 1` if the mask allows query `i` key `j`, else 0.
    ///
    /// - edge case: with more keys than queries a causal mask hides the last keys from every query
    /// - returns: (queries, keys)
    #[must_use]
    #[doc(alias = "attn_mask")]
    pub fn allowed(self, queries: usize, keys: usize) -> Matrix {
        self.allowed_from(0, queries, keys)
    }

    /// [`MaskRule::allowed`] for the queries from `first_query` on.
    pub(crate) fn allowed_from(self, first_query: usize, queries: usize, keys: usize) -> Matrix {
        Matrix::from_fn(queries, keys, |i, j| f64::from(self.allows(first_query + i, j)))
    }
}

/// The mask as a term that is added to scores: 0 where the key is allowed, -∞ where it is not.
///
/// `additive[i, j] = 0` if `allowed[i, j] ≠ 0`, else `-∞`. A softmax turns -∞ into a weight of
/// exactly 0, which is why the mask goes before the softmax and not after it.
///
/// - `allowed`, returns: (queries, keys)
#[must_use]
pub fn additive(allowed: &Matrix) -> Matrix {
    allowed.map(|allowed| if allowed == 0.0 { f64::NEG_INFINITY } else { 0.0 })
}

/// The scaled scores with the excluded ones at -∞.
///
/// `masked[i, j] = scaled[i, j]` if `allowed[i, j] ≠ 0`, else `-∞`.
///
/// For finite scores this is `scaled + additive`. It selects instead of adding, because NaN and +∞
/// plus -∞ are NaN: otherwise invalid numbers in the key of a padded position would reach every
/// query.
///
/// - `scaled`, `allowed`, returns: (queries, keys)
/// - errors: [`Error::ShapesDiffer`]
pub fn masked(scaled: &Matrix, allowed: &Matrix) -> Result<Matrix, Error> {
    check_same_shape(("scaled", scaled), ("allowed", allowed))?;
    Ok(scaled.zip_map(
        allowed,
        |score, allowed| {
            if allowed == 0.0 { f64::NEG_INFINITY } else { score }
        },
    ))
}
