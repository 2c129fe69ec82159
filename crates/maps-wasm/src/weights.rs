//! Weights from queries and keys.

use heedmap_attention::headwise;
use heedmap_attention::headwise::{Causal, Vectors};
use heedmap_attention::{Rope, RopePairs, Scale};
use heedmap_measures::HeadMap as Cells;
use heedmap_wasm_common::{Names, Options, Refusal};
use wasm_bindgen::prelude::*;

use crate::head_map::HeadMap;
use crate::refusal::thrown;

#[wasm_bindgen(typescript_custom_section)]
const WEIGHTS: &str = r#"
/** How weights come of queries and keys. */
export interface WeightsOptions {
  /** What scores are multiplied by; null is 1 / sqrt(head size). */
  scale: number | null;
  causal: 'none' | 'upper_left' | 'lower_right';
  /** A query sees itself and so many keys less one before it; where it is not causal, as many after it. Null is all. */
  window: number | null;
  /** It comes before the mask. Null is none. */
  softcap: number | null;
  /** Null: RoPE was applied already, or there is none. */
  rope: WeightsRope | null;
  /** The position of query 0 among the keys. */
  offset: number;
}

export interface WeightsRope {
  base: number;
  pairs: 'half' | 'interleaved';
  /** How many features are turned; null is all. */
  dim: number | null;
}
"#;

#[wasm_bindgen]
extern "C" {
    /// See the TypeScript interface of this name.
    #[wasm_bindgen(typescript_type = "WeightsOptions")]
    pub type WeightsOptions;
}

const CAUSAL: Names<Causal> = &[
    ("none", Causal::None),
    ("upper_left", Causal::UpperLeft),
    ("lower_right", Causal::LowerRight),
];
const PAIRS: Names<RopePairs> =
    &[("half", RopePairs::Half), ("interleaved", RopePairs::Interleaved)];

/// The weights of one head from its queries and its keys, each with their features as columns.
#[wasm_bindgen(js_name = weightsOf)]
pub fn weights_of(q: &HeadMap, k: &HeadMap, options: &WeightsOptions) -> Result<HeadMap, JsValue> {
    weights(&q.0, &k.0, options).map(HeadMap::of).map_err(thrown)
}

fn weights(q: &Cells, k: &Cells, given: &JsValue) -> Result<Cells, Refusal> {
    let vectors = |map| Vectors { cells: Cells::cells(map), size: map.keys() };
    let cells = headwise::weights(vectors(q), vectors(k), &options(given)?)?;
    Ok(Cells::new("weights", q.queries(), k.queries(), cells)?)
}

fn options(given: &JsValue) -> Result<headwise::Options, Refusal> {
    let options = Options { what: "weights options", object: given };
    let rope = options.maybe("rope")?.map(|rope| rope_options(&rope)).transpose()?;
    Ok(headwise::Options {
        scale: options.maybe_number("scale")?.map_or(Scale::InverseSqrtDk, Scale::Factor),
        softcap: options.maybe_number("softcap")?.unwrap_or(0.0),
        causal: options.name("causal", CAUSAL)?,
        window: options.maybe_count("window")?,
        offset: options.maybe_whole("offset")?.unwrap_or(0),
        rope,
    })
}

fn rope_options(given: &JsValue) -> Result<Rope, Refusal> {
    let options = Options { what: "rope", object: given };
    Ok(Rope {
        pairs: options.name("pairs", PAIRS)?,
        features: options.maybe_count("dim")?,
        base: options.number("base")?,
        first_position: 0,
    })
}
