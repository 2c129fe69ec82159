//! A computation with several heads.

use heedmap_attention::Matrix;
use heedmap_attention::teaching::forward::{self, ForwardInputs, HeadPass, HeadSplit};
use heedmap_attention::teaching::sharing::sharings;
use heedmap_wasm_common::{MatrixData, Refusal, limits, read_options, serialize};
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::matrix::maybe;
use crate::results::{Given, Start, Steps, Variances};
use crate::work_inputs::{Input, WorkHeadsInputs, start};
use crate::work_options::WorkHeadsOptions;

/// One query head, with the keys and values that it reads. `q`, `k` and `v` are its columns of the
/// matrices of all heads.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Head {
    q: MatrixData,
    k: MatrixData,
    v: MatrixData,
    /// (d_k, keys)
    k_t: MatrixData,
    #[serde(flatten)]
    steps: Steps,
    /// The index of the key and value head that it reads, from 0.
    kv_head: usize,
    variance: Variances,
}

/// A number of key and value heads that divides the query heads.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Sharing {
    kv_heads: usize,
    /// The bytes that a token adds to the cache of one layer.
    cache_bytes: usize,
}

/// Every matrix of a computation with heads.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct WorkedHeads {
    #[serde(flatten)]
    start: Start,
    /// The heads' outputs side by side, (queries, heads * d_v).
    merged: MatrixData,
    #[serde(skip_serializing_if = "Option::is_none")]
    w_o: Option<MatrixData>,
    /// The merged heads times W_O, (queries, d_model).
    #[serde(skip_serializing_if = "Option::is_none")]
    projected_output: Option<MatrixData>,
    /// One for each query head.
    heads: Vec<Head>,
    /// Every possible number of key and value heads for these query heads.
    sharings: Vec<Sharing>,
}

/// Computes attention with several heads from its inputs to its output, and returns every
/// intermediate matrix.
///
/// @example
/// const x = { rows: 1, cols: 2, data: Float64Array.of(3, 4) };
/// const { heads, merged } = workHeads({ embeddingScale: 'none', positions: 'none', firstPosition: 0,
///   scale: 'sqrt', mask: 'none', softmaxAxis: 'rows', softmaxForm: 'stable', heads: 2, kvHeads: 2,
///   numberBytes: 2 }, { q: x, k: x, v: x });
#[wasm_bindgen(js_name = workHeads)]
pub fn work_heads(
    options: &Ts<WorkHeadsOptions>,
    inputs: &Ts<WorkHeadsInputs>,
) -> Result<Ts<WorkedHeads>, Refusal> {
    let request = read_options("work options", options)?;
    let inputs: WorkHeadsInputs = read_options("work inputs", inputs)?;
    let w_o = maybe("wO", inputs.w_o.as_ref())?;
    work_heads_from(&request, |input| inputs.read(input), w_o, Given::Returned)
}

/// Computes from inputs that are read one by one, as they are needed.
pub(crate) fn work_heads_from(
    request: &WorkHeadsOptions,
    read: impl Fn(Input) -> Result<Option<Matrix>, Refusal>,
    w_o: Option<Matrix>,
    given: Given,
) -> Result<Ts<WorkedHeads>, Refusal> {
    let inputs = start(&request.start(), read)?;
    // Each head is counted as if it had all columns, which is an upper bound.
    let (queries, d_k, keys, d_v) = match &inputs {
        ForwardInputs::Given(given) => {
            (given.q.nrows(), given.q.ncols(), given.k.nrows(), given.v.ncols())
        }
        ForwardInputs::Embedded { embeddings, projections, .. } => {
            let (w_q, w_v) = (&projections.w_q, &projections.w_v);
            (embeddings.nrows(), w_q.ncols(), embeddings.nrows(), w_v.ncols())
        }
    };
    limits::heads(&[request.heads, queries, d_k], keys, d_v)?;
    if let Some(w_o) = &w_o {
        limits::product("projectedOutput", queries, w_o.nrows(), w_o.ncols())?;
    }
    let heads = HeadSplit { heads: request.heads, kv_heads: request.kv_heads, w_o };
    let (rule, kind) = request.attention();
    let worked = forward::multi_head_forward_pass(inputs, (&rule, kind), heads)?;
    let sizes = worked
        .heads
        .first()
        .map_or((0, 0), |head| (head.projected.k.ncols(), head.projected.v.ncols()));
    let sharings = sharings(worked.heads.len(), sizes, request.number_bytes).into_iter();
    serialize(&WorkedHeads {
        start: Start::of(
            worked.embedded.as_ref(),
            worked.projections.as_ref(),
            &worked.projected,
            given,
        ),
        merged: (&worked.merged).into(),
        w_o: given.returned(worked.w_o.as_ref()),
        projected_output: worked.projected_output.as_ref().map(MatrixData::from),
        heads: worked.heads.iter().map(head).collect(),
        sharings: sharings
            .map(|sharing| Sharing { kv_heads: sharing.kv_heads, cache_bytes: sharing.cache_bytes })
            .collect(),
    })
}

fn head(head: &HeadPass) -> Head {
    Head {
        q: (&head.projected.q).into(),
        k: (&head.projected.k).into(),
        v: (&head.projected.v).into(),
        k_t: (&head.k_t).into(),
        steps: (&head.attention).into(),
        kv_head: head.kv_head,
        variance: head.variance.into(),
    }
}
