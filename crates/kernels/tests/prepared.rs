//! Parts of a prepared head beside plain loops in 64 bits.

use heedmap_attention_rule::{AttentionRule, BiasBy, Causal, Window};
use heedmap_kernels::{Error, Head, PreparedHead, Scoring, weights};
use proptest::prelude::*;

use crate::loops::{plain, score, softmax, with_sink};

fn assert_near(found: f32, expected: f64, what: &str) {
    if expected.is_nan() {
        assert!(found.is_nan(), "{what}: {found} instead of NaN");
    } else {
        let error = (f64::from(found) - expected).abs();
        assert!(error <= 4e-5 * (1.0 + expected.abs()), "{what}: {found} instead of {expected}");
    }
}

/// Whether a query sees a key, by alternating lengths of ranges and gaps that start at another key in each row.
fn is_in_lists(lengths: &[usize], i: usize, j: usize) -> bool {
    let mut left = (j + 7 * i) % (lengths.iter().sum::<usize>() + 1);
    for (place, &length) in lengths.iter().enumerate() {
        match left.checked_sub(length) {
            None => return place % 2 == 0,
            Some(rest) => left = rest,
        }
    }
    false
}

/// The ranges of all rows.
fn listed(
    [queries, keys]: [usize; 2],
    is_seen: &dyn Fn(usize, usize) -> bool,
) -> (Vec<usize>, Vec<usize>, Vec<std::ops::Range<usize>>) {
    let rows: Vec<_> = (0..queries).collect();
    let (mut counts, mut ranges) = (Vec::new(), Vec::<std::ops::Range<usize>>::new());
    for &i in &rows {
        let before = ranges.len();
        for j in (0..keys).filter(|&j| is_seen(i, j)) {
            match ranges[before..].last_mut().filter(|last| last.end == j) {
                Some(last) => last.end += 1,
                None => ranges.push(j..j + 1),
            }
        }
        counts.push(ranges.len() - before);
    }
    (rows, counts, ranges)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn parts_of_a_head_are_those_of_plain_loops(
        sizes in (1..40_usize, 1..200_usize, 1..20_usize),
        seed in any::<u32>(),
        causal in any::<bool>(),
        window in prop::option::of(1..60_usize),
        slope in prop_oneof![Just(0.0_f32), Just(0.1)],
        offset in -10..50_i64,
        hole in prop::option::of(0..200_usize),
        lists in prop::option::of(prop::collection::vec(0..30_usize, 1..40)),
    ) {
        let (queries, keys, features) = sizes;
        let mut state = seed | 1;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            (state as f32 / u32::MAX as f32 - 0.5) * 4.0
        };
        let q: Vec<f32> = (0..queries * features).map(|_| next()).collect();
        let mut k: Vec<f32> = (0..keys * features).map(|_| next()).collect();
        let hole = hole.filter(|&hole| hole < keys);
        if let Some(hole) = hole {
            k[hole * features] = f32::NAN;
        }
        let rule = AttentionRule {
            causal: if causal { Causal::Offset } else { Causal::None },
            window: window.map(|window| Window { left: Some(window - 1), right: None }),
            slope: Some(f64::from(slope)),
            offset: Some(offset),
            ..AttentionRule::default()
        };
        let scoring = Scoring::of(&rule, [queries, keys], features).unwrap();
        let mut head =
            PreparedHead::new(q.clone(), &k, [queries, keys], features, scoring).unwrap();
        prop_assert_eq!(head.missing_keys(), hole.as_slice());
        let is_listed = |i: usize, j: usize| is_in_lists(lists.as_deref().unwrap_or(&[]), i, j);
        if lists.is_some() {
            let mut dense = head.clone();
            let (order, counts, ranges) = listed([queries, keys], &is_listed);
            head.see(&order, &counts, &ranges).unwrap();
            let (mut own, mut over, mut picked) = (Vec::new(), Vec::new(), Vec::new());
            dense.rows(&order, &mut |row| own.extend_from_slice(row.weights)).unwrap();
            head.rows_over(&order, None, &mut |row| over.extend_from_slice(row.weights)).unwrap();
            prop_assert!(own.iter().map(|x| x.to_bits()).eq(over.iter().map(|x| x.to_bits())));
            prop_assert!(head.sums(0..queries).iter().all(|sum| sum.is_infinite()));
            let keys = Some((&counts[..], &ranges[..]));
            let (mut own, mut seen) = (Vec::new(), head.clone());
            dense.rows_over(&order, keys, &mut |row| picked.extend_from_slice(row.weights)).unwrap();
            seen.rows(&order, &mut |row| own.extend_from_slice(row.weights)).unwrap();
            prop_assert!(own.iter().map(|x| x.to_bits()).eq(picked.iter().map(|x| x.to_bits())));
        }
        let is_seen = |i: usize, j: usize| match lists {
            Some(_) => is_listed(i, j),
            None => scoring.reached(i, keys).contains(&j),
        };
        let oracle: Vec<_> = (0..queries)
            .map(|i| {
                let score = |j| is_seen(i, j).then(|| score((&q, &k), features, &rule, [i, j]));
                softmax(&(0..keys).map(score).collect::<Vec<_>>(), None)
            })
            .collect();

        let columns: Vec<_> = (0..keys).step_by(3).collect();
        let rows: Vec<_> = (0..queries).rev().step_by(2).collect();
        let mut cells = vec![0.0; rows.len() * columns.len()];
        head.sample(&rows, &columns, &mut cells).unwrap();
        for (line, &i) in cells.chunks_exact(columns.len()).zip(&rows) {
            for (&found, &j) in line.iter().zip(&columns) {
                let missing = Some(j) == hole;
                let expected = if missing { f64::NAN } else { oracle[i].0[j].unwrap_or(f64::NAN) };
                assert_near(found, expected, &format!("sample {i}, {j}"));
            }
        }

        let mut count = 0;
        let all: Vec<_> = (0..queries).collect();
        head.rows(&all, &mut |row| {
            let (weights, sum) = &oracle[row.query];
            let known = |j: &usize| weights[*j].is_some_and(f64::is_finite);
            let reached = || (0..keys).filter(known);
            let weight = |j: usize| weights[j].unwrap_or(0.0);
            let position = row.query as i64 + offset;
            for j in 0..keys {
                let expected = weight(j);
                assert_near(row.weights[j], expected, &format!("row {}, {j}", row.query));
            }
            if reached().count() > 0 {
                assert_near(row.log_sum_exp as f32, *sum, "log-sum-exp");
            } else {
                assert!(row.log_sum_exp == f64::NEG_INFINITY);
            }
            let log = |w: f64| if w > 0.0 { w.ln() } else { 0.0 };
            assert_near(row.entropy, reached().map(|j| -weight(j) * log(weight(j))).sum(), "entropy");
            let far = |j: usize| (position - j as i64).unsigned_abs() as f64;
            let distance = reached().map(|j| weight(j) * far(j)).sum();
            assert_near(row.distance, distance, "distance");
            let before = reached().filter(|&j| j as i64 <= position).map(weight).sum();
            assert_near(row.before, before, "before");
            count += 1;
        }).unwrap();
        prop_assert_eq!(count, queries);

        let (rows, columns) = (queries / 3..queries, keys / 4..keys - keys / 5);
        head.part(rows, columns.clone(), &mut |i, within, cells| {
            for (&found, j) in cells.iter().zip(columns.clone()) {
                let expected = if Some(j) == hole { f64::NAN } else { oracle[i].0[j].unwrap_or(0.0) };
                let is_within = within.iter().any(|range| range.contains(&(j - columns.start)));
                assert_eq!(is_within, oracle[i].0[j].is_some(), "{i}, {j}");
                if is_within || Some(j) != hole {
                    assert_near(found, expected, &format!("part {i}, {j}"));
                }
            }
        }).unwrap();
    }
}

