//! Weights from queries and keys.

use heedmap_attention::headwise;
use heedmap_attention::headwise::{Causal, Vectors};
use heedmap_attention::{Rope, RopePairs, Scale};
use heedmap_measures::HeadMap as Cells;
use heedmap_wasm_common::{Refusal, options};
use serde::Deserialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::head_map::HeadMap;
use crate::refusal::thrown;

/// The alignment of the causal mask, if there is one.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "snake_case", remote = "Causal")]
pub(crate) enum CausalName {
    None,
    UpperLeft,
    LowerRight,
}

/// The features that RoPE rotates together.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "snake_case", remote = "RopePairs")]
pub(crate) enum RopePairing {
    Half,
    Interleaved,
}

/// RoPE on queries and keys.
#[derive(Deserialize, Tsify)]
#[tsify(missing_as_null)]
pub(crate) struct WeightsRope {
    base: f64,
    #[serde(with = "RopePairing")]
    #[tsify(type = "RopePairing")]
    pairs: RopePairs,
    /// The number of rotated features; null means all.
    dim: Option<usize>,
}

impl From<WeightsRope> for Rope {
    fn from(WeightsRope { base, pairs, dim }: WeightsRope) -> Self {
        Self { pairs, features: dim, base, first_position: 0 }
    }
}

/// The options of computing weights from queries and keys.
#[derive(Deserialize, Tsify)]
#[tsify(missing_as_null)]
pub struct WeightsOptions {
    /// The factor of the scores; null is 1 / sqrt(head size).
    scale: Option<f64>,
    #[serde(with = "CausalName")]
    #[tsify(type = "CausalName")]
    causal: Causal,
    /// The number of keys that a query sees up to its own; without a causal mask it sees as many
    /// after it. Null means all.
    window: Option<usize>,
    /// Applied before the mask. Null means none.
    softcap: Option<f64>,
    /// Null if RoPE was applied already, or there is none.
    rope: Option<WeightsRope>,
    /// The position of query 0 among the keys.
    #[tsify(type = "number")]
    offset: Option<i64>,
    /// The score of a learned sink, which gets a column before the keys. Null means none.
    #[tsify(optional)]
    sink: Option<f64>,
}

impl From<WeightsOptions> for headwise::Options {
    fn from(given: WeightsOptions) -> Self {
        let WeightsOptions { scale, causal, window, softcap, rope, offset, sink } = given;
        Self {
            scale: scale.map_or(Scale::InverseSqrtDk, Scale::Factor),
            softcap: softcap.unwrap_or(0.0),
            causal,
            window,
            offset: offset.unwrap_or(0),
            rope: rope.map(Rope::from),
            sink,
        }
    }
}

/// The weights of one head from its queries and its keys, each with their features as columns.
#[wasm_bindgen(js_name = weightsOf)]
pub fn weights_of(
    q: &HeadMap,
    k: &HeadMap,
    given: &Ts<WeightsOptions>,
) -> Result<HeadMap, JsValue> {
    weights(&q.0, &k.0, given).map(HeadMap::of).map_err(thrown)
}

fn weights(q: &Cells, k: &Cells, given: &Ts<WeightsOptions>) -> Result<Cells, Refusal> {
    let options = headwise::Options::from(options("weights options", given)?);
    let vectors = |map| Vectors { cells: Cells::cells(map), size: map.keys() };
    let cells = headwise::weights(vectors(q), vectors(k), &options)?;
    let columns = k.queries() + usize::from(options.sink.is_some());
    Ok(Cells::new("weights", q.queries(), columns, cells)?)
}
