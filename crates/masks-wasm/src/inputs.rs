//! The arguments of the mask functions, and their errors.

use heedmap_attention::synthetic::Alibi;
use heedmap_masks::Model;
use heedmap_masks::{MAX_TEXT, Shape};
use heedmap_wasm_common::{
    InputError, Number, Refusal, into_error_of, read_value, serialize_value,
};
use js_sys::JsString;
use serde::{Deserialize, Serialize};
use tsify::Tsify;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const MASK_ERROR: &str = "/** The error that the functions of masks throw. It has the place of a mistake in the text. */
export interface MaskError extends EngineError {
  /** The column of the mistake in the text, counted from 1, in characters. */
  column: number | null;
  /** The clause that does not fit the number of queries and keys, counted from 0 in reading order. */
  clause: number | null;
  /** The correction that the message suggests, such as `window` for `windo` or `and` for `&`. */
  correction: MaskCorrection | null;
}";

/// A correction of a mistake in a text.
#[derive(Serialize, Tsify)]
pub(crate) struct MaskCorrection {
    /// The mistake, at the characters from `start` to `end` of the text, counted from 0, `end` excluded.
    start: usize,
    end: usize,
    /// The word to write instead.
    word: &'static str,
    /// The corrected text.
    text: String,
}

/// ALiBi for one of several heads: the slope of the head times the distance is subtracted from each score.
#[derive(Clone, Copy, Deserialize, Tsify)]
pub(crate) struct MaskAlibi {
    heads: usize,
    head: usize,
}

impl MaskAlibi {
    pub(crate) fn core(self) -> Result<Alibi, Refusal> {
        Ok(Alibi::new(self.heads, self.head)?)
    }
}

/// The model that uses a mask.
#[derive(Clone, Copy, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct MaskModel {
    /// Number of query heads.
    heads: u32,
    /// Number of key heads, each with a value head, which the query heads share.
    kv_heads: u32,
    /// Number of features of a head.
    size: u32,
    /// Bytes of a number in the cache, 2 for 16 bits.
    bytes: u32,
}

impl MaskModel {
    pub(crate) fn core(self) -> Result<Model, Refusal> {
        let model = Model {
            heads: self.heads.into(),
            kv_heads: self.kv_heads.into(),
            head_size: self.size.into(),
            bytes_per_element: self.bytes.into(),
        };
        model.check()?;
        Ok(model)
    }
}

/// A text that is longer than allowed.
#[derive(Debug, thiserror::Error)]
#[error("the text of the mask has {characters} characters, and at most {most} are read")]
struct LongText {
    characters: u32,
    most: usize,
}

/// The text of a mask.
pub(crate) fn text(value: &JsValue) -> Result<String, Refusal> {
    let text =
        value.dyn_ref::<JsString>().ok_or_else(|| InputError::wanted("the mask", "a string"))?;
    // A text that is far too long is rejected without copying it.
    let characters = text.length();
    if characters as usize > MAX_TEXT {
        return Err(LongText { characters, most: MAX_TEXT }.into());
    }
    Ok(text.into())
}

/// A size from JavaScript.
pub(crate) fn shape(queries: &Number, keys: &Number) -> Result<Shape, Refusal> {
    Ok(Shape::new(read_value("mask: queries", queries)?, read_value("mask: keys", keys)?)?)
}

/// The error with its place in the text.
pub(crate) fn placed(error: &Refusal, text: Option<&str>) -> JsValue {
    let [mut column, mut clause, mut correction] = [JsValue::NULL; 3];
    if let Some(error) = error.cause::<heedmap_masks::Error>() {
        column = text.and_then(|text| error.column(text)).map_or(column, |column| column.into());
        if let heedmap_masks::Error::Clause { clause: index, .. } = error {
            clause = (*index).into();
        }
        correction = text.zip(error.correction()).map_or(correction, |(text, correction)| {
            let text = correction.apply(text);
            let (start, end) = (correction.columns.start - 1, correction.columns.end - 1);
            let correction = MaskCorrection { start, end, word: correction.word, text };
            serialize_value(&correction).unwrap_or(JsValue::NULL)
        });
    }
    let place = [("column", column), ("clause", clause), ("correction", correction)];
    into_error_of(error.kind(), error, &place)
}
