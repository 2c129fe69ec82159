//! What a mask costs, row by row and in all, and how it is written elsewhere.

use heedmap_masks::{self as masks, Bits, Model};
use heedmap_wasm_common::{Js, Number, Refusal, options, result};
use js_sys::{Float64Array, Uint32Array};
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::inputs::MaskModel;
use crate::mask::Mask;

/// The blocks of FlexAttention.
const BLOCK: u64 = 128;

/// Blocks of 128 queries by 128 keys, smaller at the edges, as a block-sparse kernel works them.
#[derive(Serialize, Tsify)]
pub(crate) struct MaskBlocks {
    size: f64,
    /// Without a forbidden pair: worked without looking at the mask.
    full: f64,
    /// With allowed and forbidden pairs.
    partial: f64,
    /// Those that are worked: full and partial.
    kept: f64,
    /// Not worked at all.
    skipped: f64,
    all: f64,
}

/// What a mask costs in a model.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct MaskFigures {
    /// Pairs of a query and a key that are allowed.
    allowed: f64,
    /// Pairs in all: queries times keys.
    pairs: f64,
    /// `allowed / pairs`.
    share: f64,
    /// 2 * size * heads * allowed: for scores, and for what is made of values.
    multiply_adds: f64,
    /// The same without a mask.
    multiply_adds_unmasked: f64,
    /// Queries that may attend to no key.
    empty_queries: f64,
    /// The fewest keys that a query reads.
    fewest_keys: f64,
    /// The most keys that a query reads.
    most_keys: f64,
    /// Keys that at least one query reads.
    keys_read: f64,
    /// Keys written while the rows are played.
    keys_written: f64,
    /// The most keys that the cache has to hold at once, if it forgets what nobody reads again.
    keys_kept: f64,
    /// 2 * kvHeads * size * bytes * keysKept.
    cache_bytes: f64,
    /// The same of all keys.
    cache_bytes_of_all: f64,
    blocks: MaskBlocks,
}

/// The mask played row by row, as in generation: a number a query.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct MaskPlay {
    /// Keys read, its own included.
    #[tsify(type = "Uint32Array")]
    reads: Js,
    /// Keys it may attend to that are not written yet: a mask that has any cannot be generated with.
    #[tsify(type = "Uint32Array")]
    ahead: Js,
    /// Keys written: its own, or none while it stands before key 0.
    #[tsify(type = "Uint32Array")]
    writes: Js,
    /// Keys that the cache holds while the row is worked.
    #[tsify(type = "Uint32Array")]
    kept: Js,
    /// Bytes of those.
    #[tsify(type = "Float64Array")]
    cache_bytes: Js,
    /// Keys read up to this row, each as often as it was.
    #[tsify(type = "Uint32Array")]
    total_reads: Js,
    /// Keys written up to this row.
    #[tsify(type = "Uint32Array")]
    total_writes: Js,
}

/// A mask as Python.
#[derive(Serialize, Tsify)]
pub struct MaskCode {
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
        around: &Ts<MaskModel>,
    ) -> Result<Ts<MaskFigures>, JsValue> {
        self.located(|| {
            let sized = self.sized(queries, keys)?;
            result(&MaskFigures::of(sized.bits(), &options("model", around)?.core()?)?)
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
        around: &Ts<MaskModel>,
    ) -> Result<Ts<MaskPlay>, JsValue> {
        self.located(|| {
            let sized = self.sized(queries, keys)?;
            let model = options("model", around)?.core()?;
            result(&MaskPlay::of(&model, &masks::play(sized.bits())))
        })
    }

    /// Writes the mask as Python: a NumPy array, a call of PyTorch's SDPA, and a `mask_mod` for FlexAttention.
    ///
    /// @example
    /// Mask.parse('causal').code(4, 4).numpy; // import numpy as np ...
    pub fn code(&self, queries: &Number, keys: &Number) -> Result<Ts<MaskCode>, JsValue> {
        self.located(|| {
            let sized = self.sized(queries, keys)?;
            let (numpy, sdpa) = (masks::numpy(&sized.mask), masks::pytorch_sdpa(&sized.mask));
            let flex = masks::flex_attention(&sized.mask);
            result(&MaskCode { numpy, sdpa, flex })
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
