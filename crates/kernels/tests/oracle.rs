//! Every kernel beside plain loops in 64 bits, over shapes and rules.

use half::{bf16, f16};
use heedmap_attention_rule::{AttentionRule, Causal, Window};
use heedmap_kernels::{Cell, Error, Head, Right, RightOperand, Scoring};
use heedmap_kernels::{log_sum_exp, log_sum_exp_packed, output, product, sample, weights};
use proptest::prelude::*;

use crate::loops::{is_seen, plain, score, softmax, with_sink};

/// A head and its values.
#[derive(Clone, Debug)]
struct Case {
    q: Vec<f32>,
    k: Vec<f32>,
    v: Vec<f32>,
    /// Queries, keys, features, value features.
    sizes: [usize; 4],
    rule: AttentionRule,
}

impl Case {
    fn head(&self) -> Head<'_> {
        let [queries, keys, features, _] = self.sizes;
        let scoring = Scoring::of(&self.rule, [queries, keys], features).unwrap();
        Head { q: &self.q, k: &self.k, queries, keys, features, scoring }
    }

    /// The score of one cell in 64 bits; `None` if the query does not reach the key.
    fn score(&self, i: usize, j: usize) -> Option<f64> {
        let rule = &self.rule;
        is_seen(rule, i, j).then(|| score((&self.q, &self.k), self.sizes[2], rule, [i, j]))
    }

    /// The weights and the log-sum-exp of a row in 64 bits.
    fn row(&self, i: usize) -> (Vec<f64>, f64) {
        self.row_without(i, None)
    }

    /// The same without one key.
    fn row_without(&self, i: usize, without: Option<usize>) -> (Vec<f64>, f64) {
        let score = |j| self.score(i, j).filter(|_| Some(j) != without);
        let scores: Vec<_> = (0..self.sizes[1]).map(score).collect();
        let (weights, sum) = softmax(&scores, self.rule.sink);
        (weights.into_iter().map(|weight| weight.unwrap_or(0.0)).collect(), sum)
    }
}

fn rules() -> impl Strategy<Value = AttentionRule> {
    let side = || prop::option::of(0..40_usize);
    let slope = prop::option::of(0.0..0.5_f64);
    let prefix = prop_oneof![Just(0_usize), 0..30_usize];
    (
        (0.05..0.5_f64, prop::option::of(1.0..30.0_f64), any::<bool>(), prefix),
        (-20..60_i64, side(), side(), slope, prop::option::of(-3.0..3.0_f64)),
    )
        .prop_map(|((scale, softcap, causal, prefix), (offset, left, right, slope, sink))| {
            AttentionRule {
                scale: Some(scale),
                softcap,
                causal: if causal { Causal::Offset } else { Causal::None },
                prefix,
                offset: Some(offset),
                window: Some(Window { left, right }),
                slope,
                sink,
                ..AttentionRule::default()
            }
        })
}

fn cases() -> impl Strategy<Value = Case> {
    let causal = AttentionRule { causal: Causal::Offset, ..AttentionRule::default() };
    let rules = prop_oneof![rules(), Just(AttentionRule::default()), Just(causal)];
    let sizes = (1..70_usize, 1..300_usize, 1..40_usize, 1..40_usize);
    (sizes, rules).prop_flat_map(|((queries, keys, features, values), rule)| {
        let cells = |count| prop::collection::vec(-2.0..2.0_f32, count);
        (cells(queries * features), cells(keys * features), cells(keys * values)).prop_map(
            move |(q, k, v)| {
                let rule = rule.clone();
                Case { q, k, v, sizes: [queries, keys, features, values], rule }
            },
        )
    })
}

