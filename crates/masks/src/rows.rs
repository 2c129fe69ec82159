//! Rows of masks that are too large for one bit for each cell.

use std::ops::Range;

use crate::alignment::Alignment;
use crate::allows::key_blocks;
use crate::check::check;
use crate::clause::Clause;
use crate::error::Error;
use crate::expression::Expr;
use crate::one_range::one_range;
use crate::parse::parse;
use crate::random::drawn_blocks;
use crate::shape::{Shape, clipped, signed};
use crate::span::{Cells, Span};

/// A mask of up to [`MAX_ROW_SIDE`](crate::MAX_ROW_SIDE) queries and keys, whose rows are unions of ranges of keys.
///
/// Each row is computed when it is asked for, so the mask takes the memory of its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MaskRows {
    expr: Expr,
    shape: Shape,
}

impl MaskRows {
    /// A mask from text, for up to [`MAX_ROW_SIDE`](crate::MAX_ROW_SIDE) queries and keys.
    ///
    /// - errors: like [`Mask::parse`](crate::Mask::parse)
    pub fn parse(text: &str, queries: usize, keys: usize) -> Result<MaskRows, Error> {
        MaskRows::new(parse(text)?.expr, queries, keys)
    }

    /// A mask from text, in which clauses without an alignment place query 0 at `offset`.
    ///
    /// - errors: like [`Mask::parse`](crate::Mask::parse)
    pub fn at(text: &str, queries: usize, keys: usize, offset: i64) -> Result<MaskRows, Error> {
        let mut expr = parse(text)?.expr;
        let is_plain = |clause: &&Clause| clause.alignment() == Some(Alignment::default());
        let plain: Vec<bool> = expr.clauses().iter().map(is_plain).collect();
        for clause in (0..plain.len()).filter(|&clause| offset != 0 && plain[clause]) {
            expr = expr.aligned(clause, Alignment::Offset(offset));
        }
        MaskRows::new(expr, queries, keys)
    }

    /// A mask from an expression.
    ///
    /// - errors: like [`Mask::new`](crate::Mask::new)
    pub fn new(expr: Expr, queries: usize, keys: usize) -> Result<MaskRows, Error> {
        let shape = Shape::of_rows(queries, keys)?;
        check(&expr, shape)?;
        Ok(MaskRows { expr, shape })
    }

    /// The keys that a query may attend to, as ascending ranges with gaps between them. A query that does not exist has
    /// none.
    ///
    /// - edge case: a row without keys has no ranges
    #[must_use]
    pub fn ranges(&self, query: usize) -> Vec<Range<usize>> {
        if query >= self.shape.queries() {
            return Vec::new();
        }
        ranges_of(&self.expr, query, self.shape)
    }

    /// Those of the keys in a range, as ascending ranges.
    #[must_use]
    pub fn ranges_within(&self, query: usize, keys: Range<usize>) -> Vec<Range<usize>> {
        common(&self.ranges(query), std::slice::from_ref(&keys))
    }
}

fn ranges_of(expr: &Expr, query: usize, shape: Shape) -> Vec<Range<usize>> {
    let each = |operand: &Expr| ranges_of(operand, query, shape);
    match expr {
        Expr::Clause(clause) => merged(of_clause(clause, query, shape)),
        Expr::Not(operand) => gaps(&each(operand), shape.keys()),
        Expr::Or(operands) => merged(operands.iter().flat_map(each).collect()),
        Expr::And(operands) => {
            let all = std::iter::once(0..shape.keys()).collect();
            operands.iter().map(each).fold(all, |both, other| common(&both, &other))
        }
    }
}

/// The keys that a clause allows, as ranges in any order.
fn of_clause(clause: &Clause, query: usize, shape: Shape) -> Vec<Range<usize>> {
    let p = clause.position(query, shape);
    let keys = shape.keys();
    let within = |first, end| clipped(first, end, keys);
    let span = |span: &Span| within(span.first, span.last + 1);
    if let Some(range) = one_range(clause, shape) {
        let (first, end) = range(p);
        return std::iter::once(within(first, end)).collect();
    }
    match clause {
        Clause::Global { tokens, .. } if tokens.iter().any(|tokens| tokens.contains(p)) => {
            std::iter::once(0..keys).collect()
        }
        Clause::Global { tokens, .. } => tokens.iter().map(span).collect(),
        Clause::Dilated { window, step, .. } => {
            let seen = within(p - window * step + 1, p + window * step);
            let first = signed(seen.start);
            let first = first + (p - first).rem_euclid(*step);
            let step = usize::try_from(*step).unwrap_or(usize::MAX);
            let found = within(first, signed(seen.end)).step_by(step);
            found.map(|key| key..key + 1).collect()
        }
        Clause::RandomBlocks { size, count, seed, .. } => {
            let drawn = drawn_blocks(p.div_euclid(*size), key_blocks(*size, shape), *count, *seed);
            drawn.into_iter().map(|block| within(block * size, (block + 1) * size)).collect()
        }
        Clause::Images { tokens, .. } => {
            tokens.iter().filter(|image| image.contains(p)).map(span).collect()
        }
        Clause::BlockList { size, blocks, .. } => {
            let block = p.div_euclid(*size);
            let own = blocks.iter().filter(|pair| pair.queries.contains(block));
            own.map(|Cells { keys, .. }| within(keys.first * size, (keys.last + 1) * size))
                .collect()
        }
        Clause::Cells { cells } => {
            let own = cells.iter().filter(|cells| cells.queries.contains(signed(query)));
            own.map(|Cells { keys, .. }| span(keys)).collect()
        }
        // The others have one range in each row.
        _ => Vec::new(),
    }
}

/// The union of ranges, ascending, with gaps between them.
fn merged(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.retain(|range| !range.is_empty());
    ranges.sort_unstable_by_key(|range| range.start);
    let mut found: Vec<Range<usize>> = Vec::with_capacity(ranges.len());
    for range in ranges {
        match found.last_mut().filter(|last| range.start <= last.end) {
            Some(last) => last.end = last.end.max(range.end),
            None => found.push(range),
        }
    }
    found
}

/// The keys in none of the ranges.
fn gaps(ranges: &[Range<usize>], keys: usize) -> Vec<Range<usize>> {
    let starts = std::iter::once(0).chain(ranges.iter().map(|range| range.end));
    let ends = ranges.iter().map(|range| range.start).chain([keys]);
    starts.zip(ends).map(|(start, end)| start..end).filter(|range| !range.is_empty()).collect()
}

/// The keys in a range of both lists.
fn common(one: &[Range<usize>], other: &[Range<usize>]) -> Vec<Range<usize>> {
    let (mut a, mut b) = (0, 0);
    let mut found = Vec::new();
    while let (Some(left), Some(right)) = (one.get(a), other.get(b)) {
        let both = left.start.max(right.start)..left.end.min(right.end);
        if !both.is_empty() {
            found.push(both);
        }
        if left.end < right.end { a += 1 } else { b += 1 }
    }
    found
}
