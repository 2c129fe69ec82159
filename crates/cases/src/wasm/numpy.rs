//! Runs NumPy calls given as text, to compare the generator with NumPy's own numbers.

use heedmap_attention::RandomState;
use heedmap_wasm_common::{InputError, Number, Refusal, value};
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

/// Runs NumPy calls given as text, one after the other on one stream: integers come as
/// `BigInt64Array`, with all digits, floats as `Float64Array`. A call without a size draws the
/// number of values at its index of `counts`.
///
/// @example
/// const [integers, floats] = numpyCall(42, ['randint(3, size=(3, 3))', 'randn'], [1, 40]);
/// integers; // BigInt64Array of 9
/// floats; // Float64Array of 40
#[wasm_bindgen(js_name = numpyCall)]
pub fn numpy_call(seed: &Number, calls: &Calls, counts: &Counts) -> Result<DrawnArrays, Refusal> {
    let mut state = RandomState::from_number(value("the seed", seed)?)?;
    let calls: Vec<String> = value("calls", calls)?;
    let counts: Vec<usize> = value("counts", counts)?;
    let arrays = Array::new();
    for (place, call) in calls.iter().enumerate() {
        let missing =
            || InputError::wanted(&format!("counts[{place}]"), "a whole number from 0 up");
        let count = *counts.get(place).ok_or_else(missing)?;
        let drawn: JsValue = match run_call(&mut state, call, count)? {
            Drawn::Integers(values) => BigInt64Array::new_from_slice(&values).into(),
            Drawn::Floats(values) => Float64Array::new_from_slice(&values).into(),
        };
        arrays.push(&drawn);
    }
    Ok(arrays.unchecked_into())
}
