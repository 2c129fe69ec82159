//! Results out, as plain objects.

use heedmap_attention::Matrix;
use js_sys::Object;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::matrix::write;
use crate::refusal::{Refusal, words};

#[wasm_bindgen]
extern "C" {
    /// A plain object that is being filled.
    #[wasm_bindgen(extends = Object)]
    pub(crate) type Record;
    #[wasm_bindgen(method, structural, indexing_setter)]
    pub(crate) fn set(this: &Record, key: &str, value: &JsValue);
}

/// An object of nothing yet.
pub(crate) fn record() -> Record {
    Object::new().unchecked_into()
}

/// An object of matrices under their names.
pub(crate) fn matrices<'a>(named: impl IntoIterator<Item = (&'static str, &'a Matrix)>) -> Record {
    let object = record();
    for (name, matrix) in named {
        object.set(name, &write(matrix));
    }
    object
}

/// A struct of plain numbers and strings as a plain object, with `null` for what there is none of.
pub(crate) fn plain(value: &impl Serialize) -> Result<JsValue, Refusal> {
    let serializer = serde_wasm_bindgen::Serializer::new().serialize_missing_as_null(true);
    value.serialize(&serializer).map_err(|error| Refusal::Unreadable {
        name: "the result".to_owned(),
        problem: words(&error.into()),
    })
}
