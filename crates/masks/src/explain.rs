//! Why a cell is allowed or forbidden, as data.

use crate::comparison::Comparison;
use crate::expression::Expr;
use crate::shape::Shape;

/// What an expression says of one cell, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The expression as it is typed.
    pub text: String,
    /// Whether it allows the cell.
    pub allows: bool,
    /// What that comes from.
    pub reason: Reason,
}

/// What the verdict of an expression comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A rule.
    Clause {
        /// Which clause, counted from 0 in reading order.
        clause: usize,
        /// The comparisons that were made. Without any, the clause says the same of every cell.
        comparisons: Vec<Comparison>,
        /// Whether one comparison that holds is enough; else all must.
        any: bool,
    },
    /// The opposite of the operand.
    Not(Box<Explanation>),
    /// All operands must allow.
    And(Vec<Explanation>),
    /// One operand that allows is enough.
    Or(Vec<Explanation>),
}

impl Explanation {
    /// The clauses that settle the verdict, counted from 0 in reading order: had all of them said
    /// the opposite, so would the whole.
    ///
    /// Of an `and` that forbids, the operands that forbid; of an `or` that allows, those that
    /// allow; else all operands.
    #[must_use]
    pub fn deciding(&self) -> Vec<usize> {
        match &self.reason {
            Reason::Clause { clause, .. } => vec![*clause],
            Reason::Not(operand) => operand.deciding(),
            Reason::And(operands) | Reason::Or(operands) => operands
                .iter()
                .filter(|operand| operand.allows == self.allows)
                .flat_map(Explanation::deciding)
                .collect(),
        }
    }

    /// What each clause says by itself, in reading order.
    #[must_use]
    pub fn clauses(&self) -> Vec<&Explanation> {
        match &self.reason {
            Reason::Clause { .. } => vec![self],
            Reason::Not(operand) => operand.clauses(),
            Reason::And(operands) | Reason::Or(operands) => {
                operands.iter().flat_map(Explanation::clauses).collect()
            }
        }
    }
}

/// Explains a cell of a checked expression. `clause` counts the clauses that were passed.
pub(crate) fn explain(
    expr: &Expr,
    (query, key): (usize, usize),
    shape: Shape,
    clause: &mut usize,
) -> Explanation {
    let mut each = |operands: &[Expr]| -> Vec<Explanation> {
        operands.iter().map(|operand| explain(operand, (query, key), shape, clause)).collect()
    };
    let (allows, reason) = match expr {
        Expr::Clause(rule) => {
            let reasons = rule.reasons(query, key, shape);
            let (comparisons, any) = (reasons.comparisons, reasons.any);
            let mut holds = comparisons.iter().map(|comparison| comparison.holds);
            let allows = if any { holds.any(|holds| holds) } else { holds.all(|holds| holds) };
            let index = *clause;
            *clause += 1;
            (allows, Reason::Clause { clause: index, comparisons, any })
        }
        Expr::Not(operand) => {
            let operand = explain(operand, (query, key), shape, clause);
            (!operand.allows, Reason::Not(Box::new(operand)))
        }
        Expr::And(operands) => {
            let operands = each(operands);
            (operands.iter().all(|operand| operand.allows), Reason::And(operands))
        }
        Expr::Or(operands) => {
            let operands = each(operands);
            (operands.iter().any(|operand| operand.allows), Reason::Or(operands))
        }
    };
    Explanation { text: expr.to_string(), allows, reason }
}
