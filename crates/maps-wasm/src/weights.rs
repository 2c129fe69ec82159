//! Weights from queries and keys.

use heedmap_attention::streaming::{self, AttentionRule, Causal, Vectors, Window};
use heedmap_attention::{Rope, TensorError, softmax_row};
use heedmap_measures::HeadMap as Cells;
use heedmap_wasm_common::{Js, Number, Refusal, indexes, new_singles, read_value, serialize};
use serde::Serialize;
use std::rc::Rc;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::head_map::HeadMap;
use crate::mask_ranges::MaskRanges;

#[wasm_bindgen(typescript_custom_section)]
const ATTENTION_RULE: &str = r#"
/** How the weights of a head are computed from its queries and keys: `docs/format.md` describes it. */
export interface AttentionRule {
  /** The factor of the scores; null for 1 / sqrt(head size). */
  scale: number | null;
  /** Whether later keys are hidden from a query, and the position of the first query among the keys. */
  causal: 'none' | 'upper_left' | 'lower_right';
  /** How far a query sees: a number of keys, itself and those just before it, and as many after it without a causal mask; or how many before and after it. Null for all. */
  window: number | { left: number | null; right: number | null } | null;
  /** The bound of the scores, which is applied before the mask; null for none. */
  softcap: number | null;
  /** Null if RoPE has been applied, or there is none. */
  rope: { base: number; pairs: 'half' | 'interleaved'; dim: number | null } | null;
  /** A mask expression, which hides further keys; null for none. Clauses without an alignment place the queries as `causal` and `offset` do. */
  mask?: string | null;
  /** The divisor of the scores before the softmax; null for 1. */
  temperature?: number | null;
  /** The slope of the linear bias (ALiBi); null for none. */
  slope?: number | null;
  /** The position of query 0 among the keys, where `causal` does not say it. */
  offset?: number | null;
  /** The score of a learned sink, which gets a column before the keys; null for none. */
  sink?: number | null;
}
"#;

#[wasm_bindgen]
extern "C" {
    /// A rule, or any other JavaScript value.
    #[wasm_bindgen(typescript_type = "AttentionRule")]
    pub type GivenRule;
}

pub(crate) fn rule_in(given: &GivenRule) -> Result<AttentionRule, Refusal> {
    read_value("weights options", given)
}

/// The weights of one head, from its queries (queries, features) and keys (keys, features).
#[wasm_bindgen(js_name = weightsOf)]
pub fn weights_of(q: &HeadMap, k: &HeadMap, rule: &GivenRule) -> Result<HeadMap, Refusal> {
    let (q, k) = (&q.0, &k.0);
    let rule = rule_in(rule)?;
    let vectors = |map| Vectors { cells: Cells::cells(map), size: map.keys() };
    let mask = MaskRanges::of(&rule, [q.queries(), k.queries()])?;
    let cells = match mask {
        None => streaming::weights(vectors(q), vectors(k), &rule)?,
        Some(mask) => {
            streaming::weights_over(vectors(q), vectors(k), &rule, &|query| mask.row(query))?
        }
    };
    let columns = k.queries() + usize::from(rule.sink.is_some());
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
    slope: f64,
    temperature: Option<f64>,
    sink: Option<f64>,
}

/// The number of keys that a query sees on each side of its position.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
struct KernelSides {
    left: Option<usize>,
    right: Option<usize>,
}

/// Queries and keys for the program of the kernels. Both maps are moved.
///
/// `places`: the indexes of the rows of `q` among `queries` queries, or null if `q` has all of them.
#[wasm_bindgen(js_name = kernelVectors)]
pub fn kernel_vectors(
    q: HeadMap,
    k: HeadMap,
    rule: &GivenRule,
    #[wasm_bindgen(unchecked_param_type = "Uint32Array | null")] places: &JsValue,
    queries: &Number,
) -> Result<Ts<KernelVectors>, Refusal> {
    let rule = rule_in(rule)?;
    streaming::check(&rule)?;
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
        match (rule.rope.map(Rope::from), places) {
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
    let (q, k) = (rotated(q, rule.offset.unwrap_or(0), places.as_deref())?, rotated(k, 0, None)?);
    let options = KernelRule {
        scale: rule.scale,
        softcap: rule.softcap.unwrap_or(0.0),
        causal: rule.causal != Causal::None,
        offset: rule.first_position(queries, keys),
        window: rule.window.map(|Window { left, right }| KernelSides { left, right }),
        slope: rule.slope.unwrap_or(0.0),
        temperature: rule.temperature,
        sink: rule.sink,
    };
    serialize(&KernelVectors { features, q, k, options })
}
