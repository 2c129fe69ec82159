//! Options: plain objects, deserialized into structs by serde.
//!
//! serde-wasm-bindgen converts the values. [`Given`] adds three things: unknown keys are errors,
//! `null` counts as missing, and an error has the path of the key and the valid values.

use std::fmt;
use std::slice;

use js_sys::{Array, Object, Reflect};
use serde::de::value::StrDeserializer;
use serde::de::{DeserializeOwned, DeserializeSeed, Error as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

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
    let value = value.into();
    let read = |missing| T::deserialize(Given { value: value.clone(), missing });
    let read = match read(None) {
        // Only the type of the field knows its valid values. The second attempt reads the missing
        // value, so that the error describes them.
        Err(Problem { fault: Fault::Missing(key), .. }) => read(Some(key)),
        read => read,
    };
    read.map_err(|problem| InputError::of(name, problem).into())
}

/// Deserializes data that the engine or the page wrote, such as a listing. Unknown keys are ignored,
/// and large whole numbers are accepted.
///
/// # Errors
///
/// A value that does not fit the type.
pub fn read_plain<T: DeserializeOwned>(
    name: &str,
    value: impl Into<JsValue>,
) -> Result<T, Refusal> {
    let read = serde_wasm_bindgen::from_value(value.into());
    read.map_err(|error| InputError::of(name, Problem::wanted(error.to_string())).into())
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
        let name = |value: JsValue| N::deserialize(Given { value, missing: None });
        let other = |value: JsValue| T::deserialize(Given { value, missing: None });
        let read = if value.is_string() {
            name(value).map(Self::Name).ok()
        } else {
            other(value).map(Self::Value).ok()
        };
        read.ok_or_else(|| {
            // The valid values of both types.
            let valid = [name(JsValue::NULL).err(), other(JsValue::NULL).err()];
            let valid = valid.into_iter().flatten().filter_map(|problem| match problem.fault {
                Fault::Wanted(wanted) => Some(wanted),
                _ => None,
            });
            D::Error::custom(valid.collect::<Vec<_>>().join(" or "))
        })
    }
}

/// A problem with a value, and its path in the options.
#[derive(Debug)]
pub(crate) struct Problem {
    /// The path of keys, such as `window.left`. Empty for the options themselves.
    pub(crate) path: String,
    pub(crate) fault: Fault,
}

#[derive(Debug)]
pub(crate) enum Fault {
    /// The value is not one of these.
    Wanted(String),
    /// The object has an unknown key.
    Unknown { key: String, known: &'static [&'static str] },
    /// An object lacks a key.
    Missing(&'static str),
}

impl Problem {
    fn wanted(wanted: impl Into<String>) -> Self {
        Self { path: String::new(), fault: Fault::Wanted(wanted.into()) }
    }

    /// The same problem, with this key before its path.
    fn under(mut self, key: &str) -> Self {
        let joint = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        self.path = [key, joint, &self.path].concat();
        self
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.path)
    }
}

impl std::error::Error for Problem {}

impl serde::de::Error for Problem {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::wanted(message.to_string())
    }

    fn missing_field(field: &'static str) -> Self {
        Self { path: String::new(), fault: Fault::Missing(field) }
    }
}

/// Deserializes a JavaScript value. The errors of [`serde_wasm_bindgen`] do not describe valid
/// values in JavaScript's terms, so each type of value has its own description here.
struct Given {
    value: JsValue,
    /// The key that was missing at the first attempt: it is read as if it existed.
    missing: Option<&'static str>,
}

impl Given {
    fn inner(self) -> serde_wasm_bindgen::Deserializer {
        self.value.into()
    }

    fn is_absent(&self) -> bool {
        self.value.is_null() || self.value.is_undefined()
    }
}

/// Converts with serde-wasm-bindgen, and describes the valid values in case of an error.
macro_rules! described {
    ($($method:ident by $inner:ident: $wanted:expr;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
            // serde-wasm-bindgen would describe the object in its error, which runs its getters.
            if self.value.is_object() || self.value.is_function() {
                return Err(Problem::wanted($wanted));
            }
            self.inner().$inner(visitor).map_err(|_| Problem::wanted($wanted))
        }
    )*};
}

