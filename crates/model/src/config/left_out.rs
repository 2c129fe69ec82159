//! What a configuration means where it leaves a field out, against the configuration classes of transformers.

#![allow(clippy::unwrap_used)]

use serde_json::{Map, Value, json};

use super::{Config, read};
use crate::error::Error;

/// Fields that change nothing: transformers does not use it, or only its usual value is supported.
const UNUSED: [(&str, &str); 2] =
    [("gemma3_text", "attn_logit_softcapping"), ("qwen3_5_text", "hidden_act")];

fn read_as(kind: &str, fields: &Map<String, Value>) -> Result<Config, Error> {
    let mut fields = fields.clone();
    fields.insert("model_type".to_owned(), json!(kind));
    read(Value::Object(fields).to_string().as_bytes())
}

#[test]
fn a_field_that_is_left_out_means_what_it_means_to_transformers() {
    let text = include_str!("../../../../fixtures/model/left_out.json");
    let cases: Map<String, Value> = serde_json::from_str(text).unwrap();
    assert_eq!(cases.len(), 15);
    for (kind, case) in &cases {
        let given = case["given"].as_object().unwrap();
        let full = case["full"].as_object().unwrap();
        let whole = read_as(kind, given).unwrap();
        assert_eq!(read_as(kind, full), Ok(whole.clone()), "{kind}");
        for (field, changes) in case["without"].as_object().unwrap() {
            let mut rest = given.clone();
            rest.remove(field);
            let mut completed = full.clone();
            completed.extend(changes.as_object().unwrap().clone());
            let found = read_as(kind, &rest);
            assert_eq!(found, read_as(kind, &completed), "{kind} without {field}");
            let is_used = !UNUSED.contains(&(kind, field));
            assert_eq!(found != Ok(whole.clone()), is_used, "{kind} without {field}");
        }
    }
}
