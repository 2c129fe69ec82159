//! What holds for every listing and every correction.

use heedmap_attention_rule::{Causal, Pairs};
use heedmap_interpretation::{
    Axis, Corrections, File, Found, GivenRope, MOST_CELLS, MOST_HEADS, MOST_SIDE, Padding, Part,
    RopeCorrection, Tensor, Text, interpret, texts,
};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

const WORDS: [&str; 27] = [
    "q",
    "k",
    "v",
    "qkv",
    "beta",
    "log_decay",
    "selected",
    "query",
    "key",
    "attn",
    "attentions",
    "layer",
    "step",
    "head",
    "weight",
    "bias",
    "mask",
    "scores",
    "cross",
    "encoder",
    "decoder",
    "hook",
    "rot",
    "",
    "\u{202e}",
    "é",
    "99999999999999999999",
];
const LENGTHS: [u64; 14] = [0, 1, 1, 2, 3, 3, 4, 4, 9, 64, 200, 4096, 1 << 31, (1 << 53) - 1];
const AXES: [Option<Axis>; 7] = [
    Some(Axis::Layer),
    Some(Axis::Head),
    Some(Axis::Query),
    Some(Axis::Key),
    Some(Axis::Feature),
    Some(Axis::Fixed),
    None,
];

fn name() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        select(&WORDS[..]).prop_map(str::to_owned),
        (0..4u8).prop_map(|n| n.to_string())
    ];
    (vec(part, 0..4), select(vec![".", "_", "/", ""])).prop_map(|(parts, joint)| parts.join(joint))
}

fn shape() -> impl Strategy<Value = Vec<u64>> {
    vec(select(&LENGTHS[..]), 0..7)
}

fn tensors() -> impl Strategy<Value = Vec<Tensor>> {
    let dtypes = vec!["float32", "float32", "float16", "bfloat16", "int64", "int32", "bool", ""];
    (name(), shape(), vec((name(), shape(), select(dtypes), any::<[bool; 3]>(), 0..5u8), 0..9))
        .prop_map(|(common, usual, each)| {
            let tensor = |(own, odd, dtype, [is_own, is_odd, sliced], at): (
                String,
                Vec<u64>,
                &str,
                [bool; 3],
                u8,
            )| {
                Tensor {
                    name: if is_own { own } else { format!("{common}{at}") },
                    dtype: dtype.to_owned(),
                    shape: if is_odd { odd } else { usual.clone() },
                    sliced,
                }
            };
            each.into_iter().map(tensor).collect()
        })
}

fn file() -> impl Strategy<Value = File> {
    let texts = [
        "gated_delta",
        "mamba2",
        r#"[{}, {"kind": "kda"}]"#,
        r#"[{"kind": "simple_gla"}, {"window": 4}]"#,
        "",
        "[",
        "[\"a\", \"b\"]",
        "[[1, 2]]",
        "[3, 2]",
        "first column",
        "0.5",
        "1e999",
        "causal and x",
        "4",
        "[0.5, 0.25]",
        "[[0, 1, 2], [0, 0, 0]]",
        r#"{"rope_theta": 1e4, "rope_type": "yarn", "factor": 4, "original_max_position_embeddings": 8}"#,
        r#"{"base": 1, "rope_type": "longrope", "factor": -1, "short_factor": [1], "long_factor": [1e999]}"#,
        r#"{"base": 10, "mrope_section": [1, 18446744073709551615], "rope_scaling": {"rope_scaling": {}}}"#,
        r#"{"attn_scale": 1e300, "floor_scale": 1e-300}"#,
        r#"[{"slope": [1, 2], "temperature": 1e300}, {"rope": {"base": 9, "dim": 99999999}}]"#,
    ];
    let keys = [
        "tokens",
        "query_tokens",
        "sinks",
        "lengths",
        "scale",
        "window",
        "mask",
        "heads",
        "rope",
        "kind",
        "rules",
        "selected_block",
        "slope",
        "temperature",
        "prefix",
        "attn_temperature_tuning",
        "position_ids",
    ];
    let pair = (select(keys.to_vec()), select(texts.to_vec()))
        .prop_map(|(key, text)| (String::from(key), String::from(text)));
    let hidden = vec(option::of(any::<u64>()), 0..3);
    let padding = option::of((0..9usize, 0..9u64, vec((0..9u64, any::<u64>()), 0..3), hidden));
    let listed = (vec("[a-c]", 0..6), vec(0..5u64, 0..4));
    (name(), tensors(), listed, vec("[a-c]", 0..4), vec(pair, 0..5), padding).prop_map(
        |(name, tensors, (tokens, texts), key_tokens, metadata, padding)| {
            let padding = padding.map(|(tensor, tokens, kept, hidden)| Padding {
                tensor,
                tokens,
                kept,
                hidden,
            });
            File { id: 0, name, tensors, tokens, texts, key_tokens, metadata, padding }
        },
    )
}

