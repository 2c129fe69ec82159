//! One row of a mask in full.

use heedmap_attention::pooled::Row;
use heedmap_wasm_common::{Number, Options, Record, Refusal, record};
use js_sys::{Float64Array, Uint8Array};
use wasm_bindgen::prelude::*;

use crate::inputs::{alibi, whole};
use crate::mask::{Mask, SizedMask};
use crate::memo::with_scores;

#[wasm_bindgen(typescript_custom_section)]
const ROW: &str = r#"
export interface MaskRowOptions {
  text: string;
  queries: number;
  keys: number;
  /** As for `maskDraw`. */
  seed: number;
  size: number;
  alibi?: MaskAlibi | null;
}

/** The row of one query: a number a key. */
export interface MaskRow {
  /** 1 where the query may attend to the key, else 0. */
  allowed: Uint8Array;
  /** Query times key over the root of the size. */
  scores: Float64Array;
  /** What ALiBi adds to the scores. */
  bias: Float64Array | null;
  /** Scores and bias, -Infinity where the mask forbids. */
  masked: Float64Array;
  weights: Float64Array;
  /** The weights that there would be without the mask. */
  unmasked: Float64Array;
  /** How much of those the mask takes away, 0 to 1: it goes to the keys that are left. */
  removed: number;
}
"#;

#[wasm_bindgen]
extern "C" {
    /// See the TypeScript interface of this name.
    #[wasm_bindgen(typescript_type = "MaskRowOptions")]
    pub type MaskRowOptions;
    /// See the TypeScript interface of this name.
    #[wasm_bindgen(typescript_type = "MaskRow")]
    pub type MaskRow;
}

#[wasm_bindgen]
impl Mask {
    /// Computes the row of one query, counted from 0.
    ///
    /// @example
    /// mask.row({ text: 'causal', queries: 4, keys: 4, seed: 7, size: 16 }, 0).weights; // 1 0 0 0
    pub fn row(&self, options: &MaskRowOptions, query: &Number) -> Result<MaskRow, JsValue> {
        let options = Options { what: "mask options", object: options };
        self.located(|| Ok(row(options, &*self.sized_by(options)?, query)?.unchecked_into()))
    }
}

fn row(options: Options<'_>, sized: &SizedMask, query: &JsValue) -> Result<Record, Refusal> {
    let shape = (sized.mask.shape().queries(), sized.mask.shape().keys());
    let (alibi, query) = (alibi(options)?, whole("query", query)?);
    let bits = sized.bits();
    let row = with_scores(options.number("seed")?, options.count("size")?, |scores| {
        Ok(scores.row(query, shape, alibi, bits.row(query))?)
    })?;
    let Row { scores, bias, masked, weights, unmasked, removed } = row;
    let allowed: Vec<u8> = (0..shape.1).map(|key| u8::from(bits.get(query, key))).collect();
    let result = record();
    let floats = |floats: &[f64]| JsValue::from(Float64Array::new_from_slice(floats));
    result.set("allowed", &Uint8Array::new_from_slice(&allowed));
    result.set("scores", &floats(&scores));
    result.set("bias", &bias.as_deref().map_or(JsValue::NULL, floats));
    result.set("masked", &floats(&masked));
    result.set("weights", &floats(&weights));
    result.set("unmasked", &floats(&unmasked));
    result.set("removed", &removed.into());
    Ok(result)
}
