//! Weights computed row by row have the same bits as attention over heads in 32 bits.

use heedmap_attention::streaming::{Vectors, weights, weights_over};
use heedmap_attention::{
    AttentionRule, Causal, HeadInputs, Masks, Rope, RopePairs, Tensor, Window, attend_heads, rotate,
};
use proptest::prelude::*;

/// Queries, keys, their size, and options.
#[derive(Clone, Debug)]
struct Case {
    q: Vec<f32>,
    k: Vec<f32>,
    size: usize,
    options: AttentionRule,
}

fn cell() -> impl Strategy<Value = f32> {
    prop_oneof![
        40 => -6.0_f32..6.0,
        1 => prop::sample::select(vec![f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 0.0, -0.0, 3e38, 1e-40]),
    ]
}

fn options(size: usize) -> impl Strategy<Value = AttentionRule> {
    let scale = prop_oneof![Just(None), Just(Some(1.0)), (-2.0..2.0).prop_map(Some)];
    let softcap = prop_oneof![Just(None), Just(Some(-1.0)), (0.5..30.0).prop_map(Some)];
    let causal = prop::sample::select(vec![
        (Causal::None, 0),
        (Causal::UpperLeft, 0),
        (Causal::LowerRight, 0),
        (Causal::Offset, 0),
        (Causal::UpperLeft, 3),
    ]);
    let window = prop::option::of((1..6_usize).prop_map(Window::of));
    let pairs = prop::sample::select(vec![RopePairs::Half, RopePairs::Interleaved]);
    let dim = prop::option::of((0..=size / 2).prop_map(|pairs| 2 * pairs));
    let rope = (pairs, dim, prop::sample::select(vec![10_000.0, 500.0])).prop_map(
        // With an odd size, one feature is in no pair.
        move |(pairs, dim, base)| Rope {
            pairs,
            dim: dim.or(Some(size / 2 * 2)),
            base,
            ..Rope::default()
        },
    );
    let temperature = prop::option::of(prop::sample::select(vec![0.5, 3.0]));
    (scale, softcap, causal, window, prop::option::of(rope), -4..9_i64, temperature).prop_map(
        |(scale, softcap, (causal, prefix), window, rope, offset, temperature)| AttentionRule {
            scale,
            softcap,
            causal,
            prefix,
            window,
            rope,
            offset: Some(offset),
            temperature,
            ..AttentionRule::default()
        },
    )
}

fn case() -> impl Strategy<Value = Case> {
    (1..12_usize, 0..8_usize, 0..28_usize).prop_flat_map(|(size, queries, keys)| {
        let q = prop::collection::vec(cell(), queries * size);
        let k = prop::collection::vec(cell(), keys * size);
        (q, k, options(size)).prop_map(move |(q, k, options)| Case { q, k, size, options })
    })
}

/// Vectors rotated with tables of cosines and sines, as in models that keep tables.
fn turned(x: &Tensor<f32>, rope: Option<&Rope>, first: i64) -> Tensor<f32> {
    let Some(rope) = rope else { return x.clone() };
    let (length, size) = (x.shape()[2], x.shape()[3]);
    let features = rope.dim.unwrap_or(size);
    let angle = |at: usize| {
        let (row, c) = (at / (features / 2), at % (features / 2));
        let position = (row as i64 + first + rope.first_position) as f64;
        position * libm::pow(rope.base, -2.0 * c as f64 / features as f64)
    };
    let table = |of: fn(f64) -> f64| {
        let cells = (0..length * (features / 2)).map(|at| of(angle(at)) as f32).collect();
        Tensor::new("table", &[1, length, features / 2], cells).unwrap()
    };
    rotate(x, (&table(libm::cos), &table(libm::sin)), rope.pairs).unwrap()
}

fn expected(case: &Case) -> Vec<f32> {
    expected_with(case, Masks::default())
}

fn expected_with(case: &Case, masks: Masks<'_, f32>) -> Vec<f32> {
    let Case { q, k, size, options } = case;
    let tensor = |cells: &Vec<f32>| {
        Tensor::new("vectors", &[1, 1, cells.len() / size, *size], cells.clone()).unwrap()
    };
    let tensors = (tensor(q), tensor(k));
    let [queries, keys] = [&tensors.0, &tensors.1].map(|tensor| tensor.shape()[2]);
    let first = match options.causal {
        Causal::None | Causal::Offset => options.offset.unwrap_or(0),
        Causal::UpperLeft => 0,
        Causal::LowerRight => keys as i64 - queries as i64,
    };
    let (q, k) = (
        turned(&tensors.0, options.rope.as_ref(), first),
        turned(&tensors.1, options.rope.as_ref(), 0),
    );
    let values = Tensor::new("v", &[1, 1, keys, 1], vec![0.0; keys]).unwrap();
    let rule = AttentionRule { rope: None, ..options.clone() };
    let inputs = HeadInputs::new(&q, &k, &values).masks(masks);
    attend_heads(&inputs, &rule).unwrap().weights.into_data()
}

