//! `badfiles-index/1`: files that must be rejected with a class of error, and unusual ones that
//! must be read bit for bit.

use std::fs;
use std::path::{Path, PathBuf};

use crate::{AnyTensor, read_file, read_tensor};
use serde_json::{Map, Value, json};

use super::case::{Case, Work};
use super::number::Number;

/// The name of requests that read a file. The page's own program for files runs them.
const FILE: &str = "file";

/// One file, and the expected result of reading it.
struct FileCase {
    path: PathBuf,
    expected: Expected,
}

enum Expected {
    /// A rejection with this class.
    Refusal(String),
    /// These tensors, and these tokens if the index has any.
    Tensors { tensors: Map<String, Value>, tokens: Option<Value> },
}

/// The cases of an index; the files are in the folder.
pub(super) fn cases(index: &Value, folder: &Path) -> Vec<Case> {
    let files = index["files"].as_array().map_or(&[][..], Vec::as_slice);
    let case = |file: &Value| {
        let name = file["file"].as_str().unwrap_or("a file without a name");
        let work = expected(file).map(|expected| {
            let path = folder.join(name);
            Box::new(FileCase { path, expected }) as Box<dyn Work>
        });
        (name.to_owned(), work)
    };
    files.iter().map(case).collect()
}

fn expected(file: &Value) -> Result<Expected, String> {
    file["file"].as_str().ok_or("has no file")?;
    match file["verdict"].as_str() {
        Some("reject") => {
            let class = file["error_class"].as_str().ok_or("has no error_class")?;
            Ok(Expected::Refusal(class.to_owned()))
        }
        Some("accept") => {
            let tensors = file["expected"].as_object().ok_or("expects nothing")?;
            Ok(Expected::Tensors { tensors: tensors.clone(), tokens: file.get("tokens").cloned() })
        }
        _ => Err("has a verdict that is neither reject nor accept".to_owned()),
    }
}

impl Work for FileCase {
    fn native(&self) -> Result<Value, String> {
        let bytes = fs::read(&self.path).map_err(|error| format!("cannot be read: {error}"))?;
        read_file(&bytes)
    }

    fn request(&self) -> Option<Value> {
        let path = std::path::absolute(&self.path).ok()?;
        Some(json!({ "run": FILE, "path": path.to_str()? }))
    }

    fn judge(&self, computed: &Value) -> Result<(), String> {
        let class = computed["error_class"].as_str();
        let sentence = computed["error"].as_str().unwrap_or_default();
        match (&self.expected, class) {
            (Expected::Refusal(wanted), Some(class)) if class == wanted => Ok(()),
            (Expected::Refusal(wanted), Some(class)) => {
                Err(format!("refused as {class}, expected {wanted}: {sentence}"))
            }
            (Expected::Refusal(wanted), None) => Err(format!("was read, expected {wanted}")),
            (Expected::Tensors { .. }, Some(class)) => {
                Err(format!("refused as {class}: {sentence}"))
            }
            (Expected::Tensors { tensors, tokens }, None) => {
                same_tensors(tensors, computed)?;
                match tokens {
                    Some(tokens) if computed.get("tokens") != Some(tokens) => {
                        Err(format!("its tokens are {}, expected {tokens}", computed["tokens"]))
                    }
                    _ => Ok(()),
                }
            }
        }
    }
}

/// Checks that the tensors are exactly those expected.
fn same_tensors(expected: &Map<String, Value>, computed: &Value) -> Result<(), String> {
    let read = computed["tensors"].as_object().ok_or("gave no tensors")?;
    if let Some(name) = read.keys().find(|name| !expected.contains_key(*name)) {
        return Err(format!("{name:?} is not expected"));
    }
    for (name, wanted) in expected {
        let found = read.get(name).ok_or_else(|| format!("there is no {name:?}"))?;
        if found["shape"] != wanted["shape"] {
            return Err(format!("{name:?} has the shape {}", found["shape"]));
        }
        let AnyTensor::Floats(found) = read_tensor(name, found)? else {
            return Err(format!("{name:?} must be floats"));
        };
        let wanted = wanted["values_f64"].as_array();
        let wanted = wanted.ok_or_else(|| format!("{name:?} has no values_f64"))?;
        if found.data().len() != wanted.len() {
            return Err(format!("{name:?} has {} values", found.data().len()));
        }
        for (index, (&got, wanted)) in found.data().iter().zip(wanted).enumerate() {
            // All NaNs are equal; zeros with different signs are not.
            let same = float(wanted).is_some_and(|wanted| {
                got.to_bits() == wanted.to_bits() || got.is_nan() && wanted.is_nan()
            });
            if !same {
                return Err(format!("{name:?}: value {index} is {got:?}, expected {wanted}"));
            }
        }
    }
    Ok(())
}

