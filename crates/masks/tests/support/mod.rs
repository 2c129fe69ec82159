//! Random expressions that fit a mask.

use heedmap_masks::{Alignment, Cells, Clause, Expr, Mask, Shape, Span};
use proptest::prelude::*;

/// The widest mask of these tests: more than one 64-bit word.
const SIDE: usize = 80;

fn alignment() -> impl Strategy<Value = Alignment> {
    prop_oneof![
        3 => Just(Alignment::UpperLeft),
        1 => Just(Alignment::LowerRight),
        1 => (-90..90_i64).prop_map(Alignment::Offset),
        1 => prop::sample::select(vec![i64::from(i32::MAX), -i64::from(i32::MAX)])
            .prop_map(Alignment::Offset),
    ]
}

/// Small numbers from `least` on, and sometimes the largest allowed.
fn number(least: i64) -> impl Strategy<Value = i64> {
    prop_oneof![9 => least..20, 1 => Just(i64::from(i32::MAX))]
}

/// A window's width: -1 or at least 1.
fn width() -> impl Strategy<Value = i64> {
    prop_oneof![1 => Just(-1), 9 => number(1)]
}

fn span(count: usize) -> impl Strategy<Value = Span> {
    let count = count as i64;
    (0..count, 0..6_i64)
        .prop_map(move |(first, more)| Span { first, last: (first + more).min(count - 1) })
}

fn cells(shape: Shape) -> impl Strategy<Value = Cells> {
    (span(shape.queries()), span(shape.keys())).prop_map(|(queries, keys)| Cells { queries, keys })
}

/// Lengths that sum to no more than the number of keys.
fn lengths(keys: usize) -> impl Strategy<Value = Vec<i64>> {
    prop::collection::vec(1..9_i64, 1..8).prop_map(move |lengths| {
        let mut left = keys as i64;
        let fit = |length: &i64| {
            left -= length;
            left >= 0
        };
        let fitting: Vec<i64> = lengths.into_iter().take_while(fit).collect();
        if fitting.is_empty() { vec![1] } else { fitting }
    })
}

/// A clause that fits a shape.
pub(crate) fn clause(shape: Shape) -> impl Strategy<Value = Clause> {
    let tokens = || 0..=shape.keys() as i64;
    prop_oneof![
        Just(Clause::All),
        Just(Clause::None),
        alignment().prop_map(|at| Clause::Causal { at }),
        (width(), alignment()).prop_map(|(width, at)| Clause::Window { width, at }),
        (number(-1), number(-1), alignment()).prop_map(|(left, right, at)| Clause::Band {
            left,
            right,
            at
        }),
        tokens().prop_map(|tokens| Clause::Prefix { tokens }),
        tokens().prop_map(|tokens| Clause::PaddingLeft { tokens }),
        tokens().prop_map(|tokens| Clause::PaddingRight { tokens }),
        (lengths(shape.keys()), alignment())
            .prop_map(|(lengths, at)| Clause::Documents { lengths, at }),
        (prop::collection::vec(span(shape.keys()), 1..4), alignment())
            .prop_map(|(tokens, at)| Clause::Global { tokens, at }),
        (number(1), number(1), alignment()).prop_map(|(window, step, at)| Clause::Dilated {
            window,
            step,
            at
        }),
        (number(1), alignment()).prop_map(|(size, at)| Clause::Blocks { size, at }),
        (number(1), number(-1), number(-1), alignment())
            .prop_map(|(size, left, right, at)| Clause::BlockLocal { size, left, right, at }),
        (number(1), number(0), number(0), alignment())
            .prop_map(|(size, count, seed, at)| Clause::RandomBlocks { size, count, seed, at }),
        (prop::collection::vec(span(shape.keys()), 1..4), alignment())
            .prop_map(|(tokens, at)| Clause::Images { tokens, at }),
        (1..5_usize, prop::collection::vec(cells(shape), 1..4), alignment()).prop_map(
            move |(size, cells, at)| {
                // Key blocks that exist, and query blocks that may not.
                let last = (shape.keys() - 1) as i64 / size as i64;
                let fit =
                    |span: Span| Span { first: span.first.min(last), last: span.last.min(last) };
                let fit = |pair: Cells| Cells { queries: pair.queries, keys: fit(pair.keys) };
                let blocks = cells.into_iter().map(fit).collect();
                Clause::BlockList { size: size as i64, blocks, at }
            }
        ),
        prop::collection::vec(cells(shape), 1..4).prop_map(|cells| Clause::Cells { cells }),
    ]
}

/// An expression whose clauses fit a shape.
pub(crate) fn expression(shape: Shape) -> impl Strategy<Value = Expr> {
    clause(shape).prop_map(Expr::from).prop_recursive(4, 16, 3, |inner| {
        let several = prop::collection::vec(inner.clone(), 2..4);
        prop_oneof![
            inner.prop_map(|operand| Expr::Not(Box::new(operand))),
            several.clone().prop_map(Expr::And),
            several.prop_map(Expr::Or),
        ]
    })
}

/// A mask of any small size; square masks are more frequent than by chance.
pub(crate) fn mask() -> impl Strategy<Value = Mask> {
    let side = || 1..=SIDE;
    let shape = prop_oneof![side().prop_map(|side| (side, side)), (side(), side())];
    shape.prop_flat_map(|(queries, keys)| {
        let shape = Shape::new(queries, keys).unwrap();
        expression(shape).prop_map(move |expr| Mask::new(expr, shape).unwrap())
    })
}
