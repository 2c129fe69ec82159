//! `attn-case/1`, `onnx-case/1` and `variant-case/1`: tensors in, tensors out, in 64 and in 32 bits.

use crate::Precision;
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
}

/// The expected outputs of a format in a precision.
type Expect = fn(&Value, Precision) -> Result<Vec<Expected>, String>;

/// The cases of an `attn-case/1` file.
pub(super) fn attn_cases(file: &Value) -> Vec<Case> {
    cases("attn-case/1", file, attn_expected)
}

/// The cases of an `onnx-case/1` file.
pub(super) fn onnx_cases(file: &Value) -> Vec<Case> {
    cases("onnx-case/1", file, onnx_expected)
}

/// The cases of a `variant-case/1` file.
pub(super) fn variant_cases(file: &Value) -> Vec<Case> {
    cases("variant-case/1", file, variant_expected)
}

fn cases(format: &'static str, file: &Value, expect: Expect) -> Vec<Case> {
    let name = file["name"].as_str().unwrap_or("without a name");
    let case = |precision: Precision| {
        let work = expect(file, precision).and_then(|expected| {
            if expected.is_empty() {
                return Err("has no outputs to compare with".to_owned());
            }
            let (name, file) = (name.to_owned(), file.clone());
            let case = TensorCase { format, name, file, precision, expected };
            Ok(Box::new(case) as Box<dyn Work>)
        });
        (format!("{name} in {}", precision.name()), work)
    };
    Precision::ALL.map(case).into()
}

