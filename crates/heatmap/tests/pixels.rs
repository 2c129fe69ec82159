//! Images with one pixel for each cell.

use heedmap_heatmap::{
    Error, Map, Percentiles, PixelOptions, QUANTILES, Scale, ScaleKind, Shading, Theme, color,
    paint_pixels,
};
use proptest::prelude::*;

fn options(rows: usize, cols: usize, shading: Shading<'_>) -> PixelOptions<'_> {
    PixelOptions { rows, cols, shading, map: Map::Ember, theme: Theme::Light }
}

fn painted(shading: Shading<'_>, values: &[f32]) -> Vec<[u8; 4]> {
    let pixels = paint_pixels(&options(1, values.len(), shading), values).unwrap();
    pixels.chunks_exact(4).map(|pixel| [pixel[0], pixel[1], pixel[2], pixel[3]]).collect()
}

/// A place times 256, and the expected pixel: the nearest of 257 colors.
fn expected(shading: Shading<'_>, value: f32) -> (f64, [u8; 4]) {
    let (place, kind) = match shading {
        Shading::Scale(scale) => (scale.place(f64::from(value)), scale.kind()),
        Shading::Percentiles(percentiles) => (percentiles.place(value), ScaleKind::Sequential),
    };
    let steps = place.unwrap() * 256.0;
    let [red, green, blue] = color(Map::Ember, kind, Theme::Light, steps.round() / 256.0).0;
    (steps, [red, green, blue, 255])
}

#[track_caller]
fn check(shading: Shading<'_>, values: &[f32]) {
    for (&value, pixel) in values.iter().zip(painted(shading, values)) {
        let (steps, expected) = expected(shading, value);
        // Halfway between two colors either is right; rounding decides.
        let is_between = ((steps - 0.5).round() + 0.5 - steps).abs() < 1e-6;
        assert!(pixel == expected || is_between, "{value}: {pixel:?} {expected:?} {shading:?}");
    }
}

fn linear(kind: ScaleKind, low: f64, high: f64) -> Shading<'static> {
    Shading::Scale(Scale::new(kind, low, high).unwrap())
}

fn log(low: f64, high: f64) -> Shading<'static> {
    Shading::Scale(Scale::log(low, high).unwrap())
}

const EXTREMES: [f32; 9] =
    [f32::NEG_INFINITY, f32::MIN, -1.0, -0.0, 0.0, f32::MIN_POSITIVE, 1.0, f32::MAX, f32::INFINITY];

#[test]
fn each_pixel_has_the_color_of_its_value() {
    let ramp: Vec<f32> = (-20..=1100).map(|step| step as f32 / 1024.0).chain(EXTREMES).collect();
    check(linear(ScaleKind::Sequential, 0.0, 1.0), &ramp);
    check(linear(ScaleKind::Diverging, -0.25, 1.0), &ramp);
    for (low, high) in
        [(1e-6, 1.0), (0.5, 0.5), (1.0, 1.0 + f64::from(f32::EPSILON)), (5e-324, f64::MAX)]
    {
        check(log(low, high), &ramp);
    }
    check(linear(ScaleKind::Sequential, 0.5, 0.5), &ramp);
    check(linear(ScaleKind::Diverging, 0.0, 0.0), &ramp);
    check(linear(ScaleKind::Sequential, -f64::MAX, f64::MAX), &ramp);
}

#[test]
fn a_missing_value_is_transparent_and_every_other_value_is_opaque() {
    let table = [0.5; QUANTILES];
    let ranks = Shading::Percentiles(Percentiles::new(&table).unwrap());
    for shading in [linear(ScaleKind::Sequential, 0.0, 1.0), log(0.1, 1.0), log(1.0, 1.0), ranks] {
        let pixels = painted(shading, &[f32::NAN, 0.5, -f32::NAN, f32::INFINITY]);
        assert_eq!(pixels.iter().map(|pixel| pixel[3]).collect::<Vec<_>>(), [0, 255, 0, 255]);
        assert_eq!(pixels[0], [0; 4]);
    }
}

#[test]
fn pixels_are_in_row_major_order() {
    let shading = linear(ScaleKind::Sequential, 0.0, 1.0);
    let values = [0.0, 0.2, 0.4, 0.6, 0.8, 1.0];
    let pixels = paint_pixels(&options(2, 3, shading), &values).unwrap();
    assert_eq!(pixels, painted(shading, &values).concat());
}

#[test]
fn invalid_options_are_rejected() {
    let shading = linear(ScaleKind::Sequential, 0.0, 1.0);
    let refused = |rows, cols, values: &[f32]| {
        paint_pixels(&options(rows, cols, shading), values).unwrap_err()
    };
    assert_eq!(refused(0, 4, &[]), Error::Empty { rows: 0, cols: 4 });
    assert_eq!(refused(2, 2, &[0.0; 3]), Error::Values { rows: 2, cols: 2, values: 3 });
    assert!(matches!(refused(1, 1 << 15, &[]), Error::TooLarge { .. }));
    assert!(matches!(refused(usize::MAX, 2, &[]), Error::TooLarge { .. }));
}

/// Ascending tables with runs of equal values, and sometimes with an infinite end.
fn table() -> impl Strategy<Value = Vec<f32>> {
    let steps = prop_oneof![4 => Just(0.0_f32), 4 => 0.0_f32..0.1, 1 => 0.0_f32..1e30];
    let ends = prop::sample::select(vec![(false, false), (true, false), (false, true)]);
    (prop::collection::vec(steps, QUANTILES), ends).prop_map(|(steps, (low, high))| {
        let mut sum = 0.0;
        let mut table: Vec<f32> = steps
            .into_iter()
            .map(|step| {
                sum += step;
                sum
            })
            .collect();
        if low {
            table[0] = f32::NEG_INFINITY;
        }
        if high {
            table[QUANTILES - 1] = f32::INFINITY;
        }
        table
    })
}

proptest! {
    #[test]
    fn each_pixel_has_the_color_of_its_rank(table in table()) {
        let around = table.iter().flat_map(|value| [*value, value.next_up(), value.next_down()]);
        let between = table.windows(2).map(|pair| pair[0] / 2.0 + pair[1] / 2.0);
        let values: Vec<f32> = around.chain(between).chain(EXTREMES).filter(|value| !value.is_nan()).collect();
        check(Shading::Percentiles(Percentiles::new(&table).unwrap()), &values);
    }

    #[test]
    fn on_any_scale_each_pixel_has_the_color_of_its_value(
        low in 1e-12_f64..2.0, factor in 1.0_f64..1e9, signed in any::<bool>(),
        values in prop::collection::vec(prop_oneof![0.0_f32..2.0, 1e-9_f32..1e-3, any::<f32>()], 1..50),
    ) {
        let values: Vec<f32> = values.into_iter().filter(|value| !value.is_nan()).collect();
        prop_assume!(!values.is_empty());
        let kind = if signed { ScaleKind::Diverging } else { ScaleKind::Sequential };
        check(linear(kind, -low, low * factor), &values);
        check(log(low, low * factor), &values);
    }
}
