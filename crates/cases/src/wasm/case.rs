//! Runs cases as text, to compare the core with other implementations.

use wasm_bindgen::prelude::*;

/// Computes a case from the text of its file, in the precision `f64` or `f32`, and returns the
/// outputs as text.
///
/// @example
/// JSON.parse(runCase(text, 'f32')).outputs.output; // { dtype: 'f32', shape, b64 }
#[wasm_bindgen(js_name = runCase)]
pub fn run_case(text: &str, precision: &str) -> Result<String, JsError> {
    crate::run_text(text, precision).map_err(|sentence| JsError::new(&sentence))
}
