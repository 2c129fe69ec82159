//! What the functions of masks are given, and how they refuse it.

use heedmap_attention::pooled::Alibi;
use heedmap_masks::Model;
use heedmap_masks::{MAX_TEXT, Shape};
use heedmap_wasm_common::{InputError, Options, Refusal, count};
use js_sys::{Error, JsString, Reflect};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const INPUTS: &str = r#"
/** What functions of masks throw: the place of a mistake in the text stands beside its sentence. */
export interface MaskError extends Error {
  /** The column of the text that the sentence is about, counted from 1, in characters. */
  column: number | null;
  /** The clause that does not fit the number of queries and keys, counted from 0 in reading order. */
  clause: number | null;
}

/** The ALiBi of one of so many heads: its slope times the distance is subtracted from each score. */
export interface MaskAlibi {
  heads: number;
  head: number;
}

/** The model around a mask, for figures. */
export interface MaskModel {
  /** Query heads. */
  heads: number;
  /** Key heads, each with as many value heads, which the query heads share. */
  kvHeads: number;
  /** Features of a head. */
  size: number;
  /** Bytes of a number in the cache, 2 for 16 bits. */
  bytes: number;
}
"#;

#[wasm_bindgen]
extern "C" {
    /// See the TypeScript interface of this name.
    #[wasm_bindgen(typescript_type = "MaskModel")]
    pub type MaskModel;
}

/// A text that is longer than any mask's.
#[derive(Debug, thiserror::Error)]
#[error("the text of the mask has {characters} characters, and at most {most} are read")]
struct LongText {
    characters: u32,
    most: usize,
}

/// The text of a mask.
pub(crate) fn text(value: &JsValue) -> Result<String, Refusal> {
    let text = value.dyn_ref::<JsString>().ok_or(InputError::NotText { name: "the mask" })?;
    // What is far too long is not copied to be refused.
    let characters = text.length();
    if characters as usize > MAX_TEXT {
        return Err(LongText { characters, most: MAX_TEXT }.into());
    }
    Ok(text.into())
}

/// The number of a thing.
pub(crate) fn whole(key: &'static str, value: &JsValue) -> Result<usize, Refusal> {
    let wanted = || "a whole number from 0 up".to_owned();
    count(value).ok_or_else(|| InputError::Option { what: "mask", key, wanted: wanted() }.into())
}

/// A size from JavaScript.
pub(crate) fn shape(queries: &JsValue, keys: &JsValue) -> Result<Shape, Refusal> {
    Ok(Shape::new(whole("queries", queries)?, whole("keys", keys)?)?)
}

/// What the options have under `alibi`.
pub(crate) fn alibi(options: Options<'_>) -> Result<Option<Alibi>, Refusal> {
    let Some(given) = options.maybe("alibi")? else { return Ok(None) };
    let given = Options { what: "alibi", object: &given };
    Ok(Some(Alibi::new(given.count("heads")?, given.count("head")?)?))
}

/// A model from JavaScript.
pub(crate) fn model(given: &JsValue) -> Result<Model, Refusal> {
    let given = Options { what: "model", object: given };
    let model = Model {
        heads: given.count("heads")? as u64,
        kv_heads: given.count("kvHeads")? as u64,
        head_size: given.count("size")? as u64,
        bytes_per_element: given.count("bytes")? as u64,
    };
    model.check()?;
    Ok(model)
}

/// What was thrown, with the place in the text that it is about.
pub(crate) fn placed(error: &Refusal, text: Option<&str>) -> JsValue {
    let (mut column, mut clause) = (JsValue::NULL, JsValue::NULL);
    if let Some(error) = error.cause::<heedmap_masks::Error>() {
        column = text.and_then(|text| error.column(text)).map_or(column, |column| column.into());
        if let heedmap_masks::Error::Clause { clause: index, .. } = error {
            clause = (*index).into();
        }
    }
    let thrown = Error::new(&error.to_string());
    // Setting a property of a new object cannot fail.
    let _ = Reflect::set(&thrown, &"column".into(), &column);
    let _ = Reflect::set(&thrown, &"clause".into(), &clause);
    thrown.into()
}
