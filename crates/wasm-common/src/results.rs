//! Results out, as plain objects.

use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::JsValue;

use crate::{InputError, Refusal};

/// A result as the plain object that its TypeScript type describes, with `null` for what there is none of.
///
/// # Errors
///
/// What serde-wasm-bindgen cannot write, in its words.
pub fn result<T: Serialize + Tsify>(value: &T) -> Result<Ts<T>, Refusal> {
    written(value).map(Ts::new_unchecked)
}

/// A result whose TypeScript type is written elsewhere.
///
/// # Errors
///
/// As for [`result`].
pub fn written(value: &(impl Serialize + ?Sized)) -> Result<JsValue, Refusal> {
    let serializer = serde_wasm_bindgen::Serializer::new()
        .serialize_missing_as_null(true)
        // Flattened structs are maps to serde.
        .serialize_maps_as_objects(true);
    let written = value.serialize(&serializer);
    Ok(written.map_err(|error| InputError::Unwritable { problem: error.to_string() })?)
}
