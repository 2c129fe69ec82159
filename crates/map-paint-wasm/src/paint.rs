//! A map as pixels.

use heedmap_heatmap::{
    Map, Percentiles, PixelOptions, Scale, ScaleKind, Shading, Theme, paint_pixels,
};
use heedmap_wasm_common::colors::{MapName, ThemeName, scale};
use heedmap_wasm_common::{InputError, Js, Refusal, read_options, singles};
use js_sys::Uint8ClampedArray;
use serde::Deserialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

/// `log` needs a low end above 0. `percentile` colors by rank, and needs no ends.
#[derive(Clone, Copy, Deserialize, Tsify)]
#[serde(rename_all = "snake_case")]
pub(crate) enum MapScaleKind {
    Sequential,
    Diverging,
    Log,
    Percentile,
}

/// A color scale.
#[derive(Deserialize, Tsify)]
pub(crate) struct MapScale {
    kind: MapScaleKind,
    #[tsify(optional, type = "number | null")]
    low: Option<f64>,
    #[tsify(optional, type = "number | null")]
    high: Option<f64>,
    /// For `percentile`: the values at 0, 1/256 ... 256/256.
    #[tsify(optional, type = "Float32Array | null")]
    quantiles: Option<Js>,
}

/// A matrix to paint, with one pixel for each cell.
#[derive(Deserialize, Tsify)]
pub struct MapPaintOptions {
    rows: usize,
    cols: usize,
    /// In row-major order; NaN is missing, and transparent.
    #[tsify(type = "Float32Array")]
    data: Option<Js>,
    #[serde(with = "MapName")]
    #[tsify(type = "MapName")]
    map: Map,
    #[serde(with = "ThemeName")]
    #[tsify(type = "ThemeName")]
    theme: Theme,
    scale: MapScale,
}

/// Paints cells as one pixel each: red, green, blue, alpha.
#[wasm_bindgen(js_name = paintMap)]
pub fn paint_map(options: &Ts<MapPaintOptions>) -> Result<Uint8ClampedArray, Refusal> {
    let MapPaintOptions { rows, cols, data, map, theme, scale: by } =
        read_options("paint options", options)?;
    let end = |key: &str, end: Option<f64>| {
        let name = format!("paint options: scale.{key}");
        end.ok_or_else(|| InputError::wanted(&name, "a number"))
    };
    let ends = || Ok::<_, InputError>((end("low", by.low)?, end("high", by.high)?));
    let linear = |kind| {
        let (low, high) = ends()?;
        Ok::<_, Refusal>(Shading::Scale(scale(kind, low, high)?))
    };
    let quantiles;
    let shading = match by.kind {
        MapScaleKind::Sequential => linear(ScaleKind::Sequential)?,
        MapScaleKind::Diverging => linear(ScaleKind::Diverging)?,
        MapScaleKind::Log => {
            let (low, high) = ends()?;
            Shading::Scale(Scale::log(low, high)?)
        }
        MapScaleKind::Percentile => {
            quantiles = singles("the quantiles", &array(by.quantiles))?;
            Shading::Percentiles(Percentiles::new(&quantiles)?)
        }
    };
    let data = singles("the data of the map", &array(data))?;
    let pixels = paint_pixels(&PixelOptions { rows, cols, shading, map, theme }, &data)?;
    Ok(Uint8ClampedArray::new_from_slice(&pixels))
}

fn array(given: Option<Js>) -> JsValue {
    given.map_or(JsValue::UNDEFINED, |Js(array)| array)
}