#[test]
fn nan_in_a_key_affects_its_column_and_no_other() {
    let (q, mut k) = (vec![1.0; 3 * 4], vec![1.0; 5 * 4]);
    k[2 * 4 + 1] = f32::NAN;
    let mut head = PreparedHead::new(q, &k, [3, 5], 4, plain(4)).unwrap();
    let mut cells = [0.0; 15];
    head.sample(&[0, 1, 2], &[0, 1, 2, 3, 4], &mut cells).unwrap();
    for row in cells.as_chunks::<5>().0 {
        assert!(row[2].is_nan(), "{row:?}");
        for key in [0, 1, 3, 4] {
            assert!((row[key] - 0.25).abs() < 1e-6, "{row:?}");
        }
    }
}

#[test]
fn the_row_of_a_query_with_nan_is_missing_and_no_other() {
    let (mut q, k) = (vec![1.0; 3 * 2], vec![1.0; 4 * 2]);
    q[2] = f32::INFINITY;
    let mut head = PreparedHead::new(q, &k, [3, 4], 2, plain(2)).unwrap();
    let mut cells = [0.0; 12];
    head.sample(&[0, 1, 2], &[0, 1, 2, 3], &mut cells).unwrap();
    assert!(cells[4..8].iter().all(|cell| cell.is_nan()), "{cells:?}");
    assert!(cells[..4].iter().chain(&cells[8..]).all(|cell| (cell - 0.25).abs() < 1e-6));
    assert_eq!(head.missing_queries(), [1]);
}

