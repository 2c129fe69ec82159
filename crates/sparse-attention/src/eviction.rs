//! What a cache with a budget keeps.

use crate::error::{Error, check_length};
use crate::mass::seen;
use crate::top_k::{descending, top_k};

/// The keys that a query at a position sees with sinks and a sliding window: the first `sinks` keys, and itself with the
/// `window - 1` before it.
///
/// - source: Xiao et al., "Efficient Streaming Language Models with Attention Sinks", 2023 (StreamingLLM)
#[must_use]
pub fn window_with_sinks(position: usize, sinks: usize, window: usize) -> Vec<usize> {
    let end = position.saturating_add(1);
    let start = end.saturating_sub(window);
    (0..sinks.min(start)).chain(start..end).collect()
}

/// The keys that each query of a causal map sees with H2O.
///
/// Query `i` adds its own key. If there are more than `budget`, the key with the least accumulated weight is evicted, except for the
/// `recent` latest ones. Then the query attends to what is left, and each key accumulates its weight:
///
/// ```text
/// w'[i, j] = w[i, j] / Σ w[i, kept]            accumulated[j] += w'[i, j]
/// ```
///
/// The softmax over kept keys is the dense one divided by its sum, so this is what the cache would have done. Of keys with the
/// same accumulated weight, the later is evicted.
///
/// - `weights`: dense causal weights, (tokens, tokens), row-major; NaN is 0
/// - returns: for each query the kept keys, ascending
/// - errors: [`Error::Length`], [`Error::Budget`] if the budget is 0 or less than `recent`
/// - source: Zhang et al., "H2O: Heavy-Hitter Oracle for Efficient Generative Inference", 2023, algorithm 1
pub fn h2o<T: Copy + Into<f64>>(
    weights: &[T],
    tokens: usize,
    budget: usize,
    recent: usize,
) -> Result<Vec<Vec<usize>>, Error> {
    check_length("the weights", weights.len(), tokens, tokens)?;
    // A query always sees its own key.
    let recent = recent.max(1);
    if budget < recent {
        return Err(Error::Budget { budget, kept: recent });
    }
    let mut accumulated: Vec<f64> = vec![0.0; tokens];
    let mut kept: Vec<usize> = Vec::new();
    let mut all = Vec::with_capacity(tokens);
    for (query, row) in weights.chunks_exact(tokens.max(1)).enumerate() {
        kept.push(query);
        if kept.len() > budget {
            let old = kept.len() - recent;
            let least = (0..old)
                .min_by(|&a, &b| {
                    descending(accumulated[kept[b]], accumulated[kept[a]]).then(b.cmp(&a))
                })
                .unwrap_or(0);
            kept.remove(least);
        }
        let sum: f64 = kept.iter().map(|&key| seen(row[key])).sum();
        if sum > 0.0 {
            kept.iter().for_each(|&key| accumulated[key] += seen(row[key]) / sum);
        }
        all.push(kept.clone());
    }
    Ok(all)
}

/// The keys of a prompt that SnapKV keeps.
///
/// The last `window` queries of the prompt vote: a key before them has the sum of their weights, and then the largest sum of the
/// keys up to `reach` before and after it, so that keys are kept with their neighbors. The best `budget - window` are kept, and the window.
/// Queries of the prompt see all keys; later ones see the kept keys and those after the prompt.
///
/// - `weights`: dense causal weights, (tokens, tokens), row-major, of which the first `prompt` are the prompt; NaN is 0
/// - returns: the kept keys of the prompt, ascending
/// - edge case: with a budget of at least the prompt, all keys are kept
/// - errors: [`Error::Length`], [`Error::Window`], [`Error::Budget`]
/// - source: Li et al., "SnapKV: LLM Knows What You are Looking for Before Generation", 2024, section 4, with max pooling
pub fn snapkv<T: Copy + Into<f64>>(
    weights: &[T],
    tokens: usize,
    prompt: usize,
    window: usize,
    reach: usize,
    budget: usize,
) -> Result<Vec<usize>, Error> {
    check_length("the weights", weights.len(), tokens, tokens)?;
    if window > prompt || prompt > tokens {
        return Err(Error::Window { window, prompt, tokens });
    }
    if budget < window {
        return Err(Error::Budget { budget, kept: window });
    }
    let before = prompt - window;
    let mut votes = vec![0.0; before];
    for row in weights.chunks_exact(tokens.max(1)).take(prompt).skip(before) {
        votes.iter_mut().zip(row).for_each(|(vote, &weight)| *vote += seen(weight));
    }
    let pooled = |key: usize| {
        let near =
            key.saturating_sub(reach)..key.saturating_add(reach).saturating_add(1).min(before);
        votes[near].iter().copied().fold(f64::NEG_INFINITY, f64::max)
    };
    let scores: Vec<f64> = (0..before).map(pooled).collect();
    let mut kept = top_k(&scores, budget - window);
    kept.extend(before..prompt);
    Ok(kept)
}
