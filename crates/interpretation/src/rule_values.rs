//! The values of the keys of a rule.

use serde_json::Value;

use crate::json::{json_in, number_in, whole_in};
use crate::message::RuleText;

/// A key that cannot be read, and the beginning of its value.
pub(crate) type Wrong = (String, RuleText);

/// Whether a value stands for none.
pub(crate) fn is_none(value: &Value) -> bool {
    value.is_null() || matches!(value.as_str(), Some("null" | "none"))
}

/// A number, or the one at the beginning of a text.
pub(crate) fn number_of(value: &Value) -> Option<f64> {
    value.as_f64().or_else(|| number_in(value.as_str()?))
}

/// A whole number from 1 up.
pub(crate) fn whole_of(value: &Value) -> Option<f64> {
    match value {
        Value::String(text) => keys_in(text),
        // Larger ones are no sizes.
        other => {
            other.as_f64().filter(|number| (1.0..1e8).contains(number) && number.fract() == 0.0)
        }
    }
}

/// Whether a value, or its text, is a list.
pub(crate) fn is_list(value: &Value) -> bool {
    value.is_array() || value.as_str().and_then(json_in).is_some_and(|value| value.is_array())
}

/// A key, and the beginning of its value.
pub(crate) fn wrong(key: &str, value: &Value) -> Wrong {
    let short = |text: &str| text.chars().take(40).collect::<String>();
    let text = match value {
        Value::Number(number) => RuleText::Number(number.as_f64().unwrap_or(f64::NAN)),
        Value::String(text) => RuleText::Text(short(text)),
        Value::Null => RuleText::Text("null".to_owned()),
        Value::Bool(is_true) => RuleText::Text(if *is_true { "true" } else { "false" }.to_owned()),
        Value::Array(_) => RuleText::Text("[…]".to_owned()),
        Value::Object(_) => RuleText::Text("{…}".to_owned()),
    };
    (short(key), text)
}

/// Whether scores, which have 32 bits, can be computed with a number.
pub(crate) fn is_finite(value: f64) -> bool {
    (value as f32).is_finite()
}

/// Whether it is also above 0 in 32 bits.
pub(crate) fn is_positive(value: f64) -> bool {
    is_finite(value) && value as f32 > 0.0
}

pub(crate) fn is_whole(value: f64) -> bool {
    value.is_finite() && value.fract() == 0.0
}

/// A number of keys from 1 up.
pub(crate) fn keys_in(text: &str) -> Option<f64> {
    whole_in(text).filter(|&keys| keys >= 1).map(|keys| keys as f64)
}
