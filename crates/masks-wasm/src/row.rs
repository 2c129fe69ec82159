//! One row of a mask.

use heedmap_attention::synthetic::SyntheticRow;
use heedmap_wasm_common::{Js, Number, Refusal, read_options, read_value, serialize};
use js_sys::{Float64Array, Uint8Array};
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::mask::{Mask, SizedMask};
use crate::mask_options::MaskRowOptions;
use crate::scores::with_scores;

/// The row of one query, with one number for each key.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct MaskRow {
    /// 1 where the query may attend to the key, else 0.
    #[tsify(type = "Uint8Array")]
    allowed: Js,
    /// The dot product of query and key, divided by the square root of the size.
    #[tsify(type = "Float64Array")]
    scores: Js,
    /// The bias of ALiBi.
    #[tsify(type = "Float64Array | null")]
    bias: Option<Js>,
    /// Scores and bias, -Infinity where the mask forbids.
    #[tsify(type = "Float64Array")]
    masked: Js,
    #[tsify(type = "Float64Array")]
    weights: Js,
    /// The weights without the mask.
    #[tsify(type = "Float64Array")]
    unmasked: Js,
    /// The sum of the unmasked weights that the mask removes, 0 to 1. The remaining keys get it.
    removed: f64,
}

#[wasm_bindgen]
impl Mask {
    /// Computes the row of one query, counted from 0.
    ///
    /// @example
    /// mask.row({ text: 'causal', queries: 4, keys: 4, seed: 7, size: 16 }, 0).weights; // 1 0 0 0
    pub fn row(
        &self,
        options: &Ts<MaskRowOptions>,
        query: &Number,
    ) -> Result<Ts<MaskRow>, JsValue> {
        self.located(|| {
            let options = read_options("mask options", options)?;
            serialize(&row(&options, &*self.in_shape(options.shape()?)?, query)?)
        })
    }
}

fn row(options: &MaskRowOptions, sized: &SizedMask, query: &Number) -> Result<MaskRow, Refusal> {
    let shape = (sized.mask.shape().queries(), sized.mask.shape().keys());
    let (alibi, query) = (options.alibi()?, read_value("mask: query", query)?);
    let bits = sized.bits();
    let row = with_scores(options.seed, options.size, |scores| {
        Ok(scores.row(query, shape, alibi, bits.row(query))?)
    })?;
    let SyntheticRow { scores, bias, masked, weights, unmasked, removed } = row;
    let allowed: Vec<u8> = (0..shape.1).map(|key| u8::from(bits.get(query, key))).collect();
    let floats = |floats: &[f64]| Js::from(Float64Array::new_from_slice(floats));
    Ok(MaskRow {
        allowed: Uint8Array::new_from_slice(&allowed).into(),
        scores: floats(&scores),
        bias: bias.as_deref().map(floats),
        masked: floats(&masked),
        weights: floats(&weights),
        unmasked: floats(&unmasked),
        removed,
    })
}
