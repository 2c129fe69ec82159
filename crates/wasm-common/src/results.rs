//! Results as plain objects.

use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::JsValue;

use crate::{InputError, Refusal};

/// A result as the plain object of its TypeScript type, with `null` for missing values.
///
/// # Errors
///
/// The error of serde-wasm-bindgen, with its message.
pub fn result<T: Serialize + Tsify>(value: &T) -> Result<Ts<T>, Refusal> {
    written(value).map(Ts::new_unchecked)
}

/// A result whose TypeScript type is defined elsewhere.
///
/// # Errors
///
/// Like [`result`].
pub fn written(value: &(impl Serialize + ?Sized)) -> Result<JsValue, Refusal> {
    let serializer = serde_wasm_bindgen::Serializer::new()
        .serialize_missing_as_null(true)
        // serde treats flattened structs as maps.
        .serialize_maps_as_objects(true);
    let written = value.serialize(&serializer);
    Ok(written.map_err(|error| InputError::Unwritable { problem: error.to_string() })?)
}
