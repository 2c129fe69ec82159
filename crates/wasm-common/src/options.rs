//! Options: plain objects, deserialized into structs by serde.
//!
//! Unknown keys are errors, `null` counts as missing, and an error has the path of the key and the
//! valid values.

mod given;
mod problem;

use js_sys::Reflect;
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use self::given::{Given, Rules};
pub(crate) use self::problem::{Fault, Problem};
use crate::{InputError, Refusal};

#[wasm_bindgen]
extern "C" {
    /// A number, or any other JavaScript value, which is not converted.
    #[wasm_bindgen(typescript_type = "number")]
    pub type Number;
    /// A string, or any other JavaScript value, which is not converted.
    #[wasm_bindgen(typescript_type = "string")]
    pub type Text;
}

/// Deserializes options from JavaScript.
///
/// # Errors
///
/// A value that does not fit the struct, with `name`, the key and the valid values; also an unknown
/// key.
pub fn read_options<T: DeserializeOwned + Tsify>(
    name: &str,
    options: &Ts<T>,
) -> Result<T, Refusal> {
    read_value(name, options.js_value())
}

/// Deserializes any value from JavaScript.
///
/// # Errors
///
/// Like [`read_options`].
pub fn read_value<T: DeserializeOwned>(
    name: &str,
    value: impl Into<JsValue>,
) -> Result<T, Refusal> {
    read_js(name, &value.into(), Rules::OPTIONS)
}

/// Deserializes data that the engine or the page wrote, such as a listing. Unknown keys are ignored.
///
/// # Errors
///
/// A value that does not fit the type.
pub fn read_plain<T: DeserializeOwned>(
    name: &str,
    value: impl Into<JsValue>,
) -> Result<T, Refusal> {
    read_js(name, &value.into(), Rules::PLAIN)
}

/// The value under a key of a plain object that the engine made.
pub fn part(object: &JsValue, key: &str) -> JsValue {
    Reflect::get(object, &key.into()).unwrap_or_default()
}

fn read_js<T: DeserializeOwned>(name: &str, value: &JsValue, rules: Rules) -> Result<T, Refusal> {
    let read = |missing| T::deserialize(Given::new(value.clone(), Rules { missing, ..rules }));
    let read = match read(None) {
        // Only the type of the field knows its valid values. The second attempt reads the missing
        // value, so that the error describes them.
        Err(problem) => match problem.missing() {
            Some(key) => read(Some(key)),
            None => Err(problem),
        },
        read => read,
    };
    read.map_err(|problem| InputError::of(name, problem).into())
}

/// A JavaScript value that is not converted: a typed array, or an object that other code reads.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(transparent)]
pub struct Js(#[serde(with = "serde_wasm_bindgen::preserve")] pub JsValue);

impl<T: Into<JsValue>> From<T> for Js {
    fn from(value: T) -> Self {
        Self(value.into())
    }
}

/// One of the names of an enum, or a value that is not a string.
#[derive(Clone, Copy, Debug)]
pub enum NameOr<N, T> {
    /// A name.
    Name(N),
    /// Anything else.
    Value(T),
}

impl<'de, N: Deserialize<'de>, T: Deserialize<'de>> Deserialize<'de> for NameOr<N, T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Js(value) = Js::deserialize(deserializer)?;
        let name = |value| N::deserialize(Given::new(value, Rules::OPTIONS));
        let other = |value| T::deserialize(Given::new(value, Rules::OPTIONS));
        let read = if value.is_string() {
            name(value).map(Self::Name).ok()
        } else {
            other(value).map(Self::Value).ok()
        };
        read.ok_or_else(|| {
            // The valid values of both types.
            let valid = [name(JsValue::NULL).err(), other(JsValue::NULL).err()];
            let valid = valid.into_iter().flatten().filter_map(Problem::into_wanted);
            D::Error::custom(valid.collect::<Vec<_>>().join(" or "))
        })
    }
}