#[test]
fn scores_that_overflow_make_their_row_missing() {
    let mut head = PreparedHead::new(vec![3e38, 1e-30], &[3e38, 1.0], [2, 2], 1, plain(1)).unwrap();
    let mut rows = Vec::new();
    head.rows(&[0, 1], &mut |row| rows.push(row.weights.to_vec())).unwrap();
    assert!(rows[0].iter().all(|weight| weight.is_nan()), "{rows:?}");
    assert!((rows[1][0] - 1.0).abs() < 1e-6, "{rows:?}");
}

#[test]
fn rope_and_mask_expressions_are_rejected_because_the_kernels_do_not_compute_them() {
    let mask = AttentionRule { mask: Some("window(4)".into()), ..AttentionRule::default() };
    let refused = Scoring::of(&mask, [1, 1], 1).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "the kernels do not compute a mask expression: give ranges of keys"
    );
}

#[test]
fn what_does_not_fit_is_rejected_with_its_figures() {
    let made = |q: usize, k: usize| {
        PreparedHead::new(vec![0.0; q], &vec![0.0; k], [2, 3], 4, plain(4)).err().unwrap()
    };
    assert_eq!(made(8, 11).to_string(), "the keys has 11 numbers, but 3 rows of 4 are 12");
    let mut head = PreparedHead::new(vec![0.0; 8], &[0.0; 12], [2, 3], 4, plain(4)).unwrap();
    let missing = head.sample(&[2], &[0], &mut [0.0]).unwrap_err();
    assert_eq!(missing, Error::Missing { name: "query", index: 2, count: 2 });
    assert!(head.part(0..1, 0..4, &mut |_, _, _| {}).is_err());
}

