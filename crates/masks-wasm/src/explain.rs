//! Why a cell is allowed or forbidden.

use heedmap_masks::{Comparison, Explanation, Reason};
use heedmap_wasm_common::{Number, read_value, serialize};
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::mask::Mask;

/// A comparison with the cell's numbers, such as 14 - 3 < 6.
#[derive(Serialize, Tsify)]
pub(crate) struct MaskComparison {
    left: String,
    #[tsify(type = "'<' | '<=' | '>=' | '=' | 'in'")]
    relation: &'static str,
    right: String,
    holds: bool,
}

/// The verdict of a clause on a cell.
#[derive(Serialize, Tsify)]
pub(crate) struct MaskReason {
    /// The index in reading order, from 0.
    clause: usize,
    text: String,
    holds: bool,
    /// Whether the clause decides the verdict: reversing all deciding clauses reverses the verdict of the
    /// mask.
    decides: bool,
    /// Empty if the verdict of the clause is the same for every cell.
    comparisons: Vec<MaskComparison>,
    /// Whether one true comparison is enough; otherwise all must be true.
    any: bool,
}

/// Whether a cell is allowed, and the verdict of each clause.
#[derive(Serialize, Tsify)]
pub struct MaskExplanation {
    allows: bool,
    clauses: Vec<MaskReason>,
}

#[wasm_bindgen]
impl Mask {
    /// Whether a cell is allowed, and by which clauses.
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
    ) -> Result<Ts<MaskExplanation>, JsValue> {
        self.located(|| {
            let sized = self.sized(queries, keys)?;
            let explanation = sized
                .mask
                .explain(read_value("mask: query", query)?, read_value("mask: key", key)?)?;
            serialize(&serializable(&explanation))
        })
    }
}

fn serializable(explanation: &Explanation) -> MaskExplanation {
    let deciding = explanation.deciding();
    let clauses = explanation.clauses().into_iter().filter_map(|explained| {
        let Reason::Clause { clause, comparisons, any } = &explained.reason else { return None };
        Some(MaskReason {
            clause: *clause,
            text: explained.text.clone(),
            holds: explained.allows,
            decides: deciding.contains(clause),
            comparisons: comparisons.iter().map(comparison).collect(),
            any: *any,
        })
    });
    MaskExplanation { allows: explanation.allows, clauses: clauses.collect() }
}

fn comparison(Comparison { left, relation, right, holds }: &Comparison) -> MaskComparison {
    let (left, right) = (left.clone(), right.clone());
    MaskComparison { left, relation: relation.sign(), right, holds: *holds }
}
