//! The values of arguments, and their arithmetic.

use super::CallError;

/// The value of an argument.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Integer(i128),
    Float(f64),
    Boolean(bool),
    None,
    /// A tuple or a list.
    List(Vec<Value>),
    /// `arange(n)`, not expanded.
    Range(usize),
}

/// One operation, with Python's rules: integers stay exact, `/` and floats give floats.
pub(super) fn operate(operator: &str, left: &Value, right: &Value) -> Result<Value, CallError> {
    if let (Value::Integer(a), Value::Integer(b)) = (left, right) {
        let exact = match operator {
            "+" => a.checked_add(*b),
            "-" => a.checked_sub(*b),
            "*" => a.checked_mul(*b),
            "//" if *b == 0 => return Err(CallError::DivisionByZero),
            "//" => a.checked_div_euclid(*b).map(|q| q - i128::from(*b < 0 && a % b != 0)),
            "**" if *b >= 0 => u32::try_from(*b).ok().and_then(|b| a.checked_pow(b)),
            _ => return operate_floats(operator, *a as f64, *b as f64),
        };
        return exact.map(Value::Integer).ok_or(CallError::NumberTooLarge);
    }
    match (left.as_float(), right.as_float()) {
        (Some(a), Some(b)) => operate_floats(operator, a, b),
        _ => Err(CallError::NotNumbers),
    }
}

/// One operation on floats.
fn operate_floats(operator: &str, a: f64, b: f64) -> Result<Value, CallError> {
    let value = match operator {
        "+" => a + b,
        // A minus is evaluated as `0 - value`, and 0 - 0.0 would lose the sign of -0.0; none of
        // NumPy's draws depends on it.
        "-" => a - b,
        "*" => a * b,
        "**" => libm::pow(a, b),
        _ if b == 0.0 => return Err(CallError::DivisionByZero),
        "//" => libm::floor(a / b),
        _ => a / b,
    };
    if value.is_finite() { Ok(Value::Float(value)) } else { Err(CallError::NumberTooLarge) }
}

impl Value {
    /// The value as a float, if it is a number.
    pub(super) fn as_float(&self) -> Option<f64> {
        match self {
            Value::Integer(value) => Some(*value as f64),
            Value::Float(value) => Some(*value),
            _ => None,
        }
    }
}
