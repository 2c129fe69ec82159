//! Properties of attention over heads, for random tensors of both float types.

use crate::support::{ROUNDING, exact_sum};
use heedmap_attention::{
    AttentionRule, Causal, HeadAttention, HeadInputs, HeadRow, Masks, NanRow, Real, Rope,
    SoftmaxKind, Tensor, Window, alibi_slopes, attend, attend_heads, from_row_major, merge_heads,
    split_heads, to_row_major,
};
use proptest::prelude::*;

fn cells(shape: [usize; 4]) -> impl Strategy<Value = Tensor<f64>> {
    prop::collection::vec(-6.0..6.0, shape.iter().product::<usize>())
        .prop_map(move |data| Tensor::new("cells", &shape, data).unwrap())
}

fn yes_or_no(shape: [usize; 4]) -> impl Strategy<Value = Tensor<bool>> {
    prop::collection::vec(prop::bool::weighted(0.7), shape.iter().product::<usize>())
        .prop_map(move |data| Tensor::new("mask", &shape, data).unwrap())
}

/// Queries, keys, values and a boolean mask of matching shapes.
#[derive(Clone, Debug)]
struct Heads {
    q: Tensor<f64>,
    k: Tensor<f64>,
    v: Tensor<f64>,
    mask: Tensor<bool>,
}

fn heads() -> impl Strategy<Value = Heads> {
    (1..3usize, 1..3usize, 1..4usize, 1..6usize, 1..7usize, 1..4usize, 1..5usize).prop_flat_map(
        |(batches, kv_heads, group, queries, keys, half, d_v)| {
            let heads = kv_heads * group;
            let q = cells([batches, heads, queries, 2 * half]);
            let k = cells([batches, kv_heads, keys, 2 * half]);
            let v = cells([batches, kv_heads, keys, d_v]);
            let mask = yes_or_no([batches, heads, queries, keys]);
            (q, k, v, mask).prop_map(|(q, k, v, mask)| Heads { q, k, v, mask })
        },
    )
}

fn rules() -> impl Strategy<Value = AttentionRule> {
    let scale = prop_oneof![Just(None), Just(Some(1.0)), (-2.0..2.0).prop_map(Some)];
    let softcap = prop::option::of(0.5..30.0);
    let rope = prop::option::of(Just(Rope::default()));
    let hides = prop_oneof![Just(Causal::None), Just(Causal::Offset)];
    let side = || prop::option::of(0..4_usize);
    let sink = prop::option::of(Just(f64::NEG_INFINITY));
    (scale, softcap, 0.2..3.0, hides, 0..3usize, (side(), side()), rope, sink).prop_map(
        |(scale, softcap, temperature, causal, prefix, (left, right), rope, sink)| AttentionRule {
            scale,
            softcap,
            temperature: Some(temperature),
            causal,
            prefix,
            window: Some(Window { left, right }),
            rope,
            sink,
            ..AttentionRule::default()
        },
    )
}

fn narrow(tensor: &Tensor<f64>) -> Tensor<f32> {
    tensor.map(|&cell| cell as f32)
}

/// The same cells with the axis `axis` in another order.
fn ordered<T: Copy>(tensor: &Tensor<T>, axis: usize, order: &[usize]) -> Tensor<T> {
    let shape = tensor.shape();
    let step: usize = shape[axis + 1..].iter().product();
    let mut sides = shape.to_vec();
    let blocks = tensor.data().chunks(shape[axis] * step);
    let data = blocks.flat_map(|block| {
        order.iter().flat_map(move |&at| block[at * step..(at + 1) * step].iter().copied())
    });
    let data = data.collect();
    sides[axis] = order.len();
    Tensor::new("ordered", &sides, data).unwrap()
}

#[track_caller]
fn assert_same_bits<T: Real>(name: &str, got: &Tensor<T>, expected: &Tensor<T>) {
    let bits = |tensor: &Tensor<T>| -> Vec<u64> {
        let plain = |value: f64| if value.is_nan() { f64::NAN } else { value };
        tensor.data().iter().map(|cell| plain(cell.to_f64()).to_bits()).collect()
    };
    assert_eq!(got.shape(), expected.shape(), "{name}");
    assert_eq!(bits(got), bits(expected), "{name}: got {got:?}\nexpected {expected:?}");
}

