//! Tensors in files: `{"dtype": "f64", "shape": [2, 3], "b64": "..."}`, little-endian and row-major.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use heedmap_attention::{Real, Tensor};
use serde_json::{Value, json};

/// A tensor of any type that files may have.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyTensor {
    /// Floats of 64 or 32 bits, in 64 bits.
    Floats(Tensor<f64>),
    /// Integers.
    Integers(Tensor<i64>),
    /// Booleans.
    Booleans(Tensor<bool>),
}

/// Reads a tensor.
///
/// - errors: a sentence that names the tensor
pub fn read_tensor(name: &str, value: &Value) -> Result<AnyTensor, String> {
    let field = |key: &str| value.get(key).ok_or_else(|| format!("{name} has no {key}"));
    let shape: Option<Vec<usize>> = field("shape")?.as_array().and_then(|sides| {
        sides.iter().map(|side| side.as_u64().and_then(|side| usize::try_from(side).ok())).collect()
    });
    let shape = shape.ok_or_else(|| format!("the shape of {name} is not a list of sizes"))?;
    let text = field("b64")?.as_str().ok_or_else(|| format!("the b64 of {name} is not text"))?;
    let bytes =
        BASE64_STANDARD.decode(text).map_err(|_| format!("the b64 of {name} is not base64"))?;
    let dtype = field("dtype")?.as_str().unwrap_or_default();
    let tensor = match dtype {
        "f64" => AnyTensor::Floats(shaped(name, &shape, &bytes, f64::from_le_bytes)?),
        "f32" => AnyTensor::Floats(shaped(name, &shape, &bytes, |bytes| {
            f64::from(f32::from_le_bytes(bytes))
        })?),
        "i64" => AnyTensor::Integers(shaped(name, &shape, &bytes, i64::from_le_bytes)?),
        "i32" => AnyTensor::Integers(shaped(name, &shape, &bytes, |bytes| {
            i64::from(i32::from_le_bytes(bytes))
        })?),
        "bool" => {
            if bytes.iter().any(|&byte| byte > 1) {
                return Err(format!("{name} has a boolean that is neither 0 nor 1"));
            }
            AnyTensor::Booleans(shaped(name, &shape, &bytes, |[byte]: [u8; 1]| byte == 1)?)
        }
        _ => return Err(format!("the dtype of {name} is not one of f64, f32, i64, i32, bool")),
    };
    Ok(tensor)
}

fn shaped<T, const WIDTH: usize>(
    name: &str,
    shape: &[usize],
    bytes: &[u8],
    read: impl Fn([u8; WIDTH]) -> T,
) -> Result<Tensor<T>, String> {
    let (cells, rest) = bytes.as_chunks::<WIDTH>();
    if !rest.is_empty() {
        return Err(format!("{name} has {} bytes, {WIDTH} a number", bytes.len()));
    }
    let data = cells.iter().map(|&cell| read(cell)).collect();
    Tensor::new(name, shape, data).map_err(|error| error.to_string())
}

/// Writes a tensor in the precision of its computation.
///
/// The bits of a NaN depend on the machine, so all NaNs are written alike.
pub(crate) fn write_tensor<T: Real>(tensor: &Tensor<T>) -> Value {
    let plain = |value: f64| if value.is_nan() { f64::NAN } else { value };
    let wide = tensor.data().iter().map(|cell| plain(cell.to_f64()));
    let (dtype, bytes): (&str, Vec<u8>) = if size_of::<T>() == size_of::<f64>() {
        ("f64", wide.flat_map(f64::to_le_bytes).collect())
    } else {
        ("f32", wide.flat_map(|cell| (cell as f32).to_le_bytes()).collect())
    };
    json!({ "dtype": dtype, "shape": tensor.shape(), "b64": BASE64_STANDARD.encode(&bytes) })
}
