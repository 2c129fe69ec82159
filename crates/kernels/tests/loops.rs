//! The rows of a head in plain loops of 64 bits.

use heedmap_attention_rule::{AttentionRule, Causal, Window};
use heedmap_kernels::Scoring;

/// The rule of the paper, without a mask, for a number of features.
pub(crate) fn plain(features: usize) -> Scoring {
    Scoring::of(&AttentionRule::default(), [1, 1], features).unwrap()
}

/// The rule of the paper with a sink, for one feature.
pub(crate) fn with_sink(sink: Option<f32>) -> Scoring {
    let rule = AttentionRule { sink: sink.map(f64::from), ..AttentionRule::default() };
    Scoring::of(&rule, [1, 1], 1).unwrap()
}

/// The distance of a key from the position of a query.
fn distance(rule: &AttentionRule, i: usize, j: usize) -> i64 {
    j as i64 - (i as i64 + rule.offset.unwrap_or(0))
}

/// Whether a query reaches a key.
pub(crate) fn is_seen(rule: &AttentionRule, i: usize, j: usize) -> bool {
    let distance = distance(rule, i, j);
    let Window { left, right } = rule.window.unwrap_or_default();
    !(rule.causal != Causal::None && distance > 0 && j >= rule.prefix
        || left.is_some_and(|left| -distance > left as i64)
        || right.is_some_and(|right| distance > right as i64))
}

/// The score of a query and a key.
pub(crate) fn score(
    (q, k): (&[f32], &[f32]),
    features: usize,
    rule: &AttentionRule,
    [i, j]: [usize; 2],
) -> f64 {
    let cells = q[i * features..][..features].iter().zip(&k[j * features..]);
    let product: f64 = cells.map(|(&q, &k)| f64::from(q) * f64::from(k)).sum();
    let scaled = product * rule.scale.unwrap_or(1.0 / (features as f64).sqrt());
    let capped = rule.softcap.map_or(scaled, |cap| cap * (scaled / cap).tanh());
    capped - rule.slope.unwrap_or(0.0) * distance(rule, i, j).unsigned_abs() as f64
}

/// The weights of a row and the log-sum-exp, from its scores: `None` for a key that the query does not reach. A score that is not
/// finite has the weight NaN and does not change the others.
pub(crate) fn softmax(scores: &[Option<f64>], sink: Option<f64>) -> (Vec<Option<f64>>, f64) {
    let known = || scores.iter().flatten().copied().chain(sink).filter(|score| score.is_finite());
    let most = known().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = known().map(|score| (score - most).exp()).sum();
    let weight = |score: f64| if score.is_finite() { (score - most).exp() / sum } else { f64::NAN };
    (scores.iter().map(|score| score.map(weight)).collect(), most + sum.ln())
}
