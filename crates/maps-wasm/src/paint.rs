//! A map as pixels.

use heedmap_heatmap::{Kind, Percentiles, PixelOptions, Scale, Shading, paint_pixels};
use heedmap_wasm_common::{MAPS, Names, Options, Refusal, THEMES, scale, singles};
use js_sys::Uint8ClampedArray;
use wasm_bindgen::prelude::*;

use crate::refusal::thrown;

#[wasm_bindgen(typescript_custom_section)]
const PAINT: &str = r#"
/** From values to colours. */
export interface MapScale {
  /** `log` needs a low end above 0; `percentile` goes by rank, and needs no ends. */
  kind: 'sequential' | 'diverging' | 'log' | 'percentile';
  low?: number;
  high?: number;
  /** Of `percentile`: the values at 0, 1/256 ... 256/256. */
  quantiles?: Float32Array | null;
}

/** One pixel a cell. */
export interface MapPaintOptions {
  rows: number;
  cols: number;
  /** Row after row; NaN is missing, and transparent. */
  data: Float32Array;
  map: MapName;
  theme: ThemeName;
  scale: MapScale;
}
"#;

#[wasm_bindgen]
extern "C" {
    /// See the TypeScript interface of this name.
    #[wasm_bindgen(typescript_type = "MapPaintOptions")]
    pub type MapPaintOptions;
}

/// What a scale goes by.
#[derive(Clone, Copy)]
enum By {
    Size(Kind),
    Logarithm,
    Rank,
}

const KINDS: Names<By> = &[
    ("sequential", By::Size(Kind::Sequential)),
    ("diverging", By::Size(Kind::Diverging)),
    ("log", By::Logarithm),
    ("percentile", By::Rank),
];

/// Paints cells as one pixel each: red, green, blue, alpha.
#[wasm_bindgen(js_name = paintMap)]
pub fn paint_map(options: &MapPaintOptions) -> Result<Uint8ClampedArray, JsValue> {
    painted(options).map(|pixels| Uint8ClampedArray::new_from_slice(&pixels)).map_err(thrown)
}

fn painted(given: &JsValue) -> Result<Vec<u8>, Refusal> {
    let options = Options { what: "paint options", object: given };
    let given_scale = options.value("scale")?;
    let by = Options { what: "scale", object: &given_scale };
    let ends = || Ok::<_, Refusal>((by.number("low")?, by.number("high")?));
    let quantiles;
    let shading = match by.name("kind", KINDS)? {
        By::Size(kind) => {
            let (low, high) = ends()?;
            Shading::Scale(scale(kind, low, high)?)
        }
        By::Logarithm => {
            let (low, high) = ends()?;
            Shading::Scale(Scale::log(low, high)?)
        }
        By::Rank => {
            quantiles = singles("the quantiles", &by.value("quantiles")?)?;
            Shading::Percentiles(Percentiles::new(&quantiles)?)
        }
    };
    let data = singles("the data of the map", &options.value("data")?)?;
    let (rows, cols) = (options.count("rows")?, options.count("cols")?);
    let (map, theme) = (options.name("map", MAPS)?, options.name("theme", THEMES)?);
    Ok(paint_pixels(&PixelOptions { rows, cols, shading, map, theme }, &data)?)
}
