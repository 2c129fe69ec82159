//! Matrices to pixels.

use heedmap_heatmap as heatmap;
use js_sys::{Float64Array, Uint8Array};
use wasm_bindgen::prelude::*;

use crate::{
    KINDS, MAPS, Options, Refusal, Refused, THEMES, bare, bytes, floats, image, into_error, record,
    scale,
};

#[wasm_bindgen(typescript_custom_section)]
const PAINT: &str = r#"
export interface PaintOptions {
  rows: number;
  cols: number;
  /** Device pixels from a cell's left edge to the next one's: the image is `cols * cellWidth` wide, whatever the gap. */
  cellWidth: number;
  /** Device pixels from a cell's upper edge to the next one's: the image is `rows * cellHeight` high. */
  cellHeight: number;
  /** Device pixels of ground between two cells, taken off inside them, half on each side. */
  gap: number;
  map: MapName;
  kind: ScaleKind;
  low: number;
  high: number;
  theme: ThemeName;
}

/** What a cell is: 0 a value (a cross if it is NaN), 1 masked (hatched), 2 blank (the ground). */
export type CellState = 0 | 1 | 2;

/** `inks` has a number a cell: 0 if its digits take the dark ink, 1 if the light one; see `inkColors`. */
export interface Painting {
  image: ImageData;
  inks: Uint8Array;
}

export interface PaintedPixels {
  /** Red, green, blue and alpha of each pixel, row by row. Alpha is 0 where the ground shows through. */
  pixels: Uint8ClampedArray;
  width: number;
  height: number;
  inks: Uint8Array;
}

/** The two inks as CSS colours, the same in both themes. */
export interface InkColors {
  dark: string;
  light: string;
}
"#;

#[wasm_bindgen]
extern "C" {
    /// See the TypeScript interface of this name.
    #[wasm_bindgen(typescript_type = "PaintOptions")]
    pub type PaintOptions;
    /// See the TypeScript interface of this name.
    #[wasm_bindgen(typescript_type = "Painting")]
    pub type Painting;
    /// See the TypeScript interface of this name.
    #[wasm_bindgen(typescript_type = "PaintedPixels")]
    pub type PaintedPixels;
    /// See the TypeScript interface of this name.
    #[wasm_bindgen(typescript_type = "InkColors")]
    pub type InkColors;
}

/// Paints a matrix as an image for a canvas.
///
/// @example
/// const { image, inks } = paint({ rows: 1, cols: 2, cellWidth: 60, cellHeight: 60, gap: 2, map: 'ember',
///   kind: 'sequential', low: 0, high: 1, theme: 'light' }, Float64Array.of(0.2, 0.8), Uint8Array.of(0, 0));
/// context.putImageData(image, 0, 0);
#[wasm_bindgen]
pub fn paint(
    options: &PaintOptions,
    values: &Float64Array,
    states: &Uint8Array,
) -> Refused<Painting> {
    painted(options, values, states)
        .and_then(|painted| {
            let image = image(&painted.pixels, painted.width, painted.height)?;
            let result = record();
            result.set("image", &image);
            result.set("inks", &inks(&painted));
            Ok(result.unchecked_into())
        })
        .map_err(into_error)
}

/// Paints a matrix as bare pixels, for where there is no canvas.
///
/// @example
/// const { pixels, width, height } = paintPixels(options, Float64Array.of(0.2, 0.8), Uint8Array.of(0, 1));
/// pixels.length === width * height * 4; // red, green, blue, alpha
#[wasm_bindgen(js_name = paintPixels)]
pub fn paint_pixels(
    options: &PaintOptions,
    values: &Float64Array,
    states: &Uint8Array,
) -> Refused<PaintedPixels> {
    let painted = painted(options, values, states).map_err(into_error)?;
    let result = bare(&painted.pixels, painted.width, painted.height);
    result.set("inks", &inks(&painted));
    Ok(result.unchecked_into())
}

/// The two inks in which digits are written on cells.
///
/// @example
/// const { dark, light } = inkColors();
/// context.fillStyle = inks[cell] === 0 ? dark : light;
#[wasm_bindgen(js_name = inkColors)]
pub fn ink_colors() -> Refused<InkColors> {
    let result = record();
    for (name, ink) in [("dark", heatmap::Ink::Dark), ("light", heatmap::Ink::Light)] {
        result.set(name, &ink.colour().to_string().into());
    }
    Ok(result.unchecked_into())
}

fn painted(
    options: &PaintOptions,
    values: &Float64Array,
    states: &Uint8Array,
) -> Result<heatmap::Painted, Refusal> {
    let given = Options { what: "paint options", object: options };
    let low = given.number("low")?;
    let high = given.number("high")?;
    let options = heatmap::Options {
        grid: heatmap::Grid {
            rows: given.count("rows")?,
            cols: given.count("cols")?,
            cell_width: given.count("cellWidth")?,
            cell_height: given.count("cellHeight")?,
            gap: given.count("gap")?,
        },
        scale: scale(given.name("kind", KINDS)?, low, high)?,
        map: given.name("map", MAPS)?,
        theme: given.name("theme", THEMES)?,
    };
    let values = floats("values", values)?;
    let states = bytes("states", states)?
        .into_iter()
        .map(heatmap::State::try_from)
        .collect::<Result<Vec<_>, _>>()?;
    Ok(heatmap::paint(&options, &values, &states)?)
}

fn inks(painted: &heatmap::Painted) -> Uint8Array {
    let inks: Vec<u8> = painted.inks.iter().copied().map(u8::from).collect();
    Uint8Array::new_from_slice(&inks)
}
