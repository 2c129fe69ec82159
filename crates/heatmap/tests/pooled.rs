//! Cells that are partly masked.

use heedmap_heatmap::{
    Error, Grid, Map, PaintOptions, PooledOptions, Scale, ScaleKind, State, Theme, paint,
    paint_pooled,
};

fn scale() -> Scale {
    Scale::new(ScaleKind::Diverging, -2.0, 2.0).unwrap()
}

fn options(rows: usize, cols: usize, (width, height): (usize, usize)) -> PooledOptions {
    let (map, theme) = (Map::Ember, Theme::Light);
    PooledOptions { rows, cols, width, height, gap: 0, scale: scale(), map, theme }
}

fn pixel(pixels: &[u8], width: usize, x: usize, y: usize) -> &[u8] {
    &pixels[(y * width + x) * 4..][..4]
}

#[test]
fn fully_allowed_and_fully_masked_cells_are_painted_as_in_a_matrix() {
    let values = [-2.0, -0.3, 0.0, 0.7, 2.0, f64::NAN, 9.0, -9.0, 1.0];
    let masked = [4, 8];
    let grid = Grid { rows: 3, cols: 3, cell_width: 21, cell_height: 15, gap: 3 };
    for theme in [Theme::Light, Theme::Dark] {
        let whole = PaintOptions { grid, scale: scale(), map: Map::Viridis, theme };
        let states: Vec<State> = (0..9)
            .map(|cell| if masked.contains(&cell) { State::Masked } else { State::Value })
            .collect();
        let wanted = paint(&whole, &values, &states).unwrap();
        let pooled = PooledOptions {
            gap: 3,
            map: Map::Viridis,
            theme,
            ..options(3, 3, grid.size().unwrap())
        };
        let shares: Vec<f32> =
            (0..9).map(|cell| if masked.contains(&cell) { 0.0 } else { 1.0 }).collect();
        let values: Vec<f32> = values.iter().map(|&value| value as f32).collect();
        let got = paint_pooled(&pooled, Some(&values), &shares).unwrap();
        assert!(got == wanted.pixels, "{theme:?}");
    }
}

#[test]
fn the_more_of_a_cell_is_allowed_the_less_it_looks_like_the_hatch() {
    let one = options(1, 1, (1, 1));
    let painted = |value: Option<f32>, share: f32| -> Vec<i32> {
        let values = value.as_ref().map(std::slice::from_ref);
        paint_pooled(&one, values, &[share]).unwrap().into_iter().map(i32::from).collect()
    };
    let hatched = painted(None, 0.0);
    let distance = |share: f32| -> i32 {
        painted(None, share).iter().zip(&hatched).map(|(a, b)| (a - b).abs()).sum()
    };
    let distances = [0.0, 0.25, 0.5, 0.75, 1.0].map(distance);
    assert_eq!(distances[0], 0);
    assert!(distances.windows(2).all(|pair| pair[0] < pair[1]), "{distances:?}");
    // A value has its color of the legend, however little of the cell is allowed.
    assert_eq!(painted(Some(2.0), 0.25), painted(Some(2.0), 1.0));
    assert_eq!(painted(Some(2.0), 0.0), hatched);
}

#[test]
fn cells_fill_an_image_whose_size_is_not_a_multiple_of_theirs() {
    // Seven pixels for three cells: two, two and three.
    let values = [-2.0, 0.0, 2.0];
    let pixels = paint_pooled(&options(1, 3, (7, 1)), Some(&values), &[1.0; 3]).unwrap();
    let colors: Vec<&[u8]> = (0..7).map(|x| pixel(&pixels, 7, x, 0)).collect();
    let [first, second, third] = [colors[0], colors[2], colors[4]];
    assert_eq!(colors, [first, first, second, second, third, third, third]);
    assert!(first != second && second != third);
}

#[test]
fn missing_rows_and_gaps_show_the_background() {
    let with_gap = PooledOptions { gap: 1, ..options(2, 2, (8, 8)) };
    let pixels = paint_pooled(&with_gap, None, &[1.0, 0.0]).unwrap();
    let opaque: Vec<(usize, usize)> = (0..64)
        .map(|at| (at % 8, at / 8))
        .filter(|&(x, y)| pixel(&pixels, 8, x, y)[3] == 255)
        .collect();
    let wanted: Vec<(usize, usize)> =
        (0..3).flat_map(|y| [0, 1, 2, 4, 5, 6].map(|x| (x, y))).collect();
    assert_eq!(opaque, wanted);
}

#[test]
fn scales_with_equal_or_very_distant_ends_still_have_colors() {
    for (low, high) in [(0.0, 0.0), (-1e308, 1e308), (3.0, 3.0)] {
        let scale = Scale::new(ScaleKind::Sequential, low, high).unwrap();
        let pooled = PooledOptions { scale, ..options(1, 3, (3, 1)) };
        let values = [-3e38_f32, low as f32, 3e38];
        let got = paint_pooled(&pooled, Some(&values), &[1.0; 3]).unwrap();
        let grid = Grid { rows: 1, cols: 3, cell_width: 1, cell_height: 1, gap: 0 };
        let whole = PaintOptions { grid, scale, map: Map::Ember, theme: Theme::Light };
        let values = values.map(f64::from);
        assert!(got == paint(&whole, &values, &[State::Value; 3]).unwrap().pixels, "{low} {high}");
    }
}

#[test]
fn invalid_options_are_rejected() {
    let refused = |options, shares: &[f32]| paint_pooled(&options, None, shares).unwrap_err();
    assert_eq!(refused(options(0, 3, (8, 8)), &[]), Error::Empty { rows: 0, cols: 3 });
    let gap = Error::Gap { gap: 0, cell_width: 0, cell_height: 8 };
    assert_eq!(refused(options(1, 9, (8, 8)), &[]), gap);
    assert!(matches!(refused(options(1, 1, (1 << 15, 8)), &[]), Error::TooLarge { .. }));
    let values = Error::Values { rows: 2, cols: 2, values: 3 };
    assert_eq!(refused(options(2, 2, (8, 8)), &[1.0; 3]), values);
    let differ = paint_pooled(&options(2, 2, (8, 8)), Some(&[1.0; 2]), &[1.0; 4]);
    assert_eq!(differ, Err(Error::Values { rows: 2, cols: 2, values: 2 }));
}
