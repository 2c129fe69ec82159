//! The free choices of a decomposition: signs, and vectors that are not determined.

use crate::matrix::{dot, sum};

/// The part of its length that a vector must have outside the others to be useful for completing
/// them. A printed vector with two digits has almost all of it; a vector in the span of the others
/// has only rounding errors.
const ENOUGH_LEFT: f64 = 0.1;

/// Entries this close to the largest count as equally large, so that rounding does not decide.
const NEARLY_LARGEST: f64 = 1.0 - 1e-9;

/// Whether the signs of a pair of singular vectors should be reversed.
///
/// With a useful reference: if the pair points away from it. Otherwise: if the largest entry of the
/// right vector, the first of several, is negative.
pub(super) fn is_reversed(
    u: &[f64],
    v: &[f64],
    reference_u: Option<&Vec<f64>>,
    reference_v: Option<&Vec<f64>>,
) -> bool {
    let agreement = |vector: &[f64], reference: Option<&Vec<f64>>| match reference {
        Some(reference) if reference.len() == vector.len() => dot(vector, reference),
        _ => 0.0,
    };
    let agreement = agreement(u, reference_u) + agreement(v, reference_v);
    if agreement.is_finite() && agreement != 0.0 {
        return agreement < 0.0;
    }
    let largest = v.iter().fold(0.0_f64, |most, entry| most.max(entry.abs()));
    v.iter().find(|entry| entry.abs() >= largest * NEARLY_LARGEST).is_some_and(|entry| *entry < 0.0)
}

/// Completes orthonormal vectors to `count` of them, each of length `size`.
///
/// Each missing vector is the reference vector of the same index, minus its projection on the
/// vectors before it, scaled to length 1. If the reference has no useful vector, it is the unit
/// vector with the largest remainder outside the vectors before it: one always keeps `√((size − n)
/// / size)` of its length outside `n` of them.
///
/// Entries that are only rounding errors become 0, and never −0. A projection is a sum of `size`
/// products, known to `√size · ε` at best. With `n` vectors before it, an entry is off by `Σₖ δₖ
/// vₖ[i]` with `|δₖ| ≤ √size · ε`, where the squares of the `vₖ[i]` sum to at most 1. So it is off
/// by at most `√n · √size · ε ≤ size · ε` (Cauchy and Schwarz), and an entry no larger than that
/// has no correct digit: it would only print as −0.00 in one place and 0.00 in another.
pub(super) fn complete(
    vectors: &mut Vec<Vec<f64>>,
    count: usize,
    size: usize,
    reference: &[Vec<f64>],
) {
    while vectors.len() < count {
        let next = reference
            .get(vectors.len())
            .and_then(|reference| unit(reference))
            .filter(|reference| reference.len() == size)
            .map(|reference| remainder(reference, vectors))
            .filter(|left| length(left) > ENOUGH_LEFT)
            .unwrap_or_else(|| best_axis(vectors, size));
        // A second pass subtracts the projections that rounding left in the first.
        let next = unit(&next).map(|next| remainder(next, vectors)).unwrap_or(next);
        let mut next = unit(&next).unwrap_or(next);
        let rounding = size as f64 * f64::EPSILON;
        next.iter_mut().filter(|entry| entry.abs() <= rounding).for_each(|entry| *entry = 0.0);
        vectors.push(next);
    }
}

/// The remainder, outside the vectors, of the unit vector whose remainder is largest.
fn best_axis(vectors: &[Vec<f64>], size: usize) -> Vec<f64> {
    // The squared remainder of axis `i` outside orthonormal vectors is 1 − Σ vector[i]².
    let kept = |axis: usize| 1.0 - sum(vectors.iter().map(|vector| vector[axis] * vector[axis]));
    let mut best = 0;
    for axis in 1..size {
        // The margin keeps rounding from deciding between equally good axes.
        if kept(axis) > kept(best) + 1e-9 {
            best = axis;
        }
    }
    let axis = (0..size).map(|i| f64::from(u8::from(i == best))).collect();
    remainder(axis, vectors)
}

/// The vector minus its projection on each of the orthonormal vectors.
fn remainder(mut vector: Vec<f64>, others: &[Vec<f64>]) -> Vec<f64> {
    for other in others {
        let share = dot(&vector, other);
        for (entry, along) in vector.iter_mut().zip(other) {
            *entry -= share * along;
        }
    }
    vector
}

/// The vector scaled to length 1; `None` if it has no direction.
fn unit(vector: &[f64]) -> Option<Vec<f64>> {
    let length = length(vector);
    (length.is_finite() && length > 0.0).then(|| vector.iter().map(|x| x / length).collect())
}

fn length(vector: &[f64]) -> f64 {
    libm::sqrt(dot(vector, vector))
}
