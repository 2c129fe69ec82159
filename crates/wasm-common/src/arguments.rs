//! Arguments that are passed as they are.

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// A number, or whatever JavaScript passes in its place: it is not converted.
    #[wasm_bindgen(typescript_type = "number")]
    pub type Number;
    /// A text, or whatever JavaScript passes in its place.
    #[wasm_bindgen(typescript_type = "string")]
    pub type Text;
}
