//! Masks: which keys a query may attend to.
//!
//! "Attention Is All You Need", section 3.2.3. A mask has three forms here, because readers meet
//! all of them: a rule, a matrix of 1 and 0, and a matrix of 0 and -∞.

use heedmap_attention_rule::AttentionRule;

use crate::error::Error;
use crate::matrix::{Matrix, check_same_shape};

/// The mask of a rule as 1 (may attend) and 0 (may not).
///
/// `allowed[i, j] = 1` if query `i` sees key `j` by `causal`, `prefix` and `window` ([`AttentionRule::seen`]), else
/// 0.
///
/// - edge case: with more keys than queries, `upper_left` hides the last keys from every query
/// - returns: (queries, keys)
#[must_use]
#[doc(alias = "attn_mask")]
#[doc(alias = "tril")]
pub fn allowed(rule: &AttentionRule, queries: usize, keys: usize) -> Matrix {
    allowed_from(rule, rule.first_position(queries, keys), queries, keys)
}

/// [`allowed`] for queries of which the first is at a position among the keys.
pub(crate) fn allowed_from(
    rule: &AttentionRule,
    first_position: i64,
    queries: usize,
    keys: usize,
) -> Matrix {
    let mut allowed = Matrix::zeros(queries, keys);
    for (i, position) in (0..queries).zip(first_position..) {
        rule.seen(position, keys).for_each(|j| allowed[(i, j)] = 1.0);
    }
    allowed
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
