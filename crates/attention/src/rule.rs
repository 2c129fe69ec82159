//! Checks of a rule, for each width of numbers.

use heedmap_attention_rule::{AttentionRule, BiasBy};

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

/// Rejects biases of another number than their list needs, or that are not finite in this width.
///
/// - errors: [`TensorError::Entries`], [`TensorError::NotFinite`]
pub(crate) fn check_biases<T: Real>(
    rule: &AttentionRule,
    queries: usize,
    keys: usize,
) -> Result<(), TensorError> {
    for (by, bias) in rule.biases() {
        let wanted = by.count(queries, keys);
        let (name, of) = match by {
            BiasBy::Key => ("the bias of a key", "keys"),
            BiasBy::Distance => ("the bias of a distance", "distances"),
            BiasBy::Pair => ("the bias of a score", "scores"),
        };
        if bias.len() != wanted {
            return Err(TensorError::Entries { name: "biases", got: bias.len(), of, wanted });
        }
        if let Some(&value) = bias.iter().find(|&&value| !T::from_f64(value).to_f64().is_finite()) {
            return Err(TensorError::NotFinite { name, value });
        }
    }
    Ok(())
}

/// Rejects a sink that is NaN or ∞; -∞ is a sink without weight.
pub(crate) fn check_sink(as_used: f64, value: f64) -> Result<(), TensorError> {
    if as_used < f64::INFINITY {
        return Ok(());
    }
    Err(TensorError::NotFinite { name: "the sink", value })
}
