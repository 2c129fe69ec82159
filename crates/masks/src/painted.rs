//! Cells painted by hand, as part of the expression.

use crate::bits::{Bits, set_range};
use crate::clause::Clause;
use crate::error::Error;
use crate::evaluate::evaluate;
use crate::expression::Expr;
use crate::mask::Mask;
use crate::shape::{Shape, signed};
use crate::span::{Cells, Span};

/// The most rectangles of cells that a mask is painted with: their text can still be read and sent.
pub const MAX_PAINTED: usize = 512;

/// What painting a cell makes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Brush {
    /// The query may attend to the key, whatever the clauses say.
    Allow,
    /// It may not.
    Forbid,
}

/// The expression of a mask on which some cells, (query, key), were painted.
///
/// It is `(expression or cells(allowed)) and not cells(forbidden)`. What was painted before is
/// taken up into the two lists, and a list of nothing is left out; each list is as few rectangles
/// as going down the rows finds. A cell that was painted one way and is painted the other way only
/// loses its paint where that is enough: paint that is undone leaves no trace.
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
    // Where the other paint alone stood against what the clauses say, taking it off is enough.
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

/// An expression without its outermost paint, and the cells that are painted allowed and
/// forbidden.
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

/// Takes up painted cells, if the expression is nothing else.
fn take(expr: &Expr, cells: &mut Bits) -> bool {
    let painted = matches!(expr, Expr::Clause(Clause::Cells { .. }));
    if painted {
        cells.unite(&evaluate(expr, cells.shape()));
    }
    painted
}

/// The opposite of [`layers`].
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

/// The cells as rectangles: runs of a row that go on in the rows below.
fn rectangles(bits: &Bits) -> Vec<Cells> {
    let mut rectangles: Vec<Cells> = Vec::new();
    for (query, row) in bits.rows().enumerate() {
        let query = signed(query);
        for keys in runs(row) {
            let goes_on =
                |cells: &&mut Cells| cells.keys == keys && cells.queries.last == query - 1;
            match rectangles.iter_mut().find(goes_on) {
                Some(cells) => cells.queries.last = query,
                None => rectangles.push(Cells { queries: Span::one(query), keys }),
            }
        }
        // The caller refuses more than this, so that there is no need to find them.
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
