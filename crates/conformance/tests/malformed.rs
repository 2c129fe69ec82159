//! Corrupted cases: each gives outputs or an error message, and none a panic.

use heedmap_conformance::{Precision, run, run_text};
use serde_json::{Value, json};

/// One small case for every path through the crate.
const CASES: [&str; 12] = [
    "attention/combo_01.json",
    "attention/combo_21.json",
    "attention/causal_past_kv.json",
    "attention/key_padding_left.json",
    "attention/additive_neg_inf.json",
    "attention/rope_partial.json",
    "onnx/test_attention_local_window_rank1_boolean_mask.json",
    "onnx/test_attention_4d_diff_heads_mask4d_padded_kv.json",
    "onnx/test_rotary_embedding_3d_input.json",
    "onnx/test_layer_normalization_2d_axis0.json",
    "onnx/test_softmax_axis_1.json",
    "onnx/test_gelu_tanh_1.json",
];

fn case(path: &str) -> Value {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/");
    serde_json::from_str(&std::fs::read_to_string(format!("{root}{path}")).unwrap()).unwrap()
}

/// The paths of all values of a case, with only some of the numbers in long lists.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    found.push(at.to_owned());
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                places(value, &format!("{at}/{key}"), found);
            }
        }
        Value::Array(list) => {
            for (index, value) in list.iter().enumerate().take(4) {
                places(value, &format!("{at}/{index}"), found);
            }
        }
        _ => {}
    }
}

fn corrupted() -> Vec<Value> {
    let list = [
        json!(null),
        json!(true),
        json!(0),
        json!(1),
        json!(-1),
        json!(-2),
        json!(3),
        json!(7),
        json!(0.5),
        json!(1e300),
        json!(-1e300),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(""),
        json!("f32"),
        json!("i64"),
        json!("bool"),
        json!("AAAA"),
        json!("NaN"),
        json!("Infinity"),
        json!([]),
        json!([0]),
        json!([1, 1, 1, 1]),
        json!([0, u64::MAX, 1, 1]),
        json!([u64::MAX, u64::MAX]),
        json!({}),
        json!({ "dtype": "f64", "shape": [], "b64": "AAAAAAAA8D8=" }),
        json!({ "dtype": "i64", "shape": [1], "b64": "//////////8=" }),
        json!({ "dtype": "bool", "shape": [1, 1, 1, 1], "b64": "AQ==" }),
        json!({ "dtype": "f64", "shape": [0, 0, 0, 0], "b64": "" }),
    ];
    list.into()
}

#[test]
fn a_case_with_a_corrupted_field_gives_outputs_or_an_error_message() {
    for path in CASES {
        let good = case(path);
        for precision in Precision::ALL {
            run(&good, precision).unwrap();
        }
        let mut all = Vec::new();
        for part in ["format", "op", "params", "attributes", "inputs"] {
            if let Some(value) = good.get(part) {
                places(value, &format!("/{part}"), &mut all);
            }
        }
        for place in all {
            for value in corrupted() {
                let mut bad = good.clone();
                *bad.pointer_mut(&place).unwrap() = value;
                if let Err(sentence) = run(&bad, Precision::F64) {
                    assert!(!sentence.is_empty());
                }
            }
        }
    }
}

#[test]
fn unknown_options_are_rejected() {
    let mut unknown = case("attention/plain_square.json");
    unknown["params"]["sinks"] = json!(1);
    assert_eq!(run(&unknown, Precision::F64).unwrap_err(), "params has sinks, which is not known");
    let mut unknown = case("attention/plain_square.json");
    unknown["inputs"]["V2"] = unknown["inputs"]["V"].clone();
    assert_eq!(run(&unknown, Precision::F64).unwrap_err(), "inputs has V2, which is not known");
    let refused = |name: &str, key: &str, value: Value| {
        let mut bad = case(&format!("variants/{name}.json"));
        bad["params"][key] = value;
        run(&bad, Precision::F64).unwrap_err()
    };
    assert_eq!(refused("rule_00", "sinks", json!(1)), "params has sinks, which is not known");
    assert_eq!(refused("kda_00", "layer", json!("rwkv")), "the layer \"rwkv\" is not known");
    assert_eq!(
        refused("lightning_00", "slope", json!(-1)),
        "the slope is -1: it must be at least 0"
    );
    assert_eq!(
        refused("moba_00", "block", json!(0)),
        "the size of a block is 0: it must be at least 1"
    );
    assert_eq!(refused("h2o_00", "budget", json!(null)), "params has no budget");
}

#[test]
fn other_files_than_cases_are_rejected() {
    let refused = |text| run_text(text, "f64").unwrap_err();
    assert!(refused("{").starts_with("is not JSON"));
    assert_eq!(refused("[]"), "the case names no format");
    assert_eq!(refused(r#"{"format":"other/1"}"#), "the format \"other/1\" is not known");
    assert_eq!(refused(r#"{"format":"attn-case/1"}"#), "inputs has no Q");
    assert_eq!(refused(r#"{"format":"onnx-case/1"}"#), "the case names no operator");
    assert_eq!(
        refused(r#"{"format":"onnx-case/1","op":"Conv"}"#),
        "the operator \"Conv\" is not known"
    );
    assert_eq!(run_text("{}", "f16").unwrap_err(), "the precision \"f16\" is not known");
}

#[test]
fn options_that_the_core_rejects_give_its_message() {
    let refused = |key: &str, value: Value| {
        let mut bad = case("attention/plain_square.json");
        bad["params"][key] = value;
        run(&bad, Precision::F32).unwrap_err()
    };
    let temperature = "the temperature is 0: it must be a finite number above 0";
    assert_eq!(refused("temperature", json!(0)), temperature);
    let window = "window_left of params is -2: it must be 0 or more, or -1 for all";
    assert_eq!(refused("window_left", json!(-2)), window);
    assert_eq!(refused("prefix", json!(-1)), "prefix of params is -1: it must be 0 or more");
    assert_eq!(refused("align", json!("left")), "align is \"left\": upper_left or lower_right");
}
