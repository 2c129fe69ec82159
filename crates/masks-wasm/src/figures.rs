//! What a mask costs, row by row and in all, and how it is written elsewhere.

use heedmap_masks::{self as masks, Bits, Model};
use heedmap_wasm_common::{Number, Record, Refusal, plain, record};
use js_sys::{Float64Array, Uint32Array};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::inputs::{MaskModel, model};
use crate::mask::Mask;

/// The blocks of FlexAttention.
const BLOCK: u64 = 128;

#[wasm_bindgen(typescript_custom_section)]
const FIGURES: &str = r#"
/** Blocks of 128 queries by 128 keys, smaller at the edges, as a block-sparse kernel works them. */
export interface MaskBlocks {
  size: number;
  /** Without a forbidden pair: worked without looking at the mask. */
  full: number;
  /** With allowed and forbidden pairs. */
  partial: number;
  /** Those that are worked: full and partial. */
  kept: number;
  /** Not worked at all. */
  skipped: number;
  all: number;
}

export interface MaskFigures {
  /** Pairs of a query and a key that are allowed. */
  allowed: number;
  /** Pairs in all: queries times keys. */
  pairs: number;
  /** `allowed / pairs`. */
  share: number;
  /** 2 * size * heads * allowed: for scores, and for what is made of values. */
  multiplyAdds: number;
  /** The same without a mask. */
  multiplyAddsUnmasked: number;
  /** Queries that may attend to no key. */
  emptyQueries: number;
  /** The fewest and the most keys that a query reads. */
  fewestKeys: number;
  mostKeys: number;
  /** Keys that at least one query reads. */
  keysRead: number;
  /** Keys written while the rows are played. */
  keysWritten: number;
  /** The most keys that the cache has to hold at once, if it forgets what nobody reads again. */
  keysKept: number;
  /** 2 * kvHeads * size * bytes * keysKept. */
  cacheBytes: number;
  /** The same of all keys. */
  cacheBytesOfAll: number;
  blocks: MaskBlocks;
}

/** The mask played row by row, as in generation: a number a query. */
export interface MaskPlay {
  /** Keys read, its own included. */
  reads: Uint32Array;
  /** Keys it may attend to that are not written yet: a mask that has any cannot be generated with. */
  ahead: Uint32Array;
  /** Keys written: its own, or none while it stands before key 0. */
  writes: Uint32Array;
  /** Keys that the cache holds while the row is worked. */
  kept: Uint32Array;
  /** Bytes of those. */
  cacheBytes: Float64Array;
  /** Keys read up to this row, each as often as it was. */
  totalReads: Uint32Array;
  /** Keys written up to this row. */
  totalWrites: Uint32Array;
}

/** A mask as Python. */
export interface MaskCode {
  numpy: string;
  sdpa: string;
  flex: string;
}
"#;

#[wasm_bindgen]
extern "C" {
    /// See the TypeScript interface of this name.
    #[wasm_bindgen(typescript_type = "MaskFigures")]
    pub type MaskFigures;
    /// See the TypeScript interface of this name.
    #[wasm_bindgen(typescript_type = "MaskPlay")]
    pub type MaskPlay;
    /// See the TypeScript interface of this name.
    #[wasm_bindgen(typescript_type = "MaskCode")]
    pub type MaskCode;
}

#[derive(Serialize)]
struct BlocksResult {
    size: f64,
    full: f64,
    partial: f64,
    kept: f64,
    skipped: f64,
    all: f64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FiguresResult {
    allowed: f64,
    pairs: f64,
    share: f64,
    multiply_adds: f64,
    multiply_adds_unmasked: f64,
    empty_queries: f64,
    fewest_keys: f64,
    most_keys: f64,
    keys_read: f64,
    keys_written: f64,
    keys_kept: f64,
    cache_bytes: f64,
    cache_bytes_of_all: f64,
    blocks: BlocksResult,
}

#[derive(Serialize)]
struct CodeResult {
    numpy: String,
    sdpa: String,
    flex: String,
}

#[wasm_bindgen]
impl Mask {
    /// Counts what the mask costs in a model.
    ///
    /// @example
    /// Mask.parse('causal').figures(24, 24, { heads: 32, kvHeads: 8, size: 64, bytes: 2 }).allowed; // 300
    pub fn figures(
        &self,
        queries: &Number,
        keys: &Number,
        around: &MaskModel,
    ) -> Result<MaskFigures, JsValue> {
        self.located(|| {
            let sized = self.sized(queries, keys)?;
            Ok(figures_result(sized.bits(), &model(around)?)?.unchecked_into())
        })
    }

