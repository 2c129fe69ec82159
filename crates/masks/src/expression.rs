//! A mask as an expression, and as the text of one.

use std::fmt;

use crate::clause::Clause;

/// Clauses put together by `and`, `or` and `not`.
///
/// [`parse`](crate::parse) reads one from text and [`fmt::Display`] writes it. What was read comes
/// back as it was, but for blanks and brackets that change nothing. `a and b and c` is one
/// [`Expr::And`] of three; brackets make one within another.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expr {
    /// A rule.
    Clause(Clause),
    /// What the operand forbids.
    Not(Box<Expr>),
    /// What all operands allow: everything, if there are none.
    And(Vec<Expr>),
    /// What any operand allows: nothing, if there are none.
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

    /// How tightly what is written holds together: `or` least, clauses most.
    fn binding(&self) -> u8 {
        match self {
            Expr::Or(_) => 0,
            Expr::And(_) => 1,
            Expr::Not(_) => 2,
            Expr::Clause(_) => 3,
        }
    }

    /// Whether an operand stands in brackets: one that holds together less than its operator, or
    /// is of the same kind, without which `a and (b and c)` would be read as one of three.
    pub(crate) fn needs_brackets(&self, operand: &Expr) -> bool {
        match self {
            Expr::Clause(_) => false,
            // `not not a` can only be read in one way.
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

/// The expression as it is typed.
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
