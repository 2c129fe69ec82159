//! Position schemes, compared.

use heedmap_attention::teaching::encodings;
use heedmap_attention::teaching::encodings::{
    EncodingInputs, EncodingOptions, PerEncoding, TokenPair,
};
use heedmap_attention::{Matrix, Rope, RopePairs};
use heedmap_wasm_common::limits::{LimitError, product, size};
use heedmap_wasm_common::{Js, MatrixData, Refusal, read_options, serialize};
use js_sys::Float64Array;
use serde::{Deserialize, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::matrix::needed;
use crate::names::RopePairing;
use crate::work_options::MaskName;

/// The options of the comparison.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct CompareOptions {
    /// The base of the wavelengths of sinusoids and of RoPE: above 0; 10000 in the papers.
    base: f64,
    /// The features that RoPE rotates together.
    #[serde(with = "RopePairing")]
    #[tsify(type = "RopePairing")]
    pairs: RopePairs,
    /// The number of features that RoPE rotates, from the first on: even; null means all.
    turned: Option<usize>,
    /// The number of heads that share the slopes of ALiBi.
    heads: usize,
    /// The index of the head that is compared, from 0.
    head: usize,
    /// The position of the first token.
    first_position: u32,
    mask: MaskName,
    /// The index of the token that moves away from the key, from 0.
    query: usize,
    /// The index of the token that stays, from 0.
    key: usize,
    /// The largest distance between the two tokens.
    reach: usize,
    /// The distance to report, up to the reach.
    distance: usize,
}

/// The inputs of the comparison.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct CompareInputs {
    /// (tokens, d_model)
    #[tsify(type = "MatrixData")]
    embeddings: Option<Js>,
    /// (d_model, d_k)
    #[tsify(type = "MatrixData")]
    w_q: Option<Js>,
    /// (d_model, d_k)
    #[tsify(type = "MatrixData")]
    w_k: Option<Js>,
}

/// One value without positions, with sinusoids in the embeddings, with RoPE and with ALiBi.
#[derive(Serialize, Tsify)]
pub(crate) struct Schemes<T> {
    none: T,
    sinusoidal: T,
    rope: T,
    alibi: T,
}

impl<T> Schemes<T> {
    fn of<'a, U>(found: &'a PerEncoding<U>, each: impl Fn(&'a U) -> T) -> Self {
        let PerEncoding { none, sinusoidal, rope, alibi } = found;
        Self {
            none: each(none),
            sinusoidal: each(sinusoidal),
            rope: each(rope),
            alibi: each(alibi),
        }
    }
}

/// The same tokens with each scheme.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct SchemesCompared {
    /// Without positions, (tokens, d_k).
    q: MatrixData,
    k: MatrixData,
    /// The sinusoids, (tokens, d_model).
    positions: MatrixData,
    /// From the embeddings with sinusoids, (tokens, d_k).
    sinusoidal_q: MatrixData,
    sinusoidal_k: MatrixData,
    /// The angle of each pair of features of RoPE at each position, in radians, (tokens, pairs).
    angles: MatrixData,
    /// Rotated by RoPE, (tokens, d_k).
    rope_q: MatrixData,
    rope_k: MatrixData,
    /// 1 where the query may attend to the key, else 0, (queries, keys).
    allowed: MatrixData,
    /// The slope of every head of ALiBi.
    #[tsify(type = "Float64Array")]
    slopes: Js,
    /// Scaled by 1 / sqrt(d_k), with ALiBi's bias, before the mask, (queries, keys).
    scores: Schemes<MatrixData>,
    /// The scores minus those without positions, (queries, keys).
    changes: Schemes<MatrixData>,
    /// (queries, keys)
    weights: Schemes<MatrixData>,
    /// The largest change of a score compared with the first token at position 0.
    moved: Schemes<f64>,
    curves: SchemeCurves,
}

