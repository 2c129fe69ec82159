//! Properties of the color maps.

use heedmap_heatmap::{Map, OkLab, ScaleKind, Theme, color};

const MAPS: [Map; 4] = [Map::Ember, Map::Viridis, Map::Cividis, Map::Grey];
const THEMES: [Theme; 2] = [Theme::Light, Theme::Dark];

fn steps(map: Map, kind: ScaleKind, theme: Theme) -> Vec<OkLab> {
    (0..=256).map(|step| color(map, kind, theme, f64::from(step) / 256.0).into()).collect()
}

fn distance(one: OkLab, other: OkLab) -> f64 {
    let (l, a, b) = (one.lightness - other.lightness, one.a - other.a, one.b - other.b);
    (l * l + a * a + b * b).sqrt()
}

#[test]
fn the_lightness_of_ember_and_grey_is_a_straight_line() {
    for map in [Map::Ember, Map::Grey] {
        for theme in THEMES {
            let steps = steps(map, ScaleKind::Sequential, theme);
            let (first, last) = (steps[0].lightness, steps[256].lightness);
            for (i, step) in steps.iter().enumerate() {
                let straight = first + (last - first) * i as f64 / 256.0;
                // Rounding a channel to 1/255 moves the lightness by at most 0.003 in dark colors.
                assert!(
                    (step.lightness - straight).abs() < 4e-3,
                    "{map:?} {theme:?} {i}: {} is not {straight}",
                    step.lightness
                );
            }
        }
    }
}

#[test]
fn a_diverging_map_is_equally_strong_on_both_sides_of_zero() {
    for map in [Map::Ember, Map::Viridis, Map::Cividis] {
        for theme in THEMES {
            let steps = steps(map, ScaleKind::Diverging, theme);
            for i in 0..=128 {
                let (negative, positive) = (steps[128 - i].lightness, steps[128 + i].lightness);
                assert!(
                    (negative - positive).abs() < 6e-3,
                    "{map:?} {theme:?} at ±{i}: {negative} and {positive}"
                );
            }
        }
    }
}

#[test]
fn the_signs_of_a_diverging_map_differ_in_blue_and_yellow() {
    for map in [Map::Ember, Map::Viridis, Map::Cividis] {
        for theme in THEMES {
            let steps = steps(map, ScaleKind::Diverging, theme);
            for i in 32..=128 {
                let (negative, positive) = (steps[128 - i], steps[128 + i]);
                assert!(negative.b < -0.01 && positive.b > 0.01, "{map:?} {theme:?} at ±{i}");
            }
        }
    }
}

#[test]
fn equal_steps_of_a_value_are_nearly_equal_perceived_steps() {
    for map in [Map::Ember, Map::Grey] {
        for theme in THEMES {
            let steps = steps(map, ScaleKind::Sequential, theme);
            // Eight steps at a time, so that the rounding of channels is negligible.
            let lengths: Vec<f64> =
                (0..32).map(|i| distance(steps[8 * i], steps[8 * i + 8])).collect();
            let shortest = lengths.iter().copied().fold(f64::INFINITY, f64::min);
            let longest = lengths.iter().copied().fold(0.0, f64::max);
            assert!(longest < 1.7 * shortest, "{map:?} {theme:?}: from {shortest} to {longest}");
        }
    }
}

#[test]
fn zero_is_near_the_background_but_visible_on_it() {
    for theme in THEMES {
        let ground: OkLab = theme.ground().into();
        for (map, kind, t) in [
            (Map::Ember, ScaleKind::Sequential, 0.0),
            (Map::Grey, ScaleKind::Sequential, 0.0),
            (Map::Ember, ScaleKind::Diverging, 0.5),
            (Map::Viridis, ScaleKind::Diverging, 0.5),
            (Map::Cividis, ScaleKind::Diverging, 0.5),
        ] {
            let far = distance(color(map, kind, theme, t).into(), ground);
            assert!((0.01..0.08).contains(&far), "{map:?} {kind:?} {theme:?}: {far}");
        }
    }
}

#[test]
fn published_maps_keep_their_direction_in_both_themes() {
    for map in [Map::Viridis, Map::Cividis] {
        assert_eq!(
            steps(map, ScaleKind::Sequential, Theme::Light),
            steps(map, ScaleKind::Sequential, Theme::Dark)
        );
    }
    // matplotlib's first and last colors of viridis are #440154 and #fde725.
    let end = |t| color(Map::Viridis, ScaleKind::Sequential, Theme::Light, t).0;
    for (found, expected) in [(end(0.0), [68, 1, 84]), (end(1.0), [253, 231, 37])] {
        for channel in 0..3 {
            assert!(found[channel].abs_diff(expected[channel]) <= 1, "{found:?}");
        }
    }
}

#[test]
fn a_place_outside_0_to_1_is_an_end() {
    for map in MAPS {
        for kind in [ScaleKind::Sequential, ScaleKind::Diverging] {
            let at = |t| color(map, kind, Theme::Dark, t);
            assert_eq!(at(-3.0), at(0.0));
            assert_eq!(at(f64::INFINITY), at(1.0));
            assert_eq!(at(f64::NAN), at(0.0));
        }
    }
}
