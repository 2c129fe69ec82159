//! The arguments of a call, matched with the parameters of the function.

use super::parser::Parsed;
use super::value::Value;
use super::value_count;
use super::{CallError, Drawn};

/// Arguments by name; each is used once.
pub(super) struct Arguments {
    by_name: Vec<(&'static str, Value)>,
}

impl Arguments {
    /// Matches the arguments of a call with the parameters, in their order.
    ///
    /// `None` means that the argument is missing, as in all of these functions.
    pub(super) fn bind(call: Parsed, names: &[&'static str]) -> Result<Self, CallError> {
        let (function, got) = (call.function, call.arguments.len());
        let mut by_name: Vec<(&'static str, Value)> = Vec::new();
        for (place, argument) in call.arguments.into_iter().enumerate() {
            let name = match &argument.name {
                None => names.get(place).copied(),
                Some(given) => names.iter().copied().find(|name| name == given),
            };
            let taken = by_name.iter().any(|(known, _)| Some(*known) == name);
            match (name, argument.name) {
                (Some(name), _) if !taken => by_name.push((name, argument.value)),
                (None, None) => {
                    return Err(CallError::TooManyArguments { function, got, most: names.len() });
                }
                (name, given) => {
                    let name = given.or(name.map(str::to_owned)).unwrap_or_default();
                    return Err(CallError::UnknownArgument { function, name });
                }
            }
        }
        by_name.retain(|(_, value)| *value != Value::None);
        Ok(Self { by_name })
    }

    /// The number of values of `rand(2, 3)`: the product of its sizes, or the default.
    pub(super) fn dimensions(call: Parsed, default: usize) -> Result<usize, CallError> {
        if call.arguments.is_empty() {
            return Ok(default);
        }
        if let Some(name) = call.arguments.iter().find_map(|argument| argument.name.clone()) {
            return Err(CallError::UnknownArgument { function: call.function, name });
        }
        size_of(&Value::List(call.arguments.into_iter().map(|argument| argument.value).collect()))
    }

    /// The value of an argument, if it is present.
    fn take(&mut self, name: &'static str) -> Option<Value> {
        let place = self.by_name.iter().position(|(known, _)| *known == name)?;
        Some(self.by_name.swap_remove(place).1)
    }

    /// The value of a required argument.
    pub(super) fn needed(&mut self, name: &'static str) -> Result<Value, CallError> {
        self.take(name).ok_or(CallError::MissingArgument { name })
    }

    /// The value of an argument in the wanted type, if it is present.
    fn typed<T>(
        &mut self,
        name: &'static str,
        wanted: &'static str,
        read: impl Fn(Value) -> Option<T>,
    ) -> Result<Option<T>, CallError> {
        let wrong = CallError::WrongKind { name, wanted };
        self.take(name).map(|value| read(value).ok_or(wrong)).transpose()
    }

    /// An integer, if it is present.
    pub(super) fn integer(&mut self, name: &'static str) -> Result<Option<i128>, CallError> {
        self.typed(name, "a whole number", |value| match value {
            Value::Integer(value) => Some(value),
            _ => None,
        })
    }

    /// A required integer.
    pub(super) fn needed_integer(&mut self, name: &'static str) -> Result<i128, CallError> {
        self.integer(name)?.ok_or(CallError::MissingArgument { name })
    }

    /// A number, if it is present.
    pub(super) fn float(&mut self, name: &'static str) -> Result<Option<f64>, CallError> {
        self.typed(name, "a number", |value| value.as_float())
    }

    /// `True` or `False`, if it is present.
    pub(super) fn boolean(&mut self, name: &'static str) -> Result<Option<bool>, CallError> {
        self.typed(name, "True or False", |value| match value {
            Value::Boolean(value) => Some(value),
            Value::Integer(value) => Some(value != 0),
            _ => None,
        })
    }

    /// A list of numbers, if it is present.
    pub(super) fn floats(&mut self, name: &'static str) -> Result<Option<Vec<f64>>, CallError> {
        self.typed(name, "a list of numbers", |value| match value {
            Value::List(items) => items.iter().map(Value::as_float).collect(),
            _ => None,
        })
    }

    /// The number of values in `size`: a number, the product of a tuple, or the default.
    pub(super) fn size(&mut self, default: usize) -> Result<usize, CallError> {
        self.take("size").map_or(Ok(default), |value| size_of(&value))
    }
}

/// The number of values in a size.
fn size_of(size: &Value) -> Result<usize, CallError> {
    let sides = match size {
        Value::List(sides) => sides.as_slice(),
        one => std::slice::from_ref(one),
    };
    let mut count = 1_u128;
    for side in sides {
        let side = match side {
            Value::Integer(side) => u128::try_from(*side).ok(),
            _ => None,
        };
        let wanted = "whole numbers, 0 or more";
        let side = side.ok_or(CallError::WrongKind { name: "size", wanted })?;
        count = count.saturating_mul(side);
    }
    Ok(value_count(count)?)
}

/// The items of a list: integers if all are integers, otherwise floats.
pub(super) fn items(name: &'static str, list: Value) -> Result<Drawn, CallError> {
    let wanted = CallError::WrongKind { name, wanted: "a list of numbers" };
    let items = match list {
        Value::Range(count) => return Ok(Drawn::Integers((0..).take(count).collect())),
        Value::List(items) => items,
        _ => return Err(wanted),
    };
    let integer = |item: &Value| match item {
        Value::Integer(value) => i64::try_from(*value).ok(),
        _ => None,
    };
    if let Some(integers) = items.iter().map(integer).collect() {
        return Ok(Drawn::Integers(integers));
    }
    items.iter().map(Value::as_float).collect::<Option<_>>().map(Drawn::Floats).ok_or(wanted)
}
