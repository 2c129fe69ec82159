//! Numbers in case files and in Node's output, and the distance of two numbers.

use serde_json::Value;

/// A number without loss: integers with all digits, floats with all bits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Number {
    Integer(i128),
    Float(f64),
}

/// The value of a computed list that is farthest off, beyond the tolerance.
#[derive(Debug, PartialEq)]
pub(super) struct Worst {
    /// The index of the value, from 0.
    pub(super) index: usize,
    pub(super) expected: Number,
    pub(super) computed: Number,
    /// The distance: the number of floats between floats, the difference of integers.
    pub(super) distance: u128,
}

impl Number {
    /// Converts a number from JSON. Numbers that JSON does not have are strings: `NaN`, `Infinity`,
    /// `-Infinity`, long integers.
    pub(super) fn from_json(value: &Value) -> Option<Self> {
        let text = match value {
            Value::String(text) => text.as_str(),
            Value::Number(number) => {
                let integer = number.as_i64().map(i128::from);
                let integer = integer.or_else(|| number.as_u64().map(i128::from));
                return match integer {
                    Some(integer) => Some(Self::Integer(integer)),
                    None => number.as_f64().map(Self::Float),
                };
            }
            _ => return None,
        };
        match text {
            "NaN" => Some(Self::Float(f64::NAN)),
            "Infinity" => Some(Self::Float(f64::INFINITY)),
            "-Infinity" => Some(Self::Float(f64::NEG_INFINITY)),
            digits => digits.parse().ok().map(Self::Integer),
        }
    }

    /// Converts a float to the JSON that [`Number::from_json`] reads.
    pub(super) fn float_to_json(float: f64) -> Value {
        if float.is_nan() {
            Value::from("NaN")
        } else if float.is_infinite() {
            Value::from(if float > 0.0 { "Infinity" } else { "-Infinity" })
        } else {
            Value::from(float)
        }
    }

    /// The distance of two numbers: 0 only if they are equal.
    ///
    /// JavaScript writes the float 1.0 as `1`, so an integer and a float are compared as floats.
    fn distance(self, other: Self) -> u128 {
        match (self, other) {
            (Self::Integer(a), Self::Integer(b)) => a.abs_diff(b),
            (a, b) => u128::from(ulps(a.as_float(), b.as_float())),
        }
    }

    fn as_float(self) -> f64 {
        match self {
            // Beyond 2^53 this rounds, like the float that it is compared with.
            Self::Integer(integer) => integer as f64,
            Self::Float(float) => float,
        }
    }
}

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Integer(integer) => write!(f, "{integer}"),
            Self::Float(float) => write!(f, "{float:?}"),
        }
    }
}

/// The number of floats from one to the other; 0 for equal ones (both zeros, any two NaN), the
/// maximum if only one is NaN.
fn ulps(a: f64, b: f64) -> u64 {
    if a == b || (a.is_nan() && b.is_nan()) {
        return 0;
    }
    if a.is_nan() || b.is_nan() {
        return u64::MAX;
    }
    // The bits of a positive float, read as an integer, grow with its value. Negative floats are
    // mirrored below zero.
    let ordinal = |float: f64| {
        let magnitude = i128::from(float.abs().to_bits());
        if float.is_sign_negative() { -magnitude } else { magnitude }
    };
    u64::try_from(ordinal(a).abs_diff(ordinal(b))).unwrap_or(u64::MAX)
}

/// Compares as many computed values with the expected ones. Returns the pair with the largest
/// distance, if that is more than `allowed`.
pub(super) fn worst(expected: &[Number], computed: &[Number], allowed: u128) -> Option<Worst> {
    let pairs = expected.iter().zip(computed).enumerate();
    pairs
        .map(|(index, (&expected, &computed))| Worst {
            index,
            expected,
            computed,
            distance: expected.distance(computed),
        })
        .filter(|pair| pair.distance > allowed)
        .max_by_key(|pair| pair.distance)
}

impl std::fmt::Display for Worst {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (index, computed, expected) = (self.index, self.computed, self.expected);
        write!(f, "value {index} is {computed}, expected {expected}: ")?;
        let integers = matches!((computed, expected), (Number::Integer(_), Number::Integer(_)));
        match (integers, self.distance) {
            (true, distance) => write!(f, "largest error {distance}"),
            (false, distance) if distance == u128::from(u64::MAX) => write!(f, "only one is NaN"),
            (false, distance) => write!(f, "largest error {distance} ulp"),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::Number::{Float, Integer};
    use super::*;

    #[test]
    fn ulps_count_the_floats_in_between() {
        assert_eq!(ulps(1.0, 1.0), 0);
        assert_eq!(ulps(1.0, 1.0 + f64::EPSILON), 1);
        assert_eq!(ulps(1.0, 1.0 - f64::EPSILON), 2);
        assert_eq!(ulps(-1.0, -1.0 - f64::EPSILON), 1);
        assert_eq!(ulps(0.0, -0.0), 0);
        let tiny = f64::from_bits(1);
        assert_eq!(ulps(tiny, -tiny), 2);
        assert_eq!(ulps(f64::MAX, f64::INFINITY), 1);
        assert_eq!(ulps(f64::NAN, f64::NAN), 0);
        assert_eq!(ulps(f64::NAN, 1.0), u64::MAX);
    }

    #[test]
    fn integers_keep_all_their_digits() {
        let near = i64::MAX - 1;
        let read = |text: &str| Number::from_json(&serde_json::from_str(text).unwrap());
        assert_eq!(read("9223372036854775806"), Some(Integer(near.into())));
        assert_eq!(read("\"9223372036854775806\""), Some(Integer(near.into())));
        let largest = [Integer(i64::MAX.into())];
        let off = worst(&largest, &[Integer(near.into())], 0).unwrap();
        assert_eq!(off.distance, 1);
    }

    #[test]
    fn a_float_is_read_to_its_last_bit() {
        // Halfway cases like this one are rounded wrongly by fast parsers.
        let text = "1.0000000000000000666";
        let read: Value = serde_json::from_str(text).unwrap();
        assert_eq!(Number::from_json(&read), Some(Float(text.parse().unwrap())));
        let odd = 0.054_966_247_773_594_96_f64;
        let read: Value = serde_json::from_str(&odd.to_string()).unwrap();
        assert_eq!(Number::from_json(&read), Some(Float(odd)));
    }

    #[test]
    fn the_worst_value_beyond_the_tolerance_is_reported() {
        let expected = [Float(1.0), Float(2.0), Float(4.0)];
        let computed = [Float(1.0), Float(2.0 + 3.0 * 2.0 * f64::EPSILON), Integer(4)];
        assert_eq!(worst(&expected, &computed, 3), None);
        let off = worst(&expected, &computed, 2).unwrap();
        assert_eq!((off.index, off.distance), (1, 3));
        assert!(off.to_string().ends_with("largest error 3 ulp"), "{off}");
    }

    #[test]
    fn other_values_are_not_numbers() {
        for text in ["null", "true", "[]", "{}", "\"x\"", "\"1.5\""] {
            assert_eq!(Number::from_json(&serde_json::from_str(text).unwrap()), None, "{text}");
        }
        assert_eq!(Number::float_to_json(f64::NEG_INFINITY), Value::from("-Infinity"));
    }
}
