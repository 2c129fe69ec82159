//! Matrices to pixels.

use heedmap_heatmap as heatmap;
use heedmap_heatmap::{Map, Theme};
use heedmap_wasm_common::colors::{MapName, ScaleKind, ThemeName, image, scale};
use heedmap_wasm_common::{Js, Refusal, bytes, floats, read_options, serialize};
use js_sys::{Float64Array, Uint8Array, Uint8ClampedArray};
use serde::{Deserialize, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

/// The options of painting a matrix.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PaintOptions {
    rows: usize,
    cols: usize,
    /// The width of a cell with its gap, in device pixels: the image is `cols * cellWidth` wide.
    cell_width: usize,
    /// The height of a cell with its gap, in device pixels: the image is `rows * cellHeight` high.
    cell_height: usize,
    /// The gap between two cells in device pixels, taken from inside them, half on each side.
    gap: usize,
    #[serde(with = "MapName")]
    #[tsify(type = "MapName")]
    map: Map,
    #[serde(with = "ScaleKind")]
    #[tsify(type = "ScaleKind")]
    kind: heatmap::ScaleKind,
    low: f64,
    high: f64,
    #[serde(with = "ThemeName")]
    #[tsify(type = "ThemeName")]
    theme: Theme,
}

/// A painted matrix. `inks` has one number for each cell: 0 if its digits should be dark, 1 if light; see
/// `inkColors`.
#[derive(Serialize, Tsify)]
pub struct Painting {
    #[tsify(type = "ImageData")]
    image: Js,
    #[tsify(type = "Uint8Array")]
    inks: Js,
}

/// A painted matrix as plain pixels.
#[derive(Serialize, Tsify)]
pub struct PaintedPixels {
    /// Red, green, blue and alpha of each pixel, row by row. Alpha is 0 where the background shows.
    #[tsify(type = "Uint8ClampedArray")]
    pixels: Js,
    width: usize,
    height: usize,
    #[tsify(type = "Uint8Array")]
    inks: Js,
}

/// The two inks as CSS colors, the same in both themes.
#[derive(Serialize, Tsify)]
pub struct InkColors {
    dark: String,
    light: String,
}

/// Paints a matrix as an image for a canvas. The state of a cell is 0 for a value (a cross if it is
/// NaN), 1 for masked (hatched), 2 for blank (the background), 3 for a visible key that was not picked (a
/// flat color).
///
/// @example
/// const { image, inks } = paint({ rows: 1, cols: 2, cellWidth: 60, cellHeight: 60, gap: 2, map: 'ember',
///   kind: 'sequential', low: 0, high: 1, theme: 'light' }, Float64Array.of(0.2, 0.8), Uint8Array.of(0, 0));
/// context.putImageData(image, 0, 0);
#[wasm_bindgen]
pub fn paint(
    options: &Ts<PaintOptions>,
    values: &Float64Array,
    states: &Uint8Array,
) -> Result<Ts<Painting>, Refusal> {
    let painted = painted(options, values, states)?;
    let image = image(&painted.pixels, painted.width, painted.height)?;
    serialize(&Painting { image: image.into(), inks: inks(&painted) })
}

/// Paints a matrix as plain pixels, for use without a canvas.
///
/// @example
/// const { pixels, width, height } = paintPixels(options, Float64Array.of(0.2, 0.8), Uint8Array.of(0, 1));
/// pixels.length === width * height * 4; // red, green, blue, alpha
#[wasm_bindgen(js_name = paintPixels)]
pub fn paint_pixels(
    options: &Ts<PaintOptions>,
    values: &Float64Array,
    states: &Uint8Array,
) -> Result<Ts<PaintedPixels>, Refusal> {
    let painted = painted(options, values, states)?;
    let pixels = Uint8ClampedArray::new_from_slice(&painted.pixels).into();
    let (width, height) = (painted.width, painted.height);
    serialize(&PaintedPixels { pixels, width, height, inks: inks(&painted) })
}

/// The two inks for digits in cells.
///
/// @example
/// const { dark, light } = inkColors();
/// context.fillStyle = inks[cell] === 0 ? dark : light;
#[wasm_bindgen(js_name = inkColors)]
pub fn ink_colors() -> Result<Ts<InkColors>, Refusal> {
    let [dark, light] =
        [heatmap::Ink::Dark, heatmap::Ink::Light].map(|ink| ink.color().to_string());
    serialize(&InkColors { dark, light })
}

fn painted(
    options: &Ts<PaintOptions>,
    values: &Float64Array,
    states: &Uint8Array,
) -> Result<heatmap::Painted, Refusal> {
    let PaintOptions { rows, cols, cell_width, cell_height, gap, map, kind, low, high, theme } =
        read_options("paint options", options)?;
    let options = heatmap::PaintOptions {
        grid: heatmap::Grid { rows, cols, cell_width, cell_height, gap },
        scale: scale(kind, low, high)?,
        map,
        theme,
    };
    let values = floats("values", values)?;
    let states = bytes("states", states)?
        .into_iter()
        .map(heatmap::State::try_from)
        .collect::<Result<Vec<_>, _>>()?;
    Ok(heatmap::paint(&options, &values, &states)?)
}

fn inks(painted: &heatmap::Painted) -> Js {
    let inks: Vec<u8> = painted.inks.iter().copied().map(u8::from).collect();
    Uint8Array::new_from_slice(&inks).into()
}
