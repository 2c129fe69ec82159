//! Concepts in a table of ratings: the singular value decomposition and its cut.

use heedmap_attention as attention;
use heedmap_wasm_common::{Options, Refusal, Refused, into_error, limits, plain};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::matrix::{MatrixData, matrices, needed, read};

#[wasm_bindgen(typescript_custom_section)]
const CONCEPTS: &str = r#"
export interface ConceptsOptions {
  /** How many concepts are kept, from 0 to the smaller side of the ratings. */
  rank: number;
}

/** Vectors that were printed elsewhere: the signs and the free vectors of the decomposition follow them. */
export interface ConceptsReference {
  u: MatrixData;
  vT: MatrixData;
}

/** Ratings (rows, cols) taken apart into r = min(rows, cols) concepts, of which k are kept. */
export interface Concepts {
  /** (rows, r) */
  u: MatrixData;
  /** Singular values, descending, (1, r). */
  s: MatrixData;
  /** (r, cols) */
  vT: MatrixData;
  /** (rows, k) */
  uK: MatrixData;
  /** (1, k) */
  sK: MatrixData;
  /** (cols, k) */
  vK: MatrixData;
  /** Of rank k, (rows, cols). */
  approximation: MatrixData;
  /** Ratings minus approximation, (rows, cols). */
  difference: MatrixData;
  /** The size of the difference, and its share of the size of the ratings. */
  error: { frobenius: number; relative: number };
  /** Each row in concept space, (rows, k). */
  rowConcepts: MatrixData;
  /** Each column in concept space, (cols, k). */
  columnConcepts: MatrixData;
  /** Each new viewer in concept space, (viewers, k), or null without viewers. */
  viewerConcepts: MatrixData | null;
  /** Of the first two viewers; null if there are not two, or one has no direction. */
  cosine: { raw: number | null; concept: number | null };
}
"#;

#[wasm_bindgen]
extern "C" {
    /// See the TypeScript interface of this name.
    #[wasm_bindgen(typescript_type = "ConceptsOptions")]
    pub type ConceptsOptions;
    /// See the TypeScript interface of this name.
    #[wasm_bindgen(typescript_type = "ConceptsReference")]
    pub type ConceptsReference;
    /// See the TypeScript interface of this name.
    #[wasm_bindgen(typescript_type = "Concepts")]
    pub type Concepts;
}

#[derive(Serialize)]
struct ErrorResult {
    frobenius: f64,
    relative: f64,
}

#[derive(Serialize)]
struct CosineResult {
    raw: Option<f64>,
    concept: Option<f64>,
}

/// Takes ratings apart, keeps the strongest concepts, and places new viewers among them.
///
/// @example
/// const ratings = { rows: 2, cols: 2, data: Float64Array.of(3, 0, 0, 4) };
/// const { s, approximation } = concepts({ rank: 1 }, ratings, null, null);
/// s.data; // 4 3
#[wasm_bindgen]
pub fn concepts(
    options: &ConceptsOptions,
    ratings: &MatrixData,
    viewers: Option<MatrixData>,
    reference: Option<ConceptsReference>,
) -> Refused<Concepts> {
    found(options, ratings, viewers, reference).map_err(into_error)
}

fn found(
    options: &ConceptsOptions,
    ratings: &MatrixData,
    viewers: Option<MatrixData>,
    reference: Option<ConceptsReference>,
) -> Result<Concepts, Refusal> {
    let rank = Options { what: "concepts options", object: options }.count("rank")?;
    let ratings = read("ratings", ratings)?;
    let viewers = viewers.map(|viewers| read("viewers", &viewers)).transpose()?;
    let reference = reference
        .map(|reference| {
            Ok::<_, Refusal>(attention::Reference {
                u: needed(&reference, "u")?,
                v_t: needed(&reference, "vT")?,
            })
        })
        .transpose()?;
    if let Some(viewers) = &viewers {
        limits::product("viewerConcepts", viewers.nrows(), viewers.ncols(), rank)?;
    }
    let found = attention::concepts(&ratings, rank, viewers.as_ref(), reference.as_ref())?;
    let attention::ApproximationError { frobenius, relative } = found.error;
    let attention::ViewerCosine { raw, concept } = found.cosine;
    let result = matrices(found.named());
    if viewers.is_none() {
        result.set("viewerConcepts", &JsValue::NULL);
    }
    result.set("error", &plain(&ErrorResult { frobenius, relative })?);
    result.set("cosine", &plain(&CosineResult { raw, concept })?);
    Ok(result.unchecked_into())
}
