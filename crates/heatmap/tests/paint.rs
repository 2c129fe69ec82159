//! The positions and colors of pixels.

use heedmap_heatmap::{
    Error, Grid, Ink, Map, PaintOptions, Painted, Rgb, Scale, ScaleKind, State, Theme, color,
    legend, paint,
};
use proptest::prelude::*;

fn options(rows: usize, cols: usize, cell: usize, gap: usize) -> PaintOptions {
    PaintOptions {
        grid: Grid { rows, cols, cell_width: cell, cell_height: cell, gap },
        scale: Scale::new(ScaleKind::Sequential, 0.0, 1.0).unwrap(),
        map: Map::Ember,
        theme: Theme::Light,
    }
}

fn pixel(painted: &Painted, x: usize, y: usize) -> [u8; 4] {
    let start = (y * painted.width + x) * 4;
    painted.pixels[start..start + 4].try_into().unwrap()
}

fn opaque(t: f64) -> [u8; 4] {
    let [red, green, blue] = color(Map::Ember, ScaleKind::Sequential, Theme::Light, t).0;
    [red, green, blue, 255]
}

#[test]
fn cells_lie_row_by_row() {
    let values = [0.0, 0.25, 0.5, 0.75, 1.0, 0.125];
    let painted = paint(&options(2, 3, 4, 0), &values, &[State::Value; 6]).unwrap();
    assert_eq!((painted.width, painted.height), (12, 8));
    for (cell, &value) in values.iter().enumerate() {
        let (left, top) = (cell % 3 * 4, cell / 3 * 4);
        for (x, y) in [(left, top), (left + 3, top + 3)] {
            assert_eq!(pixel(&painted, x, y), opaque(value));
        }
    }
}

#[test]
fn a_gap_shows_the_background_and_moves_no_cell() {
    let painted = paint(&options(2, 2, 10, 3), &[1.0; 4], &[State::Value; 4]).unwrap();
    assert_eq!((painted.width, painted.height), (20, 20));
    let filled: Vec<bool> = (0..20).map(|x| pixel(&painted, x, 5)[3] == 255).collect();
    let expected: Vec<bool> = (0..20).map(|x| (1..8).contains(&(x % 10))).collect();
    assert_eq!(filled, expected);
    assert_eq!(pixel(&painted, 5, 9), [0; 4]);
}

#[test]
fn a_masked_cell_is_hatched_whatever_its_value_and_a_blank_one_shows_the_background() {
    let states = [State::Masked, State::Masked, State::Blank];
    let values = [f64::NEG_INFINITY, f64::NAN, 1.0];
    let painted = paint(&options(1, 3, 20, 0), &values, &states).unwrap();
    let row: Vec<[u8; 4]> = (0..40).map(|x| pixel(&painted, x, 3)).collect();
    assert!(row.iter().any(|pixel| pixel != &row[0]), "there are no lines");
    // The lines continue: the pattern repeats with a period of 4 pixels across both cells.
    assert!(row.windows(5).all(|five| five[0] == five[4]));
    // The lines rise to the right: one pixel down is one to the left.
    assert_eq!(pixel(&painted, 7, 3), pixel(&painted, 6, 4));
    assert!((40..60).all(|x| pixel(&painted, x, 3) == [0; 4]));
}

#[test]
fn a_key_that_could_have_been_picked_has_one_flat_color_that_no_weight_has() {
    for theme in [Theme::Light, Theme::Dark] {
        let options = PaintOptions { theme, ..options(1, 2, 20, 0) };
        let painted = paint(&options, &[0.7, 0.0], &[State::Unpicked, State::Value]).unwrap();
        let flat = pixel(&painted, 0, 0);
        let Rgb([red, green, blue]) = theme.unpicked();
        assert_eq!(flat, [red, green, blue, 255]);
        assert!((0..20).all(|x| pixel(&painted, x, x) == flat));
        assert_ne!(pixel(&painted, 30, 3), flat);
    }
}

#[test]
fn a_missing_value_has_a_cross_that_differs_from_hatch_and_zero() {
    let states = [State::Value, State::Masked, State::Value];
    let painted = paint(&options(1, 3, 20, 0), &[f64::NAN, 0.0, 0.0], &states).unwrap();
    let cell = |left: usize| -> Vec<[u8; 4]> {
        (0..400).map(|i| pixel(&painted, left + i % 20, i / 20)).collect()
    };
    let (missing, masked, zero) = (cell(0), cell(20), cell(40));
    assert!(missing != masked && missing != zero && masked != zero);
    let corner = missing[0];
    assert_ne!(missing[20 * 10 + 10], corner, "the center is marked");
    // The cross is its own mirror image; a hatch is not.
    for y in 0..20 {
        for x in 0..20 {
            assert_eq!(missing[20 * y + x], missing[20 * y + 19 - x]);
            assert_eq!(missing[20 * y + x], missing[20 * (19 - y) + x]);
        }
    }
}