/// A score is a sum of up to 40 products below 4, times a scale below 0.5: below 80, with a rounding of at
/// most 80 · 40 · 6e-8 = 2e-4 at worst and far less in fact. Weights err relatively by as much.
const NEAR: f64 = 2e-5;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn weights_are_those_of_plain_loops(case in cases()) {
        let [queries, keys, ..] = case.sizes;
        let mut found = vec![f32::NAN; queries * keys];
        weights(&case.head(), &mut found).unwrap();
        for (i, row) in found.chunks(keys).enumerate() {
            for (j, (&found, exact)) in row.iter().zip(case.row(i).0).enumerate() {
                prop_assert!((f64::from(found) - exact).abs() <= NEAR, "({i}, {j}): {found}, {exact}");
                prop_assert!(case.score(i, j).is_some() || found == 0.0, "({i}, {j}) is hidden");
            }
        }
    }

    #[test]
    fn outputs_are_those_of_plain_loops(case in cases()) {
        let [queries, _, _, values] = case.sizes;
        let mut found = vec![f32::NAN; queries * values];
        output(&case.head(), &case.v, values, &mut found).unwrap();
        for (i, line) in found.chunks(values).enumerate() {
            let (row, _) = case.row(i);
            for (c, &found) in line.iter().enumerate() {
                let v = case.v.iter().skip(c).step_by(values);
                let exact: f64 = row.iter().zip(v).map(|(weight, &v)| weight * f64::from(v)).sum();
                prop_assert!((f64::from(found) - exact).abs() <= 4.0 * NEAR, "({i}, {c}): {found}, {exact}");
            }
        }
    }

    #[test]
    fn cells_of_a_sample_are_those_of_plain_loops(
        case in cases(),
        picks in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 1..60),
        ascending in any::<bool>(),
    ) {
        let [queries, keys, ..] = case.sizes;
        let rows: Vec<_> = picks.iter().map(|(row, _)| row.index(queries)).collect();
        let mut columns: Vec<_> = picks.iter().map(|(_, column)| column.index(keys)).collect();
        if ascending {
            columns.sort_unstable();
        }
        let mut all = vec![f64::NAN; queries];
        log_sum_exp(&case.head(), 0..queries, &mut all).unwrap();
        let sums: Vec<_> = rows.iter().map(|&row| all[row]).collect();
        let mut found = vec![f32::NAN; rows.len() * columns.len()];
        sample(&case.head(), (&rows, &columns), &sums, &mut found).unwrap();
        for (line, &i) in found.chunks(columns.len()).zip(&rows) {
            let (exact, sum) = case.row(i);
            prop_assert!(all[i] == sum || (all[i] - sum).abs() <= NEAR, "{} {sum}", all[i]);
            for (&found, &j) in line.iter().zip(&columns) {
                prop_assert!((f64::from(found) - exact[j]).abs() <= 2.0 * NEAR, "({i}, {j}): {found}, {}", exact[j]);
            }
        }
    }

    #[test]
    fn the_sums_of_some_rows_are_those_of_all(case in cases(), ends in any::<[prop::sample::Index; 2]>()) {
        let [queries, ..] = case.sizes;
        let mut ends = ends.map(|end| end.index(queries + 1));
        ends.sort_unstable();
        let mut all = vec![f64::NAN; queries];
        log_sum_exp(&case.head(), 0..queries, &mut all).unwrap();
        let mut some = vec![f64::NAN; ends[1] - ends[0]];
        log_sum_exp(&case.head(), ends[0]..ends[1], &mut some).unwrap();
        for (some, all) in some.iter().zip(&all[ends[0]..]) {
            prop_assert!(some == all || (some - all).abs() <= NEAR, "{some}, {all}");
        }
    }

    #[test]
    fn a_vector_that_is_not_finite_affects_its_own_cells_alone(
        case in cases(),
        key in any::<prop::sample::Index>(),
        query in any::<prop::sample::Index>(),
        wrong in prop::sample::select(vec![f32::NAN, f32::INFINITY, f32::NEG_INFINITY]),
    ) {
        let [queries, keys, features, _] = case.sizes;
        let (key, query) = (key.index(keys), query.index(queries));
        let mut damaged = case.clone();
        damaged.k[key * features] = wrong;
        damaged.q[query * features] = wrong;
        let mut found = vec![0.0; queries * keys];
        weights(&damaged.head(), &mut found).unwrap();
        let mut sums = vec![0.0; queries];
        log_sum_exp(&damaged.head(), 0..queries, &mut sums).unwrap();
        let all: [Vec<_>; 2] = [(0..queries).collect(), (0..keys).collect()];
        let mut cells = vec![0.0; queries * keys];
        sample(&damaged.head(), (&all[0], &all[1]), &sums, &mut cells).unwrap();
        prop_assert!(sums[query].is_nan());
        for i in 0..queries {
            let (exact, sum) = case.row_without(i, Some(key));
            prop_assert!(i == query || sums[i] == sum || (sums[i] - sum).abs() <= NEAR);
            for j in 0..keys {
                let hidden = case.score(i, j).is_none();
                for found in [found[i * keys + j], cells[i * keys + j]] {
                    if !hidden && (i == query || j == key) {
                        prop_assert!(found.is_nan(), "({i}, {j}): {found}");
                    } else {
                        prop_assert!((f64::from(found) - exact[j]).abs() <= 2.0 * NEAR, "({i}, {j}): {found}, {}", exact[j]);
                    }
                }
            }
        }
    }

    #[test]
    fn numbers_of_16_bits_are_those_of_32_that_they_stand_for(case in cases()) {
        fn results<C: Cell>(sizes: [usize; 4], rule: &AttentionRule, vectors: [&[C]; 3]) -> (Vec<f32>, Vec<f64>) {
            let [queries, keys, features, values] = sizes;
            let scoring = Scoring::of(rule, [queries, keys], features).unwrap();
            let head = Head { q: vectors[0], k: vectors[1], queries, keys, features, scoring };
            let mut all = vec![0.0; queries * (keys + values)];
            let mut sums = vec![0.0; queries];
            let (rows, mixed) = all.split_at_mut(queries * keys);
            weights(&head, rows).unwrap();
            output(&head, vectors[2], values, mixed).unwrap();
            log_sum_exp_packed(&head, &head.packed_keys(), 0..queries, &mut sums).unwrap();
            (all, sums)
        }
        fn both<C: Cell>(case: &Case, short: impl Fn(f32) -> C) -> [(Vec<f32>, Vec<f64>); 2] {
            let short = [&case.q, &case.k, &case.v].map(|all| all.iter().map(|&cell| short(cell)).collect::<Vec<_>>());
            let wide = short.clone().map(|all| all.into_iter().map(Cell::widened).collect::<Vec<f32>>());
            let results_of_short = results(case.sizes, &case.rule, [&short[0], &short[1], &short[2]]);
            [results_of_short, results(case.sizes, &case.rule, [&wide[0], &wide[1], &wide[2]])]
        }
        for [short, wide] in [both(&case, f16::from_f32), both(&case, bf16::from_f32)] {
            prop_assert!(short == wide);
        }
    }

    #[test]
    fn products_are_those_of_plain_loops(
        [rows, depth, columns] in [0..20_usize, 0..600_usize, 0..40_usize],
        seed in any::<u32>(),
        transposed in any::<bool>(),
    ) {
        let mut state = seed;
        let mut cells = |count: usize| -> Vec<f32> {
            (0..count).map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                state as f32 / 2_147_483_648.0 - 1.0
            }).collect()
        };
        let (a, b) = (cells(rows * depth), cells(depth * columns));
        let right = if transposed { Right::Transposed } else { Right::Plain };
        let mut found = vec![f32::NAN; rows * columns];
        product(&a, (&b, right), [rows, depth, columns], &mut found).unwrap();
        if !transposed {
            let operand = RightOperand::from_rows([depth, columns], |row, line| {
                line.copy_from_slice(&b[row * columns..][..columns]);
            });
            let mut by_rows = vec![f32::NAN; rows * columns];
            operand.product(&a, rows, &mut by_rows).unwrap();
            prop_assert_eq!(&by_rows, &found);
        }
        for i in 0..rows {
            for j in 0..columns {
                let b = |c: usize| if transposed { b[j * depth + c] } else { b[c * columns + j] };
                let exact: f64 = (0..depth).map(|c| f64::from(a[i * depth + c]) * f64::from(b(c))).sum();
                prop_assert!((f64::from(found[i * columns + j]) - exact).abs() <= 1e-4, "({i}, {j})");
            }
        }
    }
}

