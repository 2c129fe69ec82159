//! The interpretation of files as layers and heads.

use heedmap_interpretation::{
    Corrections, File, Interpretation, interpret as interpreted, texts as texts_of,
    unfit_tokens as unfit,
};
use heedmap_wasm_common::{Refusal, read_plain, serialize, serialize_value};
use tsify::Ts;
use wasm_bindgen::prelude::*;

// The types of a rule have what may be left out of it. Here, nothing is, and readings have no offset of their own.
#[wasm_bindgen(typescript_custom_section)]
const READING_RULE: &str = "/** The rule of a reading, with all its parts. */
export type ReadingRule = AttentionRule & Required<Pick<AttentionRule, 'scale'>> & {
  causal: Exclude<Causal, 'offset'>;
  attn_temperature_tuning?: Required<TemperatureTuning>;
};";

#[wasm_bindgen]
extern "C" {
    /// Files as they were listed, or any other JavaScript value.
    #[wasm_bindgen(typescript_type = "ListedFile[]")]
    pub type ListedFiles;
    /// The reader's corrections, or any other JavaScript value.
    #[wasm_bindgen(typescript_type = "Corrections")]
    pub type GivenCorrections;
    /// See the TypeScript interface `Text`.
    #[wasm_bindgen(typescript_type = "Text[]")]
    pub type Texts;
    /// See the TypeScript type `Note`.
    #[wasm_bindgen(typescript_type = "Note | null")]
    pub type MaybeMessage;
}

/// Interprets files as layers and heads, with the reader's corrections.
#[wasm_bindgen]
pub fn interpret(
    files: &ListedFiles,
    corrections: &GivenCorrections,
) -> Result<Ts<Interpretation>, Refusal> {
    let files: Vec<File> = read_plain("the files", files)?;
    let corrections: Corrections = read_plain("the corrections", corrections)?;
    serialize(&interpreted(&files, &corrections))
}

/// The texts of files that hold several: the correction that reads each, and its reading.
#[wasm_bindgen]
pub fn texts(files: &ListedFiles, corrections: &GivenCorrections) -> Result<Texts, Refusal> {
    let files: Vec<File> = read_plain("the files", files)?;
    let corrections: Corrections = read_plain("the corrections", corrections)?;
    Ok(serialize_value(&texts_of(&files, &corrections))?.unchecked_into())
}

/// Why added tokens do not belong to the open files; null if they do.
#[wasm_bindgen(js_name = unfitTokens)]
pub fn unfit_tokens(
    present: &ListedFiles,
    added: &ListedFiles,
    corrections: &GivenCorrections,
) -> Result<MaybeMessage, Refusal> {
    let present: Vec<File> = read_plain("the files", present)?;
    let added: Vec<File> = read_plain("the added files", added)?;
    let corrections: Corrections = read_plain("the corrections", corrections)?;
    Ok(serialize_value(&unfit(&present, &added, &corrections))?.unchecked_into())
}
