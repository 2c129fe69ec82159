//! The color maps: from a place between 0 and 1 to a color.
//!
//! In the maps defined here, the low end (or zero, if the scale has two signs) is near the
//! background, so that large values stand out in both themes. `viridis` and `cividis` are published
//! maps and keep their direction in both themes, so that a figure can be compared with one from
//! another tool.

use crate::ramp::{Ramp, Tint};
use crate::{OkLab, Rgb, ScaleKind, Theme};

/// A family of color maps. Each has a sequential and a diverging one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Map {
    /// From the background through ember orange to the far end; around zero, blue against ember.
    Ember,
    /// The default of matplotlib, by van der Walt, Smith and Firing; around zero, purple against
    /// green.
    Viridis,
    /// Viridis optimized for color-blindness, by Nuñez, Anderton and Renslow; around zero, blue against gold.
    Cividis,
    /// For print. A single hue has only one direction, so zero is the middle grey of a diverging scale.
    Grey,
}

/// The color of a map at `t`, 0 to 1 (values outside are clamped; NaN gives the low end).
///
/// A diverging map has zero at `t = 0.5`. Its two arms have equal lightness at equal distance from
/// it, so that a value and its negative look equally strong.
#[must_use]
pub fn color(map: Map, kind: ScaleKind, theme: Theme, t: f64) -> Rgb {
    let t = if t.is_nan() { 0.0 } else { t.clamp(0.0, 1.0) };
    match (map, kind) {
        (Map::Ember, ScaleKind::Sequential) => ember(theme).at(t).into(),
        (Map::Viridis, ScaleKind::Sequential) => published(colorous::VIRIDIS, t),
        (Map::Cividis, ScaleKind::Sequential) => published(colorous::CIVIDIS, t),
        (Map::Grey, _) => grey(theme).at(t).into(),
        (_, ScaleKind::Diverging) => diverging(map, theme, t).into(),
    }
}

fn published(gradient: colorous::Gradient, t: f64) -> Rgb {
    Rgb(gradient.eval_continuous(t).into_array())
}

/// The lightness and tint of the low end, just off the page's background, so that a cell is still
/// visible.
const fn neutral(theme: Theme) -> (f64, Tint) {
    match theme {
        Theme::Light => (0.972, (0.008, 85.0)),
        Theme::Dark => (0.262, (0.013, 265.0)),
    }
}

fn ember(theme: Theme) -> Ramp<6> {
    let (lightness, tint) = neutral(theme);
    match theme {
        Theme::Light => Ramp {
            lightness: (lightness, 0.27),
            tints: [tint, (0.066, 66.0), (0.152, 58.0), (0.162, 46.0), (0.12, 38.0), (0.068, 34.0)],
        },
        Theme::Dark => Ramp {
            lightness: (lightness, 0.955),
            tints: [tint, (0.068, 38.0), (0.148, 42.0), (0.172, 56.0), (0.13, 73.0), (0.042, 86.0)],
        },
    }
}

fn grey(theme: Theme) -> Ramp<3> {
    let (lightness, tint) = neutral(theme);
    match theme {
        Theme::Light => {
            Ramp { lightness: (lightness, 0.2), tints: [tint, (0.004, 80.0), (0.004, 80.0)] }
        }
        Theme::Dark => {
            Ramp { lightness: (lightness, 0.972), tints: [tint, (0.008, 265.0), (0.004, 85.0)] }
        }
    }
}

/// From the negative end through the neutral color to the positive end.
fn diverging(map: Map, theme: Theme, t: f64) -> OkLab {
    let (lightness, tint) = neutral(theme);
    let far = match theme {
        Theme::Light => 0.45,
        Theme::Dark => 0.76,
    };
    let [negative, positive] = arms(map, theme);
    let distance = 2.0 * t - 1.0;
    let [near, middle, end] = if distance < 0.0 { negative } else { positive };
    Ramp { lightness: (lightness, far), tints: [tint, near, middle, end] }.at(distance.abs())
}