fn two_tokens<'a>(q: &'a [f32], k: &'a [f32]) -> Head<'a> {
    Head { q, k, queries: q.len(), keys: k.len(), features: 1, scoring: plain(1) }
}

#[test]
fn arrays_of_the_wrong_length_are_rejected_with_the_figures() {
    let head = Head { keys: 3, ..two_tokens(&[1.0, 2.0], &[1.0, 2.0]) };
    let message = weights(&head, &mut [0.0; 6]).unwrap_err().to_string();
    assert_eq!(message, "the keys has 2 numbers, but 3 rows of 1 are 3");
    let head = two_tokens(&[1.0, 2.0], &[1.0, 2.0]);
    assert!(matches!(weights(&head, &mut [0.0; 3]), Err(Error::Length { found: 3, .. })));
    assert!(matches!(
        output(&head, &[1.0], 1, &mut [0.0; 2]),
        Err(Error::Length { name: "the values", .. })
    ));
}

#[test]
fn outputs_of_numbers_that_are_not_finite_are_rejected() {
    let not_finite = |name| Err(Error::NotFinite { name });
    for wrong in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let (right, wrong) = ([1.0, 2.0], [1.0, wrong]);
        let mut mixed = [0.0; 2];
        assert_eq!(
            output(&two_tokens(&wrong, &right), &right, 1, &mut mixed),
            not_finite("the queries")
        );
        assert_eq!(
            output(&two_tokens(&right, &wrong), &right, 1, &mut mixed),
            not_finite("the keys")
        );
        assert_eq!(
            output(&two_tokens(&right, &right), &wrong, 1, &mut mixed),
            not_finite("the values")
        );
    }
}

