//! Options in: a plain object, read key by key.
//!
//! Not by serde: its reader of JavaScript values is an eighth of a room's wasm once it is compiled in, and its errors
//! say what they expected but not where. Results, which need no such care, go out by serde-wasm-bindgen.

use js_sys::Array;
use wasm_bindgen::{JsCast, JsValue};

use crate::{InputError, Refusal, property};

/// An object of options and what to call it in an error.
///
/// Every method refuses an object that is none, a key whose value is of another kind, and a getter that throws, by the name
/// of the options and of the key.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// What they are called.
    pub what: &'static str,
    /// What was passed.
    pub object: &'a JsValue,
}

/// Every name of a kind of thing, and what it means.
pub type Names<T> = &'static [(&'static str, T)];

impl Options<'_> {
    /// A number of any kind, NaN and the infinities included: whether they make sense is for the crates to say.
    pub fn number(self, key: &'static str) -> Result<f64, Refusal> {
        let value = self.value(key)?;
        value.as_f64().ok_or_else(|| self.refusal(key, "a number"))
    }

    /// A number that may be left out.
    pub fn maybe_number(self, key: &'static str) -> Result<Option<f64>, Refusal> {
        if self.is_absent(key)? { Ok(None) } else { self.number(key).map(Some) }
    }

    /// A number of things.
    pub fn count(self, key: &'static str) -> Result<usize, Refusal> {
        count(&self.value(key)?).ok_or_else(|| self.refusal(key, "a whole number from 0 up"))
    }

    /// A number of things that may be null.
    pub fn maybe_count(self, key: &'static str) -> Result<Option<usize>, Refusal> {
        if self.is_absent(key)? { Ok(None) } else { self.count(key).map(Some) }
    }

    /// A whole number of either sign that may be left out.
    pub fn maybe_whole(self, key: &'static str) -> Result<Option<i64>, Refusal> {
        let Some(number) = self.maybe_number(key)? else { return Ok(None) };
        // Beyond 2^53 not every whole number is one of JavaScript's.
        let whole = number.abs() <= 9_007_199_254_740_992.0 && number as i64 as f64 == number;
        if whole { Ok(Some(number as i64)) } else { Err(self.refusal(key, "a whole number")) }
    }

    /// A switch that may be left out, which is off.
    pub fn flag(self, key: &'static str) -> Result<bool, Refusal> {
        if self.is_absent(key)? {
            return Ok(false);
        }
        self.value(key)?.as_bool().ok_or_else(|| self.refusal(key, "true or false"))
    }

    /// Whatever stands under the key, unless it is left out.
    pub fn maybe(self, key: &'static str) -> Result<Option<JsValue>, Refusal> {
        if self.is_absent(key)? { Ok(None) } else { self.value(key).map(Some) }
    }

    /// What one of the names means.
    pub fn name<T: Copy>(self, key: &'static str, names: Names<T>) -> Result<T, Refusal> {
        self.name_or(key, names, "")
    }

    /// [`Options::name`], where something else would do as well: a refusal says so.
    pub fn name_or<T: Copy>(
        self,
        key: &'static str,
        names: Names<T>,
        instead: &str,
    ) -> Result<T, Refusal> {
        let given = self.value(key)?.as_string();
        let found = names.iter().find(|(name, _)| given.as_deref() == Some(*name));
        found.map(|&(_, value)| value).ok_or_else(|| {
            let names: Vec<&str> = names.iter().map(|&(name, _)| name).collect();
            self.refusal(key, &format!("{}{instead}", names.join(" or ")))
        })
    }

    /// Whatever stands under the key.
    pub fn value(self, key: &'static str) -> Result<JsValue, Refusal> {
        if !self.object.is_object() {
            return Err(InputError::NotObject { what: self.what }.into());
        }
        property(self.what, self.object, key)
    }

    fn is_absent(self, key: &'static str) -> Result<bool, Refusal> {
        let value = self.value(key)?;
        Ok(value.is_null() || value.is_undefined())
    }

    fn refusal(self, key: &'static str, wanted: &str) -> Refusal {
        InputError::Option { what: self.what, key, wanted: wanted.to_owned() }.into()
    }
}

/// A whole number from 0 to 2^32 - 1.
#[must_use]
pub fn count(value: &JsValue) -> Option<usize> {
    // The cast saturates, and NaN becomes 0, so that only a whole number in range comes through unchanged.
    let number = value.as_f64()?;
    (f64::from(number as u32) == number).then_some(number as usize)
}

/// A list of numbers of things.
///
/// # Errors
///
/// Anything but an array of whole numbers from 0 to 2^32 - 1, by its name.
pub fn counts(name: &str, value: &JsValue) -> Result<Vec<usize>, Refusal> {
    let refused = || InputError::NotCounts { name: name.to_owned() }.into();
    let list = value.dyn_ref::<Array>().ok_or_else(refused)?;
    (0..list.length())
        .map(|index| count(&list.get(index)))
        .collect::<Option<_>>()
        .ok_or_else(refused)
}
