//! Checks that run before a mask is evaluated.

use crate::alignment::Alignment;
use crate::allows::key_blocks;
use crate::clause::Clause;
use crate::error::{ClauseProblem, Error};
use crate::expression::Expr;
use crate::shape::{Shape, signed};
use crate::span::Span;

/// The largest number in a clause: sums and products of two of them fit 64 bits.
pub const MAX_NUMBER: i64 = i32::MAX as i64;
/// The maximum number of clauses in an expression.
pub const MAX_CLAUSES: usize = 64;
/// The maximum number of brackets and `not` around a clause.
pub const MAX_DEPTH: usize = 64;
/// The maximum number of pairs of blocks from which all `random_blocks` of an expression together
/// may draw. They take less than a second on a slow machine. Every other clause takes a few
/// operations for each row.
pub const MAX_DRAWN: u64 = 1 << 24;

/// The index of an invalid argument, and its problem.
pub(crate) type Faulty = (usize, ClauseProblem);

/// Rejects an expression that cannot be evaluated for a shape.
pub(crate) fn check(expr: &Expr, shape: Shape) -> Result<(), Error> {
    check_depth(expr, MAX_DEPTH)?;
    let clauses = expr.clauses();
    if clauses.len() > MAX_CLAUSES {
        return Err(Error::TooManyClauses { most: MAX_CLAUSES });
    }
    let pairs = drawn_pairs(&clauses, shape);
    if pairs > MAX_DRAWN {
        return Err(Error::TooManyDraws { pairs, most: MAX_DRAWN });
    }
    for (index, clause) in clauses.into_iter().enumerate() {
        let checked = clause
            .check_arguments()
            .map_err(|(_, problem)| problem)
            .and_then(|()| clause.check_fit(shape));
        checked.map_err(|problem| Error::Clause {
            clause: index,
            text: clause.to_string(),
            problem,
        })?;
    }
    Ok(())
}

/// The number of pairs of a query block and a key block from which the clauses draw.
fn drawn_pairs(clauses: &[&Clause], shape: Shape) -> u64 {
    let pairs = clauses.iter().map(|clause| match clause {
        Clause::RandomBlocks { size, .. } => {
            let size = usize::try_from(*size).unwrap_or(usize::MAX).max(1);
            shape.queries().div_ceil(size) as u64 * shape.keys().div_ceil(size) as u64
        }
        _ => 0,
    });
    pairs.sum()
}

/// Counts brackets and `not` as the parser does, so that every parsed expression can be evaluated.
fn check_depth(expr: &Expr, left: usize) -> Result<(), Error> {
    let descend = |operand: &Expr| {
        let deeper =
            usize::from(expr.needs_brackets(operand)) + usize::from(matches!(expr, Expr::Not(_)));
        let left = left.checked_sub(deeper).ok_or(Error::TooDeep { most: MAX_DEPTH })?;
        check_depth(operand, left)
    };
    match expr {
        Expr::Clause(_) => Ok(()),
        Expr::Not(operand) => descend(operand),
        Expr::And(operands) | Expr::Or(operands) => operands.iter().try_for_each(descend),
    }
}