    /// Plays the mask row by row.
    ///
    /// @example
    /// Mask.parse('causal').play(24, 24, { heads: 32, kvHeads: 8, size: 64, bytes: 2 }).reads[14]; // 15
    pub fn play(
        &self,
        queries: &Number,
        keys: &Number,
        around: &MaskModel,
    ) -> Result<MaskPlay, JsValue> {
        self.located(|| {
            let sized = self.sized(queries, keys)?;
            let (model, steps) = (model(around)?, masks::play(sized.bits()));
            Ok(play_result(&model, &steps).unchecked_into())
        })
    }

    /// Writes the mask as Python: a NumPy array, a call of PyTorch's SDPA, and a `mask_mod` for FlexAttention.
    ///
    /// @example
    /// Mask.parse('causal').code(4, 4).numpy; // import numpy as np ...
    pub fn code(&self, queries: &Number, keys: &Number) -> Result<MaskCode, JsValue> {
        self.located(|| {
            let sized = self.sized(queries, keys)?;
            let (numpy, sdpa) = (masks::numpy(&sized.mask), masks::pytorch_sdpa(&sized.mask));
            let flex = masks::flex_attention(&sized.mask);
            Ok(plain(&CodeResult { numpy, sdpa, flex })?.unchecked_into())
        })
    }
}

/// The figures of a mask as a plain object.
pub(crate) fn figures_result(bits: &Bits, model: &Model) -> Result<JsValue, Refusal> {
    let figures = masks::figures(bits, model)?;
    let blocks = masks::blocks(bits, BLOCK)?;
    plain(&FiguresResult {
        allowed: figures.allowed as f64,
        pairs: figures.pairs as f64,
        share: figures.share,
        multiply_adds: figures.multiply_adds as f64,
        multiply_adds_unmasked: figures.multiply_adds_unmasked as f64,
        empty_queries: figures.empty_queries as f64,
        fewest_keys: figures.fewest_keys as f64,
        most_keys: figures.most_keys as f64,
        keys_read: figures.keys_read as f64,
        keys_written: figures.keys_written as f64,
        keys_kept: figures.keys_kept as f64,
        cache_bytes: figures.cache_bytes as f64,
        cache_bytes_of_all: figures.cache_bytes_of_all as f64,
        blocks: BlocksResult {
            size: BLOCK as f64,
            full: blocks.full as f64,
            partial: blocks.partial as f64,
            kept: blocks.kept() as f64,
            skipped: blocks.skipped as f64,
            all: blocks.all() as f64,
        },
    })
}

/// The rows of a play as typed arrays.
fn play_result(model: &Model, steps: &[masks::Step]) -> Record {
    let result = record();
    let counts = |name: &str, count: fn(&masks::Step) -> u64| {
        let counts: Vec<u32> = steps.iter().map(|step| count(step) as u32).collect();
        result.set(name, &Uint32Array::new_from_slice(&counts));
    };
    counts("reads", |step| step.reads);
    counts("ahead", |step| step.ahead);
    counts("writes", |step| step.writes);
    counts("kept", |step| step.kept);
    counts("totalReads", |step| step.total_reads);
    counts("totalWrites", |step| step.total_writes);
    let bytes: Vec<f64> = steps.iter().map(|step| model.cache_bytes(step.kept) as f64).collect();
    result.set("cacheBytes", &Float64Array::new_from_slice(&bytes));
    result
}