fn assert_same_results<T: Real>(got: &HeadAttention<T>, expected: &HeadAttention<T>) {
    assert_same_bits("scaled", &got.scaled, &expected.scaled);
    assert_same_bits("masked", &got.masked, &expected.masked);
    assert_same_bits("weights", &got.weights, &expected.weights);
    assert_same_bits("output", &got.output, &expected.output);
    assert_same_bits("log-sum-exp", &got.log_sum_exp, &expected.log_sum_exp);
    assert_same_bits("entropy", &got.entropy, &expected.entropy);
}

/// Checks that each row of weights sums to 1, or to exactly 0 if the row is listed as one without a
/// key.
fn check_sums<T: Real>(found: &HeadAttention<T>, rounding: f64) {
    let shape = found.weights.shape();
    let (heads, queries, keys) = (shape[1], shape[2], shape[3]);
    for (index, row) in found.weights.data().chunks(keys).enumerate() {
        let head = index / queries;
        let at = HeadRow { batch: head / heads, head: head % heads, query: index % queries };
        let total = exact_sum(row.iter().map(|weight| weight.to_f64()));
        if found.rows_without_key.contains(&at) {
            assert!(row.iter().all(|weight| *weight == T::ZERO), "{at:?}: {row:?}");
            assert_eq!(found.entropy.data()[index].to_f64(), 0.0);
            assert_eq!(found.log_sum_exp.data()[index].to_f64(), f64::NEG_INFINITY);
        } else {
            let tolerance = (keys + 10) as f64 * rounding;
            assert!((total - 1.0).abs() <= tolerance, "{at:?} sums to {total}: {row:?}");
        }
    }
}