impl Clause {
    /// Rejects arguments that are wrong in a mask of any size.
    pub(crate) fn check_arguments(&self) -> Result<(), Faulty> {
        match self {
            Clause::All | Clause::None | Clause::Causal { .. } => {}
            Clause::Window { width, .. } => bound(0, "the window", *width, 1)?,
            Clause::Band { left, right, .. } => {
                bound(0, "left", *left, 0)?;
                bound(1, "right", *right, 0)?;
            }
            Clause::Prefix { tokens }
            | Clause::PaddingLeft { tokens }
            | Clause::PaddingRight { tokens } => in_range(0, "the number of tokens", *tokens, 0)?,
            Clause::Documents { lengths, .. } => {
                not_empty("documents", lengths)?;
                for (index, &length) in lengths.iter().enumerate() {
                    in_range(index, "a document's length", length, 1)?;
                }
            }
            Clause::Global { tokens, .. } | Clause::Images { tokens, .. } => {
                not_empty("tokens", tokens)?;
                for (index, &tokens) in tokens.iter().enumerate() {
                    ordered(index, "tokens", tokens)?;
                }
            }
            Clause::Dilated { window, step, .. } => {
                in_range(0, "the window", *window, 1)?;
                in_range(1, "the step", *step, 1)?;
            }
            Clause::Blocks { size, .. } => in_range(0, "the size", *size, 1)?,
            Clause::BlockLocal { size, left, right, .. } => {
                in_range(0, "the size", *size, 1)?;
                bound(1, "left", *left, 0)?;
                bound(2, "right", *right, 0)?;
            }
            Clause::RandomBlocks { size, count, seed, .. } => {
                in_range(0, "the size", *size, 1)?;
                in_range(1, "the count", *count, 0)?;
                in_range(2, "the seed", *seed, 0)?;
            }
            Clause::BlockList { size, blocks, .. } => {
                in_range(0, "the size", *size, 1)?;
                not_empty("blocks", blocks)?;
                for (index, pair) in blocks.iter().enumerate() {
                    ordered(index + 1, "query blocks", pair.queries)?;
                    ordered(index + 1, "key blocks", pair.keys)?;
                }
            }
            Clause::Cells { cells } => {
                not_empty("cells", cells)?;
                for (index, cells) in cells.iter().enumerate() {
                    ordered(index, "queries", cells.queries)?;
                    ordered(index, "keys", cells.keys)?;
                }
            }
        }
        match self.alignment() {
            Some(Alignment::Offset(offset)) => {
                in_range(usize::MAX, "the offset", offset, -MAX_NUMBER)
            }
            _ => Ok(()),
        }
    }

    /// Rejects arguments that do not fit a mask of this size.
    fn check_fit(&self, shape: Shape) -> Result<(), ClauseProblem> {
        match self {
            Clause::Prefix { tokens }
            | Clause::PaddingLeft { tokens }
            | Clause::PaddingRight { tokens } => no_more_than_keys(*tokens, shape),
            Clause::Documents { lengths, .. } => {
                let total = lengths.iter().fold(0, |sum: i64, &next| sum.saturating_add(next));
                no_more_than_keys(total, shape)
            }
            Clause::BlockList { size, blocks, .. } => blocks
                .iter()
                .try_for_each(|pair| inside("key block", pair.keys, key_blocks(*size, shape))),
            Clause::Global { tokens, .. } | Clause::Images { tokens, .. } => {
                tokens.iter().try_for_each(|tokens| inside("key", *tokens, shape.keys()))
            }
            Clause::Cells { cells } => cells.iter().try_for_each(|cells| {
                inside("query", cells.queries, shape.queries())?;
                inside("key", cells.keys, shape.keys())
            }),
            _ => Ok(()),
        }
    }
}

fn no_more_than_keys(tokens: i64, shape: Shape) -> Result<(), ClauseProblem> {
    let keys = shape.keys();
    if tokens <= signed(keys) { Ok(()) } else { Err(ClauseProblem::TooManyTokens { tokens, keys }) }
}

fn inside(name: &'static str, span: Span, count: usize) -> Result<(), ClauseProblem> {
    if span.last < signed(count) {
        return Ok(());
    }
    Err(ClauseProblem::OutOfRange { name, value: span.last, count })
}

fn not_empty<T>(name: &'static str, list: &[T]) -> Result<(), Faulty> {
    if list.is_empty() { Err((0, ClauseProblem::Empty { name })) } else { Ok(()) }
}

fn ordered(index: usize, name: &'static str, Span { first, last }: Span) -> Result<(), Faulty> {
    in_range(index, name, first, 0)?;
    in_range(index, name, last, 0)?;
    if first <= last {
        Ok(())
    } else {
        Err((index, ClauseProblem::Backwards { name, first, last }))
    }
}

fn bound(index: usize, name: &'static str, value: i64, least: i64) -> Result<(), Faulty> {
    if value != -1 && value < least {
        return Err((index, ClauseProblem::Bound { name, value, least }));
    }
    in_range(index, name, value, -1)
}

fn in_range(index: usize, name: &'static str, value: i64, least: i64) -> Result<(), Faulty> {
    if value < least {
        return Err((index, ClauseProblem::TooSmall { name, value, least }));
    }
    if value > MAX_NUMBER {
        return Err((index, ClauseProblem::TooLarge { name, value, most: MAX_NUMBER }));
    }
    Ok(())
}
