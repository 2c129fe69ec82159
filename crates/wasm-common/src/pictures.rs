//! Colours by name, and pixels for canvases.

use heedmap_heatmap as heatmap;
use heedmap_heatmap::{Kind, Map, Scale, Theme};
use js_sys::Uint8ClampedArray;
use wasm_bindgen::prelude::*;
use web_sys::ImageData;

use crate::{InputError, Names, Record, Refusal, record};

#[wasm_bindgen(typescript_custom_section)]
const PICTURES: &str = r#"
/** A family of colours. All but the published `viridis` and `cividis` start near the ground in both themes. */
export type MapName = 'ember' | 'viridis' | 'cividis' | 'grey';

/** `sequential` goes from low to high; `diverging` has zero in the middle and reaches `max(|low|, |high|)` both ways. */
export type ScaleKind = 'sequential' | 'diverging';

export type ThemeName = 'light' | 'dark';

/** Red, green, blue and alpha of each pixel, row by row, and their size. */
export interface LegendPixels {
  pixels: Uint8ClampedArray;
  width: number;
  height: number;
}
"#;

/// The colour maps.
pub const MAPS: Names<Map> = &[
    ("ember", Map::Ember),
    ("viridis", Map::Viridis),
    ("cividis", Map::Cividis),
    ("grey", Map::Grey),
];

/// The kinds of scales.
pub const KINDS: Names<Kind> = &[("sequential", Kind::Sequential), ("diverging", Kind::Diverging)];

/// The themes.
pub const THEMES: Names<Theme> = &[("light", Theme::Light), ("dark", Theme::Dark)];

/// The painter said no to a scale, whose ends it leaves to be written here.
#[derive(Debug, thiserror::Error)]
#[error("{error}, but goes from {low} to {high}")]
struct ScaleError {
    error: heatmap::Error,
    low: String,
    high: String,
}

/// A scale between two ends.
///
/// # Errors
///
/// Ends that are no scale; the sentence has them as JavaScript writes them.
pub fn scale(kind: Kind, low: f64, high: f64) -> Result<Scale, Refusal> {
    let written = |error| ScaleError { error, low: figure(low), high: figure(high) };
    Ok(Scale::new(kind, low, high).map_err(written)?)
}

/// A number as JavaScript writes it.
fn figure(number: f64) -> String {
    let digits = js_sys::Number::from(number).to_string_with_radix(10);
    digits.map(String::from).unwrap_or_default()
}

/// Pixels and their size as a plain object.
#[must_use]
pub fn bare(pixels: &[u8], width: usize, height: usize) -> Record {
    let result = record();
    result.set("pixels", &Uint8ClampedArray::new_from_slice(pixels));
    result.set("width", &width.into());
    result.set("height", &height.into());
    result
}

/// Pixels as `ImageData`. It keeps the array that it is made of, so that it must be given one that JavaScript owns: of
/// a view into wasm memory it would show whatever is there later.
///
/// # Errors
///
/// Outside a browser there is no `ImageData`.
pub fn image(pixels: &[u8], width: usize, height: usize) -> Result<ImageData, Refusal> {
    let pixels = Uint8ClampedArray::new_from_slice(pixels);
    ImageData::new_with_js_u8_clamped_array_and_sh(&pixels, width as u32, height as u32)
        .map_err(|_| InputError::NoImageData.into())
}
