//! Cosine similarity: whether two rows have the same direction, whatever their lengths.

use crate::matrix::dot;

/// The cosine of the angle between two vectors, `a · b / (‖a‖ ‖b‖)`.
///
/// Both are first divided by their largest magnitude, which changes no angle and keeps the
/// squares from overflowing or vanishing.
///
/// - edge cases: `None` if a vector is all zeros, and so has no direction; if one has a NaN or an
///   infinity; and if they differ in length. The result is in [-1, 1] even if rounding would take
///   it out of this range
#[must_use]
pub fn cosine(a: &[f64], b: &[f64]) -> Option<f64> {
    if a.len() != b.len() {
        return None;
    }
    let (a, b) = (unscaled(a)?, unscaled(b)?);
    let lengths = libm::sqrt(dot(&a, &a)) * libm::sqrt(dot(&b, &b));
    Some((dot(&a, &b) / lengths).clamp(-1.0, 1.0))
}

/// The vector divided by its largest magnitude, unless that is 0 or not finite.
fn unscaled(vector: &[f64]) -> Option<Vec<f64>> {
    if vector.iter().any(|value| !value.is_finite()) {
        return None;
    }
    let largest = vector.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
    (largest > 0.0).then(|| vector.iter().map(|value| value / largest).collect())
}
