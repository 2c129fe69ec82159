//! The functions for Node: see `www/test/conformance.mjs`.

use heedmap_attention::random::RandomState;
use heedmap_wasm_common::{InputError, Number, Refusal, read_value};
use js_sys::{Array, BigInt64Array, Float64Array};
use wasm_bindgen::prelude::*;

use crate::{Drawn, run_call};

#[wasm_bindgen]
extern "C" {
    /// Calls as text.
    #[wasm_bindgen(typescript_type = "string[]")]
    pub type Calls;
    /// The number of values of each call without a size.
    #[wasm_bindgen(typescript_type = "number[]")]
    pub type Counts;
    /// The values of each call.
    #[wasm_bindgen(typescript_type = "(Float64Array | BigInt64Array)[]")]
    pub type DrawnArrays;
}

/// Computes a case from the text of its file, in the precision `f64` or `f32`, and returns the
/// outputs as text.
///
/// @example
/// JSON.parse(runCase(text, 'f32')).outputs.output; // { dtype: 'f32', shape, b64 }
#[wasm_bindgen(js_name = runCase)]
pub fn run_case(text: &str, precision: &str) -> Result<String, JsError> {
    crate::run_text(text, precision).map_err(|sentence| JsError::new(&sentence))
}

/// Runs NumPy calls given as text, one after the other on one stream. Integers are returned as a
/// `BigInt64Array`, with all digits, and floats as a `Float64Array`. A call without a size draws the
/// number of values at its index of `counts`.
///
/// @example
/// const [integers, floats] = numpyCall(42, ['randint(3, size=(3, 3))', 'randn'], [1, 40]);
/// integers; // BigInt64Array of 9
/// floats; // Float64Array of 40
#[wasm_bindgen(js_name = numpyCall)]
pub fn numpy_call(seed: &Number, calls: &Calls, counts: &Counts) -> Result<DrawnArrays, Refusal> {
    let mut state = RandomState::from_number(read_value("the seed", seed)?)?;
    let calls: Vec<String> = read_value("calls", calls)?;
    let counts: Vec<usize> = read_value("counts", counts)?;
    let arrays = Array::new();
    for (index, call) in calls.iter().enumerate() {
        let missing =
            || InputError::wanted(&format!("counts[{index}]"), "a whole number from 0 up");
        let count = *counts.get(index).ok_or_else(missing)?;
        let drawn: JsValue = match run_call(&mut state, call, count)? {
            Drawn::Integers(values) => BigInt64Array::new_from_slice(&values).into(),
            Drawn::Floats(values) => Float64Array::new_from_slice(&values).into(),
        };
        arrays.push(&drawn);
    }
    Ok(arrays.unchecked_into())
}
