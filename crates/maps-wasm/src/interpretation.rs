//! The interpretation of files as layers and heads.

use heedmap_interpretation::{
    Corrections, File, interpret as interpreted, texts as texts_of, unfit_tokens as unfit,
};
use heedmap_wasm_common::{Refusal, read_plain, serialize_value};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Files as they were listed, or any other JavaScript value.
    #[wasm_bindgen(typescript_type = "object[]")]
    pub type ListedFiles;
    /// The reader's corrections, or any other JavaScript value.
    #[wasm_bindgen(typescript_type = "object")]
    pub type GivenCorrections;
    /// The types are in `www/rooms/maps/types.d.ts`.
    #[wasm_bindgen(typescript_type = "object")]
    pub type Interpretation;
    /// The types are in `www/engine/interpretation-types.d.ts`.
    #[wasm_bindgen(typescript_type = "object[]")]
    pub type Texts;
    /// The types are in `www/engine/interpretation-types.d.ts`.
    #[wasm_bindgen(typescript_type = "object | null")]
    pub type MaybeMessage;
}

/// Interprets files as layers and heads, with the reader's corrections.
#[wasm_bindgen]
pub fn interpret(
    files: &ListedFiles,
    corrections: &GivenCorrections,
) -> Result<Interpretation, Refusal> {
    let files: Vec<File> = read_plain("the files", files)?;
    let corrections: Corrections = read_plain("the corrections", corrections)?;
    Ok(serialize_value(&interpreted(&files, &corrections))?.unchecked_into())
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
