//! Arguments without conversion.

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// A number, or any other JavaScript value, which is not converted.
    #[wasm_bindgen(typescript_type = "number")]
    pub type Number;
    /// A text, or any other JavaScript value.
    #[wasm_bindgen(typescript_type = "string")]
    pub type Text;
}
