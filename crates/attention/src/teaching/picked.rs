//! Keys that an indexer picks, and what is lost by it.

use crate::error::Error;
use crate::mask::{allowed, masked};
use crate::matrix::{Matrix, check_same_shape, sum};
use crate::scores::scores as dot_products;
use crate::softmax::{SoftmaxAxis, SoftmaxForm, softmax};
use crate::{AttentionRule, Causal};

/// The picks of an indexer, and attention with them.
#[derive(Clone, Debug, PartialEq)]
pub struct PickedKeys {
    /// The scores of the indexer, at least 0, and 0 for keys after the query, (queries, keys).
    pub index: Matrix,
    /// 1 for the keys that are picked, else 0, (queries, keys).
    pub picked: Matrix,
    /// The weights of all keys up to the query, (queries, keys).
    pub weights: Matrix,
    /// The sum of the weights that were not picked, (queries, 1).
    pub lost: Matrix,
    /// The weights of the picked keys alone, (queries, keys).
    pub shares: Matrix,
}

/// Picks the `keys` best keys of each query by the scores of an indexer, and gives what the others would have had.
///
/// ```text
/// index[i, j] = max(0, index_q[i]·index_k[j])        weights = softmax(scores), keys up to the query
/// lost[i] = Σ weights[i, j] over keys not picked     shares = softmax(scores), picked keys
/// ```
///
/// An indexer is cheap because its queries and keys have few features. It never sees the scores.
///
/// **Ties go to the earlier key.**
///
/// - edge cases: a query with no more than `keys` keys picks all of them, and loses exactly 0. With `keys` 0, all is lost,
///   and the shares are 0
/// - `index_q`, `index_k`: (tokens, features), `scores`: (tokens, tokens), before the mask
/// - errors: [`Error::NoFeatures`], [`Error::WidthsDiffer`], [`Error::ShapesDiffer`]
/// - source: DeepSeek-AI, "DeepSeek-V3.2", 2025, equation 1, with one index head of weight 1
pub fn pick_keys(
    index_q: &Matrix,
    index_k: &Matrix,
    scores: &Matrix,
    keys: usize,
) -> Result<PickedKeys, Error> {
    let products = dot_products(index_q, index_k)?;
    check_same_shape(("the index scores", &products), ("scores", scores))?;
    let causal = AttentionRule { causal: Causal::UpperLeft, ..AttentionRule::default() };
    let allowed = allowed(&causal, products.nrows(), products.ncols());
    let index = products.zip_map(&allowed, |score, allowed| score.max(0.0) * allowed);
    let picked = Matrix::from_fn(index.nrows(), index.ncols(), |i, j| {
        let is_before = |other: usize| {
            index[(i, other)] > index[(i, j)] || (index[(i, other)] == index[(i, j)] && other < j)
        };
        let before = (0..index.ncols().min(i + 1)).filter(|&other| is_before(other)).count();
        f64::from(j <= i && before < keys)
    });
    let weights_of = |allowed: &Matrix| {
        masked(scores, allowed)
            .map(|masked| softmax(&masked, SoftmaxAxis::Rows, SoftmaxForm::Stable).weights)
    };
    let weights = weights_of(&allowed)?;
    let lost = Matrix::from_fn(weights.nrows(), 1, |i, _| {
        sum((0..weights.ncols()).filter(|&j| picked[(i, j)] == 0.0).map(|j| weights[(i, j)]))
    });
    let shares = weights_of(&picked)?;
    Ok(PickedKeys { index, picked, weights, lost, shares })
}
