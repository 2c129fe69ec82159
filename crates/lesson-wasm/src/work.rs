//! A whole computation, from embeddings or from queries, keys and values.

use heedmap_attention::Matrix;
use heedmap_attention::teaching::forward;
use heedmap_wasm_common::{MatrixData, Refusal, read_options, serialize};
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::results::{Given, Start, Steps, Variances};
use crate::work_inputs::{Input, WorkInputs, start};
use crate::work_options::WorkOptions;

/// Every matrix of a computation.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct Worked {
    #[serde(flatten)]
    start: Start,
    /// The transposed keys, (d_k, keys).
    k_t: MatrixData,
    #[serde(flatten)]
    steps: Steps,
    variance: Variances,
    /// The requested single query, computed alone: each matrix has one row.
    single: Option<Steps>,
}

/// Computes attention from its inputs to its output, and returns every intermediate matrix.
///
/// @example
/// const one = { rows: 1, cols: 1, data: Float64Array.of(1) };
/// const { weights, output } = work({ embeddingScale: 'none', positions: 'none', firstPosition: 0,
///   scale: 'sqrt', mask: 'causal', softmaxAxis: 'rows', softmaxForm: 'stable', query: null },
///   { q: one, k: one, v: one });
#[wasm_bindgen]
pub fn work(options: &Ts<WorkOptions>, inputs: &Ts<WorkInputs>) -> Result<Ts<Worked>, Refusal> {
    let request = read_options("work options", options)?;
    let inputs: WorkInputs = read_options("work inputs", inputs)?;
    work_from(&request, |input| inputs.read(input), Given::Returned)
}

/// Computes from inputs that are read one by one, as they are needed.
pub(crate) fn work_from(
    request: &WorkOptions,
    read: impl Fn(Input) -> Result<Option<Matrix>, Refusal>,
    given: Given,
) -> Result<Ts<Worked>, Refusal> {
    let inputs = start(&request.start(), read)?;
    let (rule, kind) = request.attention();
    let worked = forward::forward_pass(inputs, (&rule, kind), request.query)?;
    serialize(&Worked {
        start: Start::of(
            worked.embedded.as_ref(),
            worked.projections.as_ref(),
            &worked.projected,
            given,
        ),
        k_t: (&worked.k_t).into(),
        steps: (&worked.attention).into(),
        variance: worked.variance.into(),
        single: worked.single.as_ref().map(Steps::from),
    })
}