#[test]
fn scores_that_might_overflow_are_rejected() {
    let not_finite = |name| Err(Error::NotFinite { name });
    let head = two_tokens(&[3e38, 1.0], &[3e38, 2.0]);
    assert_eq!(weights(&head, &mut [0.0; 4]), not_finite("scores"));
    assert_eq!(output(&head, &[1.0, 1.0], 1, &mut [0.0; 2]), not_finite("scores"));
    assert_eq!(log_sum_exp(&head, 0..2, &mut [0.0; 2]), not_finite("scores"));
    assert_eq!(sample(&head, (&[0], &[0]), &[0.0], &mut [0.0]), not_finite("scores"));
}

#[test]
fn a_weight_that_is_too_small_is_zero_and_no_denormal() {
    let keys: Vec<f32> = (0..64).map(|key| -4.0 * key as f32).collect();
    let mut row = [f32::NAN; 64];
    weights(&two_tokens(&[1.0], &keys), &mut row).unwrap();
    assert!(row.iter().all(|&weight| weight == 0.0 || weight.is_normal()), "{row:?}");
    assert!(row[17] > 0.0 && row[18] == 0.0, "{row:?}");
}

#[test]
fn rows_and_columns_that_do_not_exist_are_rejected() {
    let head = two_tokens(&[1.0, 2.0], &[1.0, 2.0]);
    let missing = |name, index| Err(Error::Missing { name, index, count: 2 });
    assert_eq!(log_sum_exp(&head, 1..3, &mut [0.0; 2]), missing("query", 2));
    assert_eq!(sample(&head, (&[2], &[0]), &[0.0], &mut [0.0]), missing("query", 2));
    assert_eq!(sample(&head, (&[0], &[7]), &[0.0], &mut [0.0]), missing("key", 7));
}

#[test]
fn a_query_without_a_key_has_no_weight_and_no_output() {
    let rule =
        AttentionRule { causal: Causal::Offset, offset: Some(-1), ..AttentionRule::default() };
    let scoring = Scoring::of(&rule, [2, 2], 1).unwrap();
    let head = Head { scoring, ..two_tokens(&[1.0, 2.0], &[1.0, 2.0]) };
    let mut all = [f32::NAN; 4];
    weights(&head, &mut all).unwrap();
    assert_eq!(all, [0.0, 0.0, 1.0, 0.0]);
    let mut mixed = [f32::NAN; 2];
    output(&head, &[5.0, 7.0], 1, &mut mixed).unwrap();
    assert_eq!(mixed, [0.0, 5.0]);
    let mut sums = [f64::NAN; 2];
    log_sum_exp(&head, 0..2, &mut sums).unwrap();
    assert_eq!(sums[0], f64::NEG_INFINITY);
}

