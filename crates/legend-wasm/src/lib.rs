//! The color bar of a heatmap's legend.
//!
//! It is a crate of its own, because a program contains all exports of the crates that it depends on: the program of
//! masks has color bars, and paints its pictures in another way than [`heedmap_heatmap::paint`].

use heedmap_heatmap as heatmap;
use heedmap_heatmap::{Map, Theme};
use heedmap_wasm_common::colors::{MapName, ScaleKind, ThemeName, image};
use heedmap_wasm_common::{Js, Refusal, read_options, serialize};
use js_sys::Uint8ClampedArray;
use serde::{Deserialize, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

/// A color bar with the low end at the left. Its size is in device pixels.
#[derive(Deserialize, Tsify)]
pub struct LegendOptions {
    #[serde(with = "MapName")]
    #[tsify(type = "MapName")]
    map: Map,
    #[serde(with = "ScaleKind")]
    #[tsify(type = "ScaleKind")]
    kind: heatmap::ScaleKind,
    #[serde(with = "ThemeName")]
    #[tsify(type = "ThemeName")]
    theme: Theme,
    width: usize,
    height: usize,
}

/// The bar as an image for a canvas.
#[derive(Serialize, Tsify)]
pub struct Legend {
    #[tsify(type = "ImageData")]
    image: Js,
}

/// Red, green, blue and alpha of each pixel, row by row, and their size.
#[derive(Serialize, Tsify)]
pub struct LegendPixels {
    #[tsify(type = "Uint8ClampedArray")]
    pixels: Js,
    width: usize,
    height: usize,
}

impl LegendPixels {
    /// Copies pixels into a new array.
    #[must_use]
    pub fn new(pixels: &[u8], width: usize, height: usize) -> Self {
        Self { pixels: Uint8ClampedArray::new_from_slice(pixels).into(), width, height }
    }
}

/// Paints the color bar of a legend.
///
/// @example
/// const { image } = legend({ map: 'ember', kind: 'diverging', theme: 'dark', width: 400, height: 24 });
#[wasm_bindgen]
pub fn legend(options: &Ts<LegendOptions>) -> Result<Ts<Legend>, Refusal> {
    let (pixels, width, height) = bar(options)?;
    serialize(&Legend { image: image(&pixels, width, height)?.into() })
}

/// Paints the color bar as plain pixels, for use without a canvas.
///
/// @example
/// legendPixels({ map: 'grey', kind: 'sequential', theme: 'light', width: 2, height: 1 }).pixels.length; // 8
#[wasm_bindgen(js_name = legendPixels)]
pub fn legend_pixels(options: &Ts<LegendOptions>) -> Result<Ts<LegendPixels>, Refusal> {
    let (pixels, width, height) = bar(options)?;
    serialize(&LegendPixels::new(&pixels, width, height))
}

/// The pixels of the bar, its width and its height.
fn bar(options: &Ts<LegendOptions>) -> Result<(Vec<u8>, usize, usize), Refusal> {
    let LegendOptions { map, kind, theme, width, height } =
        read_options("legend options", options)?;
    Ok((heatmap::legend(map, kind, theme, width, height)?, width, height))
}
