//! Results out, as plain objects.

use js_sys::Object;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::{InputError, Refusal};

#[wasm_bindgen]
extern "C" {
    /// A plain object that is being filled.
    #[wasm_bindgen(extends = Object)]
    pub type Record;
    /// Puts a value under a key.
    #[wasm_bindgen(method, structural, indexing_setter)]
    pub fn set(this: &Record, key: &str, value: &JsValue);
}

/// An object of nothing yet.
#[must_use]
pub fn record() -> Record {
    Object::new().unchecked_into()
}

/// A struct of plain numbers and strings as a plain object, with `null` for what there is none of.
///
/// # Errors
///
/// What serde-wasm-bindgen cannot write, in its words.
pub fn plain(value: &impl Serialize) -> Result<JsValue, Refusal> {
    let serializer = serde_wasm_bindgen::Serializer::new().serialize_missing_as_null(true);
    let written = value.serialize(&serializer);
    Ok(written.map_err(|error| InputError::unreadable("the result", &error.into()))?)
}
