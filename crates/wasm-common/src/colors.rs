//! For programs that draw: color maps, scales and themes by name, and pixels for canvases.

use heedmap_heatmap as heatmap;
use heedmap_heatmap::{Map, Scale, Theme};
use js_sys::Uint8ClampedArray;
use serde::Deserialize;
use tsify::Tsify;
use wasm_bindgen::JsValue;
use web_sys::ImageData;

use crate::Refusal;

/// A family of color maps. All but the published `viridis` and `cividis` start near the background
/// in both themes.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "snake_case", remote = "Map")]
pub enum MapName {
    /// Dark red to yellow; in a diverging scale, blue to red.
    Ember,
    /// The published one.
    Viridis,
    /// The published one, for readers who are color-blind.
    Cividis,
    /// Greys.
    Grey,
}

/// `sequential` goes from low to high; `diverging` has zero in the middle and goes to `max(|low|,
/// |high|)` in both directions.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "snake_case", remote = "heatmap::ScaleKind")]
pub enum ScaleKind {
    /// From low to high.
    Sequential,
    /// From low through zero to high.
    Diverging,
}

/// The theme of the page.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "snake_case", remote = "Theme")]
pub enum ThemeName {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// The error of a scale, whose ends are formatted here.
#[derive(Debug, thiserror::Error)]
#[error("{error}, but goes from {low} to {high}")]
struct ScaleError {
    error: heatmap::Error,
    low: String,
    high: String,
}

/// There is no `ImageData`, which only browsers have.
#[derive(Debug, thiserror::Error)]
#[error("there is no ImageData here: outside a browser, use paintPixels and legendPixels")]
struct NoImageData;

/// A scale between two ends.
///
/// # Errors
///
/// Invalid ends; the message has them in JavaScript's format.
pub fn scale(kind: heatmap::ScaleKind, low: f64, high: f64) -> Result<Scale, Refusal> {
    let with_ends =
        |error| ScaleError { error, low: format_number(low), high: format_number(high) };
    Ok(Scale::new(kind, low, high).map_err(with_ends)?)
}

/// A number in JavaScript's format.
fn format_number(number: f64) -> String {
    let digits = js_sys::Number::from(number).to_string_with_radix(10);
    digits.map(String::from).unwrap_or_default()
}

/// Pixels as `ImageData`, which keeps its array. The array must belong to JavaScript, because a
/// view into wasm memory would show later contents.
///
/// # Errors
///
/// Outside a browser there is no `ImageData`.
pub fn image(pixels: &[u8], width: usize, height: usize) -> Result<ImageData, Refusal> {
    let pixels = Uint8ClampedArray::new_from_slice(pixels);
    ImageData::new_with_js_u8_clamped_array_and_sh(&pixels, width as u32, height as u32)
        .map_err(|_: JsValue| NoImageData.into())
}
