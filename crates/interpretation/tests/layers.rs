//! Arrays that layers have besides q, k and v.

use heedmap_interpretation::{
    Corrections, File, Found, LinearKind, Reading, Refusal, Tensor, interpret,
};

fn read(tensors: &[(&str, &str, &[u64])], rules: &str) -> Result<Reading, Refusal> {
    let tensors = tensors.iter().map(|(name, dtype, shape)| Tensor::new(name, dtype, shape));
    let metadata = vec![("rules".into(), rules.into())];
    let file = File { tensors: tensors.collect(), metadata, ..File::default() };
    match interpret(&[file], &Corrections::default()).outcome.map(|outcome| outcome.result) {
        Some(Found::Read { reading, .. }) => Ok(*reading),
        Some(Found::Refused { refused, .. }) => Err(refused),
        other => panic!("{other:?}"),
    }
}

#[test]
fn log_decays_may_be_by_token_in_one_layer_and_by_feature_in_another() {
    let gates: [&[u64]; 2] = [&[2, 24], &[2, 24, 8]];
    for (first, second, kinds) in [
        ("gated_delta", "kda", [LinearKind::GatedDelta, LinearKind::Kda]),
        ("kda", "gated_delta", [LinearKind::Kda, LinearKind::GatedDelta]),
        ("mamba2", "kda", [LinearKind::Mamba2, LinearKind::Kda]),
    ] {
        let of = |kind: &str| gates[usize::from(kind == "kda")];
        let tensors: [(&str, &str, &[u64]); 8] = [
            ("layers.0.q", "float32", &[2, 24, 8]),
            ("layers.0.k", "float32", &[2, 24, 8]),
            ("layers.0.beta", "float32", &[2, 24]),
            ("layers.0.log_decay", "float32", of(first)),
            ("layers.1.q", "float32", &[2, 24, 8]),
            ("layers.1.k", "float32", &[2, 24, 8]),
            ("layers.1.beta", "float32", &[2, 24]),
            ("layers.1.log_decay", "float32", of(second)),
        ];
        let rules = format!(r#"[{{"kind": "{first}"}}, {{"kind": "{second}"}}]"#);
        let reading = read(&tensors, &rules);
        let found = reading.map(|reading| {
            let decays = reading.log_decay.iter().map(|part| (part.layer, part.axes.len()));
            (reading.kinds, decays.collect::<Vec<_>>())
        });
        let decays = vec![(0, of(first).len()), (1, of(second).len())];
        assert_eq!(found, Ok((Some(kinds.map(Some).to_vec()), decays)));
    }
}

#[test]
fn picked_keys_that_are_no_integers_are_refused_with_their_name_and_type() {
    for dtype in ["float32", "float64", "bool"] {
        let tensors: [(&str, &str, &[u64]); 3] = [
            ("layers.0.q", "float32", &[2, 24, 8]),
            ("layers.0.k", "float32", &[2, 24, 8]),
            ("layers.0.selected", dtype, &[2, 24, 3]),
        ];
        let (name, dtype) = ("layers.0.selected".to_owned(), dtype.to_owned());
        let refusal = Refusal::PickType { layer: 0.0, name, dtype };
        assert_eq!(read(&tensors, r#"[{"mask": "causal"}]"#), Err(refusal));
    }
    let alone = [("selected", "float32", &[2, 24, 24][..])];
    assert!(read(&alone, "").is_ok());
}

#[test]
fn a_bias_that_no_layer_of_q_can_use_is_refused() {
    let refused = |name: &str, dtype: &str, shape: &[u64]| {
        let of = |name: &str| Tensor::new(name, "float32", &[2, 8, 4]);
        let tensors = vec![of("layers.3.q"), of("layers.3.k"), Tensor::new(name, dtype, shape)];
        let file = File { tensors, ..File::default() };
        match interpret(&[file], &Corrections::default()).outcome.expect("q and k").result {
            Found::Refused { refused } => Some(refused.to_string()),
            Found::Read { .. } => None,
        }
    };
    let says = |text: &str| Some(format!("{text} is no bias of a layer of q"));
    let named = "layers.3.key_bias";
    assert_eq!(refused(named, "float32", &[2, 8]), None);
    assert_eq!(refused(named, "float32", &[8]), says("layers.3.key_bias of [8] and float32"));
    assert_eq!(refused(named, "int32", &[2, 8]), says("layers.3.key_bias of [2, 8] and int32"));
    let other = "layers.5.key_bias";
    assert_eq!(refused(other, "float32", &[2, 8]), says("layers.5.key_bias of [2, 8] and float32"));
    // The learned bias of a projection is no bias of scores.
    assert_eq!(refused("layers.3.key.bias", "float32", &[8]), None);
}

#[test]
fn queries_are_the_last_positions_in_rules_that_depend_on_these() {
    let of = |metadata: &[(&str, &str)], part: &str| {
        let named = |name: &str, tokens| {
            Tensor::new(&format!("{part}layers.0.{name}"), "float32", &[2, tokens, 4])
        };
        let metadata = metadata.iter().map(|&(key, text)| (key.into(), text.into())).collect();
        let tensors = vec![named("q", 5), named("k", 12)];
        let file = File { tensors, metadata, ..File::default() };
        match interpret(&[file], &Corrections::default()).outcome.expect("q and k").result {
            Found::Read { reading, .. } => Ok(reading.offset),
            Found::Refused { refused } => Err(refused.to_string()),
        }
    };
    let open = ("mask", "all");
    for rule in [
        ("mask", "window(4)"),
        ("mask", "window(4) or global(0)"),
        ("rope", r#"{"base": 100}"#),
        ("slope", "0.5"),
        ("attn_temperature_tuning", "true"),
    ] {
        let metadata = if rule.0 == "mask" { vec![rule] } else { vec![open, rule] };
        assert_eq!(of(&metadata, ""), Ok(7), "{rule:?}");
        // Keys of cross-attention are those of another text.
        assert_eq!(of(&metadata, "cross."), Ok(0), "{rule:?}");
        let stated = [&metadata[..], &[("offset", "3")]].concat();
        assert_eq!(of(&stated, ""), Ok(3), "{rule:?}");
    }
    assert_eq!(of(&[open], ""), Ok(0));
    assert_eq!(of(&[open, ("offset", "7")], ""), Ok(7));
    let causal = |offset: &str| of(&[("mask", "causal"), ("offset", offset)], "");
    assert_eq!((causal("7"), causal("0")), (Ok(7), Ok(0)));
    let refused = Err("the metadata of  has offset 3".to_owned());
    assert_eq!(causal("3"), refused);
    assert_eq!(of(&[open, ("offset", "8")], ""), Err("the metadata of  has offset 8".to_owned()));
}

#[test]
fn groups_of_picks_that_heads_cannot_share_are_refused_with_the_number_of_heads() {
    let (q, selected): (&[u64], &[u64]) = (&[2, 8, 4], &[3, 8, 2]);
    let found = read(
        &[
            ("layers.0.q", "float32", q),
            ("layers.0.k", "float32", q),
            ("layers.0.selected", "int32", selected),
        ],
        "[{}]",
    );
    let wanted = "selected of layer 0 has the shape [3, 8, 2], and q needs [2, 8, 2]";
    assert_eq!(found.map_err(|refused| refused.to_string()), Err(wanted.to_owned()));
}
