//! The bytes that a file needs next.

use std::cell::RefCell;
use std::rc::Rc;

use heedmap_tensor_files::{Checks, Span};
use heedmap_wasm_common::{bytes, serialize_value};
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use crate::refusal::FileRefusal;

/// The bytes of a file that are needed. They may be supplied in several pieces, from the first byte on.
#[derive(Serialize, Tsify)]
pub(crate) struct NeededBytes {
    offset: f64,
    length: f64,
}

#[wasm_bindgen]
extern "C" {
    /// Bytes, or any other JavaScript value.
    #[wasm_bindgen(typescript_type = "Uint8Array")]
    pub type Bytes;
    /// See the TypeScript interface `NeededBytes`.
    #[wasm_bindgen(typescript_type = "NeededBytes | null")]
    pub type MaybeNeeded;
}

/// The checksums of a file's stored members.
pub(crate) type SharedChecks = Rc<RefCell<Checks>>;

/// The needed bytes, for JavaScript.
pub(crate) fn needed(span: Option<Span>) -> MaybeNeeded {
    let needed = span.map(|Span { offset, length }| NeededBytes {
        offset: offset as f64,
        length: length as f64,
    });
    // Serializing two numbers does not fail.
    serialize_value(&needed).unwrap_or_default().unchecked_into()
}

/// Copies supplied bytes, and passes them on.
pub(crate) fn supplied(
    given: &JsValue,
    mut supply: impl FnMut(&[u8]) -> Result<(), heedmap_tensor_files::Error>,
) -> Result<(), FileRefusal> {
    Ok(supply(&bytes("the bytes", given)?)?)
}
