//! Heads with a learned sink as a column, beside plain loops in 64 bits.

use heedmap_attention_rule::{AttentionRule, Causal, Window};
use heedmap_kernels::{HeadColumns, PreparedHead, Scoring};
use proptest::prelude::*;

use crate::loops::{is_seen, score, softmax};

/// The weights of a row by a plain softmax, the sink first: `None` where masked.
fn row_of(
    vectors: (&[f32], &[f32]),
    [keys, features]: [usize; 2],
    rule: &AttentionRule,
    i: usize,
) -> Vec<Option<f64>> {
    let score = |j| is_seen(rule, i, j).then(|| score(vectors, features, rule, [i, j]));
    let (weights, sum) = softmax(&(0..keys).map(score).collect::<Vec<_>>(), rule.sink);
    rule.sink.map(|sink| Some((sink - sum).exp())).into_iter().chain(weights).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_part_of_a_head_with_a_sink_is_that_of_a_plain_softmax(
        tokens in 2..60_usize,
        features in 1..9_usize,
        left in 0..20_usize,
        sink in -2.0..2.0_f64,
        numbers in prop::collection::vec(-2.0..2.0_f32, 1000),
    ) {
        let (q, k) = (&numbers[..tokens * features], &numbers[numbers.len() - tokens * features..]);
        let rule = AttentionRule {
            causal: Causal::UpperLeft,
            window: Some(Window { left: Some(left), right: None }),
            sink: Some(sink),
            ..AttentionRule::default()
        };
        let scoring = Scoring::of(&rule, [tokens, tokens], features).unwrap();
        let head = PreparedHead::new(q.to_vec(), k, [tokens, tokens], features, scoring).unwrap();
        let mut head = HeadColumns::new(head);
        prop_assert_eq!(head.shape(), [tokens, tokens + 1]);
        prop_assert_eq!(head.sides(), [Some(left), Some(0)]);

        let rows: Vec<Vec<Option<f64>>> =
            (0..tokens).map(|i| row_of((q, k), [tokens, features], &rule, i)).collect();
        let near = |found: f32, exact: Option<f64>| match exact {
            Some(exact) => (f64::from(found) - exact).abs() <= 2e-5,
            None => found.is_nan(),
        };
        let queries: Vec<usize> = (0..tokens).collect();
        let mut visited = 0;
        let mut wrong = Vec::new();
        head.rows(&queries, &mut |row| {
            visited += 1;
            let exact = &rows[row.query];
            let position = row.query as f64 + 1.0;
            let known = || exact.iter().enumerate().filter_map(|(j, w)| w.map(|w| (j as f64, w)));
            let entropy: f64 = known().map(|(_, w)| if w > 0.0 { -w * w.ln() } else { 0.0 }).sum();
            let distance: f64 = known().map(|(j, w)| w * (position - j).abs()).sum();
            let before: f64 = known().filter(|(j, _)| *j <= position).map(|(_, w)| w).sum();
            let sums = [(row.entropy, entropy), (row.distance, distance), (row.before, before)];
            if sums.iter().any(|(found, exact)| (f64::from(*found) - exact).abs() > 1e-4 * (1.0 + exact)) {
                wrong.push(format!("{sums:?}"));
            }
            let reached: Vec<usize> = row.reached.iter().cloned().flatten().collect();
            let wanted: Vec<usize> = exact.iter().enumerate().filter(|(_, w)| w.is_some()).map(|(j, _)| j).collect();
            if reached != wanted || row.position != row.query as i64 + 1 {
                wrong.push(format!("{reached:?} instead of {wanted:?}"));
            }
        }).unwrap();
        prop_assert_eq!((visited, wrong), (tokens, Vec::<String>::new()));

        for (query, exact) in rows.iter().enumerate() {
            let found = head.row(query).unwrap();
            prop_assert!(found.iter().zip(exact).all(|(found, exact)| near(*found, *exact)));
        }
        let columns: Vec<usize> = (0..=tokens).step_by(2).collect();
        for columns in [&columns[..], &columns[1..]] {
            let mut cells = vec![0.0; tokens * columns.len()];
            head.sample(&queries, columns, &mut cells).unwrap();
            for (query, line) in cells.chunks(columns.len().max(1)).enumerate().take(tokens) {
                let exact = columns.iter().map(|&column| rows[query][column]);
                prop_assert!(line.iter().zip(exact).all(|(found, exact)| near(*found, exact)));
            }
        }
        for start in [0, 1] {
            head.part(1..tokens, start..tokens, &mut |row, reached, weights| {
                for range in reached {
                    for column in range.clone() {
                        assert!(near(weights[column], rows[row + 1][start + column]), "{row} {column}");
                    }
                }
            }).unwrap();
        }
    }
}

#[test]
fn a_column_that_does_not_exist_or_is_listed_twice_is_rejected() {
    let rule = AttentionRule { sink: Some(0.0), ..AttentionRule::default() };
    let scoring = Scoring::of(&rule, [2, 2], 1).unwrap();
    let head = PreparedHead::new(vec![1.0; 2], &[1.0; 2], [2, 2], 1, scoring).unwrap();
    let mut head = HeadColumns::new(head);
    let mut cells = [0.0; 2];
    assert!(head.sample(&[0], &[0, 3], &mut cells).is_err());
    assert!(head.sample(&[0], &[0, 0], &mut cells).is_err());
    assert!(head.part(0..2, 0..4, &mut |_, _, _| {}).is_err());
    assert!(head.row(2).is_err());
}
