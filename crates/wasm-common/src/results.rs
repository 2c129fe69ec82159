//! Results as plain objects.

use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::JsValue;

use crate::{InputError, Refusal};

/// Serializes a result to the plain object of its TypeScript type, with `null` for missing values.
///
/// # Errors
///
/// The error of serde-wasm-bindgen, with its message.
pub fn serialize<T: Serialize + Tsify>(value: &T) -> Result<Ts<T>, Refusal> {
    serialize_value(value).map(Ts::new_unchecked)
}

/// Serializes a result whose TypeScript type is defined elsewhere.
///
/// # Errors
///
/// Like [`serialize`].
pub fn serialize_value(value: &(impl Serialize + ?Sized)) -> Result<JsValue, Refusal> {
    let serializer = serde_wasm_bindgen::Serializer::new()
        .serialize_missing_as_null(true)
        // serde treats flattened structs as maps.
        .serialize_maps_as_objects(true);
    let serialized = value.serialize(&serializer);
    Ok(serialized.map_err(|error| InputError::Unwritable { problem: error.to_string() })?)
}
