//! A whole computation, from embeddings or from queries, keys and values.

use heedmap_attention as attention;
use heedmap_attention::{Inputs, Positions, Projected, Projections};
use heedmap_wasm_common::{Record, Refusal, Refused, into_error, record};
use wasm_bindgen::prelude::*;

use crate::limits;
use crate::matrix::{field, matrices, needed};
use crate::matrix_error::MatrixError;
use crate::work_options::{PositionsKind, WorkOptions, WorkRequest};

#[wasm_bindgen(typescript_custom_section)]
const WORK: &str = r#"
/** What a computation starts from: embeddings and projections, or queries, keys and values. */
export type WorkInputs =
  | {
      embeddings: MatrixData;
      /** Looked at if the option `positions` is `given`. */
      positions?: MatrixData | null;
      wQ: MatrixData;
      wK: MatrixData;
      wV: MatrixData;
    }
  | { q: MatrixData; k: MatrixData; v: MatrixData };

/** Every step from scores to output. */
export interface Steps {
  /** (queries, keys) */
  scores: MatrixData;
  /** (queries, keys) */
  scaled: MatrixData;
  /** 1 where the query may attend to the key, else 0, (queries, keys). */
  allowed: MatrixData;
  /** 0 where the query may attend to the key, else -Infinity, (queries, keys). */
  additive: MatrixData;
  /** The scaled scores, -Infinity where the query may not attend, (queries, keys). */
  masked: MatrixData;
  /** What the softmax subtracts from each group: rows x 1, 1 x cols, or 1 x 1 by its axis. */
  shift: MatrixData;
  /** (queries, keys) */
  exponentials: MatrixData;
  /** Of the exponentials of each group, shaped as `shift`. */
  sums: MatrixData;
  /** (queries, keys) */
  weights: MatrixData;
  /** (queries, d_v) */
  output: MatrixData;
}

/** Every matrix of a computation. Those before `q` are there if it started from embeddings. */
export interface Worked extends Steps {
  embeddings?: MatrixData;
  scaledEmbeddings?: MatrixData;
  /** There unless the option `positions` is `none`. */
  positions?: MatrixData;
  x?: MatrixData;
  wQ?: MatrixData;
  wK?: MatrixData;
  wV?: MatrixData;
  q: MatrixData;
  k: MatrixData;
  v: MatrixData;
  /** The keys as they stand in the product, (d_k, keys). */
  kT: MatrixData;
  /** Population variances. */
  variance: { q: number; k: number; scores: number; scaled: number };
  /** The query that was asked for, worked alone: each matrix has one row. */
  single: Steps | null;
}
"#;

#[wasm_bindgen]
extern "C" {
    /// See the TypeScript type of this name.
    #[wasm_bindgen(typescript_type = "WorkInputs")]
    pub type WorkInputs;
    /// See the TypeScript interface of this name.
    #[wasm_bindgen(typescript_type = "Worked")]
    pub type Worked;
}

/// [`attention::Variances`] for JavaScript. Written key by key: serde-wasm-bindgen would be a part of a program that has
/// nothing else to write by it.
pub(crate) fn variances(variance: attention::Variances) -> Record {
    let attention::Variances { q, k, scores, scaled } = variance;
    let object = record();
    for (name, value) in [("q", q), ("k", k), ("scores", scores), ("scaled", scaled)] {
        object.set(name, &value.into());
    }
    object
}

/// Works a computation from its inputs to its output, and keeps every matrix on the way.
///
/// @example
/// const one = { rows: 1, cols: 1, data: Float64Array.of(1) };
/// const { weights, output } = work({ embeddingScale: 'none', positions: 'none', firstPosition: 0, scale: 'sqrt',
///   mask: 'causal', softmaxAxis: 'rows', softmaxForm: 'stable', query: null }, { q: one, k: one, v: one });
#[wasm_bindgen]
pub fn work(options: &WorkOptions, inputs: &WorkInputs) -> Refused<Worked> {
    worked(options, inputs).map_err(into_error)
}

fn worked(options: &WorkOptions, inputs: &WorkInputs) -> Result<Worked, Refusal> {
    let request = WorkRequest::read(options)?;
    let inputs = read_inputs(&request, inputs)?;
    let worked = attention::work(inputs, &request.attention, request.query)?;
    let result = matrices(worked.named());
    result.set("variance", &variances(worked.variance));
    let single = worked.single.map(|single| matrices(single.named()));
    result.set("single", &single.map_or(JsValue::NULL, JsValue::from));
    Ok(result.unchecked_into())
}

pub(crate) fn read_inputs(request: &WorkRequest, inputs: &JsValue) -> Result<Inputs, Refusal> {
    let given = |name| field(inputs, name);
    match (given("embeddings")?, given("q")?) {
        (Some(_), Some(_)) => Err(MatrixError::TwoStarts.into()),
        (Some(embeddings), None) => {
            let projections = Projections {
                w_q: needed(inputs, "wQ")?,
                w_k: needed(inputs, "wK")?,
                w_v: needed(inputs, "wV")?,
            };
            limits::embedded(embeddings.shape(), &projections)?;
            Ok(Inputs::Embedded {
                positions: positions(request, inputs)?,
                embeddings,
                scale: request.embedding_scale,
                projections,
            })
        }
        (None, _) => {
            let projected = Projected {
                q: needed(inputs, "q")?,
                k: needed(inputs, "k")?,
                v: needed(inputs, "v")?,
            };
            limits::projected(&projected)?;
            Ok(Inputs::Given(projected))
        }
    }
}

fn positions(request: &WorkRequest, inputs: &JsValue) -> Result<Positions, Refusal> {
    Ok(match request.positions {
        PositionsKind::None => Positions::None,
        PositionsKind::Sinusoidal(exponent) => {
            Positions::Sinusoidal { first_position: request.first_position, exponent }
        }
        PositionsKind::Given => Positions::Given(needed(inputs, "positions")?),
    })
}
