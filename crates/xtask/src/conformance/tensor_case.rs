//! `attn-case/1` and `onnx-case/1`: tensors in, tensors out, in 64 and in 32 bits.

use heedmap_cases::Precision;
use serde_json::{Value, json};

use super::case::{Case, Measure, Work};
use super::expected::{Expected, Tolerance, furthest};

/// One file in one precision.
struct TensorCase {
    format: &'static str,
    name: String,
    file: Value,
    precision: Precision,
    expected: Vec<Expected>,
    /// How many rows have no key, and how many are NaN.
    rows: Option<Value>,
}

/// How a format says what it expects in a precision.
type Expect = fn(&Value, Precision) -> Result<Vec<Expected>, String>;

/// The cases of an `attn-case/1` file.
pub(super) fn attn_cases(file: &Value) -> Vec<Case> {
    cases("attn-case/1", file, attn_expected)
}

/// The cases of an `onnx-case/1` file.
pub(super) fn onnx_cases(file: &Value) -> Vec<Case> {
    cases("onnx-case/1", file, onnx_expected)
}

fn cases(format: &'static str, file: &Value, expect: Expect) -> Vec<Case> {
    let name = file.get("name").and_then(Value::as_str).unwrap_or("without a name");
    let case = |precision: Precision| {
        let work = expect(file, precision).and_then(|expected| {
            if expected.is_empty() {
                return Err("has no outputs to compare with".to_owned());
            }
            let rows = file.get("rows").cloned();
            let case = TensorCase {
                format,
                name: name.to_owned(),
                file: file.clone(),
                precision,
                expected,
                rows,
            };
            Ok(Box::new(case) as Box<dyn Work>)
        });
        (format!("{name} in {}", precision.name()), work)
    };
    Precision::ALL.map(case).into()
}

/// Weights are judged by a relative and an absolute bound, everything else by an absolute one.
///
/// The files have no bound for scores, because the logits that count are made of them. They are held to a share of the
/// largest one, so that those of excluded keys, which are shown, are no nonsense either.
fn attn_expected(file: &Value, precision: Precision) -> Result<Vec<Expected>, String> {
    let outputs = file.get("outputs").and_then(Value::as_object).ok_or("has no outputs")?;
    let bound = |key: &str| {
        let bounds = file.get("tolerance").and_then(|bounds| bounds.get(precision.name()));
        let bound = bounds.and_then(|bounds| bounds.get(key)).and_then(Value::as_f64);
        let bound = bound.filter(|bound| *bound >= 0.0 && bound.is_finite());
        bound.ok_or_else(|| format!("has no tolerance {key} for {}", precision.name()))
    };
    let scores = match precision {
        Precision::F64 => 1e-9,
        Precision::F32 => 1e-3,
    };
    let absolute = |key: &str| Ok(Tolerance::Cell { absolute: bound(key)?, relative: 0.0 });
    let expected = |(name, value): (&String, &Value)| {
        let tolerance = match name.as_str() {
            "scores" => Ok(Tolerance::OfLargest(scores)),
            "logits" => absolute("logits_atol"),
            "weights" => Ok(Tolerance::Cell {
                absolute: bound("weights_atol")?,
                relative: bound("weights_rtol")?,
            }),
            "output" | "lse" | "entropy" => absolute(&format!("{name}_atol")),
            _ => Err(format!("the output {name} is not known")),
        };
        Expected::read(name, value, tolerance?)
    };
    outputs.iter().map(expected).collect()
}

/// How close 64 bits must come to the reference in 64 bits, as a share of its largest magnitude.
const OF_LARGEST: f64 = 1e-12;
/// How close 32 bits must come to a reference that was itself computed in 16.
const LOW_PRECISION: f64 = 2e-2;

/// In 64 bits the reference is `outputs_f64`; in 32 it is what ONNX itself ships, under ONNX's own tolerance.
fn onnx_expected(file: &Value, precision: Precision) -> Result<Vec<Expected>, String> {
    let exact = file.get("outputs_f64").filter(|_| precision == Precision::F64);
    let tolerance = if exact.is_some() {
        Tolerance::OfLargest(OF_LARGEST)
    } else {
        let tolerance = file.get("tolerance").ok_or("has no tolerance")?;
        let bound = |key: &str| {
            let bound = tolerance.get("upstream").and_then(|bounds| bounds.get(key));
            let bound = bound.and_then(Value::as_f64);
            let bound = bound.filter(|bound| *bound >= 0.0 && bound.is_finite());
            bound.ok_or_else(|| format!("has no upstream tolerance {key}"))
        };
        let low = tolerance.get("low_precision").and_then(Value::as_bool).unwrap_or(false);
        let relative = if low { LOW_PRECISION } else { bound("rtol")? };
        Tolerance::Cell { absolute: bound("atol")?, relative }
    };
    let outputs = exact.or_else(|| file.get("outputs")).and_then(Value::as_object);
    let outputs = outputs.ok_or("has no outputs")?;
    outputs.iter().map(|(name, value)| Expected::read(name, value, tolerance)).collect()
}

impl Work for TensorCase {
    fn native(&self) -> Result<Value, String> {
        heedmap_cases::run(&self.file, self.precision)
    }

    fn request(&self) -> Value {
        json!({ "run": "case", "text": self.file.to_string(), "precision": self.precision.name() })
    }

    fn judge(&self, computed: &Value) -> Result<(), String> {
        furthest(&self.expected, computed)?;
        for key in ["fully_masked", "nan"] {
            let expected =
                self.rows.as_ref().and_then(|rows| rows.get(key)).and_then(Value::as_u64);
            let counted =
                computed.get("rows").and_then(|rows| rows.get(key)).and_then(Value::as_u64);
            if expected.is_some() && counted != expected {
                return Err(format!("{counted:?} rows are {key}, expected {expected:?}"));
            }
        }
        Ok(())
    }

    fn measure(&self, computed: &Value) -> Option<Measure> {
        let distance = furthest(&self.expected, computed).ok()?;
        let (format, case) = (self.format, self.name.clone());
        Some(Measure { format, case, precision: self.precision.name(), distance })
    }
}
