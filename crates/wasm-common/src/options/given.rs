//! The deserializer of JavaScript values.
//!
//! serde's derived code is compiled for each type that is read. It calls functions that do not
//! depend on the type, so that they are in a program once.

use std::borrow::Cow;
use std::{mem, vec};

use js_sys::{Array, Number, Object, Reflect};
use serde::Deserializer;
use serde::de::value::{StrDeserializer, U32Deserializer};
use serde::de::{DeserializeSeed, Error as _, MapAccess, SeqAccess, Visitor};
use wasm_bindgen::convert::IntoWasmAbi as _;
use wasm_bindgen::prelude::*;

use super::problem::Problem;

/// How values are read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    /// The key that was missing at the first attempt: it is read as if it existed.
    pub(super) missing: Option<&'static str>,
    /// Whether the engine or the page wrote the value: unknown keys are ignored.
    pub(super) is_plain: bool,
}

impl Rules {
    pub(super) const OPTIONS: Self = Self { missing: None, is_plain: false };
    pub(super) const PLAIN: Self = Self { missing: None, is_plain: true };
}

/// A JavaScript value.
pub(super) struct Given {
    value: JsValue,
    rules: Rules,
}

/// The reading of values, which does not depend on the type.
impl Given {
    pub(super) fn new(value: JsValue, rules: Rules) -> Self {
        Self { value, rules }
    }

    fn is_absent(&self) -> bool {
        self.value.is_null() || self.value.is_undefined()
    }

    #[inline(never)]
    fn boolean(&self) -> Result<bool, Problem> {
        self.value.as_bool().ok_or_else(|| Problem::wanted("true or false"))
    }

    #[inline(never)]
    fn number(&self) -> Result<f64, Problem> {
        self.value.as_f64().ok_or_else(|| Problem::wanted("a number"))
    }

    #[inline(never)]
    fn text(&self) -> Result<String, Problem> {
        self.value.as_string().ok_or_else(|| Problem::wanted("a string"))
    }

    /// A whole number. serde checks the range of its type.
    #[inline(never)]
    fn whole(&self) -> Result<i64, Problem> {
        let number = self.value.as_f64().filter(|_| Number::is_safe_integer(&self.value));
        number.map(|number| number as i64).ok_or_else(|| Problem::wanted(WHOLE))
    }

    /// A whole number from 0 up. serde checks the range of its type.
    #[inline(never)]
    fn count(&self) -> Result<u64, Problem> {
        let number = self.whole().ok().and_then(|number| u64::try_from(number).ok());
        number.ok_or_else(|| Problem::wanted(COUNT))
    }

    /// One of the names.
    #[inline(never)]
    fn name(&self, names: &'static [&'static str]) -> Result<&'static str, Problem> {
        let given = self.value.as_string();
        let found = names.iter().find(|&&name| given.as_deref() == Some(name));
        found.copied().ok_or_else(|| Problem::unknown_variant("", names))
    }

    /// The items of an array.
    #[inline(never)]
    fn items(self) -> Result<Items, Problem> {
        let Self { value, rules } = self;
        let array = value.dyn_into().map_err(|_| Problem::wanted("an array"))?;
        Ok(Items { array, next: 0, rules })
    }

    /// The fields that a struct has, or else all.
    #[inline(never)]
    fn fields(self, known: Option<&'static [&'static str]>) -> Result<Fields, Problem> {
        let Self { value: object, rules } = self;
        if !object.is_object() {
            return Err(Problem::wanted("a plain object"));
        }
        let keys = Object::keys(object.unchecked_ref::<Object>());
        let mut keys = keys.into_iter().filter_map(|key| key.as_string());
        let names: Vec<Cow<'static, str>> = match known {
            Some(known) => {
                let unknown = keys.find(|key| !known.contains(&key.as_str()));
                if let Some(key) = unknown.filter(|_| !rules.is_plain) {
                    return Err(Problem::unknown_field(&key, known));
                }
                known.iter().map(|&name| Cow::Borrowed(name)).collect()
            }
            None => keys.map(Cow::Owned).collect(),
        };
        Ok(Fields { object, names: names.into_iter(), rules, found: None })
    }
}

const WHOLE: &str = "a whole number";
const COUNT: &str = "a whole number from 0 up";

/// Reads with a function above, and passes the value on. A number may be too large for its type, which has
/// no name in JavaScript: then the problem is described here.
macro_rules! read {
    ($($method:ident: $read:ident, $visit:ident $(, $wanted:ident)?;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
            visitor.$visit(self.$read()?) $(.map_err(|_: Problem| Problem::wanted($wanted)))?
        }
    )*};
}

impl<'de> Deserializer<'de> for Given {
    type Error = Problem;

