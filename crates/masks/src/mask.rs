//! An expression that has been checked for a size. Its methods cannot fail, except for cells that do
//! not exist.

use crate::bits::Bits;
use crate::check::check;
use crate::error::Error;
use crate::evaluate::evaluate;
use crate::explain::{Explanation, explain};
use crate::expression::Expr;
use crate::parse::parse;
use crate::shape::Shape;

/// An expression and a size that it fits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mask {
    expr: Expr,
    shape: Shape,
}

impl Mask {
    /// A mask from an expression.
    ///
    /// - errors: [`Error::Clause`] for the first clause that does not fit,
    ///   [`Error::TooManyClauses`], [`Error::TooManyDraws`], [`Error::TooDeep`]
    pub fn new(expr: Expr, shape: Shape) -> Result<Mask, Error> {
        check(&expr, shape)?;
        Ok(Mask { expr, shape })
    }

    /// A mask from text.
    ///
    /// - errors: those of [`parse`] and of [`Mask::new`]
    pub fn parse(text: &str, shape: Shape) -> Result<Mask, Error> {
        Mask::new(parse(text)?.expr, shape)
    }

    /// The expression.
    #[must_use]
    pub fn expr(&self) -> &Expr {
        &self.expr
    }

    /// The size.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Whether a query may attend to a key, both counted from 0.
    ///
    /// Evaluates one cell by the formulas; [`Mask::bits`] evaluates all cells.
    ///
    /// - errors: [`Error::NoSuchCell`]
    pub fn allows(&self, query: usize, key: usize) -> Result<bool, Error> {
        self.shape.check_cell(query, key)?;
        Ok(allows(&self.expr, query, key, self.shape))
    }

    /// The whole mask.
    ///
    /// - returns: (queries, keys)
    #[must_use]
    pub fn bits(&self) -> Bits {
        evaluate(&self.expr, self.shape)
    }

    /// The clauses and comparisons that allow or forbid a cell.
    ///
    /// - errors: [`Error::NoSuchCell`]
    pub fn explain(&self, query: usize, key: usize) -> Result<Explanation, Error> {
        self.shape.check_cell(query, key)?;
        Ok(explain(&self.expr, (query, key), self.shape, &mut 0))
    }
}

fn allows(expr: &Expr, query: usize, key: usize, shape: Shape) -> bool {
    let operand = |operand: &Expr| allows(operand, query, key, shape);
    match expr {
        Expr::Clause(clause) => clause.allows(query, key, shape),
        Expr::Not(inner) => !operand(inner),
        Expr::And(operands) => operands.iter().all(operand),
        Expr::Or(operands) => operands.iter().any(operand),
    }
}
