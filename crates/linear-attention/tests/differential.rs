//! Differential attention beside plain loops.

use heedmap_linear_attention::differential;
use proptest::prelude::*;

/// A causal softmax of one query, as a plain loop.
fn softmax(scores: &[f64]) -> Vec<f64> {
    let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let terms: Vec<f64> = scores.iter().map(|score| (score - most).exp()).collect();
    let sum: f64 = terms.iter().sum();
    terms.iter().map(|term| term / sum).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_row_gives_the_output_of_one_head_minus_a_share_of_the_other(
        cells in prop::collection::vec((-3.0..3.0_f64, -3.0..3.0_f64, -1.0..1.0_f64), 1..40),
        lambda in -4.0..4.0_f64,
    ) {
        let lambda = 1.0 / (1.0 + (-lambda).exp());
        let scores = |which: fn(&(f64, f64, f64)) -> f64| cells.iter().map(which).collect::<Vec<_>>();
        let (first, second) = (softmax(&scores(|c| c.0)), softmax(&scores(|c| c.1)));
        let values = scores(|c| c.2);
        let mixed = |row: &[f64]| row.iter().zip(&values).map(|(w, v)| w * v).sum::<f64>();
        let wanted = mixed(&first) - lambda * mixed(&second);

        let mut row = vec![0.0; cells.len()];
        differential(&first, &second, lambda, &mut row).unwrap();
        prop_assert!((mixed(&row) - wanted).abs() <= 1e-12);
        prop_assert!((row.iter().sum::<f64>() - (1.0 - lambda)).abs() <= 1e-12);

        let narrow = |x: &[f64]| x.iter().map(|&x| x as f32).collect::<Vec<_>>();
        let mut row = vec![0.0_f32; cells.len()];
        differential(&narrow(&first), &narrow(&second), lambda, &mut row).unwrap();
        let row: Vec<f64> = row.into_iter().map(f64::from).collect();
        prop_assert!((mixed(&row) - wanted).abs() <= 1e-6);
    }
}

#[test]
fn softmaxes_of_different_lengths_are_refused_with_their_figures() {
    let error = differential(&[1.0, 0.0], &[1.0], 0.5, &mut [0.0; 2]).unwrap_err();
    assert_eq!(error.to_string(), "the room for the second softmax is 1 numbers, but 2 are needed");
    let error = differential(&[1.0], &[1.0], f64::NAN, &mut [0.0]).unwrap_err();
    assert_eq!(error.to_string(), "lambda is NaN: it must be a finite number");
}
