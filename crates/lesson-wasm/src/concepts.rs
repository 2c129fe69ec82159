//! Concepts in a table of ratings: the singular value decomposition and its truncation.

use heedmap_attention::teaching::concepts;
use heedmap_wasm_common::{Js, MatrixData, Refusal, limits, read_options, read_value, serialize};
use serde::{Deserialize, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::matrix::{needed, read};

/// The options of the decomposition.
#[derive(Deserialize, Tsify)]
pub struct ConceptsOptions {
    /// The number of concepts to keep, from 0 to the smaller side of the ratings.
    rank: usize,
}

/// Vectors that were printed elsewhere; they determine the signs and the free vectors of the
/// decomposition.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ConceptsReference {
    #[tsify(type = "MatrixData")]
    u: Option<Js>,
    #[tsify(type = "MatrixData")]
    v_t: Option<Js>,
}

/// Ratings (rows, cols) decomposed into r = min(rows, cols) concepts, of which k are kept.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct Concepts {
    /// (rows, r)
    u: MatrixData,
    /// Singular values, descending, (1, r).
    s: MatrixData,
    /// (r, cols)
    v_t: MatrixData,
    /// (rows, k)
    u_k: MatrixData,
    /// (1, k)
    s_k: MatrixData,
    /// (cols, k)
    v_k: MatrixData,
    /// Of rank k, (rows, cols).
    approximation: MatrixData,
    /// Ratings minus approximation, (rows, cols).
    difference: MatrixData,
    error: ConceptsError,
    /// Each row in concept space, (rows, k).
    row_concepts: MatrixData,
    /// Each column in concept space, (cols, k).
    column_concepts: MatrixData,
    /// Each new viewer in concept space, (viewers, k), or null without viewers.
    viewer_concepts: Option<MatrixData>,
    cosine: ConceptsCosine,
}

/// The size of the difference, and its share of the size of the ratings.
#[derive(Serialize, Tsify)]
pub(crate) struct ConceptsError {
    frobenius: f64,
    relative: f64,
}

/// The cosine of the first two viewers; null if there are fewer than two, or one has no direction.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub(crate) struct ConceptsCosine {
    raw: Option<f64>,
    concept: Option<f64>,
}

/// Decomposes ratings, keeps the strongest concepts, and gives the coordinates of new viewers.
///
/// @example
/// const ratings = { rows: 2, cols: 2, data: Float64Array.of(3, 0, 0, 4) };
/// const { s, approximation } = concepts({ rank: 1 }, ratings, null, null);
/// s.data; // 4 3
#[wasm_bindgen]
pub fn concepts(
    options: &Ts<ConceptsOptions>,
    ratings: &Ts<MatrixData>,
    viewers: Option<Ts<MatrixData>>,
    reference: Option<Ts<ConceptsReference>>,
) -> Result<Ts<Concepts>, Refusal> {
    let ConceptsOptions { rank } = read_options("concepts options", options)?;
    let ratings = read("ratings", &ratings.js_value())?;
    let viewers = viewers.map(|viewers| read("viewers", &viewers.into())).transpose()?;
    let reference = reference
        .map(|reference| {
            let ConceptsReference { u, v_t } = read_value("the reference", reference)?;
            let (u, v_t) = (needed("u", u.as_ref())?, needed("vT", v_t.as_ref())?);
            Ok::<_, Refusal>(concepts::Reference { u, v_t })
        })
        .transpose()?;
    if let Some(viewers) = &viewers {
        limits::product("viewerConcepts", viewers.nrows(), viewers.ncols(), rank)?;
    }
    let found = concepts::concepts(&ratings, rank, viewers.as_ref(), reference.as_ref())?;
    let concepts::ApproximationError { frobenius, relative } = found.error;
    let concepts::ViewerCosine { raw, concept } = found.cosine;
    serialize(&Concepts {
        u: (&found.svd.u).into(),
        s: (&found.svd.s).into(),
        v_t: (&found.svd.v_t).into(),
        u_k: (&found.low_rank.u_k).into(),
        s_k: (&found.low_rank.s_k).into(),
        v_k: (&found.low_rank.v_k).into(),
        approximation: (&found.low_rank.approximation).into(),
        difference: (&found.difference).into(),
        error: ConceptsError { frobenius, relative },
        row_concepts: (&found.row_concepts).into(),
        column_concepts: (&found.column_concepts).into(),
        viewer_concepts: found.viewer_concepts.as_ref().map(MatrixData::from),
        cosine: ConceptsCosine { raw, concept },
    })
}