const WHOLE: &str = "a whole number";
const COUNT: &str = "a whole number from 0 up";

impl<'de> Deserializer<'de> for Given {
    type Error = Problem;

    described! {
        deserialize_bool by deserialize_bool: "true or false";
        deserialize_i32 by deserialize_i32: WHOLE;
        // The 64-bit deserializers would accept a BigInt.
        deserialize_i64 by deserialize_i32: WHOLE;
        deserialize_u32 by deserialize_u32: COUNT;
        deserialize_u64 by deserialize_u32: COUNT;
        deserialize_f64 by deserialize_f64: "a number";
        deserialize_str by deserialize_str: "a string";
        deserialize_string by deserialize_string: "a string";
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        if self.is_absent() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Problem> {
        let wanted = || Problem::wanted(variants.join(" or "));
        if !self.value.is_string() {
            return Err(wanted());
        }
        self.inner().deserialize_enum(name, variants, visitor).map_err(|_| wanted())
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Problem> {
        visitor.visit_map(Fields::of(self, fields)?)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        let array = self.value.dyn_into().map_err(|_| Problem::wanted("an array"))?;
        visitor.visit_seq(Items { array, next: 0, missing: self.missing })
    }

    /// Reads [`Js`].
    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, Problem> {
        self.inner().deserialize_tuple_struct(name, len, visitor).map_err(Problem::custom)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Problem> {
        visitor.visit_newtype_struct(self)
    }

    /// No struct uses this.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! {
        i8 i16 i128 u8 u16 u128 f32 char bytes byte_buf unit unit_struct tuple map identifier ignored_any
    }
}

/// The fields of a struct that exist in an object.
struct Fields {
    object: JsValue,
    fields: slice::Iter<'static, &'static str>,
    missing: Option<&'static str>,
    /// The field whose value comes next.
    found: Option<(&'static str, Given)>,
}

impl Fields {
    fn of(
        Given { value: object, missing }: Given,
        known: &'static [&'static str],
    ) -> Result<Self, Problem> {
        if !object.is_object() {
            return Err(Problem::wanted("a plain object"));
        }
        let keys = Object::keys(object.unchecked_ref::<Object>());
        let mut keys = keys.into_iter().filter_map(|key| key.as_string());
        match keys.find(|key| !known.contains(&key.as_str())) {
            Some(key) => Err(Problem { path: String::new(), fault: Fault::Unknown { key, known } }),
            None => Ok(Self { object, fields: known.iter(), missing, found: None }),
        }
    }

    fn next(&mut self) -> Option<&'static str> {
        let Self { object, fields, missing, found } = self;
        *found = fields.find_map(|&field| {
            // Objects are copies that the engine made, so their getters do not throw.
            let value = Reflect::get(object, &field.into()).unwrap_or_default();
            let given = Given { value, missing: *missing };
            (!given.is_absent() || *missing == Some(field)).then_some((field, given))
        });
        found.as_ref().map(|&(field, _)| field)
    }
}

impl<'de> MapAccess<'de> for Fields {
    type Error = Problem;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Problem> {
        self.next().map(|field| seed.deserialize(StrDeserializer::new(field))).transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Problem> {
        let (field, given) = self.found.take().ok_or_else(|| Problem::wanted("a field"))?;
        seed.deserialize(given).map_err(|problem| problem.under(field))
    }
}

/// The items of an array.
struct Items {
    array: Array,
    next: u32,
    missing: Option<&'static str>,
}

impl<'de> SeqAccess<'de> for Items {
    type Error = Problem;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Problem> {
        if self.next >= self.array.length() {
            return Ok(None);
        }
        let (value, index) = (self.array.get(self.next), format!("[{}]", self.next));
        self.next += 1;
        let given = Given { value, missing: self.missing };
        seed.deserialize(given).map(Some).map_err(|problem| problem.under(&index))
    }
}