#[test]
fn rows_of_parts_and_of_a_sample_sum_to_one_for_scores_of_any_size() {
    for most in [1.0, 1e4, 9e6, -9e6, 1e9] {
        let keys = 300;
        let below =
            |key: usize| if most > 1e6 { (key % 5) as f32 } else { (key * 7 % 97) as f32 / 8.0 };
        let k: Vec<f32> = (0..keys).map(|key| most - below(key)).collect();
        for sink in [None, Some(most)] {
            let scoring = with_sink(sink);
            let prepared = || PreparedHead::new(vec![1.0; 2], &k, [2, keys], 1, scoring).unwrap();
            let mut whole = Vec::new();
            let mut rest = f64::NAN;
            prepared()
                .rows(&[1], &mut |row| {
                    whole = row.weights.to_vec();
                    rest = row.sink.map_or(0.0, f64::from);
                })
                .unwrap();
            assert_eq!(rest > 0.0, sink.is_some(), "{most}, sink {sink:?}");
            let mut of_sample = vec![f32::NAN; keys];
            let all: Vec<_> = (0..keys).collect();
            let mut head = prepared();
            head.sample(&[1], &all, &mut of_sample).unwrap();
            assert_eq!(head.sink_weight(1).map_or(0.0, f64::from), rest);
            let mut of_part = Vec::new();
            prepared().part(1..2, 0..keys, &mut |_, _, cells| of_part = cells.to_vec()).unwrap();
            for cells in [whole, of_sample, of_part] {
                let sum: f64 = cells.iter().map(|&cell| f64::from(cell)).sum();
                assert!((sum + rest - 1.0).abs() <= 1e-5, "{most}, sink {sink:?}: {sum} + {rest}");
            }
        }
    }
}

#[test]
fn the_sink_of_a_rectangle_without_keys_has_its_weight() {
    // exp(ln 2) / (exp(0) + exp(0) + exp(ln 2)) = 1/2
    let scoring = with_sink(Some(std::f32::consts::LN_2));
    let mut head = PreparedHead::new(vec![0.0; 9], &[1.0, 2.0], [9, 2], 1, scoring).unwrap();
    for start in [0, 1, 2] {
        let mut rows = Vec::new();
        head.part(3..9, start..start, &mut |query, reached, cells| {
            assert!(reached.iter().all(std::ops::Range::is_empty) && cells.is_empty(), "{query}");
            rows.push(query);
        })
        .unwrap();
        assert_eq!(rows, [3, 4, 5, 6, 7, 8]);
    }
    assert!((head.sink_weight(5).unwrap() - 0.5).abs() < 1e-6);
    assert_eq!(head.sink_weight(0), Some(0.0), "the row is not known yet");
    assert_eq!(head.sink_weight(9), None);
    // A range that ends before it starts is empty.
    let (start, end) = (2, 1);
    head.part(0..1, start..end, &mut |_, _, cells| assert!(cells.is_empty())).unwrap();
}

#[test]
fn a_head_without_keys_has_all_weight_in_its_sink() {
    let scoring = with_sink(Some(3.0));
    let mut head = PreparedHead::new(vec![1.0; 2], &[], [2, 0], 1, scoring).unwrap();
    let mut sinks = Vec::new();
    head.rows(&[0, 1], &mut |row| sinks.push(row.sink)).unwrap();
    assert_eq!(sinks, [Some(1.0); 2]);
}

#[test]
fn the_bytes_are_those_of_queries_packed_keys_and_sums() {
    // 3 queries and 32 keys (2 panels of 16 for 17 keys) of 2 numbers of 4 bytes, and 3 sums of 8 bytes.
    let head = PreparedHead::new(vec![0.0; 6], &[0.0; 34], [3, 17], 2, plain(2)).unwrap();
    assert_eq!(head.bytes(), 4 * (6 + 64) + 8 * 3);
}

#[test]
fn sums_over_many_keys_are_as_accurate_as_stated() {
    let keys = 65_536;
    // One score is 0 and all others are the same, so sums of 32 bits would round in one direction.
    let k: Vec<f32> = (0..keys).map(|key| if key == 5 { 0.0 } else { -0.1 }).collect();
    let others = f64::from(-0.1_f32).exp();
    let sum = 1.0 + (keys - 1) as f64 * others;
    let mut head = PreparedHead::new(vec![1.0], &k, [1, keys], 1, plain(1)).unwrap();
    head.rows(&[0], &mut |row| {
        let near = |found: f32, exact: f64, what: &str| {
            assert!(
                (f64::from(found) / exact - 1.0).abs() <= 1e-5,
                "{what}: {found} instead of {exact}"
            );
        };
        near(row.weights[5], 1.0 / sum, "weight");
        let entropy =
            (keys - 1) as f64 * others / sum * (sum.ln() + f64::from(0.1_f32)) + sum.ln() / sum;
        near(row.entropy, entropy, "entropy");
        let pairs: f64 =
            (0..keys).map(|key| key as f64 * if key == 5 { 1.0 } else { others }).sum();
        near(row.distance, pairs / sum, "distance");
    })
    .unwrap();
}

