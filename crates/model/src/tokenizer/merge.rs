//! Merges neighbors until none can be merged, the best pair first.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

/// A part of a text: some bytes, and the token that they are, if they are one.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Symbol {
    pub(super) bytes: Range<usize>,
    pub(super) id: Option<u32>,
}

/// Merges symbols that stand side by side.
///
/// `join` gives the rank of a pair, lower first, and the token that the pair becomes; `None` if it cannot be merged.
/// Of pairs with the same rank, the first one in the text is merged. The time grows like `n log n`, so that a text
/// without spaces takes no longer than another.
pub(super) fn merge(
    symbols: Vec<Symbol>,
    join: impl Fn(&Symbol, &Symbol) -> Option<(i64, u32)>,
) -> Vec<Symbol> {
    let count = symbols.len();
    let mut symbols: Vec<Option<Symbol>> = symbols.into_iter().map(Some).collect();
    // The neighbors of each symbol that still stands; `count` after the last one.
    let mut next: Vec<usize> = (1..=count).collect();
    let mut previous: Vec<Option<usize>> = (0..count).map(|at| at.checked_sub(1)).collect();
    let mut waiting = BinaryHeap::new();
    let offer =
        |waiting: &mut BinaryHeap<_>, symbols: &[Option<Symbol>], left: usize, right: usize| {
            let pair = symbols
                .get(left)
                .and_then(Option::as_ref)
                .zip(symbols.get(right).and_then(Option::as_ref));
            if let Some((a, b)) = pair
                && let Some((rank, id)) = join(a, b)
            {
                // The end of the pair tells whether one of its symbols has grown since.
                waiting.push(Reverse((rank, left, right, b.bytes.end, a.bytes.end, id)));
            }
        };
    for left in 0..count.saturating_sub(1) {
        offer(&mut waiting, &symbols, left, left + 1);
    }
    while let Some(Reverse((_, left, right, end, middle, id))) = waiting.pop() {
        let (Some(a), Some(b)) = (&symbols[left], &symbols[right]) else { continue };
        if a.bytes.end != middle || b.bytes.end != end || next[left] != right {
            continue;
        }
        symbols[left] = Some(Symbol { bytes: a.bytes.start..end, id: Some(id) });
        symbols[right] = None;
        next[left] = next[right];
        if let Some(previous) = previous.get_mut(next[left]) {
            *previous = Some(left);
        }
        if let Some(before) = previous[left] {
            offer(&mut waiting, &symbols, before, left);
        }
        offer(&mut waiting, &symbols, left, next[left]);
    }
    symbols.into_iter().flatten().collect()
}
