//! Options in, by serde.

use js_sys::Reflect;
use serde::de::value::StrDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Error as _, IntoDeserializer, MapAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_wasm_bindgen::{Deserializer, Error, from_value};
use wasm_bindgen::JsValue;

use crate::refusal::{Refusal, words};

/// A plain object as a struct. An error says which key is wrong: "firstPosition: invalid type: ...".
///
/// Keys that the struct does not have pass unseen here, as they do in serde-wasm-bindgen; engine.js refuses them.
pub(crate) fn parse<T: DeserializeOwned>(
    what: &'static str,
    object: &JsValue,
) -> Result<T, Refusal> {
    let mut key = None;
    T::deserialize(Options { object, key: &mut key }).map_err(|error| Refusal::Option {
        what,
        key: key.unwrap_or("options"),
        problem: words(&error.into()),
    })
}

/// A single value.
pub(crate) fn single<T: DeserializeOwned>(
    name: &'static str,
    value: &JsValue,
) -> Result<T, Refusal> {
    from_value(value.clone()).map_err(|error| Refusal::Option {
        what: "arguments",
        key: name,
        problem: words(&error.into()),
    })
}

/// Reads an object key by key and notes where it is, which serde-wasm-bindgen's own reader of structs does not. The
/// values are left to that.
struct Options<'a> {
    object: &'a JsValue,
    /// The key that is being read.
    key: &'a mut Option<&'static str>,
}

impl<'de> serde::Deserializer<'de> for Options<'_> {
    type Error = Error;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        if !self.object.is_object() {
            return Err(Error::custom("they must be a plain object"));
        }
        visitor.visit_map(Keys { options: self, keys: fields.iter() })
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        Deserializer::from(self.object.clone()).deserialize_any(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

struct Keys<'a> {
    options: Options<'a>,
    keys: std::slice::Iter<'static, &'static str>,
}

impl<'de> MapAccess<'de> for Keys<'_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Error> {
        *self.options.key = self.keys.next().copied();
        self.options
            .key
            .map(|key| {
                let key: StrDeserializer<'_, Error> = key.into_deserializer();
                seed.deserialize(key)
            })
            .transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        let key = self.options.key.unwrap_or_default();
        let value = Reflect::get(self.options.object, &key.into())?;
        seed.deserialize(Deserializer::from(value))
    }
}
