//! Ways of telling where tokens stand, side by side.

use heedmap_attention as attention;
use heedmap_attention::{Pair, RopePairs, SchemeInputs, SchemeOptions, Schemes};
use heedmap_wasm_common::limits::{LimitError, product, size};
use heedmap_wasm_common::{Names, Options, Record, Refusal, Refused, into_error, record};
use js_sys::Float64Array;
use wasm_bindgen::prelude::*;

use crate::matrix::{matrices, needed, write};
use crate::work_options::MASKS;

#[wasm_bindgen(typescript_custom_section)]
const SCHEMES: &str = r#"
export interface CompareOptions {
  /** What the wavelengths of the sinusoids and of RoPE grow to: above 0; the papers' 10000. */
  base: number;
  /** Which features RoPE turns together. */
  pairs: 'half' | 'interleaved';
  /** How many features RoPE turns, from the first on: an even number; null is all. */
  turned: number | null;
  /** How many heads share the slopes of ALiBi, and which of them is looked at, counted from 0. */
  heads: number;
  head: number;
  /** Where the first token stands. */
  firstPosition: number;
  mask: 'none' | 'causal';
  /** The tokens whose score is followed as they move apart, counted from 0. */
  query: number;
  key: number;
  /** How far apart they are moved at most. */
  reach: number;
  /** The distance that is looked at, up to the reach. */
  distance: number;
}

export interface CompareInputs {
  /** (tokens, d_model) */
  embeddings: MatrixData;
  /** (d_model, d_k) */
  wQ: MatrixData;
  /** (d_model, d_k) */
  wK: MatrixData;
}

/** The same thing without positions, with sinusoids in the embeddings, under RoPE and under ALiBi. */
export interface Schemes<T> {
  none: T;
  sinusoidal: T;
  rope: T;
  alibi: T;
}

export interface SchemesCompared {
  /** Without positions, (tokens, d_k). */
  q: MatrixData;
  k: MatrixData;
  /** The sinusoids, (tokens, d_model). */
  positions: MatrixData;
  /** From the embeddings with sinusoids, (tokens, d_k). */
  sinusoidalQ: MatrixData;
  sinusoidalK: MatrixData;
  /** How far RoPE turns each pair of features at each position, in radians, (tokens, pairs). */
  angles: MatrixData;
  /** Turned, (tokens, d_k). */
  ropeQ: MatrixData;
  ropeK: MatrixData;
  /** 1 where the query may attend to the key, else 0, (queries, keys). */
  allowed: MatrixData;
  /** Of every head of ALiBi. */
  slopes: Float64Array;
  /** Scaled by 1 / sqrt(d_k), with what ALiBi adds, before the mask, (queries, keys). */
  scores: Schemes<MatrixData>;
  /** The scores minus those without positions, (queries, keys). */
  changes: Schemes<MatrixData>;
  /** (queries, keys) */
  weights: Schemes<MatrixData>;
  /** By how much the score that changes most differs from what it is when the first token stands at 0. */
  moved: Schemes<number>;
  curves: {
    /** The score of the query and the key at each distance from 0 on, the key staying in its place, (reach + 1, 1). */
    scores: Schemes<MatrixData>;
    /** The scores at the distance that is looked at. */
    at: Schemes<number>;
    /** How far apart RoPE has turned each pair of features there, in radians, (1, pairs). */
    turns: MatrixData;
  };
}
"#;

#[wasm_bindgen]
extern "C" {
    /// See the TypeScript interface of this name.
    #[wasm_bindgen(typescript_type = "CompareOptions")]
    pub type CompareOptions;
    /// See the TypeScript interface of this name.
    #[wasm_bindgen(typescript_type = "CompareInputs")]
    pub type CompareInputs;
    /// See the TypeScript interface of this name.
    #[wasm_bindgen(typescript_type = "SchemesCompared")]
    pub type SchemesCompared;
}

const ROPE_PAIRS: Names<RopePairs> =
    &[("half", RopePairs::Half), ("interleaved", RopePairs::Interleaved)];

/// Works the same tokens without positions, with sinusoids, under RoPE and under ALiBi.
///
/// @example
/// const one = { rows: 2, cols: 2, data: Float64Array.of(1, 0, 0, 1) };
/// const { scores } = compareSchemes({ base: 10000, pairs: 'half', turned: null, heads: 8, head: 0, firstPosition: 0,
///   mask: 'none', query: 1, key: 0, reach: 16, distance: 1 }, { embeddings: one, wQ: one, wK: one });
/// scores.alibi.data[1]; // -0.5
#[wasm_bindgen(js_name = compareSchemes)]
pub fn compare_schemes(
    options: &CompareOptions,
    inputs: &CompareInputs,
) -> Refused<SchemesCompared> {
    compared(options, inputs).map_err(into_error)
}

fn compared(options: &CompareOptions, inputs: &CompareInputs) -> Result<SchemesCompared, Refusal> {
    let options = Options { what: "compare options", object: options };
    let settings = SchemeOptions {
        base: options.number("base")?,
        pairs: options.name("pairs", ROPE_PAIRS)?,
        turned: options.maybe_count("turned")?,
        heads: options.count("heads")?,
        head: options.count("head")?,
        first_position: options.count("firstPosition")? as u32,
        mask: options.name("mask", MASKS)?,
    };
    let pair = Pair { query: options.count("query")?, key: options.count("key")? };
    let (reach, distance) = (options.count("reach")?, options.count("distance")?);
    let (embeddings, w_q, w_k) =
        (needed(inputs, "embeddings")?, needed(inputs, "wQ")?, needed(inputs, "wK")?);
    let inputs = SchemeInputs { embeddings: &embeddings, w_q: &w_q, w_k: &w_k };
    affordable(&inputs, reach)?;
    size("the slopes", 1, settings.heads)?;
    let found = attention::compare_schemes(&inputs, &settings)?;
    let curves = attention::score_curves(&inputs, &settings, pair, reach, distance)?;
    let result = matrices(found.named());
    result.set("slopes", &Float64Array::new_from_slice(&found.slopes));
    result.set("scores", &matrices(found.scores.named()));
    result.set("changes", &matrices(found.changes.named()));
    result.set("weights", &matrices(found.weights.named()));
    result.set("moved", &numbers(&found.moved));
    let lines = record();
    lines.set("scores", &matrices(curves.scores.named()));
    lines.set("at", &numbers(&curves.at));
    lines.set("turns", &write(&curves.turns));
    result.set("curves", &lines);
    Ok(result.unchecked_into())
}

/// One number a scheme.
fn numbers(schemes: &Schemes<f64>) -> Record {
    let object = record();
    for (name, &number) in schemes.named() {
        object.set(name, &number.into());
    }
    object
}

/// Refuses tokens and places of curves whose comparison under every scheme would be too large or take too long.
fn affordable(inputs: &SchemeInputs<'_>, reach: usize) -> Result<(), LimitError> {
    let ((tokens, d_model), d_k) = (inputs.embeddings.shape(), inputs.w_q.ncols());
    let places = reach.saturating_add(1);
    size("the queries of the curves", places, d_model)?;
    for (name, rows) in [("q", tokens), ("the curves", places)] {
        product(name, rows, d_model, d_k)?;
    }
    product("scores", tokens, d_k, tokens)
}
