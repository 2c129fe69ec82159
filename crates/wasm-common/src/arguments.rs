//! Arguments that are passed as they are, and properties of those that are objects.

use js_sys::Reflect;
use wasm_bindgen::prelude::*;

use crate::{InputError, Refusal};

#[wasm_bindgen]
extern "C" {
    /// A number, or whatever JavaScript passes in its place: it is not converted.
    #[wasm_bindgen(typescript_type = "number")]
    pub type Number;
    /// A text, or whatever JavaScript passes in its place.
    #[wasm_bindgen(typescript_type = "string")]
    pub type Text;
}

/// What an object has under a key.
///
/// # Errors
///
/// JavaScript may throw when it is asked: the refusal says of `what` that it could not be read.
pub fn property(what: &str, object: &JsValue, key: &str) -> Result<JsValue, Refusal> {
    Ok(Reflect::get(object, &key.into()).map_err(|thrown| InputError::unreadable(what, &thrown))?)
}