#[test]
fn a_temperature_divides_scores_and_sink_before_the_softmax() {
    let (q, k) = ([1.5], [2.0, -1.0, 4.0]);
    let rule = AttentionRule {
        softcap: Some(5.0),
        slope: Some(0.5),
        sink: Some(1.0),
        offset: Some(2),
        temperature: Some(3.0),
        ..AttentionRule::default()
    };
    let scoring = Scoring::of(&rule, [1, 3], 1).unwrap();
    let head = Head { q: &q, k: &k, queries: 1, keys: 3, features: 1, scoring };
    let mut found = [0.0; 3];
    weights(&head, &mut found).unwrap();

    let score = |j: usize| {
        let capped = 5.0 * (1.5 * f64::from(k[j]) / 5.0).tanh();
        (capped - 0.5 * (2.0 - j as f64)) / 3.0
    };
    let sum: f64 = (1.0_f64 / 3.0).exp() + (0..3).map(|j| score(j).exp()).sum::<f64>();
    for (j, found) in found.into_iter().enumerate() {
        assert_near(found, score(j).exp() / sum, &format!("key {j}"));
    }
}

#[test]
fn a_temperature_that_is_not_above_0_and_finite_is_rejected() {
    for temperature in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let rule = AttentionRule { temperature: Some(temperature), ..AttentionRule::default() };
        let refused = Scoring::of(&rule, [1, 1], 1).unwrap_err();
        let sentence = format!("the temperature must be a number above 0, not {temperature}");
        assert_eq!(refused.to_string(), sentence);
    }
}

#[test]
fn a_bias_for_each_key_is_causal_alibi_and_the_forget_gates_of_fox() {
    let (tokens, features) = (70_usize, 5_usize);
    let cell = |at: usize| ((at * 37 % 101) as f32 - 50.0) / 40.0;
    let q: Vec<f32> = (0..tokens * features).map(cell).collect();
    let k: Vec<f32> = (0..tokens * features).map(|at| cell(at + 17)).collect();
    let product = |i: usize, j: usize| -> f64 {
        let pairs = (0..features).map(|c| (q[i * features + c], k[j * features + c]));
        pairs.map(|(q, k)| f64::from(q) * f64::from(k)).sum()
    };
    let rule =
        AttentionRule { scale: Some(0.5), causal: Causal::UpperLeft, ..AttentionRule::default() };
    let scoring = Scoring::of(&rule, [tokens, tokens], features).unwrap();
    let gates: Vec<f64> = (0..tokens).map(|t| -0.1 - (t % 7) as f64 / 9.0).collect();
    // The running sum of the logarithms of the gates.
    let c: Vec<f64> = (0..tokens).map(|t| gates[..=t].iter().sum()).collect();
    type Score<'a> = &'a dyn Fn(usize, usize) -> f64;
    let alibi: Score<'_> = &|i, j| 0.5 * product(i, j) - 0.25 * (i - j) as f64;
    let fox: Score<'_> = &|i, j| {
        let forgotten: f64 = gates[j + 1..=i].iter().sum();
        0.5 * product(i, j) + forgotten
    };
    // Buckets of T5: distances in a step have one number.
    let of_step = |distance: usize| (distance / 5) as f64 / 3.0;
    let relative: Score<'_> = &|i, j| 0.5 * product(i, j) + of_step(i - j);
    let pairs: Score<'_> = &|i, j| 0.5 * product(i, j) + ((i * 7 + j * 3) % 11) as f64 / 4.0;
    let of_alibi: Vec<f32> = (0..tokens).map(|j| 0.25 * j as f32).collect();
    let of_relative: Vec<f32> =
        (0..2 * tokens - 1).map(|m| of_step((tokens - 1).saturating_sub(m)) as f32).collect();
    let of_pairs: Vec<f32> = (0..tokens * tokens)
        .map(|at| ((at / tokens * 7 + at % tokens * 3) % 11) as f32 / 4.0)
        .collect();
    let of_fox: Vec<f32> = c.iter().map(|&c| -c as f32).collect();
    for (score, by, bias) in [
        (alibi, BiasBy::Key, of_alibi),
        (fox, BiasBy::Key, of_fox),
        (relative, BiasBy::Distance, of_relative),
        (pairs, BiasBy::Pair, of_pairs),
    ] {
        let head = PreparedHead::new(q.clone(), &k, [tokens, tokens], features, scoring).unwrap();
        let mut head = head.with_bias(by, &bias).unwrap();
        let wanted = |i: usize| {
            let scores: Vec<_> = (0..=i).map(|j| Some(score(i, j))).collect();
            softmax(&scores, None).0.into_iter().flatten().collect::<Vec<_>>()
        };
        let rows: Vec<usize> = (0..tokens).collect();
        head.rows(&rows, &mut |row| {
            for (j, wanted) in wanted(row.query).into_iter().enumerate() {
                assert_near(row.weights[j], wanted, "a row");
            }
        })
        .unwrap();
        head.part(20..50, 7..30, &mut |query, within, row| {
            let wanted = wanted(query);
            for column in within.iter().cloned().flatten() {
                assert_near(row[column], wanted[7 + column], "a rectangle");
            }
        })
        .unwrap();
        let mut cells = [0.0; 3];
        head.sample(&[60], &[3, 40, 60], &mut cells).unwrap();
        let wanted = wanted(60);
        for (found, key) in cells.into_iter().zip([3, 40, 60]) {
            assert_near(found, wanted[key], "a cell");
        }
    }
}

