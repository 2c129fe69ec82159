//! Digits are readable on every color.

use heedmap_heatmap::{
    Grid, Ink, Map, PaintOptions, Rgb, Scale, ScaleKind, State, Theme, color, contrast, paint,
};

const MAPS: [Map; 4] = [Map::Ember, Map::Viridis, Map::Cividis, Map::Grey];
const KINDS: [ScaleKind; 2] = [ScaleKind::Sequential, ScaleKind::Diverging];
const THEMES: [Theme; 2] = [Theme::Light, Theme::Dark];

#[test]
fn one_of_the_two_inks_is_readable_on_any_color() {
    let apart = contrast(Ink::Dark.color(), Ink::Light.color());
    assert!(apart >= 4.5 * 4.5, "the inks have a contrast of {apart}");
}

#[test]
fn digits_keep_their_contrast_on_every_step_of_every_map() {
    for map in MAPS {
        for kind in KINDS {
            for theme in THEMES {
                for step in 0..=256 {
                    let ground = color(map, kind, theme, f64::from(step) / 256.0);
                    let found = contrast(ground, Ink::on(ground).color());
                    assert!(found >= 4.5, "{map:?} {kind:?} {theme:?} {step}: {found}");
                }
            }
        }
    }
}

#[test]
fn digits_keep_their_contrast_on_every_pixel_of_a_masked_and_a_missing_cell() {
    for theme in THEMES {
        for side in [3, 9, 24, 60, 120] {
            let options = PaintOptions {
                grid: Grid { rows: 1, cols: 2, cell_width: side, cell_height: side, gap: 0 },
                scale: Scale::new(ScaleKind::Sequential, 0.0, 1.0).unwrap(),
                map: Map::Ember,
                theme,
            };
            let painted =
                paint(&options, &[f64::NAN, 1.0], &[State::Value, State::Masked]).unwrap();
            for pixel in painted.pixels.chunks(4) {
                let found = contrast(Rgb([pixel[0], pixel[1], pixel[2]]), painted.inks[0].color());
                assert!(found >= 4.5, "{theme:?}, {side} px, {pixel:?}: {found}");
            }
            assert_eq!(painted.inks[0], painted.inks[1]);
        }
    }
}

#[test]
fn a_blank_cell_has_the_ink_for_the_background() {
    assert_eq!(Theme::Light.ink(), Ink::Dark);
    assert_eq!(Theme::Dark.ink(), Ink::Light);
}
