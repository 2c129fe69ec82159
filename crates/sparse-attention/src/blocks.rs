//! Rules that pick blocks of keys.

use crate::error::{Error, check_finite, check_positive, rows_of};
use crate::indexer::dot;
use crate::top_k::top_k;

/// How many blocks are picked, and how large they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockRule {
    /// The number of keys of a block.
    pub block: usize,
    /// The number of blocks that a query picks, forced ones included.
    pub count: usize,
}

/// The blocks that one query of MoBA picks.
///
/// The score of a block is `q · mean(k in the block)`. The query's own block is always picked, and the best `count - 1` of the
/// complete blocks before it. The softmax is over the keys of the picked blocks, up to the query.
///
/// - `q`: (features), at position `query`; `k`: (keys, features), with at least `query + 1` keys
/// - returns: blocks, ascending
/// - errors: [`Error::Zero`], [`Error::Length`], [`Error::NoSuchKey`], [`Error::NotFinite`]
/// - source: Lu et al., "MoBA: Mixture of Block Attention for Long-Context LLMs", 2025, equations 5 to 7
pub fn moba_blocks(
    q: &[f64],
    k: &[f64],
    query: usize,
    rule: BlockRule,
) -> Result<Vec<usize>, Error> {
    check(q, k, q.len(), query, rule)?;
    let own = query / rule.block;
    let mut scores: Vec<f64> =
        means(k, q.len(), rule.block).take(own).map(|mean| dot(q, &mean)).collect();
    scores.push(f64::INFINITY);
    Ok(top_k(&scores, rule.count))
}

/// The blocks that one group of MSA, the sparse attention of MiniMax M3, picks for one query.
///
/// The score of a block is the largest `q' · k'[j]` over its keys up to the query. The query's own block and the `local - 1`
/// before it are always picked, as far as `count` allows.
///
/// - `q`: (features) of the index head of the group, at position `query`; `k`: index keys, (keys, features). Both are normalized and
///   rotated
/// - returns: blocks, ascending
/// - errors: like [`moba_blocks`]
/// - source: `MiniMaxM3VLIndexer` of transformers
pub fn msa_blocks(
    q: &[f64],
    k: &[f64],
    query: usize,
    local: usize,
    rule: BlockRule,
) -> Result<Vec<usize>, Error> {
    check(q, k, q.len(), query, rule)?;
    let own = query / rule.block;
    let seen = &k[..(query + 1) * q.len()];
    let blocks = seen.chunks(rule.block * q.len());
    let scores = blocks.enumerate().map(|(block, keys)| {
        if block + local > own {
            return f64::INFINITY;
        }
        keys.chunks_exact(q.len()).map(|key| dot(q, key)).fold(f64::NEG_INFINITY, f64::max)
    });
    Ok(top_k(&scores.collect::<Vec<_>>(), rule.count))
}

/// The blocks that one group of NSA picks for one query.
///
/// Each head of the group attends to the means of the complete blocks, `p = softmax(scale · q · mean)`; block `c` of size `l` is
/// complete if `(c + 1) l - 1 ≤ query`. The score of a block is the mean of `p` over the heads. The first block, the query's own and the
/// one before it are always picked, as far as `count` allows, and the best others.
///
/// - `q`: (heads of the group, features), at position `query`; `k`: (keys, features)
/// - `scale`: the scale of the scores, `1/√features` in most models
/// - returns: blocks, ascending
/// - edge case: the own block has no score if it is not complete, and is picked all the same
/// - errors: like [`moba_blocks`]
/// - source: Yuan et al., "Native Sparse Attention", 2025, equations 8 to 10, with blocks of one size for compression
///   and selection; `fla/ops/nsa` of flash-linear-attention
pub fn nsa_blocks(
    q: &[f64],
    k: &[f64],
    features: usize,
    query: usize,
    scale: f64,
    rule: BlockRule,
) -> Result<Vec<usize>, Error> {
    check(q, k, features, query, rule)?;
    check_finite("the scale", &[scale])?;
    let own = query / rule.block;
    let complete = (query + 1) / rule.block;
    let means: Vec<Vec<f64>> = means(k, features, rule.block).take(complete).collect();
    let heads = q.len() / features;
    let mut scores = vec![0.0; own + 1];
    for q in q.chunks_exact(features) {
        let logits: Vec<f64> = means.iter().map(|mean| scale * dot(q, mean)).collect();
        let most = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let terms: Vec<f64> = logits.iter().map(|logit| libm::exp(logit - most)).collect();
        let sum: f64 = terms.iter().sum();
        for (score, term) in scores.iter_mut().zip(terms) {
            *score += term / sum / heads as f64;
        }
    }
    for forced in [0, own.saturating_sub(1), own] {
        scores[forced] = f64::INFINITY;
    }
    // If not all forced blocks fit, the later ones matter more than the first.
    if rule.count < 3 {
        let latest = own.saturating_sub(rule.count.saturating_sub(1));
        return Ok(if rule.count == 0 { Vec::new() } else { (latest..=own).collect() });
    }
    Ok(top_k(&scores, rule.count))
}

/// The mean of the keys of each block, from the first on. The last block may have fewer keys.
fn means(k: &[f64], features: usize, block: usize) -> impl Iterator<Item = Vec<f64>> {
    k.chunks(block * features).map(move |keys| {
        let mut mean = vec![0.0; features];
        for key in keys.chunks_exact(features) {
            mean.iter_mut().zip(key).for_each(|(mean, x)| *mean += x);
        }
        let count = (keys.len() / features) as f64;
        mean.iter_mut().for_each(|mean| *mean /= count);
        mean
    })
}

fn check(
    q: &[f64],
    k: &[f64],
    features: usize,
    query: usize,
    rule: BlockRule,
) -> Result<(), Error> {
    check_positive("the size of a block", rule.block)?;
    let heads = rows_of("q", q.len(), features)?;
    check_positive("the number of heads", heads)?;
    let keys = rows_of("k", k.len(), features)?;
    if query >= keys {
        return Err(Error::NoSuchKey { key: query, keys });
    }
    check_finite("q", q)?;
    check_finite("k", k)
}
