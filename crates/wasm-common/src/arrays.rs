//! Checks and copies typed arrays from JavaScript.

use js_sys::{Float32Array, Float64Array, Object, Uint8Array, Uint16Array, Uint32Array};
use wasm_bindgen::prelude::*;

use crate::{InputError, Refusal};

#[wasm_bindgen]
extern "C" {
    // The bindings of js-sys for `set` do not catch its errors: it throws for a detached array.
    #[wasm_bindgen(catch, js_namespace = Float64Array, js_name = "prototype.set.call")]
    fn set_floats(to: &mut [f64], from: &Float64Array) -> Result<(), JsValue>;
    #[wasm_bindgen(catch, js_namespace = Float32Array, js_name = "prototype.set.call")]
    fn set_singles(to: &mut [f32], from: &Float32Array) -> Result<(), JsValue>;
    #[wasm_bindgen(catch, js_namespace = Uint32Array, js_name = "prototype.set.call")]
    fn set_indexes(to: &mut [u32], from: &Uint32Array) -> Result<(), JsValue>;
    #[wasm_bindgen(catch, js_namespace = Uint16Array, js_name = "prototype.set.call")]
    fn set_halves(to: &mut [u16], from: &Uint16Array) -> Result<(), JsValue>;
    #[wasm_bindgen(catch, js_namespace = Uint8Array, js_name = "prototype.set.call")]
    fn set_bytes(to: &mut [u8], from: &Uint8Array) -> Result<(), JsValue>;

    /// The prototype of all typed arrays.
    #[wasm_bindgen(thread_local_v2, js_namespace = ["Uint8Array", "prototype"], js_name = "__proto__")]
    static TYPED_ARRAYS: Object;
    #[wasm_bindgen(catch, js_namespace = Reflect, js_name = get)]
    fn number_of(target: &Object, key: &str, receiver: &JsValue) -> Result<f64, JsValue>;

    // The constructors throw if there is not enough memory; the bindings of js-sys do not catch it.
    #[wasm_bindgen(js_name = Float64Array, extends = Float64Array)]
    type NewFloats;
    #[wasm_bindgen(constructor, catch, js_class = "Float64Array")]
    fn floats_of_length(length: u32) -> Result<NewFloats, JsValue>;
    #[wasm_bindgen(js_name = Float32Array, extends = Float32Array)]
    type NewSingles;
    #[wasm_bindgen(constructor, catch, js_class = "Float32Array")]
    fn singles_of_length(length: u32) -> Result<NewSingles, JsValue>;
}

/// Copies the numbers of a `Float64Array`. A length that a subclass reports is ignored.
///
/// # Errors
///
/// A value that is not such an array, or is detached, with its name; or the number of bytes that
/// could not be allocated.
pub fn floats(name: &str, value: &JsValue) -> Result<Vec<f64>, Refusal> {
    copied(name, "Float64Array", value, set_floats)
}

/// The numbers of a `Float32Array`, copied and rejected like [`floats`].
pub fn singles(name: &str, value: &JsValue) -> Result<Vec<f32>, Refusal> {
    copied(name, "Float32Array", value, set_singles)
}

/// The numbers of a `Uint32Array`, copied and rejected like [`floats`].
pub fn indexes(name: &str, value: &JsValue) -> Result<Vec<u32>, Refusal> {
    copied(name, "Uint32Array", value, set_indexes)
}

/// [`indexes`] as `usize`.
pub fn usizes(name: &str, value: &JsValue) -> Result<Vec<usize>, Refusal> {
    Ok(indexes(name, value)?.into_iter().map(|index| index as usize).collect())
}

/// The numbers of a `Uint16Array`, copied and rejected like [`floats`].
pub fn halves(name: &str, value: &JsValue) -> Result<Vec<u16>, Refusal> {
    copied(name, "Uint16Array", value, set_halves)
}

/// The bytes of a `Uint8Array`, copied and rejected like [`floats`].
pub fn bytes(name: &str, value: &JsValue) -> Result<Vec<u8>, Refusal> {
    copied(name, "Uint8Array", value, set_bytes)
}

/// A copy of an array.
///
/// - `wanted`: the type of the array
/// - `set`: copies an array into one of the same length
fn copied<A: JsCast, T: Clone + Default>(
    name: &str,
    wanted: &'static str,
    value: &JsValue,
    set: impl FnOnce(&mut [T], &A) -> Result<(), JsValue>,
) -> Result<Vec<T>, Refusal> {
    let array = value.dyn_ref::<A>().zip(true_length(value));
    let (array, length) = array.ok_or_else(|| not_typed(name, wanted))?;
    let mut numbers = Vec::new();
    if numbers.try_reserve_exact(length).is_err() {
        return Err(out_of_memory(name, length as u64 * size_of::<T>() as u64));
    }
    numbers.resize(length, T::default());
    set(&mut numbers, array).map_err(|_| not_typed(name, wanted))?;
    Ok(numbers)
}

/// A new `Float64Array` of zeros.
///
/// # Errors
///
/// The number of bytes, if JavaScript cannot allocate them.
pub fn new_floats(name: &str, length: usize) -> Result<Float64Array, Refusal> {
    let array =
        u32::try_from(length).ok().and_then(|length| NewFloats::floats_of_length(length).ok());
    array.map(JsCast::unchecked_into).ok_or_else(|| out_of_memory(name, length as u64 * 8))
}

/// A new `Float32Array` of zeros, with the errors of [`new_floats`].
pub fn new_singles(name: &str, length: usize) -> Result<Float32Array, Refusal> {
    let array =
        u32::try_from(length).ok().and_then(|length| NewSingles::singles_of_length(length).ok());
    array.map(JsCast::unchecked_into).ok_or_else(|| out_of_memory(name, length as u64 * 4))
}

#[cold]
#[inline(never)]
fn not_typed(name: &str, wanted: &'static str) -> Refusal {
    InputError::NotTyped { name: name.to_owned(), wanted }.into()
}

#[cold]
#[inline(never)]
fn out_of_memory(name: &str, bytes: u64) -> Refusal {
    InputError::OutOfMemory { name: name.to_owned(), bytes }.into()
}

/// The length from the getter of all typed arrays, also if the array or its class defines another `length`.
/// It is 0 for a detached array.
fn true_length(array: &JsValue) -> Option<usize> {
    let length = TYPED_ARRAYS.with(|prototype| number_of(prototype, "length", array));
    Some(length.ok()? as usize)
}