fn bits(cells: &[f32]) -> Vec<u32> {
    cells.iter().map(|cell| if cell.is_nan() { f32::NAN } else { *cell }.to_bits()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn weights_have_the_bits_of_attention_over_heads(case in case()) {
        let Case { q, k, size, options } = &case;
        let (q, k) = (Vectors { cells: q, size: *size }, Vectors { cells: k, size: *size });
        let found = weights(q, k, options).unwrap();
        prop_assert_eq!(bits(&found), bits(&expected(&case)));
    }
}

/// A loop over every cell, in 64 bits: the sink is a score that no key has.
fn with_sink(case: &Case, sink: f64) -> Vec<f64> {
    let Case { q, k, size, options } = case;
    let (queries, keys) = (q.len() / size, k.len() / size);
    let mut found = Vec::new();
    for i in 0..queries {
        let mut terms = vec![(sink / options.temperature.unwrap_or(1.0)).exp()];
        for j in 0..keys {
            let dot: f64 =
                (0..*size).map(|c| f64::from(q[i * size + c]) * f64::from(k[j * size + c])).sum();
            let scaled = match options.scale {
                None => dot / (*size as f64).sqrt(),
                Some(factor) => dot * factor,
            };
            let cap = options.softcap.unwrap_or(0.0);
            let capped = if cap > 0.0 { cap * (scaled / cap).tanh() } else { scaled };
            let score = capped / options.temperature.unwrap_or(1.0);
            let (i, j) = (i as i64, j as i64);
            let position = match options.causal {
                Causal::None | Causal::Offset => i + options.offset.unwrap_or(0),
                Causal::UpperLeft => i,
                Causal::LowerRight => i + keys as i64 - queries as i64,
            };
            let ahead =
                options.causal != Causal::None && j > position && j >= options.prefix as i64;
            let outside = options
                .window
                .is_some_and(|window| (position - j).abs() > window.left.unwrap() as i64);
            terms.push(if ahead || outside { 0.0 } else { score.exp() });
        }
        let sum: f64 = terms.iter().sum();
        found.extend(terms.iter().map(|term| term / sum));
    }
    found
}

fn plain_case() -> impl Strategy<Value = Case> {
    (1..6_usize, 1..7_usize, 0..20_usize).prop_flat_map(|(size, queries, keys)| {
        let q = prop::collection::vec(-2.0_f32..2.0, queries * size);
        let k = prop::collection::vec(-2.0_f32..2.0, keys * size);
        (q, k, options(size)).prop_map(move |(q, k, options)| {
            let options = AttentionRule { rope: None, ..options };
            Case { q, k, size, options }
        })
    })
}

proptest! {
    #[test]
    fn a_sink_takes_part_in_the_softmax_of_a_plain_loop(
        case in plain_case(), sink in -5.0..5.0_f64,
    ) {
        let Case { q, k, size, options } = &case;
        let options = AttentionRule { sink: Some(sink), ..options.clone() };
        let (q, k) = (Vectors { cells: q, size: *size }, Vectors { cells: k, size: *size });
        let found = weights(q, k, &options).unwrap();
        let expected = with_sink(&case, sink);
        prop_assert_eq!(found.len(), expected.len());
        for (weight, expected) in found.iter().zip(&expected) {
            prop_assert!((f64::from(*weight) - expected).abs() < 2e-5, "{} {}", weight, expected);
        }
    }

    #[test]
    fn a_sink_without_weight_changes_no_other_bit(case in case()) {
        let Case { q, k, size, options } = &case;
        let (q, k) = (Vectors { cells: q, size: *size }, Vectors { cells: k, size: *size });
        let none = AttentionRule { sink: Some(f64::NEG_INFINITY), ..options.clone() };
        let plain = weights(q, k, options).unwrap();
        let found = weights(q, k, &none).unwrap();
        let columns = k.cells.len() / size + 1;
        for (row, expected) in found.chunks(columns).zip(plain.chunks((columns - 1).max(1))) {
            prop_assert_eq!(bits(&row[1..]), bits(&expected[..columns - 1]));
        }
    }
}

/// The text of a mask with a few ranges of keys in each row, and the ranges.
fn ranges_case() -> impl Strategy<Value = (Case, Vec<Vec<std::ops::Range<usize>>>)> {
    case().prop_flat_map(|case| {
        let (queries, keys) = (case.q.len() / case.size, case.k.len() / case.size);
        let row = prop::collection::vec(any::<bool>(), keys).prop_map(|seen| {
            let mut ranges: Vec<std::ops::Range<usize>> = Vec::new();
            for key in (0..seen.len()).filter(|&key| seen[key]) {
                match ranges.last_mut().filter(|last| last.end == key) {
                    Some(last) => last.end += 1,
                    None => ranges.push(key..key + 1),
                }
            }
            ranges
        });
        (Just(case), prop::collection::vec(row, queries))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn weights_over_several_ranges_have_the_bits_of_a_boolean_mask((case, ranges) in ranges_case()) {
        let Case { q, k, size, options } = &case;
        let (queries, keys) = (q.len() / size, k.len() / size);
        let rule = AttentionRule { causal: Causal::None, window: None, ..options.clone() };
        let vectors = (Vectors { cells: q, size: *size }, Vectors { cells: k, size: *size });
        let found = weights_over(vectors.0, vectors.1, &rule, &|query| ranges[query].clone()).unwrap();
        let cells = (0..queries * keys).map(|at| ranges[at / keys].iter().any(|range| range.contains(&(at % keys))));
        let seen = Tensor::new("mask", &[1, 1, queries, keys], cells.collect()).unwrap();
        let open = Case { options: rule, ..case.clone() };
        let masks = Masks::default().boolean(Some(&seen));
        prop_assert_eq!(bits(&found), bits(&expected_with(&open, masks)));
    }
}
