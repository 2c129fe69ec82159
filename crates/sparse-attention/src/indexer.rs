//! The lightning indexer of DSA and CSA.

use crate::error::{Error, check_finite, check_length, rows_of};

/// The index scores of one query for every key.
///
/// ```text
/// I[j] = Σ_h weights[h] / √H · ReLU(q[h] · k[j] / √d)
/// ```
///
/// for `H` index heads of `d` features. The best `k` of the keys up to the query are picked: [`top_k`](crate::top_k) of
/// `&scores[..=i]`. With the compressed index keys of DeepSeek V4 in the place of keys, it is the indexer of CSA; its query may pick
/// the entries that [`Entries::visible`](crate::Entries::visible) counts.
///
/// - `q`: (index heads, features); `k`: (keys, features); `weights`: one for each index head. Queries and keys are rotated
/// - returns: one score for each key
/// - errors: [`Error::Zero`], [`Error::Length`], [`Error::NotFinite`]
/// - source: DeepSeek-AI, "DeepSeek-V3.2", 2025, equation 1; `DeepseekV32Indexer` and `DeepseekV4IndexerScorer` of
///   transformers
pub fn index_scores(
    q: &[f64],
    k: &[f64],
    features: usize,
    weights: &[f64],
) -> Result<Vec<f64>, Error> {
    let heads = rows_of("q of the indexer", q.len(), features)?;
    rows_of("k of the indexer", k.len(), features)?;
    check_length("weights of the index heads", weights.len(), 1, heads)?;
    check_finite("q of the indexer", q)?;
    check_finite("k of the indexer", k)?;
    check_finite("weights of the index heads", weights)?;
    let (of_head, of_feature) = (1.0 / (heads as f64).sqrt(), 1.0 / (features as f64).sqrt());
    let score = |key: &[f64]| -> f64 {
        let heads = q.chunks_exact(features).zip(weights);
        heads.map(|(q, weight)| weight * of_head * (dot(q, key) * of_feature).max(0.0)).sum()
    };
    Ok(k.chunks_exact(features).map(score).collect())
}

pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