/// A head of one feature, whose queries are 1 and whose scores are `most` less a few units for most of the keys.
fn large_scores(most: f32, keys: usize) -> (Vec<f32>, Vec<f32>) {
    let below =
        |key: usize| if most > 1e6 { (key % 5) as f32 } else { (key * 7 % 97) as f32 / 8.0 };
    (vec![1.0; 3], (0..keys).map(|key| most - below(key)).collect())
}

#[test]
fn rows_of_a_sample_sum_to_one_for_scores_of_any_size() {
    for (most, sink) in
        [1.0, 1e4, 9e6, -9e6, 1e9].into_iter().flat_map(|most| [(most, None), (most, Some(most))])
    {
        let keys = 300;
        let (q, k) = large_scores(most, keys);
        let scoring = with_sink(sink);
        let head = Head { q: &q, k: &k, queries: 3, keys, features: 1, scoring };
        let mut sums = [f64::NAN; 3];
        log_sum_exp(&head, 0..3, &mut sums).unwrap();
        let all: Vec<_> = (0..keys).collect();
        let mut cells = vec![f32::NAN; keys];
        sample(&head, (&[1], &all), &sums[1..2], &mut cells).unwrap();
        let mut rows = vec![f32::NAN; 3 * keys];
        weights(&head, &mut rows).unwrap();
        let of_keys: f64 = rows[keys..2 * keys].iter().map(|&weight| f64::from(weight)).sum();
        let of_sink = if sink.is_some() { 1.0 - of_keys } else { 0.0 };
        let sum: f64 = cells.iter().map(|&cell| f64::from(cell)).sum();
        assert!((sum + of_sink - 1.0).abs() <= 1e-5, "scores of {most} sum to {sum}");
        for (key, (&found, &weight)) in cells.iter().zip(&rows[keys..]).enumerate() {
            assert!(
                (found - weight).abs() <= 1e-6 * (weight + 1e-3),
                "{most}, key {key}: {found}, {weight}"
            );
        }
    }
}

#[test]
fn an_output_is_finite_whenever_its_values_are() {
    // 300 keys are three blocks; the largest score is in the last one, so the earlier sums are scaled.
    for (keys, most, rising) in [
        (2, 3e38, 0.0),
        (2, f32::MAX, 0.0),
        (300, f32::MAX, 0.0),
        (300, -f32::MAX, 0.01),
        (300, 2e36, 0.0),
    ] {
        let k: Vec<f32> = (0..keys).map(|key| key as f32 * rising).collect();
        let v: Vec<f32> = (0..keys).flat_map(|_| [most, -most / 2.0]).collect();
        for sink in [None, Some(0.0)] {
            let rule = AttentionRule { sink, ..AttentionRule::default() };
            let case =
                Case { q: vec![1.0; 3], k: k.clone(), v: v.clone(), sizes: [3, keys, 1, 2], rule };
            let mut found = [f32::NAN; 6];
            output(&case.head(), &v, 2, &mut found).unwrap();
            let sum: f64 = case.row(0).0.iter().sum();
            for line in found.as_chunks::<2>().0 {
                for (&cell, value) in line.iter().zip([most, -most / 2.0]) {
                    let exact = sum * f64::from(value);
                    let error = (f64::from(cell) - exact).abs();
                    assert!(
                        error <= 5e-6 * f64::from(most.abs()),
                        "{keys} keys: {cell} instead of {exact}"
                    );
                }
            }
        }
    }
}