/// A number of the index as a float.
fn float(value: &Value) -> Option<f64> {
    match Number::from_json(value)? {
        Number::Float(float) => Some(float),
        Number::Integer(integer) => Some(integer as f64),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn verdicts(index: &Value) -> Vec<Result<(), String>> {
        let folder = super::super::files::fixtures().join("files");
        let verdict = |(_, work): Case| work.and_then(|work| work.judge(&work.native()?));
        cases(index, &folder).into_iter().map(verdict).collect()
    }

    fn verdict(file: &Value) -> Result<(), String> {
        verdicts(&json!({ "files": [file] })).remove(0)
    }

    fn fixture(name: &str) -> Value {
        let path = super::super::files::fixtures().join("files/index.json");
        let index: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
        let files = index["files"].as_array().unwrap();
        files.iter().find(|file| file["file"] == name).unwrap().clone()
    }

    #[test]
    fn a_file_with_another_result_than_expected_fails_with_the_result() {
        let bad = fixture("bad/npz_bad_crc.npz");
        assert_eq!(verdict(&bad), Ok(()));
        let mut other = bad;
        other["error_class"] = json!("deflate");
        assert!(verdict(&other).unwrap_err().starts_with("refused as crc, expected deflate: "));
        other["verdict"] = json!("accept");
        other["expected"] = json!({});
        assert!(verdict(&other).unwrap_err().starts_with("refused as crc: "));

        let ok = fixture("ok/csv_labels_quoted.csv");
        assert_eq!(verdict(&ok), Ok(()));
        let mut other = ok.clone();
        other["verdict"] = json!("reject");
        other["error_class"] = json!("syntax");
        assert_eq!(verdict(&other), Err("was read, expected syntax".to_owned()));
        let spoilt = |place: &str, value: Value| {
            let mut other = ok.clone();
            *other.pointer_mut(place).unwrap() = value;
            verdict(&other).unwrap_err()
        };
        assert!(spoilt("/tokens/0", json!("x")).starts_with("its tokens are "));
        assert_eq!(spoilt("/expected", json!({})), "\"\" is not expected");
        assert_eq!(spoilt("/expected//shape", json!([4])), "\"\" has the shape [2,2]");
        assert_eq!(spoilt("/expected//values_f64", json!([1])), "\"\" has 4 values");
        let third = spoilt("/expected//values_f64/3", json!(-0.0));
        assert_eq!(third, "\"\": value 3 is 0.0, expected -0.0");
    }

    #[test]
    fn the_request_for_wasm_has_the_absolute_path_of_the_file() {
        let index = json!({ "files": [fixture("bad/npy_empty.npy")] });
        let (_, work) = cases(&index, Path::new("fixtures/files")).remove(0);
        let request = work.unwrap().request().unwrap();
        assert_eq!(request["run"], "file");
        let path = PathBuf::from(request["path"].as_str().unwrap());
        assert!(path.is_absolute() && path.ends_with("fixtures/files/bad/npy_empty.npy"));
    }

    #[test]
    fn an_incomplete_entry_is_a_failed_case_with_a_message() {
        for file in [
            json!({}),
            json!({ "file": "bad/npy_empty.npy" }),
            json!({ "file": "bad/npy_empty.npy", "verdict": "reject" }),
            json!({ "file": "bad/npy_empty.npy", "verdict": "accept" }),
            json!({ "file": "bad/none.npy", "verdict": "reject", "error_class": "truncated" }),
        ] {
            let sentence = verdict(&file).unwrap_err();
            assert!(!sentence.is_empty(), "{file}");
        }
    }
}
