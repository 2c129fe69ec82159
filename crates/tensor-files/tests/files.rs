//! Malformed files, which must be rejected, and unusual ones, which must be read bit for bit.

use std::fs;
use std::path::PathBuf;

use crate::support::{CHUNKS, outcome, read};
use heedmap_tensor_files::read_all;
use serde_json::Value;

fn fixtures() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/files")
}

/// Each case with its file.
fn cases() -> Vec<(Value, Vec<u8>)> {
    let index = fs::read_to_string(fixtures().join("index.json")).unwrap();
    let index: Value = serde_json::from_str(&index).unwrap();
    let cases = index["files"].as_array().unwrap().clone();
    let file = |case: &Value| fs::read(fixtures().join(case["file"].as_str().unwrap())).unwrap();
    cases.into_iter().map(|case| (case.clone(), file(&case))).collect()
}

/// A number of the index; words stand for numbers that JSON does not have.
fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| value.as_str().unwrap().parse().unwrap())
}

#[test]
fn malformed_files_are_rejected_with_their_class_and_unusual_ones_are_read_bit_for_bit() {
    let mut wrong = Vec::new();
    let cases = cases();
    assert_eq!(cases.len(), 154);
    for (case, file) in &cases {
        let name = case["file"].as_str().unwrap();
        match read_all(file) {
            Err(error) if case["verdict"] == "reject" => {
                if case["error_class"] != error.class() {
                    wrong.push(format!("{name}: {} ({error})", error.class()));
                }
            }
            Err(error) => wrong.push(format!("{name}: refused, {error}")),
            Ok(_) if case["verdict"] == "reject" => wrong.push(format!("{name}: accepted")),
            Ok(contents) => {
                let expected = case["expected"].as_object().unwrap();
                assert_eq!(contents.values.len(), expected.len(), "{name}");
                for (tensor, values) in contents.listing.tensors.iter().zip(&contents.values) {
                    let wanted = &expected[&tensor.name];
                    assert_eq!(serde_json::json!(values.shape), wanted["shape"], "{name}");
                    let wanted: Vec<f64> =
                        wanted["values_f64"].as_array().unwrap().iter().map(number).collect();
                    let bits = |value: &f64| if value.is_nan() { 0 } else { value.to_bits() };
                    let got: Vec<u64> = values.data.iter().map(bits).collect();
                    assert_eq!(got, wanted.iter().map(bits).collect::<Vec<_>>(), "{name}");
                }
                if let Some(tokens) = case.get("tokens") {
                    assert_eq!(serde_json::json!(contents.listing.tokens), *tokens, "{name}");
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_result_does_not_depend_on_how_many_bytes_come_at_once() {
    for (case, file) in cases() {
        let whole = outcome(read_all(&file));
        for chunk in CHUNKS {
            assert_eq!(outcome(read(&file, chunk)), whole, "{} by {chunk}", case["file"]);
        }
    }
}

#[test]
fn rounded_and_non_finite_numbers_are_counted() {
    let counted = |name: &str| {
        let contents = read_all(&fs::read(fixtures().join("ok").join(name)).unwrap()).unwrap();
        let values = &contents.values[0];
        (values.non_finite, values.rounded, values.data.len())
    };
    assert_eq!(counted("npy_f8_nan_inf.npy"), (3, 0, 4));
    assert_eq!(counted("csv_nan_word.csv"), (1, 0, 4));
    // 2^63 itself fits; a number with more than 53 significant bits does not.
    assert_eq!(counted("npy_i8_big.npy"), (0, 1, 2));
    assert_eq!(counted("npy_u8_max.npy"), (0, 1, 1));
    assert_eq!(counted("npy_empty_0x4.npy"), (0, 0, 0));
}

#[test]
fn error_messages_are_short_and_quote_only_the_beginning_of_texts() {
    for (case, file) in cases() {
        if let Err(error) = read_all(&file) {
            let sentence = error.to_string();
            assert!(sentence.len() < 240, "{}: {sentence}", case["file"]);
            assert!(!sentence.contains(char::is_control), "{}: {sentence}", case["file"]);
        }
    }
}

#[test]
fn a_header_whose_length_begins_like_another_format_is_that_of_safetensors() {
    // Pickles begin with 0x80 and the protocol, and the length of a header may have these bytes.
    for length in [0x0280, 0x0380, 0x0480, 0x0580_u64] {
        let mut header =
            r#"{"attention":{"dtype":"F32","shape":[1,1],"data_offsets":[0,4]}}"#.to_owned();
        header.extend(std::iter::repeat_n(' ', usize::try_from(length).unwrap() - header.len()));
        let file =
            [&length.to_le_bytes()[..], header.as_bytes(), &1_f32.to_le_bytes()[..]].concat();
        assert_eq!(read_all(&file).unwrap().values[0].data, [1.0], "{length:#x}");
    }
}
