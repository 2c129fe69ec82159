//! Why a cell is allowed or forbidden.

use heedmap_masks::{Comparison, Explanation, Reason};
use js_sys::Array;
use wasm_bindgen::prelude::*;

use super::inputs::{Text, mask, whole, with_text};
use crate::draw::Number;
use crate::results::{Record, record};

#[wasm_bindgen(typescript_custom_section)]
const EXPLAIN: &str = r#"
/** A comparison with the cell's own numbers in it, such as 14 - 3 < 6. */
export interface MaskComparison {
  left: string;
  relation: '<' | '<=' | '>=' | '=' | 'in';
  right: string;
  holds: boolean;
}

/** What a clause says of a cell by itself. */
export interface MaskReason {
  /** Counted from 0 in reading order. */
  clause: number;
  text: string;
  holds: boolean;
  /** Whether it settles the verdict: had all such clauses said the opposite, so would the whole. */
  decides: boolean;
  /** Without any, the clause says the same of every cell. */
  comparisons: MaskComparison[];
  /** Whether one comparison that holds is enough; else all must. */
  any: boolean;
}

export interface MaskExplanation {
  allows: boolean;
  clauses: MaskReason[];
}
"#;

#[wasm_bindgen]
extern "C" {
    /// See the TypeScript interface of this name.
    #[wasm_bindgen(typescript_type = "MaskExplanation")]
    pub type MaskExplanation;
}

/// Says of one cell whether it is allowed, and by which clauses.
///
/// @example
/// maskExplain('window(6)', 24, 24, 14, 3).clauses[0].comparisons; // [{ left: '14 - 3', relation: '<', right: '6', holds: false }]
#[wasm_bindgen(js_name = maskExplain)]
pub fn mask_explain(
    text: &Text,
    queries: &Number,
    keys: &Number,
    query: &Number,
    key: &Number,
) -> Result<MaskExplanation, JsValue> {
    with_text(text, |text| {
        let mask = mask(text, queries, keys)?;
        let explanation = mask.explain(whole("query", query)?, whole("key", key)?)?;
        Ok(result(&explanation).unchecked_into())
    })
}

fn result(explanation: &Explanation) -> Record {
    let deciding = explanation.deciding();
    let clauses = Array::new();
    for of in explanation.clauses() {
        if let Reason::Clause { clause, comparisons, any } = &of.reason {
            let reason = record().with_texts(&[("text", &of.text)]);
            reason.set("clause", &(*clause).into());
            reason.set("holds", &of.allows.into());
            reason.set("decides", &deciding.contains(clause).into());
            reason.set("comparisons", &comparisons.iter().map(comparison).collect::<Array>());
            reason.set("any", &(*any).into());
            clauses.push(&reason);
        }
    }
    let result = record();
    result.set("allows", &explanation.allows.into());
    result.set("clauses", &clauses);
    result
}

fn comparison(Comparison { left, relation, right, holds }: &Comparison) -> Record {
    let texts = [("left", left.as_str()), ("relation", relation.sign()), ("right", right)];
    let comparison = record().with_texts(&texts);
    comparison.set("holds", &(*holds).into());
    comparison
}