#[test]
fn a_bias_that_does_not_fit_is_rejected() {
    let head = || PreparedHead::new(vec![1.0], &[1.0, 2.0], [1, 2], 1, plain(1)).unwrap();
    let error = head().with_bias(BiasBy::Key, &[0.0]).unwrap_err();
    assert_eq!(error.to_string(), "the bias has 1 numbers, but 2 rows of 1 are 2");
    let error = head().with_bias(BiasBy::Distance, &[0.0, f32::NAN]).unwrap_err();
    assert_eq!(error, Error::NotFinite { name: "the bias" });
}

#[test]
fn ranges_that_overlap_or_do_not_exist_are_rejected_and_unknown_rows_are_named() {
    let head = || PreparedHead::new(vec![1.0; 4], &[1.0; 6], [2, 3], 2, plain(2)).unwrap();
    for ranges in [[0..2, 1..3], [2..3, 0..1], [0..1, 2..4]] {
        let error = head().see(&[1], &[2], &ranges).unwrap_err();
        assert_eq!(error, Error::Ranges { query: 1, keys: 3 });
    }
    assert!(matches!(head().see(&[2], &[0], &[]), Err(Error::Missing { index: 2, .. })));
    let ranges = [0..1, 1..2];
    assert!(matches!(head().see(&[0, 1], &[2], &ranges), Err(Error::Length { .. })));
    assert_eq!(head().see(&[1, 0], &[0, 0], &[]), Err(Error::Order { query: 0 }));
    let mut head = head();
    head.see(&[1], &[2], &[0..1, 2..3]).unwrap();
    assert_eq!(head.key_count(1), 2);
    assert_eq!(head.rows(&[0, 1], &mut |_| {}), Err(Error::Unseen { query: 0 }));
    assert_eq!(head.sum(&[0]), Err(Error::Unseen { query: 0 }));
    let mut cells = [0.0; 3];
    head.sample(&[1], &[0, 1, 2], &mut cells).unwrap();
    assert!(cells[0] == 0.5 && cells[1].is_nan() && cells[2] == 0.5, "{cells:?}");
}
