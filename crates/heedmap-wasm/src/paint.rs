//! Matrices to pixels.

use heedmap_heatmap as heatmap;
use heedmap_heatmap::{Kind, Map, Theme};
use js_sys::{Float64Array, Uint8Array, Uint8ClampedArray};
use serde::Serialize;
use wasm_bindgen::prelude::*;
use web_sys::ImageData;

use crate::arrays::{bytes, floats};
use crate::options::{Names, Options};
use crate::refusal::{Refusal, Refused, into_error};
use crate::results::{Record, plain, record};

#[wasm_bindgen(typescript_custom_section)]
const PAINT: &str = r#"
/** A family of colours. All but the published `viridis` and `cividis` start near the ground in both themes. */
export type MapName = 'ember' | 'viridis' | 'cividis' | 'grey';

/** `sequential` goes from low to high; `diverging` has zero in the middle and reaches `max(|low|, |high|)` both ways. */
export type ScaleKind = 'sequential' | 'diverging';

export type ThemeName = 'light' | 'dark';

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

/** A bar of colours, the low end at the left, in device pixels. */
export interface LegendOptions {
  map: MapName;
  kind: ScaleKind;
  theme: ThemeName;
  width: number;
  height: number;
}

export interface Legend {
  image: ImageData;
}

export interface LegendPixels {
  pixels: Uint8ClampedArray;
  width: number;
  height: number;
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
    #[wasm_bindgen(typescript_type = "LegendOptions")]
    pub type LegendOptions;
    /// See the TypeScript interface of this name.
    #[wasm_bindgen(typescript_type = "Legend")]
    pub type Legend;
    /// See the TypeScript interface of this name.
    #[wasm_bindgen(typescript_type = "LegendPixels")]
    pub type LegendPixels;
    /// See the TypeScript interface of this name.
    #[wasm_bindgen(typescript_type = "InkColors")]
    pub type InkColors;
}

#[derive(Serialize)]
struct InkResult {
    dark: String,
    light: String,
}

impl Names for Map {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("ember", Self::Ember),
        ("viridis", Self::Viridis),
        ("cividis", Self::Cividis),
        ("grey", Self::Grey),
    ];
}

impl Names for Kind {
    const NAMES: &'static [(&'static str, Self)] =
        &[("sequential", Self::Sequential), ("diverging", Self::Diverging)];
}

impl Names for Theme {
    const NAMES: &'static [(&'static str, Self)] = &[("light", Self::Light), ("dark", Self::Dark)];
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

/// Paints the bar that says what the colours mean.
///
/// @example
/// const { image } = legend({ map: 'ember', kind: 'diverging', theme: 'dark', width: 400, height: 24 });
#[wasm_bindgen]
pub fn legend(options: &LegendOptions) -> Refused<Legend> {
    bar(options)
        .and_then(|(pixels, width, height)| {
            let image = image(&pixels, width, height)?;
            let result = record();
            result.set("image", &image);
            Ok(result.unchecked_into())
        })
        .map_err(into_error)
}

/// Paints the bar as bare pixels.
///
/// @example
/// legendPixels({ map: 'grey', kind: 'sequential', theme: 'light', width: 2, height: 1 }).pixels.length === 8;
#[wasm_bindgen(js_name = legendPixels)]
pub fn legend_pixels(options: &LegendOptions) -> Refused<LegendPixels> {
    let (pixels, width, height) = bar(options).map_err(into_error)?;
    Ok(bare(&pixels, width, height).unchecked_into())
}

/// The two inks in which digits are written on cells.
///
/// @example
/// const { dark, light } = inkColors();
/// context.fillStyle = inks[cell] === 0 ? dark : light;
#[wasm_bindgen(js_name = inkColors)]
pub fn ink_colors() -> Refused<InkColors> {
    plain(&InkResult {
        dark: heatmap::Ink::Dark.colour().to_string(),
        light: heatmap::Ink::Light.colour().to_string(),
    })
    .map(JsCast::unchecked_into)
    .map_err(into_error)
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
        scale: heatmap::Scale::new(given.name("kind")?, low, high)?,
        map: given.name("map")?,
        theme: given.name("theme")?,
    };
    let values = floats("values", values)?;
    let states = bytes("states", states)?
        .into_iter()
        .map(heatmap::State::try_from)
        .collect::<Result<Vec<_>, _>>()?;
    Ok(heatmap::paint(&options, &values, &states)?)
}

fn bar(options: &LegendOptions) -> Result<(Vec<u8>, usize, usize), Refusal> {
    let given = Options { what: "legend options", object: options };
    let (width, height) = (given.count("width")?, given.count("height")?);
    let (map, kind, theme) = (given.name("map")?, given.name("kind")?, given.name("theme")?);
    Ok((heatmap::legend(map, kind, theme, width, height)?, width, height))
}

fn inks(painted: &heatmap::Painted) -> Uint8Array {
    let inks: Vec<u8> = painted.inks.iter().copied().map(u8::from).collect();
    Uint8Array::new_from_slice(&inks)
}

/// Pixels and their size as a plain object.
pub(crate) fn bare(pixels: &[u8], width: usize, height: usize) -> Record {
    let result = record();
    result.set("pixels", &Uint8ClampedArray::new_from_slice(pixels));
    result.set("width", &width.into());
    result.set("height", &height.into());
    result
}

/// Pixels as `ImageData`. It keeps the array that it is made of, so that it must be given one that JavaScript owns: of
/// a view into wasm memory it would show whatever is there later.
pub(crate) fn image(pixels: &[u8], width: usize, height: usize) -> Result<ImageData, Refusal> {
    let pixels = Uint8ClampedArray::new_from_slice(pixels);
    ImageData::new_with_js_u8_clamped_array_and_sh(&pixels, width as u32, height as u32)
        .map_err(|_| Refusal::NoImageData)
}
