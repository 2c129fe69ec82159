//! The costs of a mask, and its code in other languages.

use heedmap_masks::{self as masks, Bits, Model};
use heedmap_wasm_common::{Js, Number, Refusal, read_options, serialize};
use js_sys::{Float64Array, Uint32Array};
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::inputs::MaskModel;
use crate::mask::Mask;

/// The block size of FlexAttention.
const BLOCK: u64 = 128;

/// Blocks of 128 queries by 128 keys, smaller at the edges, as a block-sparse kernel computes them.
#[derive(Serialize, Tsify)]
pub(crate) struct MaskBlocks {
    size: f64,
    /// Blocks without a forbidden pair: computed without the mask.
    full: f64,
    /// Blocks with allowed and forbidden pairs.
    partial: f64,
    /// Computed blocks: full and partial.
    kept: f64,
    /// Skipped blocks.
    skipped: f64,
    all: f64,
}

/// The costs of a mask in a model.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct MaskFigures {
    /// Number of allowed pairs of a query and a key.
    allowed: f64,
    /// Number of all pairs: queries times keys.
    pairs: f64,
    /// `allowed / pairs`.
    share: f64,
    /// 2 * size * heads * allowed: one for each score, and one for each weighted value.
    multiply_adds: f64,
    /// Multiply-adds without a mask.
    multiply_adds_unmasked: f64,
    /// Queries that may attend to no key.
    empty_queries: f64,
    /// The smallest number of keys that a query reads.
    fewest_keys: f64,
    /// The largest number of keys that a query reads.
    most_keys: f64,
    /// Keys that at least one query reads.
    keys_read: f64,
    /// Keys that are written during generation.
    keys_written: f64,
    /// The largest number of keys that the cache holds at once, if it drops keys that are not read
    /// again.
    keys_kept: f64,
    /// 2 * kvHeads * size * bytes * keysKept.
    cache_bytes: f64,
    /// Bytes if the cache keeps all keys.
    cache_bytes_of_all: f64,
    blocks: MaskBlocks,
}

/// Generation with the mask, row by row: one number for each query.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct MaskPlay {
    /// The number of keys that the query reads, including its own.
    #[tsify(type = "Uint32Array")]
    reads: Js,
    /// The number of keys that the query may attend to but that are not written yet. If it is not 0, the mask
    /// cannot be used for generation.
    #[tsify(type = "Uint32Array")]
    ahead: Js,
    /// The number of keys written in this step: its own key, or none while its position is before key 0.
    #[tsify(type = "Uint32Array")]
    writes: Js,
    /// The number of keys in the cache in this step.
    #[tsify(type = "Uint32Array")]
    kept: Js,
    /// The bytes of these keys.
    #[tsify(type = "Float64Array")]
    cache_bytes: Js,
    /// The number of keys read up to this row, with repetitions.
    #[tsify(type = "Uint32Array")]
    total_reads: Js,
    /// The number of keys written up to this row.
    #[tsify(type = "Uint32Array")]
    total_writes: Js,
}

/// The Python code of a mask.
#[derive(Serialize, Tsify)]
pub struct MaskCode {
    numpy: String,
    sdpa: String,
    flex: String,
}

#[wasm_bindgen]
impl Mask {
    /// Computes the costs of the mask in a model.
    ///
    /// @example
    /// Mask.parse('causal').figures(24, 24, { heads: 32, kvHeads: 8, size: 64, bytes: 2 }).allowed; // 300
    pub fn figures(
        &self,
        queries: &Number,
        keys: &Number,
        model: &Ts<MaskModel>,
    ) -> Result<Ts<MaskFigures>, JsValue> {
        self.located(|| {
            let sized = self.sized(queries, keys)?;
            serialize(&MaskFigures::of(sized.bits(), &read_options("model", model)?.core()?)?)
        })
    }

    /// Simulates generation with the mask, row by row.
    ///
    /// @example
    /// Mask.parse('causal').play(24, 24, { heads: 32, kvHeads: 8, size: 64, bytes: 2 }).reads[14]; // 15
    pub fn play(
        &self,
        queries: &Number,
        keys: &Number,
        model: &Ts<MaskModel>,
    ) -> Result<Ts<MaskPlay>, JsValue> {
        self.located(|| {
            let sized = self.sized(queries, keys)?;
            let model = read_options("model", model)?.core()?;
            serialize(&MaskPlay::of(&model, &masks::play(sized.bits())))
        })
    }

    /// Writes the mask as Python: a NumPy array, a call of PyTorch's SDPA, and a `mask_mod` for
    /// FlexAttention.
    ///
    /// @example
    /// Mask.parse('causal').code(4, 4).numpy; // import numpy as np ...
    pub fn code(&self, queries: &Number, keys: &Number) -> Result<Ts<MaskCode>, JsValue> {
        self.located(|| {
            let sized = self.sized(queries, keys)?;
            let (numpy, sdpa) = (masks::numpy(&sized.mask), masks::pytorch_sdpa(&sized.mask));
            let flex = masks::flex_attention(&sized.mask);
            serialize(&MaskCode { numpy, sdpa, flex })
        })
    }
}

impl MaskFigures {
    pub(crate) fn of(bits: &Bits, model: &Model) -> Result<Self, Refusal> {
        let figures = masks::figures(bits, model)?;
        let blocks = masks::blocks(bits, BLOCK)?;
        Ok(Self {
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
            blocks: MaskBlocks {
                size: BLOCK as f64,
                full: blocks.full as f64,
                partial: blocks.partial as f64,
                kept: blocks.kept() as f64,
                skipped: blocks.skipped as f64,
                all: blocks.all() as f64,
            },
        })
    }
}

impl MaskPlay {
    fn of(model: &Model, steps: &[masks::Step]) -> Self {
        let counts = |count: fn(&masks::Step) -> u64| {
            let counts: Vec<u32> = steps.iter().map(|step| count(step) as u32).collect();
            Js::from(Uint32Array::new_from_slice(&counts))
        };
        let bytes: Vec<f64> =
            steps.iter().map(|step| model.cache_bytes(step.kept) as f64).collect();
        Self {
            reads: counts(|step| step.reads),
            ahead: counts(|step| step.ahead),
            writes: counts(|step| step.writes),
            kept: counts(|step| step.kept),
            cache_bytes: Float64Array::new_from_slice(&bytes).into(),
            total_reads: counts(|step| step.total_reads),
            total_writes: counts(|step| step.total_writes),
        }
    }
}