    read! {
        deserialize_bool: boolean, visit_bool;
        deserialize_i32: whole, visit_i64, WHOLE;
        deserialize_i64: whole, visit_i64, WHOLE;
        deserialize_u32: count, visit_u64, COUNT;
        deserialize_u64: count, visit_u64, COUNT;
        deserialize_f64: number, visit_f64;
        deserialize_str: text, visit_string;
        deserialize_string: text, visit_string;
        deserialize_seq: items, visit_seq;
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        if self.is_absent() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Problem> {
        visitor.visit_enum(StrDeserializer::new(self.name(variants)?))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Problem> {
        visitor.visit_map(self.fields(Some(fields))?)
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        _len: usize,
        visitor: V,
    ) -> Result<V::Value, Problem> {
        self.deserialize_seq(visitor)
    }

    /// Reads [`Js`](super::Js), the only tuple struct of options.
    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        _len: usize,
        visitor: V,
    ) -> Result<V::Value, Problem> {
        visitor.visit_seq(Preserved::Name(name, self.value))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Problem> {
        visitor.visit_newtype_struct(self)
    }

    /// Reads values of several types.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        if self.is_absent() {
            visitor.visit_unit()
        } else if self.value.is_string() {
            visitor.visit_string(self.text()?)
        } else if let Some(is_true) = self.value.as_bool() {
            visitor.visit_bool(is_true)
        } else if self.value.as_f64().is_some() {
            match self.whole() {
                Ok(whole) => visitor.visit_i64(whole),
                Err(_) => visitor.visit_f64(self.number()?),
            }
        } else if Array::is_array(&self.value) {
            visitor.visit_seq(self.items()?)
        } else {
            visitor.visit_map(self.fields(None)?)
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! {
        i8 i16 i128 u8 u16 u128 f32 char bytes byte_buf unit unit_struct map identifier
    }
}

/// The fields of an object that are not absent.
struct Fields {
    object: JsValue,
    names: vec::IntoIter<Cow<'static, str>>,
    rules: Rules,
    /// The field whose value comes next.
    found: Option<(Cow<'static, str>, Given)>,
}

impl Fields {
    #[inline(never)]
    fn next(&mut self) -> Option<&str> {
        let Self { object, names, rules, found } = self;
        *found = names.find_map(|name| {
            // Objects are copies that the engine made, so their getters do not throw.
            let value = Reflect::get(object, &JsValue::from_str(&name)).unwrap_or_default();
            let given = Given::new(value, *rules);
            (!given.is_absent() || rules.missing == Some(&name)).then_some((name, given))
        });
        found.as_ref().map(|(name, _)| &**name)
    }

    #[inline(never)]
    fn take(&mut self) -> Result<(Cow<'static, str>, Given), Problem> {
        self.found.take().ok_or_else(|| Problem::wanted("a field"))
    }
}

impl<'de> MapAccess<'de> for Fields {
    type Error = Problem;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Problem> {
        self.next().map(|name| seed.deserialize(StrDeserializer::new(name))).transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Problem> {
        let (name, given) = self.take()?;
        seed.deserialize(given).map_err(|problem| problem.under(&name))
    }
}

/// The items of an array.
struct Items {
    array: Array,
    next: u32,
    rules: Rules,
}

impl Items {
    #[inline(never)]
    fn next(&mut self) -> Option<Given> {
        let at = self.next;
        self.next += 1;
        (at < self.array.length()).then(|| Given::new(self.array.get(at), self.rules))
    }

    /// A problem with the last item.
    #[inline(never)]
    fn problem(&self, problem: Problem) -> Problem {
        problem.under(&format!("[{}]", self.next - 1))
    }
}

impl<'de> SeqAccess<'de> for Items {
    type Error = Problem;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Problem> {
        let Some(given) = self.next() else { return Ok(None) };
        seed.deserialize(given).map(Some).map_err(|problem| self.problem(problem))
    }
}

/// A value as `serde_wasm_bindgen::preserve` reads it: the name of its struct, and the index of the value.
/// The deserializer of that crate has serde's default messages, which contain the code that writes floats.
enum Preserved {
    Name(&'static str, JsValue),
    Value(JsValue),
    Read,
}

impl<'de> SeqAccess<'de> for Preserved {
    type Error = Problem;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Problem> {
        match mem::replace(self, Self::Read) {
            Self::Name(name, value) => {
                *self = Self::Value(value);
                seed.deserialize(StrDeserializer::new(name)).map(Some)
            }
            Self::Value(value) => {
                seed.deserialize(U32Deserializer::new(value.into_abi())).map(Some)
            }
            Self::Read => Ok(None),
        }
    }
}
