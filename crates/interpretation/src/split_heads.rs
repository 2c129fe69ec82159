//! The number of heads that the reader says are side by side in the features of q and k.

use crate::axis::Axis;
use crate::candidate::Candidate;
use crate::message::Refusal;
use crate::reading::Kind;
use crate::split::{features, flat_axes};

/// The largest head size of today's models. More features are probably several heads side by side.
const LARGEST_HEAD: f64 = 576.0;

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
