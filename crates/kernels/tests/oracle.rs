//! Every kernel beside plain loops in 64 bits, over shapes and rules.
#![allow(clippy::unwrap_used)]

use heedmap_kernels::{Error, Head, Right, Rule, lattice, log_sum_exp, output, product, weights};
use proptest::prelude::*;

/// A head and its values.
#[derive(Clone, Debug)]
struct Case {
    q: Vec<f32>,
    k: Vec<f32>,
    v: Vec<f32>,
    /// Queries, keys, features, value features.
    sizes: [usize; 4],
    rule: Rule,
}

impl Case {
    fn head(&self) -> Head<'_> {
        let [queries, keys, features, _] = self.sizes;
        Head { q: &self.q, k: &self.k, queries, keys, features, rule: self.rule }
    }

    /// The score of one cell in 64 bits; `None` if the query does not reach the key.
    fn score(&self, i: usize, j: usize) -> Option<f64> {
        let [_, _, features, _] = self.sizes;
        let rule = &self.rule;
        let position = i as i64 + rule.offset;
        let distance = j as i64 - position;
        let hidden = rule.causal && distance > 0
            || rule.left.is_some_and(|left| -distance > left as i64)
            || rule.right.is_some_and(|right| distance > right as i64);
        let cells = self.q[i * features..][..features].iter().zip(&self.k[j * features..]);
        let product: f64 = cells.map(|(&q, &k)| f64::from(q) * f64::from(k)).sum();
        let scaled = product * f64::from(rule.scale);
        let capped =
            rule.softcap.map_or(scaled, |cap| f64::from(cap) * (scaled / f64::from(cap)).tanh());
        (!hidden).then(|| capped - f64::from(rule.slope) * distance.unsigned_abs() as f64)
    }

    /// The weights and the log-sum-exp of a row in 64 bits.
    fn row(&self, i: usize) -> (Vec<f64>, f64) {
        let scores: Vec<_> = (0..self.sizes[1]).map(|j| self.score(i, j)).collect();
        let sink = self.rule.sink.map(f64::from);
        let most = scores.iter().flatten().copied().chain(sink).fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 =
            scores.iter().flatten().copied().chain(sink).map(|score| (score - most).exp()).sum();
        let weight = |score: &Option<f64>| score.map_or(0.0, |score| (score - most).exp() / sum);
        (scores.iter().map(weight).collect(), most + sum.ln())
    }
}

fn rules() -> impl Strategy<Value = Rule> {
    let side = || prop::option::of(0..40_usize);
    let slope = prop_oneof![Just(0.0_f32), 0.0..0.5_f32];
    (
        (0.05..0.5_f32, prop::option::of(1.0..30.0_f32), any::<bool>()),
        (-20..60_i64, side(), side(), slope, prop::option::of(-3.0..3.0_f32)),
    )
        .prop_map(|((scale, softcap, causal), (offset, left, right, slope, sink))| Rule {
            scale,
            softcap,
            causal,
            offset,
            left,
            right,
            slope,
            sink,
        })
}

fn cases() -> impl Strategy<Value = Case> {
    let rules =
        prop_oneof![rules(), Just(Rule::new(8)), Just(Rule { causal: true, ..Rule::new(8) })];
    let sizes = (1..70_usize, 1..300_usize, 1..40_usize, 1..40_usize);
    (sizes, rules).prop_flat_map(|((queries, keys, features, values), rule)| {
        let cells = |count| prop::collection::vec(-2.0..2.0_f32, count);
        (cells(queries * features), cells(keys * features), cells(keys * values)).prop_map(
            move |(q, k, v)| Case { q, k, v, sizes: [queries, keys, features, values], rule },
        )
    })
}

