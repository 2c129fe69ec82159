//! The colour bar of a heatmap's legend.

use heedmap_heatmap as heatmap;
use wasm_bindgen::prelude::*;

use crate::{KINDS, MAPS, Options, Refusal, Refused, THEMES, image, into_error, record};

#[wasm_bindgen(typescript_custom_section)]
const LEGEND: &str = r#"
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
"#;

#[wasm_bindgen]
extern "C" {
    /// See the TypeScript interface of this name.
    #[wasm_bindgen(typescript_type = "LegendOptions")]
    pub type LegendOptions;
    /// See the TypeScript interface of this name.
    #[wasm_bindgen(typescript_type = "Legend")]
    pub type Legend;
    /// See the TypeScript interface of this name.
    #[wasm_bindgen(typescript_type = "LegendPixels")]
    pub type LegendPixels;
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
    Ok(crate::bare(&pixels, width, height).unchecked_into())
}

/// The pixels of the bar, its width and its height.
fn bar(options: &JsValue) -> Result<(Vec<u8>, usize, usize), Refusal> {
    let given = Options { what: "legend options", object: options };
    let (width, height) = (given.count("width")?, given.count("height")?);
    let map = given.name("map", MAPS)?;
    let (kind, theme) = (given.name("kind", KINDS)?, given.name("theme", THEMES)?);
    Ok((heatmap::legend(map, kind, theme, width, height)?, width, height))
}
