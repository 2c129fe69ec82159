//! Results out, as plain objects.

use heedmap_attention::Matrix;
use js_sys::Object;
use wasm_bindgen::prelude::*;

use crate::matrix::write;

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

impl Record {
    /// The object with some numbers. They come as a table, which is less code than a line for each.
    pub(crate) fn with_numbers(self, named: &[(&str, f64)]) -> Self {
        for &(name, number) in named {
            self.set(name, &number.into());
        }
        self
    }

    /// The object with some texts.
    pub(crate) fn with_texts(self, named: &[(&str, &str)]) -> Self {
        for &(name, text) in named {
            self.set(name, &text.into());
        }
        self
    }
}

/// An object of matrices under their names.
pub(crate) fn matrices<'a>(named: impl IntoIterator<Item = (&'static str, &'a Matrix)>) -> Record {
    let object = record();
    for (name, matrix) in named {
        object.set(name, &write(matrix));
    }
    object
}
