//! `onnx-case/1`: node tests of ONNX, by operator.

mod attention;
mod rotary;

use heedmap_attention::{
    Real, Tensor, TensorError, gelu, gelu_tanh, layer_norm, log_softmax_along, rms_norm,
    softmax_along, swish,
};
use serde_json::Value;

use crate::Computed;
use crate::fields::{Failure, Fields};

/// ONNX's default of ε: an attribute is a 32-bit float, in every precision of the computation.
const EPSILON: f64 = 1e-5_f32 as f64;

pub(crate) fn compute<T: Real>(case: &Value) -> Result<Computed<T>, Failure> {
    let attributes = Fields::of(case, "attributes")?;
    let inputs = Fields::of(case, "inputs")?;
    let outputs = match case["op"].as_str() {
        Some("Attention") => attention::attention(&attributes, &inputs),
        Some("FlexAttention") => attention::flex(&attributes, &inputs),
        Some("RotaryEmbedding") => rotary::rotary(&attributes, &inputs),
        Some("Softmax") => along_axis(&attributes, &inputs, softmax_along),
        Some("LogSoftmax") => along_axis(&attributes, &inputs, log_softmax_along),
        Some("LayerNormalization") => layer_normalization(&attributes, &inputs),
        Some("RMSNormalization") => rms_normalization(&attributes, &inputs),
        Some("Gelu") => gelu_of(&attributes, &inputs),
        Some("Swish") => swish_of(&attributes, &inputs),
        Some(op) => Err(Failure(format!("the operator {op:?} is not known"))),
        None => Err(Failure("the case names no operator".to_owned())),
    };
    Ok(Computed { outputs: outputs?, rows: None })
}

/// The outputs of an operator by name.
type Outputs<T> = Result<Vec<(&'static str, Tensor<T>)>, Failure>;

fn along_axis<T: Real>(
    attributes: &Fields<'_>,
    inputs: &Fields<'_>,
    softmax: fn(&Tensor<T>, i64) -> Result<Tensor<T>, TensorError>,
) -> Outputs<T> {
    attributes.only(&["axis"])?;
    inputs.only(&["x"])?;
    let axis = attributes.whole("axis")?.unwrap_or(-1);
    Ok(vec![("y", softmax(&inputs.needed("x")?, axis)?)])
}

fn layer_normalization<T: Real>(attributes: &Fields<'_>, inputs: &Fields<'_>) -> Outputs<T> {
    attributes.only(&["axis", "epsilon", "stash_type"])?;
    inputs.only(&["X", "W", "B"])?;
    let bias = inputs.floats("B")?;
    let (x, weight) = (inputs.needed("X")?, inputs.needed("W")?);
    let axis = attributes.whole("axis")?.unwrap_or(-1);
    let epsilon = attributes.number("epsilon")?.unwrap_or(EPSILON);
    let norm = layer_norm(&x, &weight, bias.as_ref(), axis, epsilon)?;
    Ok(vec![("Y", norm.output), ("Mean", norm.mean), ("InvStdDev", norm.inverse_deviation)])
}

fn rms_normalization<T: Real>(attributes: &Fields<'_>, inputs: &Fields<'_>) -> Outputs<T> {
    attributes.only(&["axis", "epsilon", "stash_type"])?;
    inputs.only(&["X", "W"])?;
    let axis = attributes.whole("axis")?.unwrap_or(-1);
    let epsilon = attributes.number("epsilon")?.unwrap_or(EPSILON);
    let output = rms_norm(&inputs.needed("X")?, &inputs.needed("W")?, axis, epsilon)?;
    Ok(vec![("Y", output)])
}

fn gelu_of<T: Real>(attributes: &Fields<'_>, inputs: &Fields<'_>) -> Outputs<T> {
    attributes.only(&["approximate"])?;
    inputs.only(&["x"])?;
    let curve: fn(T) -> T = match attributes.text("approximate")? {
        None | Some("none") => gelu,
        Some("tanh") => gelu_tanh,
        Some(other) => return Err(Failure(format!("approximate is {other:?}: none or tanh"))),
    };
    Ok(vec![("y", inputs.needed::<T>("x")?.map(|&cell| curve(cell)))])
}

fn swish_of<T: Real>(attributes: &Fields<'_>, inputs: &Fields<'_>) -> Outputs<T> {
    attributes.only(&["alpha"])?;
    inputs.only(&["x"])?;
    let alpha = T::from_f64(attributes.number("alpha")?.unwrap_or(1.0));
    Ok(vec![("y", inputs.needed::<T>("x")?.map(|&cell| swish(cell, alpha)))])
}