#[test]
fn missing_masked_and_zero_cells_differ_even_if_they_have_few_pixels() {
    for cell in 2..6 {
        let states = [State::Value, State::Masked, State::Value];
        let painted = paint(&options(1, 3, cell, 0), &[f64::NAN, 0.0, 0.0], &states).unwrap();
        let part = |left: usize| -> Vec<[u8; 4]> {
            (0..cell * cell).map(|i| pixel(&painted, left + i % cell, i / cell)).collect()
        };
        let (missing, masked, zero) = (part(0), part(cell), part(2 * cell));
        assert!(missing != masked && missing != zero && masked != zero, "{cell} px");
    }
}

#[test]
fn infinities_are_drawn_as_the_ends_of_the_scale() {
    let values = [f64::INFINITY, f64::NEG_INFINITY];
    let painted = paint(&options(1, 2, 4, 0), &values, &[State::Value; 2]).unwrap();
    assert_eq!(pixel(&painted, 0, 0), opaque(1.0));
    assert_eq!(pixel(&painted, 4, 0), opaque(0.0));
    assert_eq!(painted.inks, [Ink::Light, Ink::Dark]);
}

#[test]
fn invalid_sizes_are_rejected_with_the_figures() {
    let message = |options: PaintOptions, values: usize, states: usize| {
        paint(&options, &vec![0.0; values], &vec![State::Value; states]).unwrap_err().to_string()
    };
    assert_eq!(
        message(options(2, 3, 4, 0), 5, 6),
        "the number of values is 5, but there are 2 x 3 cells"
    );
    assert_eq!(
        message(options(2, 3, 4, 0), 6, 7),
        "the number of states is 7, but there are 2 x 3 cells"
    );
    assert_eq!(
        message(options(0, 3, 4, 0), 0, 0),
        "a heatmap needs at least one row and one column, but has 0 rows and 3 columns"
    );
    assert_eq!(
        message(options(1, 1, 4, 4), 1, 1),
        "a gap of 4 pixels leaves nothing of a cell of 4 x 4 pixels"
    );
    assert_eq!(
        message(options(1, 1, 16_385, 0), 1, 1),
        "an image of 16385 x 16385 pixels is too large: at most 16384 a side and 16777216 in all"
    );
    let huge = usize::MAX;
    assert!(matches!(paint(&options(huge, huge, huge, 0), &[], &[]), Err(Error::TooLarge { .. })));
    assert_eq!(
        State::try_from(7).unwrap_err().to_string(),
        "a cell has the state 7, but states are 0 (value), 1 (masked), 2 (blank) and 3 (unpicked)"
    );
}

#[test]
fn a_legend_goes_from_the_low_end_to_the_high_end() {
    let pixels = legend(Map::Ember, ScaleKind::Sequential, Theme::Light, 50, 3).unwrap();
    assert_eq!(pixels.len(), 50 * 3 * 4);
    let lines: Vec<&[u8]> = pixels.chunks(200).collect();
    assert!(lines[0] == lines[1] && lines[1] == lines[2]);
    assert_eq!(lines[0][..4], opaque(0.0));
    assert_eq!(lines[0][196..], opaque(1.0));
    assert!(legend(Map::Grey, ScaleKind::Diverging, Theme::Dark, 1, 1).is_ok());
    assert_eq!(
        legend(Map::Grey, ScaleKind::Diverging, Theme::Dark, 0, 3).unwrap_err(),
        Error::NoPixels { width: 0, height: 3 }
    );
}

proptest! {
    #[test]
    fn any_grid_gives_pixels_or_an_error(
        rows in 0_usize..6, cols in 0_usize..6, cell_width in 0_usize..9, cell_height in 0_usize..9, gap in 0_usize..9,
        values in prop::collection::vec(any::<f64>(), 0..30), states in prop::collection::vec(0_u8..3, 0..30),
    ) {
        let grid = Grid { rows, cols, cell_width, cell_height, gap };
        let options = PaintOptions { grid, ..options(1, 1, 1, 0) };
        let states: Vec<State> = states.into_iter().map(|state| State::try_from(state).unwrap()).collect();
        let fits = values.len().min(states.len()).min(rows * cols);
        if let Ok(painted) = paint(&options, &values[..fits], &states[..fits]) {
            prop_assert_eq!(painted.pixels.len(), painted.width * painted.height * 4);
            prop_assert_eq!(painted.inks.len(), rows * cols);
        }
    }
}
