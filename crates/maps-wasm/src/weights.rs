//! Weights from queries and keys.

use heedmap_attention::streaming;
use heedmap_attention::streaming::{Causal, StreamingOptions, Vectors};
use heedmap_attention::{Rope, RopePairs, Scale, TensorError, softmax_row};
use heedmap_measures::HeadMap as Cells;
use heedmap_wasm_common::{
    Js, Number, Refusal, indexes, new_singles, read_options, read_value, serialize,
};
use serde::{Deserialize, Serialize};
use std::rc::Rc;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::head_map::HeadMap;

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
        Self::default().pairs(pairs).features(dim).base(base)
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
    /// The number of keys up to its own that a query sees. Without a causal mask it sees as many keys after
    /// its own. Null means all.
    window: Option<usize>,
    /// Applied before the mask. Null means none.
    softcap: Option<f64>,
    /// Null if the model has no RoPE, or it has been applied.
    rope: Option<WeightsRope>,
    /// The position of query 0 among the keys.
    #[tsify(type = "number")]
    offset: Option<i64>,
    /// The score of a learned sink, which gets a column before the keys. Null means none.
    #[tsify(optional)]
    sink: Option<f64>,
}

impl From<WeightsOptions> for StreamingOptions {
    fn from(given: WeightsOptions) -> Self {
        let WeightsOptions { scale, causal, window, softcap, rope, offset, sink } = given;
        Self::default()
            .scale(scale.map_or(Scale::InverseSqrtDk, Scale::Factor))
            .softcap(softcap.unwrap_or(0.0))
            .causal(causal)
            .window(window)
            .offset(offset.unwrap_or(0))
            .rope(rope.map(Rope::from))
            .sink(sink)
    }
}

/// The weights of one head, from its queries (queries, features) and keys (keys, features).
#[wasm_bindgen(js_name = weightsOf)]
pub fn weights_of(
    q: &HeadMap,
    k: &HeadMap,
    options: &Ts<WeightsOptions>,
) -> Result<HeadMap, Refusal> {
    let (q, k) = (&q.0, &k.0);
    let options = StreamingOptions::from(read_options("weights options", options)?);
    let vectors = |map| Vectors { cells: Cells::cells(map), size: map.keys() };
    let cells = streaming::weights(vectors(q), vectors(k), &options)?;
    let columns = k.queries() + usize::from(options.sink.is_some());
    Ok(HeadMap::of(Cells::new("weights", q.queries(), columns, cells)?))
}

/// The softmax of each row of scores, (queries, keys). A score of -∞ has weight 0, and a row of such scores is
/// all zeros. NaN or +∞ makes a row NaN.
#[wasm_bindgen]
pub fn softmaxed(scores: &HeadMap) -> Result<HeadMap, Refusal> {
    let (queries, keys) = (scores.0.queries(), scores.0.keys());
    let mut cells = scores.0.cells().to_vec();
    cells.chunks_exact_mut(keys.max(1)).for_each(softmax_row);
    Ok(HeadMap::of(Cells::new("weights", queries, keys, cells)?))
}

/// The queries, keys and options of a head for the program of the kernels.
#[derive(Serialize, Tsify)]
pub struct KernelVectors {
    features: usize,
    /// (queries, features), with RoPE applied.
    #[tsify(type = "Float32Array")]
    q: Js,
    /// (keys, features), with RoPE applied.
    #[tsify(type = "Float32Array")]
    k: Js,
    options: KernelRule,
}

/// The `KernelOptions` of the head.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
struct KernelRule {
    scale: Option<f64>,
    softcap: f64,
    causal: bool,
    #[tsify(type = "number")]
    offset: i64,
    window: Option<KernelSides>,
    sink: Option<f64>,
}

/// The number of keys that a query sees on each side of its position.
#[derive(Serialize, Tsify)]
struct KernelSides {
    left: usize,
    right: usize,
}

/// Queries and keys for the program of the kernels. Both maps are moved.
///
/// `places`: the indexes of the rows of `q` among `queries` queries, or null if `q` has all of them.
#[wasm_bindgen(js_name = kernelVectors)]
pub fn kernel_vectors(
    q: HeadMap,
    k: HeadMap,
    options: &Ts<WeightsOptions>,
    #[wasm_bindgen(unchecked_param_type = "Uint32Array | null")] places: &JsValue,
    queries: &Number,
) -> Result<Ts<KernelVectors>, Refusal> {
    let rule = StreamingOptions::from(read_options("weights options", options)?);
    rule.check()?;
    let [q, k] = [q, k].map(|map| Rc::unwrap_or_clone(map.0));
    let (keys, features) = (k.queries(), q.keys());
    let places = match places.is_null() {
        true => None,
        false => Some(indexes("the places", places)?),
    };
    let queries = if places.is_some() { read_value("the queries", queries)? } else { q.queries() };
    if features != k.keys() {
        let (left_size, right_size) = (features, k.keys());
        let (axis, left, right) = ("features", "q", "k");
        return Err(TensorError::SizesDiffer { axis, left, left_size, right, right_size }.into());
    }
    let rotated = |map: Cells, first: i64, places: Option<&[u32]>| -> Result<Js, Refusal> {
        let mut cells = map.into_cells();
        match (&rule.rope, places) {
            (None, _) => {}
            (Some(rope), None) => rope.turn_rows(&mut cells, features, first)?,
            (Some(rope), Some(places)) => {
                for (row, place) in cells.chunks_exact_mut(features.max(1)).zip(places) {
                    rope.turn_rows(row, features, first.saturating_add(i64::from(*place)))?;
                }
            }
        }
        let array = new_singles("the queries and keys of the head", cells.len())?;
        array.copy_from(&cells);
        Ok(array.into())
    };
    let (q, k) = (rotated(q, rule.offset, places.as_deref())?, rotated(k, 0, None)?);
    let options = KernelRule {
        scale: match rule.scale {
            Scale::InverseSqrtDk => None,
            Scale::None => Some(1.0),
            Scale::Factor(factor) => Some(factor),
        },
        softcap: rule.softcap,
        causal: rule.causal != Causal::None,
        offset: rule.first_position(queries, keys),
        window: rule.window.map(|window| KernelSides { left: window - 1, right: window - 1 }),
        sink: rule.sink,
    };
    serialize(&KernelVectors { features, q, k, options })
}
