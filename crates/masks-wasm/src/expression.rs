//! The parsed text of a mask.

use std::ops::Range;

use heedmap_masks as masks;
use heedmap_masks::{CLAUSES, PRESETS, Parsed};
use heedmap_wasm_common::{serialize, serialize_value};
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::inputs::placed;
use crate::mask::Mask;

/// The mask of a well-known model, in a size for display.
#[derive(Serialize, Tsify)]
pub(crate) struct MaskPreset {
    id: &'static str,
    name: &'static str,
    text: &'static str,
    queries: usize,
    keys: usize,
}

/// A clause and its syntax.
#[derive(Serialize, Tsify)]
pub(crate) struct MaskClauseUsage {
    name: &'static str,
    usage: &'static str,
}

/// A number in a clause, at the characters from `start` to `end` of the text, counted from 0, `end` excluded.
#[derive(Serialize, Tsify)]
pub(crate) struct MaskArgument {
    #[tsify(
        type = "'width' | 'left' | 'right' | 'tokens' | 'length' | 'token' | 'first' | 'last' | 'window' | 'step' | 'size' | 'count' | 'seed' | 'offset'"
    )]
    name: &'static str,
    value: f64,
    start: usize,
    end: usize,
}

/// A clause of a text.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub(crate) struct MaskClause {
    name: &'static str,
    /// The text of the clause without redundant blanks.
    text: String,
    start: usize,
    end: usize,
    /// Its numbers, in order; painted cells have none.
    arguments: Vec<MaskArgument>,
    /// `upper_left`, `lower_right` or `offset=` and a number; null if the clause has no alignment.
    alignment: Option<String>,
}

/// A clause, or a group of operands that `and` or `or` joins.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub(crate) struct MaskNode {
    /// How many `not` are before it.
    not: usize,
    /// The operator of a group; null for a clause.
    #[tsify(type = "'and' | 'or' | null")]
    join: Option<&'static str>,
    /// The index of the clause; null for a group.
    clause: Option<usize>,
    /// Empty for a clause.
    operands: Vec<MaskNode>,
    /// The characters of the clause, or of the group with the brackets around it, counted from 0.
    start: usize,
    /// Excluded.
    end: usize,
}

/// The parts of a text.
#[derive(Serialize, Tsify)]
pub struct MaskExpression {
    /// The expression without redundant blanks and brackets.
    text: String,
    /// In reading order.
    clauses: Vec<MaskClause>,
    /// The structure of the whole expression.
    tree: MaskNode,
}

#[wasm_bindgen]
extern "C" {
    /// See the TypeScript interface `MaskPreset`.
    #[wasm_bindgen(typescript_type = "MaskPreset[]")]
    pub type MaskPresets;
    /// See the TypeScript interface `MaskClauseUsage`.
    #[wasm_bindgen(typescript_type = "MaskClauseUsage[]")]
    pub type MaskClauses;
}

/// The masks of well-known models.
///
/// @example
/// maskPresets()[0]; // { id: 'gpt', name: 'GPT', text: 'causal', queries: 24, keys: 24 }
#[wasm_bindgen(js_name = maskPresets)]
pub fn mask_presets() -> Result<MaskPresets, JsValue> {
    let all = PRESETS.map(|masks::Preset { id, name, text, queries, keys }| MaskPreset {
        id,
        name,
        text,
        queries,
        keys,
    });
    serialize_value(&all.as_slice())
        .map(JsCast::unchecked_into)
        .map_err(|error| placed(&error, None))
}

/// All clauses.
///
/// @example
/// maskClauses()[2]; // { name: 'causal', usage: 'causal[(alignment)]' }
#[wasm_bindgen(js_name = maskClauses)]
pub fn mask_clauses() -> Result<MaskClauses, JsValue> {
    let all = CLAUSES.map(|(name, usage)| MaskClauseUsage { name, usage });
    serialize_value(&all.as_slice())
        .map(JsCast::unchecked_into)
        .map_err(|error| placed(&error, None))
}

#[wasm_bindgen]
impl Mask {
    /// The parts of the text. It is not checked whether they fit a number of queries and keys.
    ///
    /// @example
    /// Mask.parse('window(6)').expression().clauses[0].arguments;
    /// // [{ name: 'width', value: 6, start: 7, end: 8 }]
    pub fn expression(&self) -> Result<Ts<MaskExpression>, JsValue> {
        self.located(|| serialize(&parts(&self.parsed)))
    }
}

fn parts(parsed: &Parsed) -> MaskExpression {
    let Parsed { expr, columns, numbers, groups } = parsed;
    let tree = node(expr, &mut columns.iter().enumerate(), &mut groups.iter());
    let clauses = expr.clauses().into_iter().zip(columns).zip(numbers);
    let clauses = clauses.map(|((clause, columns), numbers)| MaskClause {
        name: clause.name(),
        text: clause.to_string(),
        start: columns.start - 1,
        end: columns.end - 1,
        arguments: numbers
            .iter()
            .map(|masks::Number { name, value, columns }| MaskArgument {
                name,
                value: *value as f64,
                start: columns.start - 1,
                end: columns.end - 1,
            })
            .collect(),
        alignment: clause.alignment().map(|alignment| alignment.to_string()),
    });
    MaskExpression { text: expr.to_string(), clauses: clauses.collect(), tree }
}

/// The node of an expression, given the columns of its clauses and of its groups in the order of the parser.
fn node<'a>(
    expr: &masks::Expr,
    clauses: &mut impl Iterator<Item = (usize, &'a Range<usize>)>,
    groups: &mut impl Iterator<Item = &'a Range<usize>>,
) -> MaskNode {
    let (join, operands) = match expr {
        masks::Expr::Not(operand) => {
            let operand = node(operand, clauses, groups);
            return MaskNode { not: operand.not + 1, ..operand };
        }
        masks::Expr::Clause(_) => (None, [].as_slice()),
        masks::Expr::And(operands) => (Some("and"), operands.as_slice()),
        masks::Expr::Or(operands) => (Some("or"), operands.as_slice()),
    };
    let operands = operands.iter().map(|operand| node(operand, clauses, groups)).collect();
    let (clause, columns) = match join {
        None => {
            clauses.next().map_or((None, None), |(index, columns)| (Some(index), Some(columns)))
        }
        Some(_) => (None, groups.next()),
    };
    // The parser gives columns to every clause and group, counted from 1.
    let (start, end) = columns.map_or((0, 0), |columns| (columns.start - 1, columns.end - 1));
    MaskNode { not: 0, join, clause, operands, start, end }
}