/// The tints of the two arms, from zero outwards.
///
/// One arm is bluish, the other yellowish: the common kinds of color-blindness can still
/// distinguish this pair. Grey has no arms and never calls this function.
const fn arms(map: Map, theme: Theme) -> [[Tint; 3]; 2] {
    match (map, theme) {
        (Map::Ember | Map::Grey, Theme::Light) => [
            [(0.045, 266.0), (0.13, 256.0), (0.15, 260.0)],
            [(0.06, 62.0), (0.17, 51.0), (0.123, 40.0)],
        ],
        (Map::Ember | Map::Grey, Theme::Dark) => [
            [(0.06, 262.0), (0.135, 261.0), (0.112, 258.0)],
            [(0.07, 42.0), (0.15, 50.0), (0.138, 58.0)],
        ],
        (Map::Viridis, Theme::Light) => [
            [(0.04, 310.0), (0.12, 305.0), (0.17, 300.0)],
            [(0.05, 140.0), (0.12, 142.0), (0.12, 145.0)],
        ],
        (Map::Viridis, Theme::Dark) => [
            [(0.06, 300.0), (0.14, 303.0), (0.13, 308.0)],
            [(0.06, 150.0), (0.14, 147.0), (0.16, 140.0)],
        ],
        (Map::Cividis, Theme::Light) => [
            [(0.04, 262.0), (0.10, 264.0), (0.125, 268.0)],
            [(0.06, 98.0), (0.11, 95.0), (0.085, 90.0)],
        ],
        (Map::Cividis, Theme::Dark) => [
            [(0.05, 264.0), (0.11, 264.0), (0.11, 262.0)],
            [(0.05, 85.0), (0.11, 92.0), (0.13, 95.0)],
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Half an eight-bit step in dark colors, where sRGB is steepest: 0.5 / 255 / 12.92 is 1.5e-4
    /// of light. Up to 6e-4, clamping moves a channel by at most two steps next to a pure 0, which
    /// is invisible.
    const CUT: f64 = 6e-4;

    fn all_ours(theme: Theme) -> Vec<(String, Vec<OkLab>)> {
        let sampled =
            |at: &dyn Fn(f64) -> OkLab| (0..=256).map(|i| at(f64::from(i) / 256.0)).collect();
        vec![
            (format!("ember {theme:?}"), sampled(&|t| ember(theme).at(t))),
            (format!("grey {theme:?}"), sampled(&|t| grey(theme).at(t))),
            (format!("ember around zero {theme:?}"), sampled(&|t| diverging(Map::Ember, theme, t))),
            (
                format!("viridis around zero {theme:?}"),
                sampled(&|t| diverging(Map::Viridis, theme, t)),
            ),
            (
                format!("cividis around zero {theme:?}"),
                sampled(&|t| diverging(Map::Cividis, theme, t)),
            ),
        ]
    }

    #[test]
    fn every_color_of_our_maps_is_one_that_a_screen_has() {
        for theme in [Theme::Light, Theme::Dark] {
            for (name, colors) in all_ours(theme) {
                let worst = colors
                    .iter()
                    .flat_map(|color| color.linear())
                    .fold(0.0, |worst: f64, light| worst.max(-light).max(light - 1.0));
                assert!(worst <= CUT, "{name} leaves sRGB by {worst}");
            }
        }
    }

    #[test]
    fn a_diverging_map_starts_both_arms_at_the_neutral_color() {
        for theme in [Theme::Light, Theme::Dark] {
            let (lightness, (chroma, hue)) = neutral(theme);
            let neutral = Rgb::from(OkLab::from_polar(lightness, chroma, hue));
            for map in [Map::Ember, Map::Viridis, Map::Cividis] {
                assert_eq!(Rgb::from(diverging(map, theme, 0.5)), neutral);
                assert_eq!(Rgb::from(diverging(map, theme, 0.5 - 1e-9)), neutral);
            }
        }
    }
}
