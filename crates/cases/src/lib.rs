//! Cases: computations that others have done, written down in files, run through the core.
//!
//! A case of `attn-case/1` or `onnx-case/1` names its operator, its figures and its tensors. This crate reads them
//! and computes the outputs, natively and in WebAssembly alike, in 64 or in 32 bits. It judges nothing: what was
//! expected is for the caller to compare.
//!
//! Files of tensors, well-formed or not, are read by [`read_file`] in the same way.
//!
//! Files come from anywhere, so each field is looked at before it is used, and what does not fit ends in a sentence.

mod attn;
mod call;
#[cfg(not(target_arch = "wasm32"))]
pub mod conformance;
mod fields;
mod file;
mod onnx;
mod tensor;
#[cfg(target_arch = "wasm32")]
mod wasm;

use heedmap_attention::{Real, Tensor};
use serde_json::{Map, Value, json};

pub use call::{CallError, Drawn, Unrun, run_call};
pub use file::read_file;
pub use tensor::{AnyTensor, read_tensor};
#[cfg(target_arch = "wasm32")]
pub use wasm::{numpy_call, run_case};

use fields::Failure;
use tensor::write_tensor;

/// The two widths in which the core computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// 64 bits.
    F64,
    /// 32 bits: inputs are rounded to them first.
    F32,
}

impl Precision {
    /// Both, the wider one first.
    pub const ALL: [Self; 2] = [Self::F64, Self::F32];

    /// `f64` or `f32`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::F64 => "f64",
            Self::F32 => "f32",
        }
    }
}

/// What a case computed.
struct Computed<T> {
    outputs: Vec<(&'static str, Tensor<T>)>,
    /// How many rows have no key and how many are NaN, where the operator counts them.
    rows: Option<(usize, usize)>,
}

/// Computes a case: `{"outputs": {name: tensor}, "rows": {"fully_masked": n, "nan": n}}`.
///
/// Tensors are as in the files, `{dtype, shape, b64}`, so that no bit is lost on the way.
///
/// - errors: a sentence, when the case is not what its format says or the core refuses it
pub fn run(case: &Value, precision: Precision) -> Result<Value, String> {
    match precision {
        Precision::F64 => run_in::<f64>(case),
        Precision::F32 => run_in::<f32>(case),
    }
}

fn run_in<T: Real>(case: &Value) -> Result<Value, String> {
    let compute: fn(&Value) -> Result<Computed<T>, Failure> =
        match case.get("format").and_then(Value::as_str) {
            Some("attn-case/1") => attn::compute,
            Some("onnx-case/1") => onnx::compute,
            Some(format) => return Err(format!("the format {format:?} is not known")),
            None => return Err("the case names no format".to_owned()),
        };
    let computed = compute(case).map_err(|failure| failure.0)?;
    let written = computed.outputs.iter().map(|(name, tensor)| {
        let written = write_tensor(tensor);
        ((*name).to_owned(), written)
    });
    let mut answer = json!({ "outputs": written.collect::<Map<String, Value>>() });
    if let Some((without_key, nan)) = computed.rows {
        answer["rows"] = json!({ "fully_masked": without_key, "nan": nan });
    }
    Ok(answer)
}

/// Computes a case from the text of its file, and gives the answer as text.
///
/// - errors: as [`run`], or that the text is no JSON
pub fn run_text(case: &str, precision: &str) -> Result<String, String> {
    let case = serde_json::from_str(case).map_err(|error| format!("is not JSON: {error}"))?;
    let known = Precision::ALL.into_iter().find(|known| known.name() == precision);
    let precision = known.ok_or_else(|| format!("the precision {precision:?} is not known"))?;
    run(&case, precision).map(|answer| answer.to_string())
}
