//! Ranges of rows or columns from JavaScript.

use js_sys::Array;
use wasm_bindgen::prelude::*;

use crate::{InputError, Refusal, read_value};

#[wasm_bindgen]
extern "C" {
    /// A start and a length, or any other JavaScript value.
    #[wasm_bindgen(typescript_type = "[start: number, length: number]")]
    pub type Places;
}

/// The start and the length of a range.
///
/// # Errors
///
/// A value that is not two whole numbers, with its name.
pub fn places(name: &str, given: &Places) -> Result<[usize; 2], Refusal> {
    let list = given.dyn_ref::<Array>().filter(|list| list.length() == 2);
    let list = list.ok_or_else(|| InputError::wanted(name, "[start, length]"))?;
    let whole = |at| read_value("a start or a length", list.get(at));
    Ok([whole(0)?, whole(1)?])
}