#[test]
fn the_mean_of_the_largest_float_does_not_round_to_infinity() {
    for keys in 1..200 {
        let k: Vec<f32> = (0..keys).map(|key| key as f32 * 0.01).collect();
        let head = Head { q: &[1.0], k: &k, queries: 1, keys, features: 1, scoring: plain(1) };
        let mut found = [f32::NAN];
        output(&head, &vec![f32::MAX; keys], 1, &mut found).unwrap();
        assert!(
            found[0] >= f32::MAX * (1.0 - 1e-5) && found[0].is_finite(),
            "{keys} keys: {}",
            found[0]
        );
    }
}

#[test]
fn values_far_from_the_largest_float_are_not_scaled() {
    // The least positive normal float loses bits if it is scaled.
    let (one, least) = ([1.0], [f32::MIN_POSITIVE]);
    let mut mixed = [f32::NAN];
    output(&two_tokens(&one, &one), &least, 1, &mut mixed).unwrap();
    assert_eq!(mixed, least);
}

/// The largest error of a weight, and of an output whose largest value is 1. `most` is the largest absolute score.
/// The documentation of the crate states it.
fn error_bound(most: f64) -> f64 {
    1e-5 + 2e-7 * most
}

#[test]
fn the_error_grows_with_the_scores_as_stated() {
    let (tokens, features) = (128, 64);
    let mut state = 7_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state as f32 / 2_147_483_648.0 - 1.0
    };
    let mut cells = || (0..tokens * features).map(|_| next()).collect::<Vec<f32>>();
    let (q, k, v) = (cells(), cells(), cells());
    for scale in [0.01, 1.0, 30.0, 1e3, 1e5] {
        let rule = AttentionRule { scale: Some(scale), ..AttentionRule::default() };
        let sizes = [tokens, tokens, features, features];
        let case = Case { q: q.clone(), k: k.clone(), v: v.clone(), sizes, rule };
        let mut found = vec![f32::NAN; tokens * tokens];
        weights(&case.head(), &mut found).unwrap();
        let mut mixed = vec![f32::NAN; tokens * features];
        output(&case.head(), &v, features, &mut mixed).unwrap();
        for (i, row) in found.chunks(tokens).enumerate() {
            let scores = (0..tokens).filter_map(|j| case.score(i, j));
            let most = scores.fold(0.0, |most: f64, score| most.max(score.abs()));
            let (exact_row, _) = case.row(i);
            for (&found, &exact) in row.iter().zip(&exact_row) {
                let error = (f64::from(found) - exact).abs();
                assert!(error <= error_bound(most), "scores up to {most}: {found}, {exact}");
            }
            for (c, &found) in mixed[i * features..][..features].iter().enumerate() {
                let column = v.iter().skip(c).step_by(features);
                let exact: f64 = exact_row.iter().zip(column).map(|(w, &v)| w * f64::from(v)).sum();
                let error = (f64::from(found) - exact).abs();
                assert!(error <= error_bound(most), "scores up to {most}: {found}, {exact}");
            }
        }
    }
}

#[test]
fn sums_over_many_keys_are_as_accurate_as_stated() {
    let keys = 65_536;
    for below in [0.1, 0.3, 0.7] {
        // One score is 0 and all others are the same, so sums of 32 bits would round in one direction.
        let k: Vec<f32> = (0..keys).map(|key| if key == 5 { 0.0 } else { -below }).collect();
        let head = Head { q: &[1.0], k: &k, queries: 1, keys, features: 1, scoring: plain(1) };
        let weight_of_others = f64::from(-below).exp();
        let greatest = 1.0 / (1.0 + (keys - 1) as f64 * weight_of_others);
        let mut row = vec![f32::NAN; keys];
        weights(&head, &mut row).unwrap();
        assert!((f64::from(row[5]) / greatest - 1.0).abs() <= 1e-5, "{} is not {greatest}", row[5]);
        let sum: f64 = row.iter().map(|&weight| f64::from(weight)).sum();
        assert!((sum - 1.0).abs() <= 1e-5, "the sum is {sum}");
        let v = vec![below; keys];
        let mut mixed = [f32::NAN];
        output(&head, &v, 1, &mut mixed).unwrap();
        assert!((mixed[0] / below - 1.0).abs() <= 1e-5, "{} is not {below}", mixed[0]);
    }
}
