//! Expressions changed as a reader changes them: a clause taken out, or aligned anew.

use crate::alignment::Alignment;
use crate::clause::Clause;
use crate::expression::Expr;

impl Expr {
    /// The expression without a clause, counted from 0 in reading order; without a clause of that
    /// number, the expression as it is.
    ///
    /// What the clause was joined to stays, and so does what a `not` before it is joined to.
    ///
    /// - returns: nothing, if nothing is left
    #[must_use]
    pub fn without(&self, clause: usize) -> Option<Expr> {
        self.edited(clause, &mut 0, &|_| None)
    }

    /// The expression with a clause aligned in another way; as it is, if the clause does not ask
    /// where the query stands.
    #[must_use]
    pub fn aligned(&self, clause: usize, alignment: Alignment) -> Expr {
        let aligned = |clause: &Clause| Some(clause.aligned(alignment));
        self.edited(clause, &mut 0, &aligned).unwrap_or(Expr::And(Vec::new()))
    }

    /// `passed` counts the clauses before this part; `edit` says what the chosen one becomes.
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

    /// Several operands joined, the only one as it is, or nothing.
    pub(crate) fn joined(mut operands: Vec<Expr>, join: fn(Vec<Expr>) -> Expr) -> Option<Expr> {
        let last = operands.pop()?;
        if operands.is_empty() {
            return Some(last);
        }
        operands.push(last);
        Some(join(operands))
    }
}

impl Clause {
    fn aligned(&self, alignment: Alignment) -> Clause {
        let mut clause = self.clone();
        match &mut clause {
            Clause::All
            | Clause::None
            | Clause::Prefix { .. }
            | Clause::PaddingLeft { .. }
            | Clause::PaddingRight { .. }
            | Clause::Cells { .. } => {}
            Clause::Causal { at }
            | Clause::Window { at, .. }
            | Clause::Band { at, .. }
            | Clause::Documents { at, .. }
            | Clause::Global { at, .. }
            | Clause::Dilated { at, .. }
            | Clause::Blocks { at, .. }
            | Clause::BlockLocal { at, .. }
            | Clause::RandomBlocks { at, .. } => *at = alignment,
        }
        clause
    }
}