fn corrections() -> impl Strategy<Value = Corrections> {
    let numbers = vec![-1.0, 0.0, 0.5, 1.0, 2.0, 3.0, 1e300, f64::NAN, f64::INFINITY];
    let number = || option::of(select(numbers.clone()));
    let rope = (select(numbers.clone()), number()).prop_map(|(base, dim)| {
        let (base, pairs) = (Some(base), Some(Pairs::Interleaved));
        RopeCorrection::Apply(GivenRope { base, pairs, dim: Some(dim) })
    });
    let causal = option::of(select(vec![Causal::None, Causal::UpperLeft, Causal::LowerRight]));
    let axes = option::of(vec(select(&AXES[..]), 0..6));
    let numbers = (number(), number(), number(), number(), number());
    let average = option::of(any::<bool>());
    (option::of(0..4usize), axes, numbers, causal, option::of(rope), average).prop_map(
        |(candidate, axes, (heads, batch, scale, window, softcap), causal, rope, average)| {
            Corrections {
                candidate,
                part: None,
                average,
                axes,
                heads,
                batch,
                scale,
                causal,
                window,
                softcap,
                rope,
            }
        },
    )
}

fn check(files: &[File], part: &Part) {
    let file = files.iter().find(|file| file.id == part.file).expect("its file exists");
    let shape = &file.tensors[part.tensor].shape;
    assert_eq!((part.axes.len(), part.at.len()), (shape.len(), shape.len()));
    for ((&at, &length), &axis) in part.at.iter().zip(shape).zip(&part.axes) {
        assert!(at < length && (axis == Axis::Fixed || at == 0));
    }
    for axis in [Axis::Layer, Axis::Head, Axis::Query, Axis::Key, Axis::Feature] {
        assert!(part.axes.iter().filter(|&&each| each == axis).count() <= 1);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn every_listing_and_correction_is_read_or_refused(
        mut files in vec(file(), 0..4),
        corrections in corrections(),
    ) {
        for (file, id) in files.iter_mut().zip(0..) {
            file.id = id;
        }
        for corrections in [Corrections::default(), corrections] {
            let found = interpret(&files, &corrections);
            prop_assert_eq!(found.rejection.is_some(), found.candidates.is_empty());
            let place = corrections.candidate.unwrap_or(0);
            prop_assert_eq!(found.chosen, place);
            prop_assert_eq!(found.outcome.is_some(), place < found.candidates.len());
            let Some(outcome) = &found.outcome else { continue };
            let Found::Read { reading, .. } = &outcome.result else { continue };
            let (queries, keys) = (reading.queries, reading.keys);
            prop_assert!(queries * keys <= MOST_CELLS + queries || queries.max(keys) <= MOST_SIDE + 1);
            prop_assert!(reading.layers * reading.heads <= MOST_HEADS);
            prop_assert_eq!(reading.heads % reading.kv_heads, 0);
            prop_assert_eq!(reading.weights.is_empty(), !reading.q.is_empty());
            prop_assert!(reading.tokens.is_empty() || reading.tokens.len() as u64 == keys);
            prop_assert!(reading.query_tokens.is_empty() || reading.query_tokens.len() as u64 == queries);
            prop_assert!(reading.reach.as_ref().is_none_or(|reach| reach.len() as u64 == queries));
            for one in [&**reading].into_iter().chain(&reading.texts) {
                prop_assert_eq!((one.queries, one.keys, one.offset), (queries, keys, reading.offset));
                for part in [&one.weights, &one.q, &one.k, &one.v].into_iter().flatten() {
                    check(&files, part);
                }
            }
            prop_assert!(reading.texts.len() != 1);
        }
    }
}

proptest! {
    #[test]
    fn a_text_has_the_reading_that_its_correction_gives(
        mut files in vec(file(), 0..4),
        corrections in corrections(),
    ) {
        for (file, id) in files.iter_mut().zip(0..) {
            file.id = id;
        }
        let corrections = Corrections { average: None, ..corrections };
        for Text { candidate, batch, reading, .. } in texts(&files, &corrections) {
            let batch = batch.map(|item| item as f64);
            let own = interpret(&files, &Corrections { candidate, batch, ..corrections.clone() });
            prop_assert_eq!(own.reading(), Some(&*reading));
        }
    }
}

/// Arrays, the axes of the first, and the numbers of layers, heads, queries and keys.
type Form<'a> = (&'a [(&'a str, &'a [u64])], &'a [Axis], [u64; 4]);

/// The axes, layers, heads, queries and keys of the likeliest interpretation of arrays.
fn read(shapes: &[(&str, &[u64])]) -> (Vec<Axis>, [u64; 4]) {
    let tensors = shapes.iter().map(|(name, shape)| Tensor::new(name, "float32", shape)).collect();
    let found = interpret(&[File { tensors, ..File::default() }], &Corrections::default());
    let reading = found.reading().expect("it is attention");
    let first = reading.weights.iter().chain(&reading.q).next().expect("it has parts");
    (first.axes.clone(), [reading.layers, reading.heads, reading.queries, reading.keys])
}

#[test]
fn the_forms_in_which_models_and_libraries_save_attention_are_recognized() {
    use Axis::{Feature, Fixed, Head, Key, Layer, Query};
    let forms: [Form<'_>; 10] = [
        (&[("attn", &[9, 9])], &[Query, Key], [1, 1, 9, 9]),
        (&[("attn", &[4, 9, 9])], &[Head, Query, Key], [1, 4, 9, 9]),
        (&[("rollout", &[4, 9, 9])], &[Layer, Query, Key], [4, 1, 9, 9]),
        (&[("attentions", &[6, 4, 9, 9])], &[Layer, Head, Query, Key], [6, 4, 9, 9]),
        (&[("attn", &[9, 9, 4])], &[Query, Key, Head], [1, 4, 9, 9]),
        (
            &[("layer_0", &[1, 4, 9, 9]), ("layer_1", &[1, 4, 9, 9])],
            &[Fixed, Head, Query, Key],
            [2, 4, 9, 9],
        ),
        (&[("l0h0", &[9, 9]), ("l0h1", &[9, 9])], &[Query, Key], [1, 2, 9, 9]),
        (&[("step_0", &[4, 3, 3]), ("step_1", &[4, 1, 4])], &[Head, Query, Key], [1, 4, 4, 4]),
        (&[("q", &[4, 9, 8]), ("k", &[2, 9, 8])], &[Head, Query, Feature], [1, 4, 9, 9]),
        (&[("qkv", &[9, 3, 4, 8])], &[Query, Fixed, Head, Feature], [1, 4, 9, 9]),
    ];
    for (shapes, axes, sizes) in forms {
        assert_eq!(read(shapes), (axes.to_vec(), sizes), "{shapes:?}");
    }
}

#[test]
fn weights_whose_file_says_which_axis_is_which_are_not_guessed() {
    let layout = |layout: &str| {
        let tensors = vec![Tensor::new("attention", "float32", &[2, 9, 9, 4])];
        let metadata = vec![("layout".to_owned(), layout.to_owned())];
        let file = File { tensors, metadata, ..File::default() };
        let found = interpret(&[file], &Corrections::default());
        let reading = found.reading().expect("it is attention");
        [reading.heads, reading.queries, reading.keys]
    };
    // Nine heads of nine queries look like nine queries of nine keys.
    assert_eq!(layout(""), [4, 9, 9]);
    assert_eq!(layout("(layers, heads, queries, keys)"), [9, 9, 4]);
    for other in
        ["(layers, heads, tokens, size)", "(heads, queries, keys)", "(query, query, key, key)"]
    {
        assert_eq!(layout(other), [4, 9, 9], "{other}");
    }
}

#[test]
fn padding_is_not_removed_from_weights_that_have_the_column_of_a_sink() {
    let metadata = [("lengths", "[3]"), ("sinks", "first column")];
    let metadata = metadata.map(|(key, text)| (key.to_owned(), text.to_owned())).to_vec();
    let tensors = vec![Tensor::new("attention", "float32", &[5, 5])];
    let file = File { tensors, metadata, ..File::default() };
    let found = interpret(&[file], &Corrections::default());
    let reading = found.reading().expect("it is attention");
    assert_eq!((reading.queries, reading.keys), (5, 5));
    assert_eq!((reading.query_tokens.len(), reading.tokens.len()), (5, 5));
    assert!(reading.weights.iter().all(|part| part.ranges.is_none()));
}
