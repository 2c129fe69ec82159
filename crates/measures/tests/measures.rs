//! The measures of random heads, compared with plain loops, and of a few chosen heads.

use crate::oracle::Asked;
use crate::support::{head_of, map, nested};
use heedmap_measures::{HeadMap, Measure, Measures, NotWeights, RowSum, Settings, measures};
use proptest::prelude::*;

/// Sums of at most a dozen terms, in two orders and with two logarithms.
const TOLERANCE: f64 = 1e-13;

fn head_and_settings() -> impl Strategy<Value = (HeadMap, Asked)> {
    (0..9usize, 0..9usize).prop_flat_map(|(queries, keys)| {
        let tokens = prop::option::of(prop::collection::vec(0..3u32, keys));
        // Mostly small; a large offset leaves no key before, after or around any query.
        let offset = prop_oneof![4 => -4..5i64, 1 => -40..40i64];
        let asked = (offset, 1..6usize, 0..5i64, tokens)
            .prop_map(|(offset, sink, reach, tokens)| Asked { offset, sink, reach, tokens });
        (head_of(queries, keys, true), asked)
    })
}

fn settings(asked: &Asked) -> Settings<'_> {
    Settings {
        offset: asked.offset,
        sink_keys: asked.sink,
        diagonal_reach: asked.reach as usize,
        tokens: asked.tokens.as_deref(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn every_measure_matches_its_formula((head, asked) in head_and_settings()) {
        let found = measures(&head, &settings(&asked)).unwrap();
        let expected = crate::oracle::measures(&nested(&head), head.keys(), &asked);
        for (measure, (name, expected)) in Measure::ALL.into_iter().zip(expected) {
            prop_assert_eq!(measure.name(), name);
            match (found.get(measure), expected) {
                (Some(got), Some(expected)) => {
                    let tolerance = TOLERANCE * expected.abs().max(1.0);
                    prop_assert!((got - expected).abs() <= tolerance, "{name}: {got}, not {expected}");
                }
                (got, expected) => prop_assert_eq!(got, expected, "{}", name),
            }
        }
    }

    #[test]
    fn every_row_is_counted_exactly_once((head, asked) in head_and_settings()) {
        let found = measures(&head, &settings(&asked)).unwrap();
        let broken = |row: &[f32]| row.iter().any(|cell| !cell.is_finite() || *cell < 0.0);
        let empty = |row: &[f32]| row.iter().all(|&cell| cell == 0.0);
        prop_assert_eq!(found.rows_without_key, head.rows().filter(|row| empty(row)).count());
        let rows = head.rows().filter(|row| broken(row)).count();
        let not_weights = head.rows().position(broken).map(|first| NotWeights { rows, first });
        prop_assert_eq!(found.not_weights, not_weights);
        prop_assert_eq!(found.rows + found.rows_without_key + rows, head.queries());
    }

    #[test]
    fn measures_of_rows_that_sum_to_1_stay_in_their_ranges(
        head in (1..9usize).prop_flat_map(|n| head_of(n, n, false))
    ) {
        let mut cells = Vec::new();
        for row in head.rows() {
            let sum: f32 = row.iter().sum();
            cells.extend(row.iter().map(|cell| if sum == 0.0 { 0.0 } else { cell / sum }));
        }
        let head = HeadMap::new("weights", head.queries(), head.keys(), cells).unwrap();
        let tokens = vec![5; head.keys()];
        let settings = Settings { tokens: Some(&tokens), ..Settings::default() };
        let found = measures(&head, &settings).unwrap();
        let keys = head.keys() as f64;
        for measure in Measure::ALL {
            let most = match measure {
                Measure::Entropy => keys.ln(),
                Measure::MeanDistance => keys - 1.0,
                _ => 1.0,
            };
            if let Some(value) = found.get(measure) {
                prop_assert!((-1e-6..=most + 2e-6 * keys).contains(&value), "{measure:?}: {value}");
            }
        }
    }

    #[test]
    fn the_farthest_row_sum_is_at_least_as_far_as_all_others(head in head_of(6, 5, true)) {
        let found = measures(&head, &Settings::default()).unwrap();
        let of_row = |row: &[f32]| row.iter().map(|&cell| f64::from(cell)).sum::<f64>();
        let sums: Vec<f64> = head
            .rows()
            .filter(|row| row.iter().all(|cell| (0.0..=f32::MAX).contains(cell)))
            .map(of_row)
            .filter(|&sum| sum > 0.0)
            .collect();
        prop_assert_eq!(found.row_sums.is_none(), sums.is_empty());
        let Some(row_sums) = found.row_sums else { return Ok(()) };
        let farthest = row_sums.farthest();
        prop_assert!((of_row(head.rows().nth(farthest.query).unwrap()) - farthest.sum).abs() < TOLERANCE);
        for sum in sums {
            prop_assert!((sum - 1.0).abs() <= (farthest.sum - 1.0).abs() + TOLERANCE);
        }
    }
}

#[track_caller]
fn assert_measures(head: &HeadMap, settings: &Settings<'_>, expected: &[(Measure, Option<f64>)]) {
    let found = measures(head, settings).unwrap();
    for &(measure, expected) in expected {
        assert_eq!(found.get(measure), expected, "{measure:?}");
    }
}

#[test]
fn an_even_distribution_has_the_maximum_entropy() {
    let all = map(&[[0.25; 4]; 4]);
    let found = measures(&all, &Settings::default()).unwrap();
    assert_eq!(found.get(Measure::Entropy), Some(4_f64.ln()));
    assert_eq!(found.get(Measure::NormalisedEntropy), Some(1.0));
    // Under a causal mask, an even distribution is over the keys up to the query.
    let third = 1.0 / 3.0;
    let causal = map(&[[1., 0., 0.], [0.5, 0.5, 0.], [third, third, third]]);
    let found = measures(&causal, &Settings::default()).unwrap();
    assert!(found.causal);
    assert!((found.get(Measure::NormalisedEntropy).unwrap() - 1.0).abs() < 1e-7);
    assert!(found.get(Measure::Entropy).unwrap() < 3_f64.ln());
}

#[test]
fn a_query_with_one_key_does_not_affect_the_normalised_entropy() {
    let head = map(&[[1., 0.], [0.5, 0.5]]);
    assert_measures(&head, &Settings::default(), &[(Measure::NormalisedEntropy, Some(1.0))]);
    let only = map(&[[1.0]]);
    let expected = [(Measure::Entropy, Some(0.0)), (Measure::NormalisedEntropy, None)];
    assert_measures(&only, &Settings::default(), &expected);
}

#[test]
fn induction_is_the_weight_after_and_duplication_the_weight_on_the_earlier_token() {
    // a b a b: the second a attends to the first b, and the second b to the first b.
    let head =
        map(&[[1., 0., 0., 0.], [1., 0., 0., 0.], [0.25, 0.75, 0., 0.], [0., 0.5, 0.25, 0.25]]);
    let tokens = [3, 4, 3, 4];
    let settings = Settings { tokens: Some(&tokens), ..Settings::default() };
    let expected = [
        (Measure::Induction, Some((0.75 + 0.25) / 2.0)),
        (Measure::DuplicateToken, Some((0.25 + 0.5) / 2.0)),
    ];
    assert_measures(&head, &settings, &expected);
    let different = [1, 2, 3, 4];
    let settings = Settings { tokens: Some(&different), ..Settings::default() };
    let expected = [(Measure::Induction, None), (Measure::DuplicateToken, None)];
    assert_measures(&head, &settings, &expected);
}

#[test]
fn the_offset_gives_the_position_of_a_step_with_a_cache() {
    // The last of four tokens attends to the one before it.
    let step = map(&[[0., 0., 1., 0.]]);
    let at_the_end = Settings { offset: 3, ..Settings::default() };
    let expected = [
        (Measure::PreviousToken, Some(1.0)),
        (Measure::NextToken, None),
        (Measure::MeanDistance, Some(1.0)),
        (Measure::CausalShare, Some(1.0)),
    ];
    assert_measures(&step, &at_the_end, &expected);
    let expected = [
        (Measure::PreviousToken, None),
        (Measure::NextToken, Some(0.0)),
        (Measure::MeanDistance, Some(2.0)),
        (Measure::CausalShare, Some(0.0)),
    ];
    assert_measures(&step, &Settings::default(), &expected);
}

#[test]
fn rows_that_do_not_sum_to_1_are_reported_and_not_renormalised() {
    let head = map(&[[0.5, 0.5], [0.25, 0.25], [1.0, 0.75]]);
    let found = measures(&head, &Settings::default()).unwrap();
    let sums = found.row_sums.unwrap();
    assert_eq!(sums.least, RowSum { query: 1, sum: 0.5 });
    assert_eq!(sums.greatest, RowSum { query: 2, sum: 1.75 });
    assert_eq!(sums.farthest(), sums.greatest);
    assert_eq!(found.get(Measure::SinkShare), Some(1.75 / 3.0));
}

#[test]
fn of_rows_with_the_same_sum_the_first_is_reported() {
    let head = map(&[[0.5, 0.5], [0.25, 0.25], [1.0, 0.75], [0.5, 0.0], [0.75, 1.0]]);
    let sums = measures(&head, &Settings::default()).unwrap().row_sums.unwrap();
    assert_eq!(sums.least, RowSum { query: 1, sum: 0.5 });
    assert_eq!(sums.greatest, RowSum { query: 2, sum: 1.75 });
}

#[test]
fn an_empty_head_has_no_measures() {
    for (queries, keys) in [(0, 0), (0, 3), (3, 0)] {
        let head = HeadMap::new("weights", queries, keys, Vec::new()).unwrap();
        let found = measures(&head, &Settings::default()).unwrap();
        assert!(Measure::ALL.into_iter().all(|measure| found.get(measure).is_none()));
        assert_eq!((found.rows, found.rows_without_key, found.row_sums), (0, queries, None));
    }
}

#[test]
fn measuring_row_by_row_gives_the_same_as_the_whole_head() {
    let head = map(&[[1., 0., 0.], [0.5, 0.25, 0.25], [0.125, 0.125, 0.75]]);
    let mut by_row = Measures::new(3, 3, &Settings::default()).unwrap();
    head.rows().for_each(|row| by_row.row(row).unwrap());
    assert_eq!(by_row.finish().unwrap(), measures(&head, &Settings::default()).unwrap());
}

#[test]
fn every_measure_has_its_own_index_and_name() {
    let names: Vec<&str> = Measure::ALL.into_iter().map(Measure::name).collect();
    let mut different = names.clone();
    different.sort_unstable();
    different.dedup();
    assert_eq!(different.len(), names.len());
    // The list has the order of the enum, so each measure finds its own value.
    let head = map(&[[0.5, 0.25, 0.25], [0.625, 0.125, 0.25]]);
    let found = measures(&head, &Settings { diagonal_reach: 0, ..Settings::default() }).unwrap();
    let expected = [
        (Measure::SinkShare, (0.5 + 0.625) / 2.0),
        (Measure::PreviousToken, 0.625),
        (Measure::NextToken, 0.25),
        (Measure::DiagonalShare, (0.5 + 0.125) / 2.0),
        (Measure::CausalShare, (0.5 + 0.75) / 2.0),
    ];
    for (measure, value) in expected {
        assert_eq!(found.get(measure), Some(value), "{measure:?}");
    }
}
