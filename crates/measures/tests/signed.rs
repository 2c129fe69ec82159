//! Signed measures beside plain loops.

use heedmap_measures::{Error, NotWeights, SignedMeasures, SignedRow};
use proptest::prelude::*;

/// The distance within which half of the absolute weight lies, by trying all.
fn span(row: &[f32], position: i64) -> Option<usize> {
    let all: f64 = row.iter().map(|&w| f64::from(w).abs()).sum();
    (0..2000).find(|&distance: &usize| {
        let within = row
            .iter()
            .enumerate()
            .filter(|(j, _)| (position - *j as i64).unsigned_abs() as usize <= distance);
        within.map(|(_, &w)| f64::from(w).abs()).sum::<f64>() >= all / 2.0
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_measures_of_a_row_are_those_of_plain_loops(
        // Multiples of 1/8 have exact sums in every order.
        row in prop::collection::vec((-16..17_i32).prop_map(|w| w as f32 / 8.0), 0..30),
        position in -40..70_i64,
    ) {
        let (mut sum, mut absolute, mut negative) = (0.0, 0.0, 0.0);
        for &weight in &row {
            sum += f64::from(weight);
            absolute += f64::from(weight).abs();
            if weight < 0.0 {
                negative -= f64::from(weight);
            }
        }
        match SignedRow::of(&row, position) {
            None => prop_assert_eq!(absolute, 0.0),
            Some(found) => {
                prop_assert_eq!((found.sum, found.absolute), (sum, absolute));
                prop_assert_eq!(found.negative_share, negative / absolute);
                prop_assert_eq!(Some(found.span), span(&row, position));
            }
        }
    }
}

#[test]
fn a_head_has_the_means_of_its_rows_and_counts_the_others() {
    let mut measures = SignedMeasures::new(4, 3, 0).unwrap();
    measures.row(&[1.0, 0.0, 0.0]).unwrap();
    measures.row(&[-0.75, 0.25, 0.0]).unwrap();
    measures.row(&[0.0, 0.0, 0.0]).unwrap();
    measures.row(&[f32::NAN, 0.0, 0.0]).unwrap();
    let found = measures.finish().unwrap();

    assert_eq!((found.rows, found.rows_without_key), (2, 1));
    assert_eq!(found.not_weights, Some(NotWeights { rows: 1, first: 3 }));
    assert_eq!(found.sum, Some(0.25));
    assert_eq!(found.absolute, Some(1.0));
    assert_eq!(found.negative_share, Some(0.375));
    // Row 0 needs its own token, row 1 the token before.
    assert_eq!(found.span, Some(0.5));
    let sums = found.row_sums.unwrap();
    assert_eq!((sums.least.query, sums.greatest.query), (1, 0));
}

#[test]
fn rows_that_do_not_fit_are_refused() {
    let mut measures = SignedMeasures::new(1, 2, 0).unwrap();
    assert!(matches!(measures.row(&[1.0]), Err(Error::RowLength { .. })));
    measures.row(&[1.0, 0.0]).unwrap();
    assert!(matches!(measures.row(&[1.0, 0.0]), Err(Error::NoSuchRow { .. })));
    assert!(SignedMeasures::new(1, 2, 0).unwrap().finish().is_err());
    assert!(SignedMeasures::new(1, 2, i64::MAX).is_err());
}
