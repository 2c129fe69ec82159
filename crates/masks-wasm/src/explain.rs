//! Why a cell is allowed or forbidden.

use heedmap_masks::{Comparison, Explanation, Reason};
use heedmap_wasm_common::{Number, plain};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::inputs::whole;
use crate::mask::Mask;

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

#[derive(Serialize)]
struct ComparisonResult<'a> {
    left: &'a str,
    relation: &'static str,
    right: &'a str,
    holds: bool,
}

#[derive(Serialize)]
struct ReasonResult<'a> {
    clause: usize,
    text: &'a str,
    holds: bool,
    decides: bool,
    comparisons: Vec<ComparisonResult<'a>>,
    any: bool,
}

#[derive(Serialize)]
struct ExplanationResult<'a> {
    allows: bool,
    clauses: Vec<ReasonResult<'a>>,
}

#[wasm_bindgen]
impl Mask {
    /// Says of one cell whether it is allowed, and by which clauses.
    ///
    /// @example
    /// Mask.parse('window(6)').explain(24, 24, 14, 3).clauses[0].comparisons;
    /// // [{ left: '14 - 3', relation: '<', right: '6', holds: false }]
    pub fn explain(
        &self,
        queries: &Number,
        keys: &Number,
        query: &Number,
        key: &Number,
    ) -> Result<MaskExplanation, JsValue> {
        self.located(|| {
            let sized = self.sized(queries, keys)?;
            let explanation = sized.mask.explain(whole("query", query)?, whole("key", key)?)?;
            Ok(plain(&result(&explanation))?.unchecked_into())
        })
    }
}

fn result(explanation: &Explanation) -> ExplanationResult<'_> {
    let deciding = explanation.deciding();
    let clauses = explanation.clauses().into_iter().filter_map(|of| {
        let Reason::Clause { clause, comparisons, any } = &of.reason else { return None };
        Some(ReasonResult {
            clause: *clause,
            text: &of.text,
            holds: of.allows,
            decides: deciding.contains(clause),
            comparisons: comparisons.iter().map(comparison).collect(),
            any: *any,
        })
    });
    ExplanationResult { allows: explanation.allows, clauses: clauses.collect() }
}

fn comparison(Comparison { left, relation, right, holds }: &Comparison) -> ComparisonResult<'_> {
    ComparisonResult { left, relation: relation.sign(), right, holds: *holds }
}
