//! The text of a mask: read and taken apart.

use heedmap_masks as masks;
use heedmap_masks::{CLAUSES, PRESETS, Parsed};
use heedmap_wasm_common::plain;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::inputs::placed;
use crate::mask::Mask;

#[wasm_bindgen(typescript_custom_section)]
const EXPRESSION: &str = r#"
/** A mask that people know by a name, in a size that can be looked at. */
export interface MaskPreset {
  id: string;
  name: string;
  text: string;
  queries: number;
  keys: number;
}

/** A clause that there is, and how it is written. */
export interface MaskClauseUsage {
  name: string;
  usage: string;
}

/** A whole number in a clause. It stands from `start` to before `end`, counted from 0, in characters. */
export interface MaskArgument {
  name: 'width' | 'left' | 'right' | 'tokens' | 'length' | 'token' | 'first' | 'last' | 'window' | 'step' | 'size' | 'count' | 'seed' | 'offset';
  value: number;
  start: number;
  end: number;
}

export interface MaskClause {
  name: string;
  /** The clause as it is written without blanks that change nothing. */
  text: string;
  start: number;
  end: number;
  /** Its numbers, in order; painted cells have none. */
  arguments: MaskArgument[];
  /** `upper_left`, `lower_right` or `offset=` and a number; null if the clause does not ask where the query stands. */
  alignment: string | null;
}

export interface MaskExpression {
  /** The expression without blanks and brackets that change nothing. */
  text: string;
  /** In reading order. */
  clauses: MaskClause[];
}
"#;

#[wasm_bindgen]
extern "C" {
    /// See the TypeScript interface `MaskPreset`.
    #[wasm_bindgen(typescript_type = "MaskPreset[]")]
    pub type MaskPresets;
    /// See the TypeScript interface `MaskClauseUsage`.
    #[wasm_bindgen(typescript_type = "MaskClauseUsage[]")]
    pub type MaskClauses;
    /// See the TypeScript interface of this name.
    #[wasm_bindgen(typescript_type = "MaskExpression")]
    pub type MaskExpression;
}

#[derive(Serialize)]
struct PresetResult {
    id: &'static str,
    name: &'static str,
    text: &'static str,
    queries: usize,
    keys: usize,
}

#[derive(Serialize)]
struct UsageResult {
    name: &'static str,
    usage: &'static str,
}

#[derive(Serialize)]
struct ArgumentResult {
    name: &'static str,
    value: f64,
    start: usize,
    end: usize,
}

#[derive(Serialize)]
struct ClauseResult {
    name: &'static str,
    text: String,
    start: usize,
    end: usize,
    arguments: Vec<ArgumentResult>,
    alignment: Option<String>,
}

#[derive(Serialize)]
struct ExpressionResult {
    text: String,
    clauses: Vec<ClauseResult>,
}

/// The masks of well-known models.
///
/// @example
/// maskPresets()[0]; // { id: 'gpt', name: 'GPT', text: 'causal', queries: 24, keys: 24 }
#[wasm_bindgen(js_name = maskPresets)]
pub fn mask_presets() -> Result<MaskPresets, JsValue> {
    let all = PRESETS.map(|masks::Preset { id, name, text, queries, keys }| PresetResult {
        id,
        name,
        text,
        queries,
        keys,
    });
    plain(&all.as_slice()).map(JsCast::unchecked_into).map_err(|error| placed(&error, None))
}

/// The clauses that there are.
///
/// @example
/// maskClauses()[2]; // { name: 'causal', usage: 'causal[(alignment)]' }
#[wasm_bindgen(js_name = maskClauses)]
pub fn mask_clauses() -> Result<MaskClauses, JsValue> {
    let all = CLAUSES.map(|(name, usage)| UsageResult { name, usage });
    plain(&all.as_slice()).map(JsCast::unchecked_into).map_err(|error| placed(&error, None))
}

#[wasm_bindgen]
impl Mask {
    /// The parts of the text. They are not checked against a number of queries and keys.
    ///
    /// @example
    /// Mask.parse('window(6)').expression().clauses[0].arguments; // [{ name: 'width', value: 6, start: 7, end: 8 }]
    pub fn expression(&self) -> Result<MaskExpression, JsValue> {
        self.located(|| Ok(plain(&parts(&self.parsed))?.unchecked_into()))
    }
}

fn parts(parsed: &Parsed) -> ExpressionResult {
    let Parsed { expr, columns, numbers } = parsed;
    let clauses = expr.clauses().into_iter().zip(columns).zip(numbers);
    let clauses = clauses.map(|((clause, columns), numbers)| ClauseResult {
        name: clause.name(),
        text: clause.to_string(),
        start: columns.start - 1,
        end: columns.end - 1,
        arguments: numbers
            .iter()
            .map(|masks::Number { name, value, columns }| ArgumentResult {
                name,
                value: *value as f64,
                start: columns.start - 1,
                end: columns.end - 1,
            })
            .collect(),
        alignment: clause.alignment().map(|alignment| alignment.to_string()),
    });
    ExpressionResult { text: expr.to_string(), clauses: clauses.collect() }
}
