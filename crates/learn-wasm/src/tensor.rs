//! Tensors across the boundary.

use heedmap_attention::{MAX_AXES, Real, Tensor};
use heedmap_wasm_common::{InputError, Js, Refusal, bytes, floats, singles, value};
use js_sys::{Float32Array, Float64Array};
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use crate::matrix::part;
use crate::tensor_error::TensorError;

/// Numbers with a shape, the last axis varying fastest, as in NumPy. The array is copied on the way in and on
/// the way out.
///
/// `{ shape: [1, 1, 2, 3], data: Float64Array.of(1, 2, 3, 4, 5, 6) }` is one batch entry of one head, with
/// the rows 1 2 3 and 4 5 6.
#[derive(Serialize, Tsify)]
#[tsify(
    type_params = "T extends Float64Array | Float32Array | Uint8Array = Float64Array | Float32Array"
)]
pub(crate) struct TensorData {
    #[tsify(type = "number[]")]
    shape: Vec<usize>,
    #[tsify(type = "T")]
    data: Js,
}

/// A float type with JavaScript typed arrays.
pub(crate) trait Element: Real {
    /// The numbers of a typed array of this type.
    fn read(name: &str, value: &JsValue) -> Result<Vec<Self>, Refusal>;
    /// A new typed array with these numbers, or `None` if JavaScript cannot allocate it.
    fn write(data: &[Self]) -> Option<JsValue>;
}

#[wasm_bindgen]
extern "C" {
    // The constructors throw if there is not enough memory; these bindings catch the error.
    #[wasm_bindgen(js_name = Float64Array, extends = Float64Array)]
    type NewFloats;
    #[wasm_bindgen(constructor, catch, js_class = "Float64Array")]
    fn with_length(length: u32) -> Result<NewFloats, JsValue>;

    #[wasm_bindgen(js_name = Float32Array, extends = Float32Array)]
    type NewSingles;
    #[wasm_bindgen(constructor, catch, js_class = "Float32Array")]
    fn singles_with_length(length: u32) -> Result<NewSingles, JsValue>;
}

impl Element for f64 {
    fn read(name: &str, value: &JsValue) -> Result<Vec<f64>, Refusal> {
        floats(name, value)
    }

    fn write(data: &[f64]) -> Option<JsValue> {
        let array = NewFloats::with_length(u32::try_from(data.len()).ok()?).ok()?;
        array.copy_from(data);
        Some(array.into())
    }
}

impl Element for f32 {
    fn read(name: &str, value: &JsValue) -> Result<Vec<f32>, Refusal> {
        singles(name, value)
    }

    fn write(data: &[f32]) -> Option<JsValue> {
        let array = NewSingles::singles_with_length(u32::try_from(data.len()).ok()?).ok()?;
        array.copy_from(data);
        Some(array.into())
    }
}

/// An optional tensor of numbers.
pub(crate) fn numbers<T: Element>(
    name: &'static str,
    given: Option<&Js>,
) -> Result<Option<Tensor<T>>, Refusal> {
    given.map(|given| read(name, &given.0, T::read)).transpose()
}

/// An optional tensor of Booleans, where 0 is false.
pub(crate) fn truths(
    name: &'static str,
    given: Option<&Js>,
) -> Result<Option<Tensor<bool>>, Refusal> {
    let bytes = given.map(|given| read(name, &given.0, bytes)).transpose()?;
    Ok(bytes.map(|bytes| bytes.map(|&byte| byte != 0)))
}

fn read<T>(
    name: &'static str,
    given: &JsValue,
    array: impl Fn(&str, &JsValue) -> Result<Vec<T>, Refusal>,
) -> Result<Tensor<T>, Refusal> {
    if !given.is_object() {
        return Err(TensorError::NotTensor { name }.into());
    }
    let shape: Vec<usize> = value(&format!("{name}.shape"), part(given, "shape"))?;
    if shape.len() > MAX_AXES {
        return Err(TensorError::Axes { name, axes: shape.len(), most: MAX_AXES }.into());
    }
    let data = array(&format!("the data of {name}"), &part(given, "data"))?;
    Ok(Tensor::new(name, &shape, data)?)
}

impl TensorData {
    /// In an array of its own.
    pub(crate) fn of<T: Element>(name: &str, tensor: &Tensor<T>) -> Result<Self, Refusal> {
        let data = T::write(tensor.data()).ok_or_else(|| {
            let bytes = size_of_val(tensor.data()) as u64;
            InputError::OutOfMemory { name: name.to_owned(), bytes }
        })?;
        Ok(Self { shape: tensor.shape().to_vec(), data: data.into() })
    }
}
