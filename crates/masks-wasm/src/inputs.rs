//! The arguments of the mask functions, and their errors.

use heedmap_attention::pooled::Alibi;
use heedmap_masks::Model;
use heedmap_masks::{MAX_TEXT, Shape};
use heedmap_wasm_common::{InputError, Number, Refusal, into_error_of, read_value};
use js_sys::JsString;
use serde::Deserialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const MASK_ERROR: &str = "/** The error that the functions of masks throw. It has the place of a mistake in the text. */
export interface MaskError extends EngineError {
  /** The column of the mistake in the text, counted from 1, in characters. */
  column: number | null;
  /** The clause that does not fit the number of queries and keys, counted from 0 in reading order. */
  clause: number | null;
}";

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
    let (mut column, mut clause) = (JsValue::NULL, JsValue::NULL);
    if let Some(error) = error.cause::<heedmap_masks::Error>() {
        column = text.and_then(|text| error.column(text)).map_or(column, |column| column.into());
        if let heedmap_masks::Error::Clause { clause: index, .. } = error {
            clause = (*index).into();
        }
    }
    into_error_of(error.kind(), error, &[("column", column), ("clause", clause)])
}
