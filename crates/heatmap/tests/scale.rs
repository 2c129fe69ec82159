//! Places of values on a scale.

use heedmap_heatmap::{Error, Scale, ScaleKind};
use proptest::prelude::*;

fn sequential(low: f64, high: f64) -> Scale {
    Scale::new(ScaleKind::Sequential, low, high).unwrap()
}

fn diverging(low: f64, high: f64) -> Scale {
    Scale::new(ScaleKind::Diverging, low, high).unwrap()
}

#[test]
fn the_ends_are_0_and_1_and_values_beyond_are_clamped() {
    let scale = sequential(2.0, 4.0);
    let places = [2.0, 3.0, 4.0, 1.0, 9.0, f64::NEG_INFINITY, f64::INFINITY]
        .map(|value| scale.place(value).unwrap());
    assert_eq!(places, [0.0, 0.5, 1.0, 0.0, 1.0, 0.0, 1.0]);
}

#[test]
fn zero_is_the_middle_of_a_diverging_scale_even_if_its_ends_are_not_symmetric() {
    let scale = diverging(-1.0, 4.0);
    let places = [0.0, -4.0, -1.0, 2.0].map(|value| scale.place(value).unwrap());
    assert_eq!(places, [0.5, 0.0, 0.375, 0.75]);
}

#[test]
fn a_scale_without_extent_distinguishes_only_values_above_it() {
    let places = [-1.0, 0.0, 1.0].map(|value| sequential(0.0, 0.0).place(value).unwrap());
    assert_eq!(places, [0.0, 0.0, 1.0]);
    let places = [-1.0, 0.0, 1.0].map(|value| diverging(0.0, 0.0).place(value).unwrap());
    assert_eq!(places, [0.0, 0.5, 1.0]);
}

#[test]
fn a_missing_value_has_no_place() {
    assert_eq!(sequential(0.0, 1.0).place(f64::NAN), None);
    assert_eq!(diverging(0.0, 0.0).place(f64::NAN), None);
}

#[test]
fn the_widest_scale_does_not_overflow() {
    for scale in [sequential(-f64::MAX, f64::MAX), diverging(-f64::MAX, 0.0)] {
        let places = [-f64::MAX, 0.0, f64::MAX].map(|value| scale.place(value).unwrap());
        assert_eq!(places, [0.0, 0.5, 1.0]);
    }
}

#[test]
fn invalid_ends_are_rejected_with_the_figures() {
    let error = Scale::new(ScaleKind::Sequential, 3.0, 1.0).unwrap_err();
    assert_eq!(error, Error::Scale { low: 3.0, high: 1.0 });
    assert_eq!(error.to_string(), "a color scale needs two finite ends, the lower first");
    for (low, high) in
        [(f64::NAN, 1.0), (0.0, f64::NAN), (f64::NEG_INFINITY, 0.0), (0.0, f64::INFINITY)]
    {
        assert!(Scale::new(ScaleKind::Diverging, low, high).is_err());
    }
}

#[test]
fn equal_factors_are_equal_steps_of_a_logarithmic_scale() {
    let scale = Scale::log(1e-4, 1.0).unwrap();
    assert_eq!((scale.kind(), scale.low(), scale.high()), (ScaleKind::Sequential, 1e-4, 1.0));
    for (value, place) in [(1e-4, 0.0), (1e-3, 0.25), (1e-2, 0.5), (1e-1, 0.75), (1.0, 1.0)] {
        assert!((scale.place(value).unwrap() - place).abs() < 1e-12, "{value}");
    }
    let places = [1e-4, 1.0, 0.0, -1.0, f64::NEG_INFINITY, 1e-5, 2.0, f64::INFINITY]
        .map(|value| scale.place(value).unwrap());
    assert_eq!(places, [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0]);
    assert_eq!(scale.place(f64::NAN), None);
    // The widest possible scale.
    let scale = Scale::log(5e-324, f64::MAX).unwrap();
    assert_eq!([5e-324, f64::MAX].map(|value| scale.place(value).unwrap()), [0.0, 1.0]);
}

#[test]
fn a_logarithmic_scale_without_extent_distinguishes_only_values_above_it() {
    let places = [0.4, 0.5, 0.6].map(|value| Scale::log(0.5, 0.5).unwrap().place(value).unwrap());
    assert_eq!(places, [0.0, 0.0, 1.0]);
    // Two neighboring floats so large that they have the same logarithm.
    let high = 1e300_f64.next_up();
    let places = [1e300, high, high.next_up()]
        .map(|value| Scale::log(1e300, high).unwrap().place(value).unwrap());
    assert_eq!(places, [0.0, 0.0, 1.0]);
}

#[test]
fn invalid_ends_of_a_logarithmic_scale_are_rejected() {
    let error = Scale::log(0.0, 1.0).unwrap_err();
    assert_eq!(error, Error::LogScale { low: 0.0, high: 1.0 });
    assert_eq!(
        error.to_string(),
        "a logarithmic color scale needs two finite ends above 0, the lower first"
    );
    for (low, high) in
        [(-1.0, 1.0), (2.0, 1.0), (f64::NAN, 1.0), (1.0, f64::NAN), (1.0, f64::INFINITY)]
    {
        assert!(Scale::log(low, high).is_err(), "{low} {high}");
    }
}

proptest! {
    #[test]
    fn a_place_on_a_logarithmic_scale_keeps_the_order(
        a in any::<f64>(), b in any::<f64>(), x in any::<f64>(), y in any::<f64>(),
    ) {
        if let Ok(scale) = Scale::log(a.abs().min(b.abs()), a.abs().max(b.abs()))
            && let (Some(below), Some(above)) = (scale.place(x.min(y)), scale.place(x.max(y)))
        {
            prop_assert!((0.0..=1.0).contains(&below) && (0.0..=1.0).contains(&above));
            prop_assert!(below <= above);
        }
    }

    #[test]
    fn a_place_is_between_0_and_1_and_keeps_the_order(
        a in any::<f64>(), b in any::<f64>(), x in any::<f64>(), y in any::<f64>(), signed in any::<bool>(),
    ) {
        let kind = if signed { ScaleKind::Diverging } else { ScaleKind::Sequential };
        if let Ok(scale) = Scale::new(kind, a.min(b), a.max(b))
            && let (Some(below), Some(above)) = (scale.place(x.min(y)), scale.place(x.max(y)))
        {
            prop_assert!((0.0..=1.0).contains(&below) && (0.0..=1.0).contains(&above));
            prop_assert!(below <= above);
        }
    }
}
