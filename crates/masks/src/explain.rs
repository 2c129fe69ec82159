//! Why a cell is allowed or forbidden, as data.

use crate::comparison::Comparison;
use crate::expression::Expr;
use crate::shape::Shape;

/// The verdict of an expression on one cell, with its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The text of the expression.
    pub text: String,
    /// Whether the expression allows the cell.
    pub allows: bool,
    /// The reason.
    pub reason: Reason,
}

/// The reason for the verdict of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// A clause.
    Clause {
        /// The index of the clause in reading order, from 0.
        clause: usize,
        /// The comparisons. If there are none, the verdict of the clause is the same for every
        /// cell.
        comparisons: Vec<Comparison>,
        /// Whether one true comparison is enough; otherwise all must be true.
        any: bool,
    },
    /// The opposite of the operand.
    Not(Box<Explanation>),
    /// All operands must allow the cell.
    And(Vec<Explanation>),
    /// One operand that allows the cell is enough.
    Or(Vec<Explanation>),
}

impl Explanation {
    /// The clauses that decide the verdict, counted from 0 in reading order: reversing the verdicts of
    /// all of them reverses the verdict of the expression.
    ///
    /// For an `and` that forbids, these are the operands that forbid; for an `or` that allows,
    /// those that allow; otherwise all operands.
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

    /// The explanation of each clause, in reading order.
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

/// Explains a cell of a checked expression. `clause` is the number of clauses before this part.
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
