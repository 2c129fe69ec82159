//! The rules that files give, as they are used for the weights.

use heedmap_attention_rule::{AttentionRule, Causal, Rope, RopeType, TemperatureTuning, Window};
use heedmap_interpretation::{
    Corrections, File, Found, GivenRope, Interpretation, Note, Outcome, Reading, RopeCorrection,
    Tensor, interpret,
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
    let says_all = "layer 0 has the mask all and a key causal that contradicts it";
    assert_eq!(refusal(&of("all", "causal", "true")).as_deref(), Some(says_all));
    let of_head = r#"[{"heads": [{"mask": "all", "causal": true}, {}]}]"#;
    assert_eq!(refusal(&layers(1, &[], &[("rules", of_head)])).as_deref(), Some(says_all));
    let of_layer = [("mask", "all"), ("rules", r#"[{"causal": true}]"#)];
    assert_eq!(reading(&layers(1, &[], &of_layer)).qk.causal, Causal::UpperLeft);
    // Keys that narrow a mask are applied besides it.
    let blocks = reading(&of("causal and blocks(5)", "window", "9")).qk;
    assert_eq!((blocks.window, blocks.mask.is_some()), (Some(Window::of(9)), true));
}

#[test]
fn a_file_states_what_the_core_can_compute() {
    let yarn = r#"{"rope_theta": 500, "rope_type": "yarn", "factor": 4, "original_max_position_embeddings": 8}"#;
    let file = [
        ("mask", "causal"),
        ("rope", yarn),
        ("temperature", "2"),
        ("prefix", "3"),
        ("slope", "0.5"),
        ("attn_temperature_tuning", "true"),
    ];
    let found = reading(&layers(2, &[], &file));
    let rope = Rope {
        base: 500.0,
        rope_type: RopeType::Yarn,
        factor: Some(4.0),
        original_max_position_embeddings: Some(8),
        ..Rope::default()
    };
    let rule = AttentionRule {
        causal: Causal::UpperLeft,
        rope: Some(rope),
        temperature: Some(2.0),
        prefix: 3,
        slope: Some(0.5),
        attn_temperature_tuning: Some(TemperatureTuning::default()),
        ..AttentionRule::default()
    };
    assert_eq!((found.qk, found.rules), (rule, None));
}

#[test]
fn slopes_of_heads_are_rules_of_heads() {
    let slopes = |metadata: &[(&str, &str)]| {
        let rules = reading(&layers(2, &[], metadata)).rules.expect("heads differ");
        let heads = |heads: &Vec<AttentionRule>| heads.iter().map(|rule| rule.slope).collect();
        rules.iter().map(heads).collect::<Vec<Vec<_>>>()
    };
    let both = vec![Some(0.5), Some(0.25)];
    assert_eq!(slopes(&[("slope", "[0.5, 0.25]")]), [both.clone(), both.clone()]);
    let rules = r#"[{"slope": [0.5, 0.25]}, {"slope": 1}]"#;
    assert_eq!(slopes(&[("rules", rules)]), [both.clone(), vec![Some(1.0)]]);
    let rules = r#"[{"slope": null}, {}]"#;
    assert_eq!(slopes(&[("slope", "[0.5, 0.25]"), ("rules", rules)]), [vec![None], both]);
    let three = layers(1, &[], &[("slope", "[1, 2, 3]")]);
    assert_eq!(
        refusal(&three).as_deref(),
        Some("layer 0 has a list slope for 3 heads, and q has 2")
    );
}

#[test]
fn a_number_of_a_rope_that_heads_of_this_size_cannot_have_is_refused_with_the_layer() {
    let refused = |rope: &str| {
        let rules = format!(r#"[{{}}, {{"rope": {rope}}}]"#);
        refusal(&layers(2, &[], &[("rules", &rules), ("layers", "[3, 7]")]))
    };
    let says = |text: &str| Some(format!("the rule of layer 7 has {text}"));
    assert_eq!(
        refused(r#"{"base": 100, "dim": 6, "mrope_section": [1, 1]}"#),
        says("rope.mrope_section […]")
    );
    assert_eq!(
        refused(r#"{"base": 100, "rope_type": "linear", "factor": 0}"#),
        says("rope.factor 0")
    );
    assert_eq!(refused(r#"{"base": 100, "dim": 10}"#), says("dim 10"));
    assert_eq!(
        refused(r#"{"base": 100, "rope_type": "linear"}"#),
        says(r#"rope {"rope_type": "linear", "factor": null}"#)
    );
    let share = r#"{"base": 100, "partial_rotary_factor": 0.1}"#;
    assert_eq!(refused(share), says("rope.partial_rotary_factor 0.1"));
    let of_file =
        layers(1, &[], &[("rope", r#"{"base": 1, "rope_type": "linear", "factor": -4}"#)]);
    assert_eq!(refusal(&of_file).as_deref(), Some("the metadata of  has rope.factor -4"));
}

#[test]
fn positions_are_those_of_each_section_and_of_the_text_without_padding() {
    let rope = r#"{"base": 100, "mrope_section": [2, 2]}"#;
    let list = |first: i64| (first..first + 24).collect::<Vec<i64>>();
    let of = |lists: &[Vec<i64>], more: &[(&str, &str)]| {
        let text = format!("{lists:?}");
        layers(1, &[], &[&[("rope", rope), ("position_ids", text.as_str())], more].concat())
    };
    let lists = [list(0), list(5)];
    assert_eq!(reading(&of(&lists, &[])).position_ids, Some(lists.to_vec()));
    let cut = Some(lists.map(|list| list[..20].to_vec()).to_vec());
    assert_eq!(reading(&of(&[list(0), list(5)], &[("lengths", "[20]")])).position_ids, cut);
    let refused = |lists: &[Vec<i64>]| refusal(&of(lists, &[]));
    let count = "there are 1 lists of 24 positions for 2 sections and 24 keys";
    assert_eq!(refused(&[list(0)]).as_deref(), Some(count));
    let count = "there are 2 lists of 2 positions for 2 sections and 24 keys";
    assert_eq!(refused(&[vec![0, 1], vec![0, 1]]).as_deref(), Some(count));
}

#[test]
fn a_bias_has_a_number_for_each_head_and_key() {
    let of = |shape: &[u64], metadata: &[(&str, &str)]| layers(2, &[("key_bias", shape)], metadata);
    let found = reading(&of(&[2, 24], &[("mask", "causal")]));
    assert_eq!(found.key_bias.len(), 2);
    let wanted = "key_bias of layer 0 has the shape [2, 23], and q needs [2, 24]";
    assert_eq!(refusal(&of(&[2, 23], &[])).as_deref(), Some(wanted));
    let named = refusal(&of(&[2, 23], &[("layers", "[3, 7]")]));
    assert_eq!(named, Some(wanted.replace("layer 0", "layer 3")));
}

#[test]
fn a_bias_by_distance_or_by_query_and_key_has_its_shape_and_goes_with_the_padding() {
    let of = |name: &str, shape: &[u64], metadata: &[(&str, &str)]| {
        layers(2, &[(name, shape)], metadata)
    };
    let found = reading(&of("relative_bias", &[2, 47], &[("lengths", "[20]")]));
    let ranges: Vec<_> =
        found.relative_bias.iter().map(|part| part.ranges.expect("it is cut").key).collect();
    // Of the distances from -23 to 23, those from -19 to 19 are left.
    assert_eq!(ranges, [(4, 39), (4, 39)]);
    assert_eq!(reading(&of("score_bias", &[2, 24, 24], &[])).score_bias.len(), 2);
    let wanted = "relative_bias of layer 0 has the shape [2, 24], and q needs [2, 47]";
    assert_eq!(refusal(&of("relative_bias", &[2, 24], &[])).as_deref(), Some(wanted));
    let wanted = "score_bias of layer 0 has the shape [2, 24, 8], and q needs [2, 24, 24]";
    assert_eq!(refusal(&of("score_bias", &[2, 24, 8], &[])).as_deref(), Some(wanted));
    let long = [("q", &[1, 1100, 4][..]), ("k", &[1, 1100, 4]), ("score_bias", &[1, 1100, 1100])];
    let tensors = long
        .map(|(name, shape)| Tensor::new(&format!("layers.0.{name}"), "float32", shape))
        .to_vec();
    let found = interpret(&[File { tensors, ..File::default() }], &Corrections::default());
    let most =
        "layer 0 has score_bias with 1210000 numbers for each head, and at most 1048576 are read";
    assert_eq!(refusal(&found).as_deref(), Some(most));
}

#[test]
fn layers_turn_by_the_configuration_of_their_model() {
    let types = r#"["sliding_attention", "full_attention"]"#;
    let config = |head_dim: u64| {
        format!(
            r#"{{"model_type": "gemma3_text", "head_dim": {head_dim}, "layer_types": {types}, "rope_parameters":
            {{"sliding_attention": {{"rope_theta": 100}}, "full_attention": {{"rope_theta": 1000, "factor": 8, "rope_type": "linear"}}}}}}"#
        )
    };
    let bases = |found: &Interpretation| -> Vec<_> {
        let rules = reading(found).rules.expect("layers differ");
        rules
            .iter()
            .map(|rule| rule[0].rope.as_ref().map(|rope| (rope.base, rope.factor)))
            .collect()
    };
    let local_and_global = [Some((100.0, None)), Some((1000.0, Some(8.0)))];
    assert_eq!(bases(&layers(2, &[], &[("rope", &config(8))])), local_and_global);
    let in_rules = format!(r#"[{{"rope": {0}}}, {{"rope": {0}}}]"#, config(8));
    assert_eq!(bases(&layers(2, &[], &[("rules", &in_rules)])), local_and_global);
    let refused =
        |count: usize, head_dim: u64| refusal(&layers(count, &[], &[("rope", &config(head_dim))]));
    let odd = "the rope of layer 0 has head_dim 16, and queries have 8 features";
    assert_eq!(refused(2, 16).as_deref(), Some(odd));
    assert!(refused(3, 8).is_some_and(|said| said.contains('3') && said.contains('2')));
    // A reader's correction changes what it names.
    let correction = GivenRope { base: Some(50.0), ..GivenRope::default() };
    let corrections =
        Corrections { rope: Some(RopeCorrection::Apply(correction)), ..Corrections::default() };
    let tensors = ["q", "k"].map(|name| Tensor::new(&format!("layers.0.{name}"), "float32", &Q));
    let rope = r#"{"rope_theta": 100, "rope_type": "linear", "factor": 4, "dim": 4}"#;
    let metadata = vec![("rope".to_owned(), rope.to_owned())];
    let file = File { tensors: tensors.to_vec(), metadata, ..File::default() };
    let rope = reading(&interpret(&[file], &corrections)).qk.rope.expect("it turns");
    assert_eq!((rope.base, rope.factor, rope.dim), (50.0, Some(4.0), Some(4)));
    assert_eq!(rope.rope_type, RopeType::Linear);
}

#[test]
fn an_unknown_kind_is_refused_for_weights_too() {
    let tensors = vec![Tensor::new("attention", "float32", &[1, 2, 5, 5])];
    let metadata = vec![("kind".to_owned(), "rwkv7".to_owned())];
    let file = File { tensors, metadata, name: "a.npy".to_owned(), ..File::default() };
    let found = interpret(&[file], &Corrections::default());
    assert_eq!(refusal(&found).as_deref(), Some("the metadata of a.npy has kind rwkv7"));
}

#[test]
fn a_note_says_how_layers_are_counted_unless_they_are_called_as_in_the_file() {
    let of = |names: [&str; 2]| {
        let tensors = names.map(|name| Tensor::new(name, "float32", &[2, 9, 9])).to_vec();
        let found = interpret(&[File { tensors, ..File::default() }], &Corrections::default());
        let numbers = reading(&found).layer_numbers;
        let notes = match outcome(found).result {
            Found::Read { notes, .. } => notes,
            Found::Refused { .. } => Vec::new(),
        };
        (numbers, notes.contains(&Note::Numbered { list: vec![5.0, 7.0] }))
    };
    assert_eq!(of(["layer.5", "layer.7"]), (Some(vec![5, 7]), false));
    assert_eq!(of(["attentions_5", "attentions_7"]), (None, true));
}

#[test]
fn keys_that_do_not_exist_or_are_not_used_are_in_a_note() {
    let is_noted = |key: &str, text: &str, shown: &str| {
        let found = outcome(layers(1, &[], &[(key, text), ("mask", "causal")]));
        let pairs = vec![(key.to_owned(), shown.to_owned())];
        let note = Note::UnknownKeys { file: String::new(), pairs };
        matches!(found.result, Found::Read { notes, .. } if notes.contains(&note))
    };
    assert!(is_noted("softcaps", "50", "50"));
    // Positions without a rotation.
    assert!(is_noted("position_ids", "[0, 1]", "[…]"));
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

#[test]
fn a_list_with_something_for_each_head_must_fit_the_heads() {
    let of = |metadata: &[(&str, &str)]| refusal(&layers(1, &[], metadata));
    let rules = |rules: &str| of(&[("rules", &format!("[{{{rules}}}]"))]);
    let says = |text: &str| Some(text.to_owned());
    let one = says("layer 0 has a list heads for 1 heads, and q has 2");
    assert_eq!(rules(r#""heads": [{"window": 2}]"#), one);
    assert_eq!(of(&[("slope", "[1]")]), says("layer 0 has a list slope for 1 heads, and q has 2"));
    let in_file = of(&[("heads", r#"[{"window": 2}, {}]"#)]);
    assert_eq!(in_file, says("the metadata of  has heads […]"));
    let odd = |name: &str| says(&format!("the rule of layer 0, head 1, has {name} […]"));
    assert_eq!(rules(r#""heads": [{}, {"slope": [9, 0.2]}]"#), odd("slope"));
    assert_eq!(rules(r#""heads": [{}, {"heads": [{}, {}]}]"#), odd("heads"));
    // What a head does not say of slopes is its slope in the list of the layer.
    let metadata = [("slope", "[1, 2]"), ("rules", r#"[{"heads": [{"window": 2}, {}]}]"#)];
    let found = reading(&layers(1, &[], &metadata)).rules.expect("heads differ");
    let slopes: Vec<_> = found[0].iter().map(|rule| rule.slope).collect();
    assert_eq!(slopes, [Some(1.0), Some(2.0)]);
}