proptest! {
    /// The bound is that of the softmax over a matrix: S + 10 roundings.
    #[test]
    fn the_weights_of_a_row_sum_to_1_or_to_exactly_0(heads in heads(), rules in rules()) {
        let masks = Masks::default().boolean(Some(&heads.mask));
        let inputs = HeadInputs::new(&heads.q, &heads.k, &heads.v);
        check_sums(&attend_heads(&inputs.masks(masks), &rules).unwrap(), ROUNDING);
        let (q, k, v) = (narrow(&heads.q), narrow(&heads.k), narrow(&heads.v));
        let masks = Masks::default().boolean(Some(&heads.mask));
        let found = attend_heads(&HeadInputs::new(&q, &k, &v).masks(masks), &rules);
        check_sums(&found.unwrap(), f64::from(f32::EPSILON) / 2.0);
    }

    #[test]
    fn a_boolean_mask_and_a_pattern_apply_together(heads in heads(), rules in rules(), period in 2..5_usize) {
        let shape = &heads.mask.shape()[2..];
        let cells = (0..shape[0] * shape[1]).map(|cell| cell % period != 0).collect();
        // The pattern has fewer axes: it applies to every head and batch entry.
        let pattern = Tensor::new("pattern", &[1, 1, shape[0], shape[1]], cells).unwrap();
        let mut cell = 0;
        let both = heads.mask.map(|allowed| {
            cell += 1;
            *allowed && (cell - 1) % pattern.data().len() % period != 0
        });
        let inputs = HeadInputs::new(&heads.q, &heads.k, &heads.v);
        let masks = Masks::default().boolean(Some(&heads.mask)).pattern(Some(&pattern));
        let apart = attend_heads(&inputs.masks(masks), &rules).unwrap();
        let masks = Masks::default().boolean(Some(&both));
        let joined = attend_heads(&inputs.masks(masks), &rules).unwrap();
        assert_same_results(&apart, &joined);
    }

    /// Two orders of a sum of S terms differ by at most 2 S u of the sum of magnitudes, here at
    /// most 6 for values, and each weight by the same relative amount; 4 covers second-order terms.
    #[test]
    fn the_order_of_the_keys_does_not_matter(
        (heads, order) in heads().prop_flat_map(|heads| {
            let order: Vec<usize> = (0..heads.k.shape()[2]).collect();
            (Just(heads), Just(order).prop_shuffle())
        })
    ) {
        let Heads { q, k, v, mask } = &heads;
        let masks = Masks::default().boolean(Some(mask));
        let plain = attend_heads(&HeadInputs::new(q, k, v).masks(masks), &AttentionRule::default());
        let (k, v, mask) = (ordered(k, 2, &order), ordered(v, 2, &order), ordered(mask, 3, &order));
        let masks = Masks::default().boolean(Some(&mask));
        let moved = attend_heads(&HeadInputs::new(q, &k, &v).masks(masks), &AttentionRule::default());
        let (plain, moved) = (plain.unwrap(), moved.unwrap());
        let relative = (2 * order.len() + 4) as f64 * ROUNDING;
        let expected = ordered(&plain.weights, 3, &order);
        for (got, expected) in moved.weights.data().iter().zip(expected.data()) {
            prop_assert!((got - expected).abs() <= relative * expected);
        }
        for (got, expected) in moved.output.data().iter().zip(plain.output.data()) {
            prop_assert!((got - expected).abs() <= 4.0 * relative * 6.0);
        }
    }

    /// The scores and the shift are integers, so that adding them is exact.
    #[test]
    fn adding_a_constant_to_every_logit_of_a_row_changes_no_weight(
        heads in heads(), shifts in prop::collection::vec(-1000..1000i32, 6)
    ) {
        let whole = |tensor: &Tensor<f64>| tensor.map(|cell| cell.round());
        let (q, k) = (whole(&heads.q), whole(&heads.k));
        let inputs = HeadInputs::new(&q, &k, &heads.v);
        let rule = AttentionRule { scale: Some(1.0), ..AttentionRule::default() };
        let queries = q.shape()[2];
        let shift = shifts[..queries].iter().map(|&shift| f64::from(shift)).collect();
        let shift = Tensor::new("shift", &[queries, 1], shift).unwrap();
        let masks = Masks::default().additive(Some(&shift));
        let moved = attend_heads(&inputs.masks(masks), &rule).unwrap();
        let plain = attend_heads(&inputs, &rule).unwrap();
        assert_same_bits("weights", &moved.weights, &plain.weights);
        assert_same_bits("output", &moved.output, &plain.output);
    }

    #[test]
    fn a_mask_that_allows_everything_changes_nothing(heads in heads(), rules in rules()) {
        let inputs = HeadInputs::new(&heads.q, &heads.k, &heads.v);
        let plain = attend_heads(&inputs, &rules).unwrap();
        let all = heads.mask.map(|_| true);
        let padding = Tensor::new("padding", &[1, 1], vec![true]).unwrap();
        let lengths = vec![heads.k.shape()[2]; heads.k.shape()[0]];
        let masks = Masks::default().boolean(Some(&all)).padding(Some(&padding)).valid_keys(Some(&lengths));
        let masked = attend_heads(&inputs.masks(masks), &rules).unwrap();
        assert_same_results(&masked, &plain);
    }

    #[test]
    fn a_step_with_a_cache_gives_the_last_rows_of_the_whole_sequence(
        heads in heads(), rules in rules(), cut in 0..6usize, with_alibi in any::<bool>()
    ) {
        let Heads { q, k, v, .. } = &heads;
        // As many queries as keys, as in generation.
        let length = q.shape()[2].min(k.shape()[2]);
        let cut = cut % length;
        let range = |tensor: &Tensor<f64>, from: usize, to: usize| {
            ordered(tensor, 2, &(from..to).collect::<Vec<_>>())
        };
        let slopes = alibi_slopes(q.shape()[1]);
        let alibi = with_alibi.then_some(slopes.as_slice());
        let whole_rule = AttentionRule { causal: Causal::UpperLeft, ..rules };
        let (all_q, all_k, all_v) = (range(q, 0, length), range(k, 0, length), range(v, 0, length));
        let whole = attend_heads(&HeadInputs::new(&all_q, &all_k, &all_v).slopes(alibi), &whole_rule).unwrap();
        let (past_k, past_v) = (range(k, 0, cut), range(v, 0, cut));
        let (q, k, v) = (range(q, cut, length), range(k, cut, length), range(v, cut, length));
        let past = Some((&past_k, &past_v));
        let step_rule = AttentionRule { causal: Causal::LowerRight, ..whole_rule.clone() };
        let step = attend_heads(&HeadInputs::new(&q, &k, &v).past(past).slopes(alibi), &step_rule).unwrap();
        assert_same_bits("keys", &step.keys, &whole.keys);
        assert_same_bits("weights", &step.weights, &range(&whole.weights, cut, length));
        assert_same_bits("output", &step.output, &range(&whole.output, cut, length));
    }

    #[test]
    fn shared_heads_give_the_bits_of_copied_heads(heads in heads(), rules in rules()) {
        let Heads { q, k, v, mask } = &heads;
        let group = q.shape()[1] / k.shape()[1];
        let copies: Vec<usize> = (0..q.shape()[1]).map(|h| h / group).collect();
        let (all_k, all_v) = (ordered(k, 1, &copies), ordered(v, 1, &copies));
        let masks = Masks::default().boolean(Some(mask));
        let shared = attend_heads(&HeadInputs::new(q, k, v).masks(masks), &rules).unwrap();
        let copied = attend_heads(&HeadInputs::new(q, &all_k, &all_v).masks(masks), &rules).unwrap();
        assert_same_results(&shared, &copied);
        let (q, k, v) = (narrow(q), narrow(k), narrow(v));
        let (all_k, all_v) = (narrow(&all_k), narrow(&all_v));
        let masks = Masks::default().boolean(Some(mask));
        let shared = attend_heads(&HeadInputs::new(&q, &k, &v).masks(masks), &rules).unwrap();
        let copied = attend_heads(&HeadInputs::new(&q, &all_k, &all_v).masks(masks), &rules).unwrap();
        assert_same_results(&shared, &copied);
    }

    #[test]
    fn a_batch_entry_does_not_depend_on_the_others(heads in heads(), rules in rules()) {
        let Heads { q, k, v, .. } = &heads;
        let all = attend_heads(&HeadInputs::new(q, k, v), &rules).unwrap();
        for b in 0..q.shape()[0] {
            let (q, k, v) = (ordered(q, 0, &[b]), ordered(k, 0, &[b]), ordered(v, 0, &[b]));
            let one = attend_heads(&HeadInputs::new(&q, &k, &v), &rules).unwrap();
            assert_same_bits("output", &one.output, &ordered(&all.output, 0, &[b]));
        }
    }

    #[test]
    fn one_head_gives_the_bits_of_attention_over_matrices(heads in heads()) {
        let one = |tensor: &Tensor<f64>| ordered(&ordered(tensor, 0, &[0]), 1, &[0]);
        let (q, k, v) = (one(&heads.q), one(&heads.k), one(&heads.v));
        let matrix = |tensor: &Tensor<f64>| {
            from_row_major("m", tensor.shape()[2], tensor.shape()[3], tensor.data()).unwrap()
        };
        let expected = attend(&matrix(&q), &matrix(&k), &matrix(&v), &AttentionRule::default(), SoftmaxKind::default()).unwrap();
        let found = attend_heads(&HeadInputs::new(&q, &k, &v), &AttentionRule::default()).unwrap();
        prop_assert_eq!(found.scaled.data(), to_row_major(&expected.scaled));
        prop_assert_eq!(found.weights.data(), to_row_major(&expected.softmax.weights));
        prop_assert_eq!(found.output.data(), to_row_major(&expected.output));
    }

    #[test]
    fn an_output_is_within_the_range_of_the_values(heads in heads(), rules in rules()) {
        let found = attend_heads(&HeadInputs::new(&heads.q, &heads.k, &heads.v), &rules).unwrap();
        // Excluded keys give 0, which may be outside the range of the values.
        let bounds = heads.v.data().iter().fold((0.0_f64, 0.0_f64), |(low, high), &cell| (low.min(cell), high.max(cell)));
        let slack = 6.0 * (2 * heads.k.shape()[2] + 10) as f64 * ROUNDING;
        for &cell in found.output.data() {
            prop_assert!(bounds.0 - slack <= cell && cell <= bounds.1 + slack, "{cell} of {bounds:?}");
        }
    }

    #[test]
    fn the_contents_of_an_excluded_key_reach_no_output(
        heads in heads(), garbage in prop_oneof![Just(f64::NAN), Just(f64::INFINITY), Just(f64::NEG_INFINITY)]
    ) {
        let Heads { q, k, v, .. } = &heads;
        let keys = k.shape()[2];
        let valid = vec![keys - 1; k.shape()[0]];
        let masks = Masks::default().valid_keys(Some(&valid));
        let rule = AttentionRule::default();
        let plain = attend_heads(&HeadInputs::new(q, k, v).masks(masks), &rule).unwrap();
        let spoilt = |tensor: &Tensor<f64>| {
            let width = tensor.shape()[3];
            let last = |at: usize| at / width % keys == keys - 1;
            let cells = tensor.data().iter().enumerate();
            let cells = cells.map(|(at, &cell)| if last(at) { garbage } else { cell }).collect();
            Tensor::new("spoilt", tensor.shape(), cells).unwrap()
        };
        let (k, v) = (spoilt(k), spoilt(v));
        let found = attend_heads(&HeadInputs::new(q, &k, &v).masks(masks), &rule).unwrap();
        assert_same_bits("weights", &found.weights, &plain.weights);
        assert_same_bits("output", &found.output, &plain.output);
        prop_assert!(found.rows_with_nan.is_empty());
    }

    #[test]
    fn nan_in_one_query_makes_its_row_nan_and_lists_it(heads in heads(), at in 0..1000usize) {
        let Heads { q, k, v, .. } = &heads;
        let (heads, queries, width) = (q.shape()[1], q.shape()[2], q.shape()[3]);
        let plain = attend_heads(&HeadInputs::new(q, k, v), &AttentionRule::default()).unwrap();
        let row = at % (q.data().len() / width);
        let mut cells = q.data().to_vec();
        cells[row * width] = f64::NAN;
        let q = Tensor::new("q", q.shape(), cells).unwrap();
        let found = attend_heads(&HeadInputs::new(&q, k, v), &AttentionRule::default()).unwrap();
        let head = row / queries;
        let named = HeadRow { batch: head / heads, head: head % heads, query: row % queries };
        prop_assert_eq!(&found.rows_with_nan, &[NanRow { row: named, key: 0 }]);
        let d_v = v.shape()[3];
        for (index, (got, expected)) in found.output.data().iter().zip(plain.output.data()).enumerate() {
            if index / d_v == row {
                prop_assert!(got.is_nan());
            } else {
                prop_assert_eq!(got.to_bits(), expected.to_bits());
            }
        }
    }

    #[test]
    fn a_score_under_rope_depends_on_the_distance_alone(heads in heads(), by in -50..50i64) {
        let inputs = HeadInputs::new(&heads.q, &heads.k, &heads.v);
        let from = |first_position| {
            let rope = Some(Rope { first_position, ..Rope::default() });
            attend_heads(&inputs, &AttentionRule { rope, ..AttentionRule::default() }).unwrap()
        };
        // Angles of up to 56 radians have errors of 56 u; each score is a sum of up to 6 products
        // of at most 36.
        let tolerance = 56.0 * 8.0 * 36.0 * 6.0 * ROUNDING;
        for (got, expected) in from(by).scaled.data().iter().zip(from(0).scaled.data()) {
            prop_assert!((got - expected).abs() <= tolerance, "{got} and {expected}");
        }
    }

    #[test]
    fn merging_split_heads_restores_them(heads in heads()) {
        let merged = merge_heads("x", &heads.q).unwrap();
        let split = split_heads("x", &merged, heads.q.shape()[1]).unwrap();
        assert_same_bits("x", &split, &heads.q);
    }

    #[test]
    fn lower_right_is_an_offset_of_keys_minus_queries(heads in heads(), rules in rules()) {
        let inputs = HeadInputs::new(&heads.q, &heads.k, &heads.v);
        let (queries, keys) = (heads.q.shape()[2] as i64, heads.k.shape()[2] as i64);
        let with = |causal, offset| {
            attend_heads(&inputs, &AttentionRule { causal, offset, ..rules.clone() }).unwrap()
        };
        let found = with(Causal::LowerRight, None);
        assert_same_results(&found, &with(Causal::Offset, Some(keys - queries)));
    }
}
