//! The state of a layer without a softmax, and its table of weights.

use heedmap_attention::teaching::state;
use heedmap_wasm_common::limits::{product, size};
use heedmap_wasm_common::{Js, MatrixData, Refusal, read_options, serialize};
use serde::{Deserialize, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::matrix::needed;

/// The options of the layer.
#[derive(Deserialize, Tsify)]
pub struct StateOptions {
    /// The factor of the state before each token: 1 forgets nothing.
    decay: f64,
    /// Whether a token erases what its key reads before it writes.
    erases: bool,
}

/// The inputs of the layer.
#[derive(Deserialize, Tsify)]
pub struct StateInputs {
    /// (tokens, `d_k`)
    #[tsify(type = "MatrixData")]
    q: Option<Js>,
    /// (tokens, `d_k`)
    #[tsify(type = "MatrixData")]
    k: Option<Js>,
    /// (tokens, `d_v`)
    #[tsify(type = "MatrixData")]
    v: Option<Js>,
}

/// What one token does to the state.
#[derive(Serialize, Tsify)]
pub(crate) struct StateStep {
    /// The state before the token, times the decay, (`d_k`, `d_v`).
    kept: MatrixData,
    /// What its key reads from it, (1, `d_v`).
    read: MatrixData,
    /// What it writes at its key, (1, `d_v`): its value without what was read, or its value.
    difference: MatrixData,
    /// The product of key and difference, which is added to the state, (`d_k`, `d_v`).
    written: MatrixData,
    /// The state after the token, (`d_k`, `d_v`).
    state: MatrixData,
}

/// The state after each token, and the table with the same outputs.
#[derive(Serialize, Tsify)]
pub struct StateMap {
    /// One for each token.
    steps: Vec<StateStep>,
    /// The weights without the erase term, (queries, keys).
    plain: MatrixData,
    /// The dot products of keys with keys, (keys, keys).
    alike: MatrixData,
    /// The erase term, (queries, keys).
    erased: MatrixData,
    /// The weights, (queries, keys).
    weights: MatrixData,
    /// (queries, `d_v`)
    output: MatrixData,
}

/// The state of a linear layer by the delta rule, token by token, and its table of weights.
///
/// @example
/// const one = { rows: 1, cols: 1, data: Float64Array.of(1) };
/// stateMap({ decay: 1, erases: true }, { q: one, k: one, v: one }).steps[0].state.data; // 1
#[wasm_bindgen(js_name = stateMap)]
pub fn state_map(
    options: &Ts<StateOptions>,
    inputs: &Ts<StateInputs>,
) -> Result<Ts<StateMap>, Refusal> {
    let StateOptions { decay, erases } = read_options("state options", options)?;
    let inputs: StateInputs = read_options("state inputs", inputs)?;
    let q = needed("q", inputs.q.as_ref())?;
    let k = needed("k", inputs.k.as_ref())?;
    let v = needed("v", inputs.v.as_ref())?;
    size("the states", k.len(), v.ncols())?;
    product("the erase term", k.nrows(), k.nrows(), k.nrows().max(k.ncols()))?;
    let found = state::state_map(&q, &k, &v, decay, erases)?;
    let steps = found.steps.iter().map(|step| StateStep {
        kept: (&step.kept).into(),
        read: (&step.read).into(),
        difference: (&step.difference).into(),
        written: (&step.written).into(),
        state: (&step.state).into(),
    });
    serialize(&StateMap {
        steps: steps.collect(),
        plain: (&found.plain).into(),
        alike: (&found.alike).into(),
        erased: (&found.erased).into(),
        weights: (&found.weights).into(),
        output: (&found.output).into(),
    })
}
