//! The matrices of a computation, for JavaScript.

use heedmap_attention::{Attention, Embedded, Matrix, Projected, Projections};
use heedmap_wasm_common::MatrixData;
use serde::Serialize;
use tsify::Tsify;

/// Every step from scores to output.
#[derive(Serialize, Tsify)]
pub(crate) struct Steps {
    /// (queries, keys)
    scores: MatrixData,
    /// (queries, keys)
    scaled: MatrixData,
    /// 1 where the query may attend to the key, else 0, (queries, keys).
    allowed: MatrixData,
    /// 0 where the query may attend to the key, else -Infinity, (queries, keys).
    additive: MatrixData,
    /// The scaled scores, -Infinity where the query may not attend, (queries, keys).
    masked: MatrixData,
    /// The numbers that the softmax subtracts from each group: rows x 1, 1 x cols, or 1 x 1,
    /// depending on the axis.
    shift: MatrixData,
    /// (queries, keys)
    exponentials: MatrixData,
    /// The sum of the exponentials of each group, shaped like `shift`.
    sums: MatrixData,
    /// (queries, keys)
    weights: MatrixData,
    /// (queries, d_v)
    output: MatrixData,
}

impl From<&Attention> for Steps {
    fn from(found: &Attention) -> Self {
        Self {
            scores: (&found.scores).into(),
            scaled: (&found.scaled).into(),
            allowed: (&found.allowed).into(),
            additive: (&found.additive).into(),
            masked: (&found.masked).into(),
            shift: (&found.softmax.shift).into(),
            exponentials: (&found.softmax.exponentials).into(),
            sums: (&found.softmax.sums).into(),
            weights: (&found.softmax.weights).into(),
            output: (&found.output).into(),
        }
    }
}

/// The matrices before attention. Those before `q` exist if the computation started from
/// embeddings.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Start {
    #[serde(skip_serializing_if = "Option::is_none")]
    embeddings: Option<MatrixData>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scaled_embeddings: Option<MatrixData>,
    /// Missing if the option `positions` is `none`.
    #[serde(skip_serializing_if = "Option::is_none")]
    positions: Option<MatrixData>,
    #[serde(skip_serializing_if = "Option::is_none")]
    x: Option<MatrixData>,
    #[serde(skip_serializing_if = "Option::is_none")]
    w_q: Option<MatrixData>,
    #[serde(skip_serializing_if = "Option::is_none")]
    w_k: Option<MatrixData>,
    #[serde(skip_serializing_if = "Option::is_none")]
    w_v: Option<MatrixData>,
    q: MatrixData,
    k: MatrixData,
    v: MatrixData,
}

/// Whether the results include the inputs.
#[derive(Clone, Copy)]
pub(crate) enum Given {
    Returned,
    /// The caller has them.
    Omitted,
}

impl Given {
    /// An input, if the results include it.
    pub(crate) fn returned(self, matrix: Option<&Matrix>) -> Option<MatrixData> {
        matrix.filter(|_| matches!(self, Self::Returned)).map(MatrixData::from)
    }
}

impl Start {
    pub(crate) fn of(
        embedded: Option<&Embedded>,
        projections: Option<&Projections>,
        Projected { q, k, v }: &Projected,
        given: Given,
    ) -> Self {
        let projection =
            |which: fn(&Projections) -> &Matrix| given.returned(projections.map(which));
        Self {
            embeddings: given.returned(embedded.map(|embedded| &embedded.embeddings)),
            scaled_embeddings: embedded.map(|embedded| (&embedded.scaled_embeddings).into()),
            positions: embedded
                .and_then(|embedded| embedded.positions.as_ref())
                .map(MatrixData::from),
            x: embedded.map(|embedded| (&embedded.x).into()),
            w_q: projection(|projections| &projections.w_q),
            w_k: projection(|projections| &projections.w_k),
            w_v: projection(|projections| &projections.w_v),
            q: q.into(),
            k: k.into(),
            v: v.into(),
        }
    }
}

/// Population variances before and after scaling.
#[derive(Serialize, Tsify)]
pub(crate) struct Variances {
    q: f64,
    k: f64,
    scores: f64,
    scaled: f64,
}

impl From<heedmap_attention::teaching::forward::Variances> for Variances {
    fn from(variances: heedmap_attention::teaching::forward::Variances) -> Self {
        let heedmap_attention::teaching::forward::Variances { q, k, scores, scaled } = variances;
        Self { q, k, scores, scaled }
    }
}
