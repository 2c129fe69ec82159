//! Checks and copies typed arrays from JavaScript.

use js_sys::{Float32Array, Float64Array, Uint8Array, Uint16Array, Uint32Array};
use wasm_bindgen::prelude::*;

use crate::{InputError, Refusal};

#[wasm_bindgen]
extern "C" {
    // The constructors throw for a detached array; these bindings catch the error.
    #[wasm_bindgen(js_name = Float64Array, extends = Float64Array)]
    type Floats;
    #[wasm_bindgen(constructor, catch, js_class = "Float64Array")]
    fn copy(source: &Float64Array) -> Result<Floats, JsValue>;

    #[wasm_bindgen(js_name = Float32Array, extends = Float32Array)]
    type Singles;
    #[wasm_bindgen(constructor, catch, js_class = "Float32Array")]
    fn copy_singles(source: &Float32Array) -> Result<Singles, JsValue>;

    #[wasm_bindgen(js_name = Uint32Array, extends = Uint32Array)]
    type Indexes;
    #[wasm_bindgen(constructor, catch, js_class = "Uint32Array")]
    fn copy_indexes(source: &Uint32Array) -> Result<Indexes, JsValue>;

    #[wasm_bindgen(js_name = Uint16Array, extends = Uint16Array)]
    type Halves;
    #[wasm_bindgen(constructor, catch, js_class = "Uint16Array")]
    fn copy_halves(source: &Uint16Array) -> Result<Halves, JsValue>;

    #[wasm_bindgen(js_name = Uint8Array, extends = Uint8Array)]
    type Bytes;
    #[wasm_bindgen(constructor, catch, js_class = "Uint8Array")]
    fn copy_bytes(source: &Uint8Array) -> Result<Bytes, JsValue>;
}

/// The numbers of a `Float64Array`.
///
/// They are copied twice, first by JavaScript into a new array. Only then is the length of the
/// array reliable, because a subclass may report any length.
///
/// # Errors
///
/// A value that is not such an array, or is detached, with its name; or the number of bytes that
/// could not be allocated.
pub fn floats(name: &str, value: &JsValue) -> Result<Vec<f64>, Refusal> {
    let refused = || InputError::NotTyped { name: name.to_owned(), wanted: "Float64Array" };
    let array = value.dyn_ref::<Float64Array>().ok_or_else(refused)?;
    let copy = Floats::copy(array).map_err(|_| refused())?;
    copied(name, copy.length(), |numbers| copy.copy_to(numbers))
}

/// The numbers of a `Float32Array`, copied and rejected like [`floats`].
pub fn singles(name: &str, value: &JsValue) -> Result<Vec<f32>, Refusal> {
    let refused = || InputError::NotTyped { name: name.to_owned(), wanted: "Float32Array" };
    let array = value.dyn_ref::<Float32Array>().ok_or_else(refused)?;
    let copy = Singles::copy_singles(array).map_err(|_| refused())?;
    copied(name, copy.length(), |numbers| copy.copy_to(numbers))
}

/// The numbers of a `Uint32Array`, copied and rejected like [`floats`].
pub fn indexes(name: &str, value: &JsValue) -> Result<Vec<u32>, Refusal> {
    let refused = || InputError::NotTyped { name: name.to_owned(), wanted: "Uint32Array" };
    let array = value.dyn_ref::<Uint32Array>().ok_or_else(refused)?;
    let copy = Indexes::copy_indexes(array).map_err(|_| refused())?;
    copied(name, copy.length(), |numbers| copy.copy_to(numbers))
}

/// [`indexes`] as numbers of rows or columns.
pub fn places(name: &str, value: &JsValue) -> Result<Vec<usize>, Refusal> {
    Ok(indexes(name, value)?.into_iter().map(|place| place as usize).collect())
}

/// The numbers of a `Uint16Array`, copied and rejected like [`floats`].
pub fn halves(name: &str, value: &JsValue) -> Result<Vec<u16>, Refusal> {
    let refused = || InputError::NotTyped { name: name.to_owned(), wanted: "Uint16Array" };
    let array = value.dyn_ref::<Uint16Array>().ok_or_else(refused)?;
    let copy = Halves::copy_halves(array).map_err(|_| refused())?;
    copied(name, copy.length(), |numbers| copy.copy_to(numbers))
}

/// The bytes of a `Uint8Array`, copied and rejected like [`floats`].
pub fn bytes(name: &str, value: &JsValue) -> Result<Vec<u8>, Refusal> {
    let refused = || InputError::NotTyped { name: name.to_owned(), wanted: "Uint8Array" };
    let array = value.dyn_ref::<Uint8Array>().ok_or_else(refused)?;
    let copy = Bytes::copy_bytes(array).map_err(|_| refused())?;
    copied(name, copy.length(), |numbers| copy.copy_to(numbers))
}

/// A vector of this length, filled by `copy`.
fn copied<T: Clone + Default>(
    name: &str,
    length: u32,
    copy: impl FnOnce(&mut [T]),
) -> Result<Vec<T>, Refusal> {
    let mut numbers = Vec::new();
    if numbers.try_reserve_exact(length as usize).is_err() {
        let bytes = u64::from(length) * size_of::<T>() as u64;
        return Err(InputError::OutOfMemory { name: name.to_owned(), bytes }.into());
    }
    numbers.resize(length as usize, T::default());
    copy(&mut numbers);
    Ok(numbers)
}
