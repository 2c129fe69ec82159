//! Typed access to the fields of a case.

use heedmap_attention::{Real, Tensor, TensorError};
use serde_json::{Map, Value};

use crate::tensor::{AnyTensor, read_tensor};

/// Why a case cannot be run, as a sentence.
pub(crate) struct Failure(pub(crate) String);

impl From<String> for Failure {
    fn from(sentence: String) -> Self {
        Self(sentence)
    }
}

impl From<TensorError> for Failure {
    fn from(error: TensorError) -> Self {
        Self(error.to_string())
    }
}

/// The fields of one object of a case. Unknown fields are an error ([`Fields::only`]), because
/// ignoring one would ignore an option.
pub(crate) struct Fields<'a> {
    /// The name of the object in errors.
    name: &'static str,
    map: Option<&'a Map<String, Value>>,
}

impl<'a> Fields<'a> {
    /// The object under a key; a missing object has no fields.
    pub(crate) fn of(case: &'a Value, name: &'static str) -> Result<Self, Failure> {
        match case.get(name) {
            None | Some(Value::Null) => Ok(Self { name, map: None }),
            Some(Value::Object(map)) => Ok(Self { name, map: Some(map) }),
            Some(_) => Err(Failure(format!("{name} is not an object"))),
        }
    }

    /// Fails if there is a field with another name.
    pub(crate) fn only(&self, known: &[&str]) -> Result<(), Failure> {
        match self.map.iter().flat_map(|map| map.keys()).find(|key| !known.contains(&key.as_str()))
        {
            Some(key) => Err(Failure(format!("{} has {key}, which is not known", self.name))),
            None => Ok(()),
        }
    }

    /// The value of a field; `null` counts as missing.
    pub(crate) fn get(&self, key: &str) -> Option<&'a Value> {
        self.map.and_then(|map| map.get(key)).filter(|value| !value.is_null())
    }

    fn as_kind<U>(
        &self,
        key: &str,
        kind: &str,
        read: impl Fn(&'a Value) -> Option<U>,
    ) -> Result<Option<U>, Failure> {
        let wrong = || Failure(format!("{key} of {} must be {kind}", self.name));
        self.get(key).map(|value| read(value).ok_or_else(wrong)).transpose()
    }

    /// A number. Numbers that JSON does not have are strings.
    pub(crate) fn number(&self, key: &str) -> Result<Option<f64>, Failure> {
        self.as_kind(key, "a number", |value| match value.as_str() {
            Some("NaN" | "nan") => Some(f64::NAN),
            Some("Infinity" | "inf") => Some(f64::INFINITY),
            Some("-Infinity" | "-inf") => Some(f64::NEG_INFINITY),
            _ => value.as_f64(),
        })
    }

    /// An integer, also if it is written as a float.
    pub(crate) fn whole(&self, key: &str) -> Result<Option<i64>, Failure> {
        self.as_kind(key, "a whole number", |value| {
            let float =
                || value.as_f64().filter(|float| float.fract() == 0.0 && float.abs() < 9e15);
            value.as_i64().or_else(|| float().map(|float| float as i64))
        })
    }

    /// A size: an integer that is not negative.
    pub(crate) fn size(&self, key: &str) -> Result<Option<usize>, Failure> {
        let size = |whole| {
            usize::try_from(whole).map_err(|_| {
                Failure(format!("{key} of {} is {whole}: it must be 0 or more", self.name))
            })
        };
        self.whole(key)?.map(size).transpose()
    }

    /// A Boolean; ONNX writes 1 and 0.
    pub(crate) fn flag(&self, key: &str) -> Result<bool, Failure> {
        let flag = self.as_kind(key, "yes or no", |value| match value.as_i64() {
            Some(1) => Some(true),
            Some(0) => Some(false),
            _ => value.as_bool(),
        })?;
        Ok(flag.unwrap_or(false))
    }

    /// A side of a window: 0 or more, or -1 for no bound.
    pub(crate) fn side(&self, key: &str) -> Result<Option<usize>, Failure> {
        let bound = |side| match side {
            -1 => Ok(None),
            side => usize::try_from(side).map(Some).map_err(|_| {
                let name = self.name;
                Failure(format!("{key} of {name} is {side}: it must be 0 or more, or -1 for all"))
            }),
        };
        self.whole(key)?.map_or(Ok(None), bound)
    }

    pub(crate) fn text(&self, key: &str) -> Result<Option<&'a str>, Failure> {
        self.as_kind(key, "text", Value::as_str)
    }

    /// A tensor of any type.
    pub(crate) fn any(&self, key: &str) -> Result<Option<AnyTensor>, Failure> {
        self.get(key).map(|value| read_tensor(key, value).map_err(Failure)).transpose()
    }

    /// A tensor of floats, rounded to the precision of the computation.
    pub(crate) fn floats<T: Real>(&self, key: &str) -> Result<Option<Tensor<T>>, Failure> {
        match self.any(key)? {
            None => Ok(None),
            Some(AnyTensor::Floats(tensor)) => Ok(Some(tensor.map(|&cell| T::from_f64(cell)))),
            Some(_) => Err(Failure(format!("{key} must be floats"))),
        }
    }

    /// A required tensor of floats.
    pub(crate) fn needed<T: Real>(&self, key: &str) -> Result<Tensor<T>, Failure> {
        self.floats(key)?.ok_or_else(|| Failure(format!("{} has no {key}", self.name)))
    }

    pub(crate) fn booleans(&self, key: &str) -> Result<Option<Tensor<bool>>, Failure> {
        match self.any(key)? {
            None => Ok(None),
            Some(AnyTensor::Booleans(tensor)) => Ok(Some(tensor)),
            Some(_) => Err(Failure(format!("{key} must be booleans"))),
        }
    }

    /// A list of sizes.
    pub(crate) fn sizes(&self, key: &str) -> Result<Option<Vec<usize>>, Failure> {
        let Some(tensor) = self.any(key)? else {
            return Ok(None);
        };
        let AnyTensor::Integers(tensor) = tensor else {
            return Err(Failure(format!("{key} must be whole numbers")));
        };
        let size = |&size: &i64| {
            usize::try_from(size)
                .map_err(|_| Failure(format!("{key} has {size}, which is not a size")))
        };
        tensor.data().iter().map(size).collect::<Result<_, _>>().map(Some)
    }
}
