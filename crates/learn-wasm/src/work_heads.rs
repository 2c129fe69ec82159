//! A computation with several heads.

use heedmap_attention as attention;
use heedmap_attention::{Head, Heads, Inputs, sharings};
use heedmap_wasm_common::{Options, Record, Refusal, Refused, into_error, limits, plain};
use js_sys::Array;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::matrix::{field, matrices};
use crate::work::{read_inputs, variances};
use crate::work_options::WorkRequest;

#[wasm_bindgen(typescript_custom_section)]
const WORK_HEADS: &str = r#"
export interface WorkHeadsOptions extends Omit<WorkOptions, 'query'> {
  /** Heads of queries; they divide the columns of the queries. */
  heads: number;
  /** Heads of keys and values; they divide the columns of keys and values, and the heads of queries. */
  kvHeads: number;
  /** Of one number in a cache of keys and values. */
  numberBytes: number;
}

/** The projections hold the columns of all heads side by side, as the queries, keys and values do. */
export type WorkHeadsInputs = WorkInputs & {
  /** What the merged heads are multiplied by, (heads * d_v, d_model), if anything. */
  wO?: MatrixData | null;
};

/** One query head, with the keys and values that it reads. `q`, `k` and `v` are its columns of those of all heads. */
export interface Head extends Steps {
  /** The head of keys and values that it reads, counted from 0. */
  kvHead: number;
  q: MatrixData;
  k: MatrixData;
  v: MatrixData;
  /** (d_k, keys) */
  kT: MatrixData;
  variance: Worked['variance'];
}

/** Every matrix of a computation with heads. Those before `q` are there if it started from embeddings. */
export interface WorkedHeads extends Pick<Worked, 'embeddings' | 'scaledEmbeddings' | 'positions' | 'x' | 'wQ' | 'wK' | 'wV' | 'q' | 'k' | 'v'> {
  /** One a query head. */
  heads: Head[];
  /** The heads' outputs side by side, (queries, heads * d_v). */
  merged: MatrixData;
  wO?: MatrixData;
  /** The merged heads times W_O, (queries, d_model). */
  projectedOutput?: MatrixData;
  /** Every even sharing of keys and values among as many query heads, with what a token adds to the cache of one layer. */
  sharings: { kvHeads: number; cacheBytes: number }[];
}
"#;

#[wasm_bindgen]
extern "C" {
    /// See the TypeScript interface of this name.
    #[wasm_bindgen(typescript_type = "WorkHeadsOptions")]
    pub type WorkHeadsOptions;
    /// See the TypeScript type of this name.
    #[wasm_bindgen(typescript_type = "WorkHeadsInputs")]
    pub type WorkHeadsInputs;
    /// See the TypeScript interface of this name.
    #[wasm_bindgen(typescript_type = "WorkedHeads")]
    pub type WorkedHeads;
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SharingResult {
    kv_heads: usize,
    cache_bytes: usize,
}

/// Works a computation with heads from its inputs to its output, and keeps every matrix on the way.
///
/// @example
/// const x = { rows: 1, cols: 2, data: Float64Array.of(3, 4) };
/// const { heads, merged } = workHeads({ embeddingScale: 'none', positions: 'none', firstPosition: 0, scale: 'sqrt',
///   mask: 'none', softmaxAxis: 'rows', softmaxForm: 'stable', heads: 2, kvHeads: 2, numberBytes: 2 }, { q: x, k: x, v: x });
#[wasm_bindgen(js_name = workHeads)]
pub fn work_heads(options: &WorkHeadsOptions, inputs: &WorkHeadsInputs) -> Refused<WorkedHeads> {
    worked(options, inputs).map(JsCast::unchecked_into).map_err(into_error)
}

fn worked(options: &JsValue, inputs: &JsValue) -> Result<Record, Refusal> {
    let request = WorkRequest::read(options)?;
    let options = Options { what: "work options", object: options };
    let (count, kv_heads) = (options.count("heads")?, options.count("kvHeads")?);
    let number_bytes = options.count("numberBytes")?;
    let w_o = field(inputs, "wO")?;
    let inputs = read_inputs(&request, inputs)?;
    // As if each head had all columns: what is let through is no larger than this.
    let (queries, d_k, keys, d_v) = match &inputs {
        Inputs::Given(given) => {
            (given.q.nrows(), given.q.ncols(), given.k.nrows(), given.v.ncols())
        }
        Inputs::Embedded { embeddings, projections, .. } => {
            let (w_q, w_v) = (&projections.w_q, &projections.w_v);
            (embeddings.nrows(), w_q.ncols(), embeddings.nrows(), w_v.ncols())
        }
    };
    limits::heads(&[count, queries, d_k], keys, d_v)?;
    if let Some(w_o) = &w_o {
        limits::product("projectedOutput", queries, w_o.nrows(), w_o.ncols())?;
    }
    let heads = Heads { heads: count, kv_heads, w_o };
    let worked = attention::work_heads(inputs, &request.attention, heads)?;
    let result = matrices(worked.named());
    let heads = worked.heads.iter().map(head).collect::<Result<Array, _>>()?;
    result.set("heads", &heads);
    let sizes = worked
        .heads
        .first()
        .map_or((0, 0), |head| (head.projected.k.ncols(), head.projected.v.ncols()));
    let sharings = sharings(worked.heads.len(), sizes, number_bytes).into_iter();
    let sharings: Vec<SharingResult> = sharings
        .map(|sharing| SharingResult {
            kv_heads: sharing.kv_heads,
            cache_bytes: sharing.cache_bytes,
        })
        .collect();
    result.set("sharings", &plain(&sharings)?);
    Ok(result)
}

fn head(head: &Head) -> Result<JsValue, Refusal> {
    let result = matrices(head.named());
    result.set("kvHead", &head.kv_head.into());
    result.set("variance", &variances(head.variance));
    Ok(result.into())
}
