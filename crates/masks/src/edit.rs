//! Edits of expressions: remove a clause, or change its alignment.

use crate::alignment::Alignment;
use crate::clause::Clause;
use crate::expression::Expr;

impl Expr {
    /// The expression without a clause, which is counted from 0 in reading order. If there is no
    /// such clause, the expression is unchanged.
    ///
    /// A `not`, `and` or `or` without operands is removed with the clause.
    ///
    /// - returns: `None` if no clause remains
    #[must_use]
    pub fn without(&self, clause: usize) -> Option<Expr> {
        self.edited(clause, &mut 0, &|_| None)
    }

    /// The expression with another alignment of a clause. If the clause has no alignment, the
    /// expression is unchanged.
    #[must_use]
    pub fn aligned(&self, clause: usize, alignment: Alignment) -> Expr {
        let aligned = |clause: &Clause| Some(clause.aligned(alignment));
        self.edited(clause, &mut 0, &aligned).unwrap_or(Expr::And(Vec::new()))
    }

    /// The expression after `edit` has changed or removed the chosen clause. `passed` counts the clauses
    /// before this part.
    fn edited(
        &self,
        chosen: usize,
        passed: &mut usize,
        edit: &dyn Fn(&Clause) -> Option<Clause>,
    ) -> Option<Expr> {
        let mut each = |operands: &[Expr]| -> Vec<Expr> {
            operands.iter().filter_map(|operand| operand.edited(chosen, passed, edit)).collect()
        };
        match self {
            Expr::Clause(clause) => {
                let index = *passed;
                *passed += 1;
                if index == chosen { edit(clause).map(Expr::Clause) } else { Some(self.clone()) }
            }
            Expr::Not(operand) => {
                operand.edited(chosen, passed, edit).map(|operand| Expr::Not(Box::new(operand)))
            }
            Expr::And(operands) => Expr::joined(each(operands), Expr::And),
            Expr::Or(operands) => Expr::joined(each(operands), Expr::Or),
        }
    }

    /// Joins operands: a single operand stays as it is, and no operand gives `None`.
    pub(crate) fn joined(mut operands: Vec<Expr>, join: fn(Vec<Expr>) -> Expr) -> Option<Expr> {
        let last = operands.pop()?;
        if operands.is_empty() {
            return Some(last);
        }
        operands.push(last);
        Some(join(operands))
    }
}
