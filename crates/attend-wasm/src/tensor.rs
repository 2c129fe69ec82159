//! Tensors across the boundary.

use heedmap_attention::{MAX_AXES, Real, Tensor};
use heedmap_wasm_common::{
    Js, Refusal, bytes, floats, new_floats, new_singles, part, read_value, singles,
};
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::JsValue;

/// Why a tensor was rejected.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TensorError {
    /// The value is not a tensor.
    #[error("{name} must be a tensor {{ shape, data }}")]
    NotTensor { name: &'static str },
    /// The shape has too many sides.
    #[error("{name} has {axes} axes: at most {most} fit")]
    Axes { name: &'static str, axes: usize, most: usize },
    /// The computation has more rows of weights than can be listed.
    #[error("q has {rows} queries in all heads and batch entries: at most {most} fit in one call")]
    Rows { rows: u64, most: u64 },
    /// Alignment by valid lengths, but no lengths are given.
    #[error("the queries are aligned by the valid lengths of the keys, but none are given")]
    NoKeyLengths,
    /// One of two inputs that are only valid together.
    #[error("pastK and pastV come together")]
    HalfPast,
}

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
    /// A new typed array with these numbers.
    fn write(name: &str, data: &[Self]) -> Result<JsValue, Refusal>;
}

impl Element for f64 {
    fn read(name: &str, value: &JsValue) -> Result<Vec<f64>, Refusal> {
        floats(name, value)
    }

    fn write(name: &str, data: &[f64]) -> Result<JsValue, Refusal> {
        let array = new_floats(name, data.len())?;
        array.copy_from(data);
        Ok(array.into())
    }
}

impl Element for f32 {
    fn read(name: &str, value: &JsValue) -> Result<Vec<f32>, Refusal> {
        singles(name, value)
    }

    fn write(name: &str, data: &[f32]) -> Result<JsValue, Refusal> {
        let array = new_singles(name, data.len())?;
        array.copy_from(data);
        Ok(array.into())
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
    let shape: Vec<usize> = read_value(&format!("{name}.shape"), part(given, "shape"))?;
    if shape.len() > MAX_AXES {
        return Err(TensorError::Axes { name, axes: shape.len(), most: MAX_AXES }.into());
    }
    let data = array(&format!("the data of {name}"), &part(given, "data"))?;
    Ok(Tensor::new(name, &shape, data)?)
}

impl TensorData {
    pub(crate) fn of<T: Element>(name: &str, tensor: &Tensor<T>) -> Result<Self, Refusal> {
        let data = T::write(name, tensor.data())?.into();
        Ok(Self { shape: tensor.shape().to_vec(), data })
    }
}
