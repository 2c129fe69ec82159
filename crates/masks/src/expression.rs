//! Mask expressions.

use std::fmt;

use crate::clause::Clause;

/// Clauses joined by `and`, `or` and `not`.
///
/// [`parse`](crate::parse) reads an expression from text, and [`fmt::Display`] writes it. A parsed
/// expression is written back unchanged, except for blanks and redundant brackets. `a and b and c`
/// is one [`Expr::And`] of three operands; brackets nest one in another.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expr {
    /// A clause.
    Clause(Clause),
    /// The pairs that the operand forbids.
    Not(Box<Expr>),
    /// The pairs that all operands allow; all pairs if there are no operands.
    And(Vec<Expr>),
    /// The pairs that any operand allows; no pair if there are no operands.
    Or(Vec<Expr>),
}

impl Expr {
    /// The clauses, in reading order.
    #[must_use]
    pub fn clauses(&self) -> Vec<&Clause> {
        match self {
            Expr::Clause(clause) => vec![clause],
            Expr::Not(operand) => operand.clauses(),
            Expr::And(operands) | Expr::Or(operands) => {
                operands.iter().flat_map(Expr::clauses).collect()
            }
        }
    }

    /// The precedence of the expression: lowest for `or`, highest for clauses.
    fn binding(&self) -> u8 {
        match self {
            Expr::Or(_) => 0,
            Expr::And(_) => 1,
            Expr::Not(_) => 2,
            Expr::Clause(_) => 3,
        }
    }

    /// Whether an operand needs brackets: its precedence is lower than that of its operator, or it
    /// is of the same kind. Without brackets, `a and (b and c)` would be parsed as one `and` of
    /// three.
    pub(crate) fn needs_brackets(&self, operand: &Expr) -> bool {
        match self {
            Expr::Clause(_) => false,
            // `not not a` is unambiguous.
            Expr::Not(_) => operand.binding() < self.binding(),
            Expr::And(_) | Expr::Or(_) => operand.binding() <= self.binding(),
        }
    }

    fn write_operand(&self, operand: &Expr, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.needs_brackets(operand) { write!(f, "({operand})") } else { write!(f, "{operand}") }
    }
}

impl From<Clause> for Expr {
    fn from(clause: Clause) -> Expr {
        Expr::Clause(clause)
    }
}

/// Writes the expression.
impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (operands, word, of_none) = match self {
            Expr::Clause(clause) => return write!(f, "{clause}"),
            Expr::Not(operand) => {
                f.write_str("not ")?;
                return self.write_operand(operand, f);
            }
            Expr::And(operands) => (operands, " and ", Clause::All),
            Expr::Or(operands) => (operands, " or ", Clause::None),
        };
        if operands.is_empty() {
            return write!(f, "{of_none}");
        }
        for (index, operand) in operands.iter().enumerate() {
            if index > 0 {
                f.write_str(word)?;
            }
            self.write_operand(operand, f)?;
        }
        Ok(())
    }
}