/// A score is a sum of up to 40 products below 4, times a scale below 0.5: below 80, with a rounding of at most
/// 80 · 40 · 6e-8 = 2e-4 at worst and far less in fact. Weights err relatively by as much.
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
    fn cells_of_a_lattice_are_those_of_plain_loops(
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
        let mut all = vec![f32::NAN; queries];
        log_sum_exp(&case.head(), 0..queries, &mut all).unwrap();
        let sums: Vec<_> = rows.iter().map(|&row| all[row]).collect();
        let mut found = vec![f32::NAN; rows.len() * columns.len()];
        lattice(&case.head(), (&rows, &columns), &sums, &mut found).unwrap();
        for (line, &i) in found.chunks(columns.len()).zip(&rows) {
            let (exact, sum) = case.row(i);
            prop_assert!(all[i] == sum as f32 || (f64::from(all[i]) - sum).abs() <= NEAR, "{} {sum}", all[i]);
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
        let mut all = vec![f32::NAN; queries];
        log_sum_exp(&case.head(), 0..queries, &mut all).unwrap();
        let mut some = vec![f32::NAN; ends[1] - ends[0]];
        log_sum_exp(&case.head(), ends[0]..ends[1], &mut some).unwrap();
        for (some, all) in some.iter().zip(&all[ends[0]..]) {
            prop_assert!(some == all || (some - all).abs() <= NEAR as f32, "{some}, {all}");
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
    Head { q, k, queries: q.len(), keys: k.len(), features: 1, rule: Rule::new(1) }
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
fn numbers_that_are_not_finite_are_rejected() {
    let not_finite = |name| Err(Error::NotFinite { name });
    for wrong in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let wrong_q = [1.0, wrong];
        let head = two_tokens(&wrong_q, &[1.0, 2.0]);
        assert_eq!(weights(&head, &mut [0.0; 4]), not_finite("the queries"));
        let wrong_k = [wrong, 2.0];
        let head = two_tokens(&[1.0, 1.0], &wrong_k);
        assert_eq!(log_sum_exp(&head, 0..2, &mut [0.0; 2]), not_finite("the keys"));
        let head = two_tokens(&[1.0, 1.0], &[1.0, 2.0]);
        assert_eq!(output(&head, &[1.0, wrong], 1, &mut [0.0; 2]), not_finite("the values"));
    }
    let head = two_tokens(&[3e38, 1.0], &[3e38, 2.0]);
    assert_eq!(weights(&head, &mut [0.0; 4]), not_finite("scores"));
    assert_eq!(output(&head, &[1.0, 1.0], 1, &mut [0.0; 2]), not_finite("scores"));
}

#[test]
fn rows_and_columns_that_do_not_exist_are_rejected() {
    let head = two_tokens(&[1.0, 2.0], &[1.0, 2.0]);
    let missing = |name, index| Err(Error::Missing { name, index, count: 2 });
    assert_eq!(log_sum_exp(&head, 1..3, &mut [0.0; 2]), missing("query", 2));
    assert_eq!(lattice(&head, (&[2], &[0]), &[0.0], &mut [0.0]), missing("query", 2));
    assert_eq!(lattice(&head, (&[0], &[7]), &[0.0], &mut [0.0]), missing("key", 7));
}

#[test]
fn a_query_without_a_key_has_no_weight_and_no_output() {
    let rule = Rule { causal: true, offset: -1, ..Rule::new(1) };
    let head = Head { rule, ..two_tokens(&[1.0, 2.0], &[1.0, 2.0]) };
    let mut all = [f32::NAN; 4];
    weights(&head, &mut all).unwrap();
    assert_eq!(all, [0.0, 0.0, 1.0, 0.0]);
    let mut mixed = [f32::NAN; 2];
    output(&head, &[5.0, 7.0], 1, &mut mixed).unwrap();
    assert_eq!(mixed, [0.0, 5.0]);
    let mut sums = [f32::NAN; 2];
    log_sum_exp(&head, 0..2, &mut sums).unwrap();
    assert_eq!(sums[0], f32::NEG_INFINITY);
}