/// One score as its query moves away from its key.
#[derive(Serialize, Tsify)]
pub(crate) struct SchemeCurves {
    /// The score of the query and the key at each distance from 0 on, with the key at its position,
    /// (reach + 1, 1).
    scores: Schemes<MatrixData>,
    /// The scores at the reported distance.
    at: Schemes<f64>,
    /// The angle between query and key in each pair of RoPE at that distance, in radians, (1,
    /// pairs).
    turns: MatrixData,
}

/// Computes the same tokens without positions, with sinusoids, with RoPE and with ALiBi.
///
/// @example
/// const one = { rows: 2, cols: 2, data: Float64Array.of(1, 0, 0, 1) };
/// const { scores } = compareSchemes({ base: 10000, pairs: 'half', turned: null, heads: 8, head: 0,
///   firstPosition: 0, mask: 'none', query: 1, key: 0, reach: 16, distance: 1 },
///   { embeddings: one, wQ: one, wK: one });
/// scores.alibi.data[1]; // -0.5
#[wasm_bindgen(js_name = compareSchemes)]
pub fn compare_schemes(
    options: &Ts<CompareOptions>,
    inputs: &Ts<CompareInputs>,
) -> Result<Ts<SchemesCompared>, Refusal> {
    let request = read_options("compare options", options)?;
    let inputs = read_options("compare inputs", inputs)?;
    let rope = Rope {
        base: request.base,
        pairs: request.pairs,
        dim: request.turned,
        first_position: i64::from(request.first_position),
        ..Rope::default()
    };
    let settings = EncodingOptions::default()
        .rope(rope)
        .heads(request.heads)
        .head(request.head)
        .causal(request.mask.causal());
    let pair = TokenPair { query: request.query, key: request.key };
    let embeddings = needed("embeddings", inputs.embeddings.as_ref())?;
    let (w_q, w_k) = (needed("wQ", inputs.w_q.as_ref())?, needed("wK", inputs.w_k.as_ref())?);
    let inputs = EncodingInputs { embeddings: &embeddings, w_q: &w_q, w_k: &w_k };
    check_limits(&inputs, request.reach)?;
    size("the slopes", 1, settings.heads)?;
    let found = encodings::compare_encodings(&inputs, &settings)?;
    let curves =
        encodings::score_curves(&inputs, &settings, pair, request.reach, request.distance)?;
    let matrices = |found| Schemes::of(found, |matrix: &Matrix| MatrixData::from(matrix));
    serialize(&SchemesCompared {
        q: (&found.q.plain).into(),
        k: (&found.k.plain).into(),
        positions: (&found.q.positions).into(),
        sinusoidal_q: (&found.q.sinusoidal).into(),
        sinusoidal_k: (&found.k.sinusoidal).into(),
        angles: (&found.angles).into(),
        rope_q: (&found.q.turned).into(),
        rope_k: (&found.k.turned).into(),
        allowed: (&found.allowed).into(),
        slopes: Float64Array::new_from_slice(&found.slopes).into(),
        scores: matrices(&found.scores),
        changes: matrices(&found.changes),
        weights: matrices(&found.weights),
        moved: Schemes::of(&found.moved, |&moved| moved),
        curves: SchemeCurves {
            scores: matrices(&curves.scores),
            at: Schemes::of(&curves.at, |&score| score),
            turns: (&curves.turns).into(),
        },
    })
}

/// Rejects tokens and curves whose comparison would be too large or take too long.
fn check_limits(inputs: &EncodingInputs<'_>, reach: usize) -> Result<(), LimitError> {
    let ((tokens, d_model), d_k) = (inputs.embeddings.shape(), inputs.w_q.ncols());
    let distances = reach.saturating_add(1);
    size("the queries of the curves", distances, d_model)?;
    for (name, rows) in [("q", tokens), ("the curves", distances)] {
        product(name, rows, d_model, d_k)?;
    }
    product("scores", tokens, d_k, tokens)
}
