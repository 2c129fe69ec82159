//! Heads side by side in the features of q and k, as in vLLM: (batch, tokens, heads · size).

use crate::axis::Axis;

/// Most models have head sizes that are multiples of this.
const HEAD_UNIT: u64 = 32;
/// The numbers of heads of q and of k.
pub(crate) type Split = (u64, u64);

pub(crate) fn features(shape: &[u64]) -> u64 {
    shape.last().copied().unwrap_or(0)
}

/// The numbers of heads of q and k in their features, from the metadata.
pub(crate) fn split_of(declared: Option<Split>, q: &[u64], k: &[u64]) -> Option<Split> {
    let (heads, key_heads) = declared?;
    let has_axis = q.len() == 3 && q[0] == heads && k.first() == Some(&key_heads);
    let is_even = features(q).is_multiple_of(heads)
        && features(k).is_multiple_of(key_heads)
        && features(q) / heads == features(k) / key_heads;
    (q.len() <= 3 && q.len() == k.len() && is_even && !has_axis).then_some((heads, key_heads))
}

/// The numbers of heads if the metadata does not define them, but q has more features than k, because
/// heads share keys. The smallest possible numbers are assumed until the reader corrects them.
pub(crate) fn implied_split(q: &[u64], k: &[u64]) -> Option<Split> {
    let key_features = features(k);
    // Other sizes are more likely a mistake.
    let is_unit = key_features > 0 && key_features.is_multiple_of(HEAD_UNIT);
    if q.len() > 3 || q.len() != k.len() || !is_unit || !features(q).is_multiple_of(key_features) {
        return None;
    }
    let heads = features(q) / key_features;
    (heads > 1).then_some((heads, 1))
}

/// The axes of q or k: (batch, tokens, heads · size), (layers, tokens, heads · size) or (tokens, heads
/// · size).
pub(crate) fn flat_axes(shape: &[u64], token: Axis, single: bool) -> Vec<Axis> {
    match shape.len() {
        3 => vec![if single { Axis::Fixed } else { Axis::Layer }, token, Axis::Feature],
        _ => vec![token, Axis::Feature],
    }
}
