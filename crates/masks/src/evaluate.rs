//! Evaluates a whole mask, row by row, in ranges of keys.

use crate::allows::key_blocks;
use crate::bits::{Bits, copy_range, count_in, set_range};
use crate::clause::Clause;
use crate::expression::Expr;
use crate::one_range::one_range;
use crate::random::drawn_blocks;
use crate::shape::{Shape, clipped, signed};
use crate::span::{Cells, Span};

/// Evaluates a checked expression.
pub(crate) fn evaluate(expr: &Expr, shape: Shape) -> Bits {
    match expr {
        Expr::Clause(clause) => draw(clause, shape),
        Expr::Not(operand) => {
            let mut bits = evaluate(operand, shape);
            bits.invert();
            bits
        }
        Expr::And(operands) => joined(operands, shape, Bits::all, Bits::intersect),
        Expr::Or(operands) => joined(operands, shape, Bits::none, Bits::unite),
    }
}

fn joined(
    operands: &[Expr],
    shape: Shape,
    of_none: fn(Shape) -> Bits,
    join: fn(&mut Bits, &Bits),
) -> Bits {
    let mut operands = operands.iter().map(|operand| evaluate(operand, shape));
    let Some(mut bits) = operands.next() else { return of_none(shape) };
    operands.for_each(|operand| join(&mut bits, &operand));
    bits
}

/// The mask of one clause. It computes ranges of keys where `Clause::allows` computes one cell.
fn draw(clause: &Clause, shape: Shape) -> Bits {
    if let Some(range) = one_range(clause, shape) {
        return rows(clause, shape, &mut |position, row| {
            let (first, end) = range(position);
            set_range(row, clipped(first, end, shape.keys()));
        });
    }
    match clause {
        Clause::Global { tokens, .. } => global(clause, tokens, shape),
        Clause::Dilated { window, step, .. } => dilated(clause, *window, *step, shape),
        Clause::RandomBlocks { size, count, seed, .. } => {
            let blocks = key_blocks(*size, shape);
            // Queries come in order, so those of a block are consecutive.
            let mut last: Option<(i64, Vec<i64>)> = None;
            rows(clause, shape, &mut |p, row| {
                let block = p.div_euclid(*size);
                if last.as_ref().is_none_or(|(before, _)| *before != block) {
                    last = Some((block, drawn_blocks(block, blocks, *count, *seed)));
                }
                for block in last.iter().flat_map(|(_, drawn)| drawn) {
                    set_range(row, clipped(block * size, (block + 1) * size, shape.keys()));
                }
            })
        }
        Clause::Images { tokens, .. } => rows(clause, shape, &mut |p, row| {
            for image in tokens.iter().filter(|image| image.contains(p)) {
                set_range(row, clipped(image.first, image.last + 1, shape.keys()));
            }
        }),
        Clause::BlockList { size, blocks, .. } => rows(clause, shape, &mut |p, row| {
            let block = p.div_euclid(*size);
            for Cells { keys, .. } in blocks.iter().filter(|pair| pair.queries.contains(block)) {
                let (first, end) = (keys.first * size, (keys.last + 1) * size);
                set_range(row, clipped(first, end, shape.keys()));
            }
        }),
        Clause::Cells { cells } => painted(cells, shape),
        // The others have one range in each row.
        _ => Bits::none(shape),
    }
}

fn global(clause: &Clause, tokens: &[Span], shape: Shape) -> Bits {
    // All rows except those of the tokens are equal.
    let mut seen = Bits::none(shape);
    let seen = seen.row_mut(0);
    for tokens in tokens {
        set_range(seen, clipped(tokens.first, tokens.last + 1, shape.keys()));
    }
    rows(clause, shape, &mut |p, row| {
        if count_in(seen, clipped(p, p + 1, shape.keys())) > 0 {
            set_range(row, 0..shape.keys());
        }
        copy_range(row, seen, 0..shape.keys());
    })
}

fn dilated(clause: &Clause, window: i64, step: i64, shape: Shape) -> Bits {
    let keys = shape.keys();
    // Queries whose distance is a multiple of `step` see the same keys, except at the ends of the
    // window. A comb has every key in steps of `step`.
    let mut combs: Vec<Vec<u64>> = Vec::new();
    let mut next = 0;
    let step_length = usize::try_from(step).unwrap_or(usize::MAX);
    rows(clause, shape, &mut |p, row| {
        if next == combs.len() {
            let mut comb = vec![0; row.len()];
            for key in clipped(p.rem_euclid(step), signed(keys), keys).step_by(step_length) {
                set_range(&mut comb, key..key + 1);
            }
            combs.push(comb);
        }
        copy_range(row, &combs[next], clipped(p - window * step + 1, p + window * step, keys));
        next = (next + 1) % step_length;
    })
}

fn painted(cells: &[Cells], shape: Shape) -> Bits {
    let mut bits = Bits::none(shape);
    for Cells { queries, keys } in cells {
        for query in clipped(queries.first, queries.last + 1, shape.queries()) {
            set_range(bits.row_mut(query), clipped(keys.first, keys.last + 1, shape.keys()));
        }
    }
    bits
}

/// A mask whose rows are set one by one, given the position of each query.
fn rows(clause: &Clause, shape: Shape, set: &mut dyn FnMut(i64, &mut [u64])) -> Bits {
    let mut bits = Bits::none(shape);
    for query in 0..shape.queries() {
        set(clause.position(query, shape), bits.row_mut(query));
    }
    bits
}
