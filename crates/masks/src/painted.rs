//! Cells painted by hand, as a part of the expression.

use crate::bits::{Bits, set_range};
use crate::clause::Clause;
use crate::error::Error;
use crate::evaluate::evaluate;
use crate::expression::Expr;
use crate::mask::Mask;
use crate::shape::{Shape, signed};
use crate::span::{Cells, Span};

/// The maximum number of rectangles of painted cells, so that the text is readable and fits a link.
pub const MAX_PAINTED: usize = 512;

/// The effect of painting a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Brush {
    /// The query may attend to the key, whatever the clauses say.
    Allow,
    /// The query may not attend to the key, whatever the clauses say.
    Forbid,
}

/// The expression of a mask after some cells, (query, key), were painted.
///
/// The result is `(expression or cells(allowed)) and not cells(forbidden)`. Earlier paint is merged
/// into the two lists, and an empty list is left out. A greedy search down the rows merges cells to
/// rectangles. If a cell has the opposite paint and removing that paint is enough, it is only removed,
/// so that undone paint leaves no trace.
///
/// - errors: [`Error::NoSuchCell`], [`Error::Painted`]
pub fn painted(mask: &Mask, brush: Brush, cells: &[(usize, usize)]) -> Result<Expr, Error> {
    let shape = mask.shape();
    let mut new = Bits::none(shape);
    for &(query, key) in cells {
        shape.check_cell(query, key)?;
        set_range(new.row_mut(query), key..key + 1);
    }
    let (base, mut allowed, mut forbidden) = layers(mask.expr(), shape);
    // Where the clauses already have the wanted verdict, removing the opposite paint is enough.
    let mut bare = evaluate(&base, shape);
    let (with, against) = match brush {
        Brush::Allow => (&mut allowed, &mut forbidden),
        Brush::Forbid => {
            bare.invert();
            (&mut forbidden, &mut allowed)
        }
    };
    bare.intersect(against);
    against.subtract(&new);
    new.subtract(&bare);
    with.unite(&new);
    let (allowed, forbidden) = (rectangles(&allowed), rectangles(&forbidden));
    let rectangles = allowed.len() + forbidden.len();
    if rectangles > MAX_PAINTED {
        return Err(Error::Painted { rectangles, most: MAX_PAINTED });
    }
    let painted = with_layers(base, allowed, forbidden);
    Mask::new(painted.clone(), shape)?;
    Ok(painted)
}

/// Splits an expression into the part without its outermost paint, and the cells that are painted
/// allowed and forbidden.
fn layers(expr: &Expr, shape: Shape) -> (Expr, Bits, Bits) {
    let (mut allowed, mut forbidden) = (Bits::none(shape), Bits::none(shape));
    let mut base = expr.clone();
    base = match base {
        Expr::Not(operand) if take(&operand, &mut forbidden) => Clause::All.into(),
        Expr::And(mut operands) => {
            operands
                .pop_if(|last| matches!(last, Expr::Not(operand) if take(operand, &mut forbidden)));
            Expr::joined(operands, Expr::And).unwrap_or(Clause::All.into())
        }
        other => other,
    };
    base = match base {
        Expr::Clause(Clause::Cells { .. }) if take(&base, &mut allowed) => Clause::None.into(),
        Expr::Or(mut operands) => {
            operands.pop_if(|last| take(last, &mut allowed));
            Expr::joined(operands, Expr::Or).unwrap_or(Clause::None.into())
        }
        other => other,
    };
    (base, allowed, forbidden)
}

/// Adds the painted cells of an expression, if it consists of nothing else.
fn take(expr: &Expr, cells: &mut Bits) -> bool {
    let painted = matches!(expr, Expr::Clause(Clause::Cells { .. }));
    if painted {
        cells.unite(&evaluate(expr, cells.shape()));
    }
    painted
}

/// The inverse of [`layers`].
fn with_layers(mut base: Expr, allowed: Vec<Cells>, forbidden: Vec<Cells>) -> Expr {
    if !allowed.is_empty() {
        let cells = Clause::Cells { cells: allowed }.into();
        base = match base {
            Expr::Clause(Clause::None) => cells,
            Expr::Or(mut operands) => {
                operands.push(cells);
                Expr::Or(operands)
            }
            other => Expr::Or(vec![other, cells]),
        };
    }
    if !forbidden.is_empty() {
        let cells = Expr::Not(Box::new(Clause::Cells { cells: forbidden }.into()));
        base = match base {
            Expr::Clause(Clause::All) => cells,
            Expr::And(mut operands) => {
                operands.push(cells);
                Expr::And(operands)
            }
            other => Expr::And(vec![other, cells]),
        };
    }
    base
}

/// The cells as rectangles: runs of a row that continue in the rows below.
fn rectangles(bits: &Bits) -> Vec<Cells> {
    let mut rectangles: Vec<Cells> = Vec::new();
    for (query, row) in bits.rows().enumerate() {
        let query = signed(query);
        for keys in runs(row) {
            let continues =
                |cells: &&mut Cells| cells.keys == keys && cells.queries.last == query - 1;
            match rectangles.iter_mut().find(continues) {
                Some(cells) => cells.queries.last = query,
                None => rectangles.push(Cells { queries: Span::one(query), keys }),
            }
        }
        // The caller rejects more than this, so the search can stop.
        if rectangles.len() > MAX_PAINTED {
            break;
        }
    }
    rectangles
}

/// The runs of set bits.
fn runs(row: &[u64]) -> Vec<Span> {
    let mut runs: Vec<Span> = Vec::new();
    for (index, &word) in row.iter().enumerate() {
        let mut left = word;
        while left != 0 {
            let key = signed(index * 64) + i64::from(left.trailing_zeros());
            left &= left - 1;
            match runs.last_mut() {
                Some(run) if run.last + 1 == key => run.last = key,
                _ => runs.push(Span::one(key)),
            }
        }
    }
    runs
}
