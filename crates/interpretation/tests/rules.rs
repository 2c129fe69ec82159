//! The rules that files give, as they are used for the weights.

use heedmap_attention_rule::{AttentionRule, Causal, Window};
use heedmap_interpretation::{
    Corrections, File, Found, Interpretation, Outcome, Reading, Tensor, interpret,
};

const Q: [u64; 3] = [2, 24, 8];

/// Layers of q and k, and of other arrays.
fn layers(count: usize, others: &[(&str, &[u64])], metadata: &[(&str, &str)]) -> Interpretation {
    let own = [("q", &Q[..]), ("k", &Q[..])];
    let of_layer = |layer: usize| {
        own.iter().chain(others).map(move |&(name, shape)| {
            let dtype = if name == "selected" { "int32" } else { "float32" };
            Tensor::new(&format!("layers.{layer}.{name}"), dtype, shape)
        })
    };
    let tensors = (0..count).flat_map(of_layer).collect();
    let metadata = metadata.iter().map(|&(key, text)| (key.into(), text.into())).collect();
    interpret(&[File { tensors, metadata, ..File::default() }], &Corrections::default())
}

fn outcome(found: Interpretation) -> Outcome {
    found.outcome.expect("there is a candidate")
}

fn reading(found: &Interpretation) -> Reading {
    found.reading().cloned().expect("it is read")
}

fn refusal(found: &Interpretation) -> Option<String> {
    match &found.outcome.as_ref()?.result {
        Found::Refused { refused } => Some(refused.to_string()),
        Found::Read { .. } => None,
    }
}

fn differential(metadata: &[(&str, &str)]) -> Interpretation {
    let others: [(&str, &[u64]); 3] =
        [("q_subtracted", &Q), ("k_subtracted", &Q), ("lambda", &[2, 24])];
    layers(1, &others, metadata)
}

#[test]
fn both_softmaxes_of_differential_attention_follow_the_whole_rule() {
    let rule_of = |rule: &str, more: &[(&str, &str)]| {
        let rules = format!(r#"[{{"kind": "differential", {rule}}}]"#);
        reading(&differential(&[more, &[("rules", rules.as_str())]].concat())).qk
    };
    let plain = AttentionRule { causal: Causal::UpperLeft, ..AttentionRule::default() };
    let windowed = AttentionRule { window: Some(Window::of(9)), ..plain.clone() };
    assert_eq!(rule_of(r#""causal": true, "window": 9"#, &[]), windowed);
    assert_eq!(rule_of(r#""mask": "causal and window(9)""#, &[]), windowed);
    assert_eq!(rule_of(r#""causal": true"#, &[("window", "9")]), windowed);
    let capped = rule_of(r#""mask": "causal", "softcap": 3"#, &[]);
    assert_eq!(capped, AttentionRule { softcap: Some(3.0), ..plain.clone() });
    let rotated = rule_of(r#""causal": true, "rope": {"base": 500}"#, &[]).rope;
    assert_eq!(rotated.map(|rope| rope.base), Some(500.0));
    assert_eq!(rule_of(r#""causal": false"#, &[]), AttentionRule::default());
    let sinks = "causal and (window(4) or prefix(2))";
    let masked = AttentionRule { mask: Some(sinks.to_owned()), ..plain };
    assert_eq!(rule_of(&format!(r#""mask": "{sinks}""#), &[]), masked);
}

#[test]
fn the_page_asks_whether_differential_attention_looks_ahead_if_a_file_does_not_say_it() {
    let asks = |metadata: &[(&str, &str)]| outcome(differential(metadata)).asks.causal;
    assert!(asks(&[("kind", "differential")]));
    assert!(!asks(&[("kind", "differential"), ("causal", "true")]));
}

#[test]
fn a_mask_of_null_is_no_mask_and_leaves_the_other_keys_of_the_file() {
    let rules = r#"[{"mask": null, "causal": true}, {"mask": null}, {}]"#;
    let found = layers(3, &[], &[("mask", "causal and window(2)"), ("rules", rules)]);
    let plain = AttentionRule { causal: Causal::UpperLeft, ..AttentionRule::default() };
    let windowed = AttentionRule { window: Some(Window::of(2)), ..plain.clone() };
    let expected = vec![vec![plain.clone()], vec![AttentionRule::default()], vec![windowed]];
    assert_eq!(reading(&found).rules, Some(expected));
    assert!(found.outcome.expect("there is a candidate").asks.causal);
    let metadata = [("mask", "blocks(4)"), ("causal", "true"), ("rules", r#"[{"mask": null}]"#)];
    assert_eq!(reading(&layers(1, &[], &metadata)).qk, plain);
}

#[test]
fn keys_override_causal_and_the_window_of_a_plain_mask_and_must_not_contradict_another() {
    let of = |mask: &str, key: &str, text: &str| layers(1, &[], &[("mask", mask), (key, text)]);
    let plain = "causal and window(4)";
    assert_eq!(reading(&of(plain, "causal", "false")).qk.causal, Causal::None);
    assert_eq!(reading(&of(plain, "window", "9")).qk.window, Some(Window::of(9)));
    let sinks = "causal and (window(4) or prefix(2))";
    let refused = |name: &str| {
        Some(format!("layer 0 has the mask {sinks} and a key {name} that contradicts it"))
    };
    assert_eq!(refusal(&of(sinks, "causal", "false")), refused("causal"));
    assert_eq!(refusal(&of(sinks, "window", "9")), refused("window"));
    assert_eq!(refusal(&of(sinks, "causal", "true")), None);
    let rules = |key: &str| format!(r#"[{{"mask": "{sinks}", {key}}}]"#);
    let in_rules = |key: &str| refusal(&layers(1, &[], &[("rules", &rules(key))]));
    assert_eq!(in_rules(r#""window": null"#), refused("window"));
    assert_eq!(in_rules(r#""causal": false"#), refused("causal"));
    // Keys that narrow a mask are applied besides it.
    let blocks = reading(&of("causal and blocks(5)", "window", "9")).qk;
    assert_eq!((blocks.window, blocks.mask.is_some()), (Some(Window::of(9)), true));
}

#[test]
fn heads_that_differ_in_what_holds_for_a_layer_are_refused() {
    let refused = |heads: &str| {
        let rules = format!(r#"[{{}}, {{"causal": true, "heads": {heads}}}]"#);
        refusal(&layers(2, &[("selected", &[2, 24, 2])], &[("rules", rules.as_str())]))
    };
    let differs = |name: &str| Some(format!("head 1 of layer 1 has another {name} than head 0"));
    assert_eq!(refused(r#"[{}, {"kind": "gated_delta"}]"#), differs("kind"));
    assert_eq!(refused(r#"[{"kind": "differential"}, {}]"#), differs("kind"));
    let blocks = r#"[{"selected_block": 4}, {"selected_block": 2}]"#;
    assert_eq!(refused(blocks), differs("selected_block"));
    assert_eq!(refused(r#"[{}, {"compress_rate": 4}]"#), differs("compress_rate"));
    assert_eq!(refused(r#"[{"selected_block": 4}, {"selected_block": 4, "window": 8}]"#), None);
}
