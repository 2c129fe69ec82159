//! Places of values by their rank.

use heedmap_heatmap::{Error, Percentiles, QUANTILES};
use proptest::prelude::*;

/// Quantiles of values by another method: the value at each 256th of the way, interpolated
/// linearly.
fn quantiles(values: &[f32]) -> Vec<f32> {
    let mut ordered = values.to_vec();
    ordered.sort_by(f32::total_cmp);
    let at = |step: usize| {
        let place = step as f64 / 256.0 * (ordered.len() - 1) as f64;
        let (low, part) = (place as usize, place.fract());
        let above = ordered[(low + 1).min(ordered.len() - 1)];
        (f64::from(ordered[low]) * (1.0 - part) + f64::from(above) * part) as f32
    };
    let mut found: Vec<f32> = (0..QUANTILES).map(at).collect();
    // Rounding may swap two neighbors that differ in their last bit.
    found.sort_by(f32::total_cmp);
    found
}

fn places(quantiles: &[f32], values: &[f32]) -> Vec<f64> {
    let scale = Percentiles::new(quantiles).unwrap();
    values.iter().map(|&value| scale.place(value).unwrap()).collect()
}

#[test]
fn a_place_is_the_rank_and_is_interpolated_between_two_quantiles() {
    // Squares: the values are far from evenly spaced, but their ranks are even.
    let squares: Vec<f32> = (0..QUANTILES).map(|rank| (rank * rank) as f32).collect();
    let found = places(&squares, &[0.0, 1.0, 4.0, 128.0 * 128.0, 65536.0, 6.5]);
    assert_eq!(found, [0.0, 1.0 / 256.0, 2.0 / 256.0, 0.5, 1.0, 2.5 / 256.0]);
    assert_eq!(
        places(&squares, &[-1.0, 7e4, f32::NEG_INFINITY, f32::INFINITY]),
        [0.0, 1.0, 0.0, 1.0]
    );
    assert_eq!(Percentiles::new(&squares).unwrap().place(f32::NAN), None);
}

#[test]
fn the_first_of_equal_values_gives_the_rank_but_the_greatest_value_is_the_high_end() {
    // Half of them 0, a quarter 1, a quarter 2.
    let runs: Vec<f32> = [(129, 0.0), (64, 1.0), (64, 2.0)]
        .into_iter()
        .flat_map(|(count, value)| vec![value; count])
        .collect();
    let found = places(&runs, &[0.0, 0.5, 1.0, 1.5, 2.0]);
    assert_eq!(found, [0.0, 128.5 / 256.0, 129.0 / 256.0, 192.5 / 256.0, 1.0]);
}

#[test]
fn if_all_values_are_equal_only_values_above_them_differ() {
    let found = places(&[0.25; QUANTILES], &[0.0, 0.25, 0.26]);
    assert_eq!(found, [0.0, 0.0, 1.0]);
}

#[test]
fn infinities_among_the_quantiles_have_places() {
    let mut ends = vec![1.0; QUANTILES];
    (ends[0], ends[256]) = (f32::NEG_INFINITY, f32::INFINITY);
    let found = places(&ends, &[f32::NEG_INFINITY, 0.0, 1.0, 2.0, f32::INFINITY]);
    assert_eq!(found, [0.0, 0.0, 1.0 / 256.0, 255.0 / 256.0, 1.0]);
}

#[test]
fn an_invalid_table_of_quantiles_is_rejected() {
    assert_eq!(Percentiles::new(&[]), Err(Error::Quantiles { count: 0 }));
    let error = Percentiles::new(&[1.0; 256]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a color scale by percentile needs 257 quantiles, but is given 256"
    );
    let with = |at: usize, value: f32| {
        let mut table: Vec<f32> = (0..QUANTILES).map(|rank| rank as f32).collect();
        table[at] = value;
        Percentiles::new(&table).unwrap_err()
    };
    assert_eq!(with(0, f32::NAN), Error::QuantileOrder { at: 0 });
    assert_eq!(with(9, f32::NAN), Error::QuantileOrder { at: 9 });
    assert_eq!(with(256, 3.0), Error::QuantileOrder { at: 256 });
    assert_eq!(
        with(9, 3.0).to_string(),
        "quantile 9 of a color scale is missing or below the one before it"
    );
}

proptest! {
    #[test]
    fn a_place_is_between_0_and_1_and_keeps_the_order(
        values in prop::collection::vec(prop_oneof![Just(0.0_f32), 0.0_f32..1.0, any::<f32>()], 2..60),
    ) {
        let values: Vec<f32> = values.into_iter().filter(|value| value.is_finite()).collect();
        prop_assume!(!values.is_empty());
        let table = quantiles(&values);
        let mut ordered = [values, table.clone()].concat();
        ordered.sort_by(f32::total_cmp);
        let found = places(&table, &ordered);
        prop_assert!(found.iter().all(|place| (0.0..=1.0).contains(place)));
        prop_assert!(found.windows(2).all(|pair| pair[0] <= pair[1]), "{:?}", found);
    }

    #[test]
    fn the_place_of_a_value_is_the_share_of_values_below_it(
        values in prop::collection::vec(0.0_f32..1.0, 2000..2500),
    ) {
        let table = quantiles(&values);
        for (&value, place) in values.iter().zip(places(&table, &values)).step_by(37) {
            let below = values.iter().filter(|&&other| other < value).count();
            let share = below as f64 / (values.len() - 1) as f64;
            prop_assert!((share - place).abs() < 2.0 / 256.0, "{} {}", share, place);
        }
    }
}