/// Weights have a relative and an absolute bound, everything else an absolute one.
///
/// The files have no bound for scores, because the logits that matter are computed from them. Their
/// bound is a share of the largest one, so that the scores of excluded keys, which are shown, are
/// checked as well.
fn attn_expected(file: &Value, precision: Precision) -> Result<Vec<Expected>, String> {
    let outputs = file["outputs"].as_object().ok_or("has no outputs")?;
    let bound = |key: &str| {
        let precision = precision.name();
        bound(&file["tolerance"][precision][key])
            .ok_or_else(|| format!("has no tolerance {key} for {precision}"))
    };
    let factor = match precision {
        Precision::F64 => 1e-9,
        Precision::F32 => 1e-3,
    };
    let scores = Tolerance::OfLargest { factor, floor: smallest_normal(precision) };
    let absolute = |key: &str| Ok(Tolerance::Cell { absolute: bound(key)?, relative: 0.0 });
    let expected = |(name, value): (&String, &Value)| {
        let tolerance = match name.as_str() {
            "scores" => Ok(scores),
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

/// A tolerance in a file: a finite number that is not negative.
fn bound(value: &Value) -> Option<f64> {
    value.as_f64().filter(|bound| *bound >= 0.0 && bound.is_finite())
}

/// The smallest normal number above 0.
pub(super) fn smallest_normal(precision: Precision) -> f64 {
    match precision {
        Precision::F64 => f64::MIN_POSITIVE,
        Precision::F32 => f64::from(f32::MIN_POSITIVE),
    }
}

/// The tolerance of 64 bits for a reference in 64 bits, as a share of its largest magnitude.
const OF_LARGEST: f64 = 1e-12;
/// The tolerance of 32 bits for a reference that was computed in 16 bits.
const LOW_PRECISION: f64 = 2e-2;

/// In 64 bits the reference is `outputs_f64`; in 32 it is ONNX's own, with ONNX's own tolerance.
fn onnx_expected(file: &Value, precision: Precision) -> Result<Vec<Expected>, String> {
    let exact = file.get("outputs_f64").filter(|_| precision == Precision::F64);
    let tolerance = if exact.is_some() {
        Tolerance::OfLargest { factor: OF_LARGEST, floor: smallest_normal(precision) }
    } else {
        let tolerance = &file["tolerance"];
        let bound = |key: &str| {
            bound(&tolerance["upstream"][key])
                .ok_or_else(|| format!("has no upstream tolerance {key}"))
        };
        let low_precision = tolerance["low_precision"] == true;
        let relative = if low_precision { LOW_PRECISION } else { bound("rtol")? };
        Tolerance::Cell { absolute: bound("atol")?, relative }
    };
    let outputs = exact.or_else(|| file.get("outputs")).and_then(Value::as_object);
    let outputs = outputs.ok_or("has no outputs")?;
    outputs.iter().map(|(name, value)| Expected::read(name, value, tolerance)).collect()
}

/// The bounds are in the files, as shares of the largest magnitude of an output, or of 1 if that is larger: the inputs are
/// around 1, and so are the numbers that cancel where an output is nearly 0. Marks are 0 and 1, so a wrong one is beyond
/// every bound.
fn variant_expected(file: &Value, precision: Precision) -> Result<Vec<Expected>, String> {
    let precision_name = precision.name();
    let factor = bound(&file["tolerance"][precision_name])
        .ok_or_else(|| format!("has no tolerance for {precision_name}"))?;
    let tolerance = Tolerance::OfLargest { factor, floor: 1.0 };
    let outputs = file["outputs"].as_object().ok_or("has no outputs")?;
    outputs.iter().map(|(name, value)| Expected::read(name, value, tolerance)).collect()
}

impl Work for TensorCase {
    fn native(&self) -> Result<Value, String> {
        crate::run(&self.file, self.precision)
    }

    fn request(&self) -> Option<Value> {
        let (text, precision) = (self.file.to_string(), self.precision.name());
        Some(json!({ "run": "case", "text": text, "precision": precision }))
    }

    fn judge(&self, computed: &Value) -> Result<(), String> {
        furthest(&self.expected, computed)?;
        for key in ["fully_masked", "nan"] {
            let count = |values: &Value| values["rows"][key].as_u64();
            let (expected, counted) = (count(&self.file), count(computed));
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::{AnyTensor, read_tensor};
    use heedmap_attention::Tensor;

    fn fixture(path: &str) -> Value {
        let path = super::super::files::fixtures().join(path);
        serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
    }

    /// The native results of a case in 64 and in 32 bits.
    fn verdicts(file: &Value) -> Vec<Result<(), String>> {
        let cases = match file["format"].as_str() {
            Some("attn-case/1") => attn_cases(file),
            Some("variant-case/1") => variant_cases(file),
            _ => onnx_cases(file),
        };
        let verdict = |(_, work): Case| work.and_then(|work| work.judge(&work.native()?));
        cases.into_iter().map(verdict).collect()
    }

    #[test]
    fn a_case_runs_in_both_precisions() {
        assert_eq!(verdicts(&fixture("attention/gqa.json")), [Ok(()), Ok(())]);
        assert_eq!(verdicts(&fixture("onnx/test_attention_3d_gqa.json")), [Ok(()), Ok(())]);
    }

    #[test]
    fn a_variant_runs_in_both_precisions_and_one_wrong_pick_fails() {
        for name in ["kda_00", "msa_01", "rule_03"] {
            assert_eq!(verdicts(&fixture(&format!("variants/{name}.json"))), [Ok(()), Ok(())]);
        }
        let mut bad = fixture("variants/moba_00.json");
        let AnyTensor::Floats(marks) = read_tensor("picked", &bad["outputs"]["picked"]).unwrap()
        else {
            unreachable!("marks are floats")
        };
        let mut cells = marks.data().to_vec();
        cells[0] = 1.0 - cells[0];
        let spoilt = Tensor::new("picked", marks.shape(), cells).unwrap();
        bad["outputs"]["picked"] = crate::tensor::write_tensor(&spoilt);
        for verdict in verdicts(&bad) {
            assert!(verdict.is_err_and(|sentence| sentence.starts_with("picked")));
        }
    }

    #[test]
    fn unexpected_outputs_fail_with_their_name() {
        let good = fixture("attention/key_padding_left_causal.json");
        let outputs = ["logits", "weights", "output", "lse", "entropy"];
        for name in outputs {
            let mut bad = good.clone();
            // The outputs for another mask of the same shapes.
            let other = fixture("attention/key_padding_len.json");
            bad["outputs"][name] = other["outputs"][name].clone();
            for verdict in verdicts(&bad) {
                assert!(
                    verdict.as_ref().is_err_and(|sentence| sentence.starts_with(name)),
                    "{name}: {verdict:?}"
                );
            }
        }
        let mut bad = good;
        bad["rows"]["fully_masked"] = json!(3);
        assert!(
            verdicts(&bad)[0].as_ref().is_err_and(|sentence| sentence.contains("fully_masked"))
        );
    }

    #[test]
    fn an_incomplete_file_is_a_failed_case_with_a_message() {
        let spoilt = |path: &str, place: &str, value: Value| {
            let mut bad = fixture(path);
            *bad.pointer_mut(place).unwrap() = value;
            verdicts(&bad).remove(1).unwrap_err()
        };
        let attn = "attention/plain_square.json";
        assert_eq!(spoilt(attn, "/outputs", json!({})), "has no outputs to compare with");
        assert_eq!(spoilt(attn, "/outputs", json!(3)), "has no outputs");
        let bound = "has no tolerance lse_atol for f32";
        assert_eq!(spoilt(attn, "/tolerance/f32/lse_atol", json!(-1)), bound);
        assert_eq!(spoilt(attn, "/outputs/lse", json!(3)), "expected lse has no shape");
        let onnx = "onnx/test_gelu_default_1.json";
        assert_eq!(spoilt(onnx, "/tolerance", json!({})), "has no upstream tolerance rtol");
        assert_eq!(spoilt(onnx, "/outputs", json!({})), "has no outputs to compare with");
        for file in
            [json!({"format": "attn-case/1"}), json!({"format": "onnx-case/1", "outputs": []})]
        {
            assert!(verdicts(&file).iter().all(Result::is_err), "{file}");
        }
    }

    #[test]
    fn nan_must_be_in_the_expected_cells() {
        let mut bad = fixture("attention/query_nan_one_row.json");
        bad["inputs"]["Q"] = fixture("attention/scale_zero.json")["inputs"]["Q"].clone();
        let sentence = verdicts(&bad).remove(0).unwrap_err();
        assert!(sentence.contains("NaN"), "{sentence}");
    }
}
