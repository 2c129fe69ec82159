//! Cases: computations with known results, read from files and run through the core.
//!
//! A case of `attn-case/1`, `onnx-case/1` or `variant-case/1` has an operator, options and tensors. This crate reads
//! cases and computes their outputs, natively and in WebAssembly, in 64 or in 32 bits. It does not
//! compare them with the expected outputs; the caller does.
//!
//! [`read_file`] reads files of tensors, well-formed or not, in the same way.
//!
//! Files are untrusted, so each field is checked before it is used, and errors are sentences.

mod attn;
mod call;
mod fields;
mod file;
mod onnx;
#[cfg(not(target_arch = "wasm32"))]
pub mod runner;
mod tensor;
mod variants;
#[cfg(target_arch = "wasm32")]
mod wasm;

use heedmap_attention::{Real, Tensor};
use heedmap_linear_attention::Number;
use serde_json::{Map, Value, json};

pub use call::{CallError, Drawn, Unrun, run_call};
pub use file::read_file;
pub use tensor::{AnyTensor, read_tensor};
#[cfg(target_arch = "wasm32")]
pub use wasm::{numpy_call, run_case};

use fields::Failure;
use tensor::write_tensor;

/// The precision of a computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// 64 bits.
    F64,
    /// 32 bits: inputs are rounded to them first.
    F32,
}

impl Precision {
    /// Both precisions, 64 bits first.
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

/// The outputs of a case.
struct Computed<T> {
    outputs: Vec<(&'static str, Tensor<T>)>,
    /// The numbers of rows without a key and of NaN rows, if the operator counts them.
    rows: Option<(usize, usize)>,
}

/// Computes a case: `{"outputs": {name: tensor}, "rows": {"fully_masked": n, "nan": n}}`.
///
/// Tensors are as in the files, `{dtype, shape, b64}`, so that no bit is lost.
///
/// - errors: a sentence, if the case is not valid in its format or the core rejects it
pub fn run(case: &Value, precision: Precision) -> Result<Value, String> {
    match precision {
        Precision::F64 => run_in::<f64>(case),
        Precision::F32 => run_in::<f32>(case),
    }
}

fn run_in<T: Real + Number>(case: &Value) -> Result<Value, String> {
    let compute: fn(&Value) -> Result<Computed<T>, Failure> = match case["format"].as_str() {
        Some("attn-case/1") => attn::compute,
        Some("onnx-case/1") => onnx::compute,
        Some("variant-case/1") => variants::compute,
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

/// Computes a case from the text of its file, and returns the result as text.
///
/// - errors: like [`run`], and if the text is not JSON
pub fn run_text(case: &str, precision: &str) -> Result<String, String> {
    let case = serde_json::from_str(case).map_err(|error| format!("is not JSON: {error}"))?;
    let known = Precision::ALL.into_iter().find(|known| known.name() == precision);
    let precision = known.ok_or_else(|| format!("the precision {precision:?} is not known"))?;
    run(&case, precision).map(|answer| answer.to_string())
}
