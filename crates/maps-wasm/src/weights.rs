//! Weights from queries and keys.

use heedmap_attention::streaming::{self, Vectors};
use heedmap_attention::{AttentionRule, Causal, Preparation, TensorError, softmax_row};
use heedmap_measures::HeadMap as Cells;
use heedmap_wasm_common::{
    GivenRule, Js, Refusal, indexes, new_singles, read_plain, rule_in, serialize,
};
use serde::{Deserialize, Serialize};
use std::rc::Rc;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::head_map::HeadMap;
use crate::mask_ranges::MaskRanges;

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

/// The queries, keys and rule of a head for the program of the kernels.
#[derive(Serialize, Tsify)]
pub struct KernelVectors {
    features: usize,
    /// (queries, features), with RoPE applied.
    #[tsify(type = "Float32Array")]
    q: Js,
    /// (keys, features), with RoPE applied.
    #[tsify(type = "Float32Array")]
    k: Js,
    /// The rule of the kernels, which know neither RoPE nor masks.
    #[tsify(type = "HeadRule")]
    rule: AttentionRule,
}

/// Some queries of a head: their ascending indexes, and the number of all its queries.
#[derive(Deserialize, Tsify)]
pub(crate) struct SomeQueries {
    #[tsify(type = "Uint32Array")]
    places: Js,
    queries: usize,
}

/// Queries and keys for the program of the kernels. Both maps are moved.
///
/// `some`: the queries in `q`; by default all.
#[wasm_bindgen(js_name = kernelVectors)]
pub fn kernel_vectors(
    q: HeadMap,
    k: HeadMap,
    rule: &GivenRule,
    #[wasm_bindgen(unchecked_optional_param_type = "SomeQueries | null")] some: &JsValue,
) -> Result<Ts<KernelVectors>, Refusal> {
    let rule = rule_in(rule)?;
    streaming::check(&rule)?;
    let [q, k] = [q, k].map(|map| Rc::unwrap_or_clone(map.0));
    let (keys, features) = (k.queries(), q.keys());
    let some: Option<SomeQueries> = read_plain("the queries", some)?;
    let queries = some.as_ref().map_or(q.queries(), |some| some.queries);
    let places = some.map(|some| indexes("the places", &some.places.0)).transpose()?;
    if features != k.keys() {
        let (left_size, right_size) = (features, k.keys());
        let (axis, left, right) = ("features", "q", "k");
        return Err(TensorError::SizesDiffer { axis, left, left_size, right, right_size }.into());
    }
    let preparation = Preparation::new(&rule, features, keys)?;
    let first = rule.first_position(queries, keys);
    let (mut q, mut k) = (q.into_cells(), k.into_cells());
    match places {
        None => preparation.queries(&mut q, first)?,
        Some(places) => {
            for (row, place) in q.chunks_exact_mut(features.max(1)).zip(places) {
                preparation.queries(row, first.saturating_add(i64::from(place)))?;
            }
        }
    }
    preparation.keys(&mut k, 0)?;
    let array = |cells: &[f32]| -> Result<Js, Refusal> {
        let array = new_singles("the queries and keys of the head", cells.len())?;
        array.copy_from(cells);
        Ok(array.into())
    };
    let (q, k) = (array(&q)?, array(&k)?);
    let causal = if rule.causal == Causal::None { Causal::None } else { Causal::Offset };
    let offset = Some(first);
    let attn_temperature_tuning = None;
    let rule =
        AttentionRule { causal, offset, rope: None, mask: None, attn_temperature_tuning, ..rule };
    serialize(&KernelVectors { features, q, k, rule })
}
