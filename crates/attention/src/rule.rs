//! Checks of a rule, for each width of numbers.

use heedmap_attention_rule::AttentionRule;

use crate::real::Real;
use crate::tensor::TensorError;

/// Rejects numbers of a rule that cannot be used in a width of numbers. RoPE is checked when it rotates.
///
/// - errors: a scale, a softcap or a slope that is not finite in this width, a sink that is NaN or ∞, and a
///   temperature that is not above 0
pub(crate) fn check<T: Real>(rule: &AttentionRule) -> Result<(), TensorError> {
    // A 64-bit number may become 0 or infinite in 32 bits.
    let as_used = |value: f64| T::from_f64(value).to_f64();
    let AttentionRule { scale, softcap, slope, sink, temperature, .. } = *rule;
    let numbers = [("the scale factor", scale), ("the softcap", softcap), ("the slope", slope)];
    for (name, value) in numbers {
        if let Some(value) = value.filter(|&value| !as_used(value).is_finite()) {
            return Err(TensorError::NotFinite { name, value });
        }
    }
    if let Some(value) = sink {
        check_sink(as_used(value), value)?;
    }
    let is_valid = |value: f64| as_used(value).is_finite() && as_used(value) > 0.0;
    match temperature.filter(|&value| !is_valid(value)) {
        Some(value) => Err(TensorError::Temperature { value }),
        None => Ok(()),
    }
}

/// Rejects biases of another number than keys, or that are not finite in this width.
///
/// - errors: [`TensorError::Entries`], [`TensorError::NotFinite`]
pub(crate) fn check_key_bias<T: Real>(
    rule: &AttentionRule,
    keys: usize,
) -> Result<(), TensorError> {
    let Some(bias) = &rule.key_bias else { return Ok(()) };
    if bias.len() != keys {
        let (name, got, of) = ("biases", bias.len(), "keys");
        return Err(TensorError::Entries { name, got, of, wanted: keys });
    }
    match bias.iter().find(|&&value| !T::from_f64(value).to_f64().is_finite()) {
        Some(&value) => Err(TensorError::NotFinite { name: "the bias of a key", value }),
        None => Ok(()),
    }
}

/// Rejects a sink that is NaN or ∞; -∞ is a sink without weight.
pub(crate) fn check_sink(as_used: f64, value: f64) -> Result<(), TensorError> {
    if as_used < f64::INFINITY {
        return Ok(());
    }
    Err(TensorError::NotFinite { name: "the sink", value })
}
