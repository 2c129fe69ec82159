//! Heads side by side in the features of q and k, as in vLLM: (batch, tokens, heads · size).

use crate::axis::Axis;
use crate::candidate::Candidate;
use crate::message::Refusal;
use crate::reading::Kind;

/// Most models have head sizes that are multiples of this.
const HEAD_UNIT: u64 = 32;
/// The largest head size of today's models. More features are probably several heads side by side.
const LARGEST_HEAD: f64 = 576.0;

/// The numbers of heads of q and of k.
pub(crate) type Split = (u64, u64);

fn features(shape: &[u64]) -> u64 {
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

/// Whether the features of q and k may be several heads, because there is no axis of heads.
pub(crate) fn can_split(candidate: &Candidate) -> bool {
    let axes = candidate.stack.shape().len();
    let key_axes = candidate.k.as_ref().map_or(0, |k| k.shape().len());
    candidate.kind == Kind::Qk && axes <= 3 && axes == key_axes
}

/// Whether the reader should be asked for the number of heads.
pub(crate) fn asks_heads(candidate: &Candidate, size: Option<f64>) -> bool {
    let is_large = size.is_some_and(|size| size > LARGEST_HEAD);
    can_split(candidate) && (candidate.implied || (candidate.split.is_none() && is_large))
}

/// Splits the features of q into a number of heads, which is untrusted. The number of heads of k
/// follows, because both have the same size.
pub(crate) fn with_heads(candidate: &Candidate, heads: Option<f64>) -> Result<Candidate, Refusal> {
    let Some(heads) = heads else { return Ok(candidate.clone()) };
    let Candidate { stack, k, v, .. } = candidate;
    let shape = stack.shape();
    let key_shape = k.as_ref().map_or(&[][..], |k| k.shape());
    if heads.fract() != 0.0 || heads < 1.0 || !heads.is_finite() {
        return Err(Refusal::HeadCount { text: heads });
    }
    let (q, k) = (features(shape), features(key_shape));
    let refused = Refusal::Split { heads, q: q as f64, k: k as f64 };
    let count = heads as u64;
    let size = q / count;
    if !can_split(candidate) || q % count != 0 || size == 0 || k % size != 0 {
        return Err(refused);
    }
    let flat_values = v.as_ref().filter(|v| v.shape().len() == key_shape.len());
    let v_axes = match flat_values {
        Some(v) => flat_axes(v.shape(), Axis::Key, stack.single),
        None => candidate.v_axes.clone(),
    };
    Ok(Candidate {
        axes: flat_axes(shape, Axis::Query, stack.single),
        k_axes: flat_axes(key_shape, Axis::Key, stack.single),
        v_axes,
        split: Some((count, k / size)),
        implied: false,
        unsure: false,
        ..candidate.clone()
    })
}
