//! Keys that an indexer picks.

use heedmap_attention::teaching::picked;
use heedmap_wasm_common::limits::product;
use heedmap_wasm_common::{Js, MatrixData, Refusal, read_options, serialize};
use serde::{Deserialize, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::matrix::needed;

/// The options of the picks.
#[derive(Deserialize, Tsify)]
pub struct PickOptions {
    /// The number of keys that a query picks.
    keys: usize,
}

/// The inputs of the picks.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PickInputs {
    /// The queries of the indexer, (tokens, features).
    #[tsify(type = "MatrixData")]
    index_q: Option<Js>,
    /// The keys of the indexer, (tokens, features).
    #[tsify(type = "MatrixData")]
    index_k: Option<Js>,
    /// The scores of attention before the mask, (tokens, tokens).
    #[tsify(type = "MatrixData")]
    scores: Option<Js>,
}

/// The picks, and attention with them and without.
#[derive(Serialize, Tsify)]
pub struct PickedKeys {
    /// The scores of the indexer, at least 0, and 0 for keys after the query, (queries, keys).
    index: MatrixData,
    /// 1 for the keys that are picked, else 0, (queries, keys).
    picked: MatrixData,
    /// The weights of all keys up to the query, (queries, keys).
    weights: MatrixData,
    /// The sum of the weights that were not picked, (queries, 1).
    lost: MatrixData,
    /// The weights of the picked keys alone, (queries, keys).
    shares: MatrixData,
}

/// Picks the best keys of each query by the scores of an indexer, the earlier of equal ones, and gives what is lost.
///
/// @example
/// const one = { rows: 2, cols: 1, data: Float64Array.of(1, 1) };
/// const scores = { rows: 2, cols: 2, data: Float64Array.of(0, 0, 0, 0) };
/// pickKeys({ keys: 1 }, { indexQ: one, indexK: one, scores }).lost.data; // 0 0.5
#[wasm_bindgen(js_name = pickKeys)]
pub fn pick_keys(
    options: &Ts<PickOptions>,
    inputs: &Ts<PickInputs>,
) -> Result<Ts<PickedKeys>, Refusal> {
    let PickOptions { keys } = read_options("pick options", options)?;
    let inputs: PickInputs = read_options("pick inputs", inputs)?;
    let index_q = needed("indexQ", inputs.index_q.as_ref())?;
    let index_k = needed("indexK", inputs.index_k.as_ref())?;
    let scores = needed("scores", inputs.scores.as_ref())?;
    product("the index scores", index_q.nrows(), index_q.ncols(), index_k.nrows())?;
    // Each pick is compared with all keys of its query.
    product("the picks", scores.nrows(), scores.ncols(), scores.ncols())?;
    let found = picked::pick_keys(&index_q, &index_k, &scores, keys)?;
    serialize(&PickedKeys {
        index: (&found.index).into(),
        picked: (&found.picked).into(),
        weights: (&found.weights).into(),
        lost: (&found.lost).into(),
        shares: (&found.shares).into(),
    })
}
