//! Clauses that allow one range of keys in each row.

use crate::allows::document_starts;
use crate::clause::Clause;
use crate::shape::{Shape, signed};

/// The first key and the end of the keys of a query, by its position. They may be beyond the keys.
type RangeOf<'a> = Box<dyn Fn(i64) -> (i64, i64) + 'a>;

/// The keys that a clause allows, if they are one range in each row.
pub(crate) fn one_range(clause: &Clause, shape: Shape) -> Option<RangeOf<'_>> {
    // Larger than any distance between a key and a query, so it can represent "no bound".
    let far = i64::MAX / 4;
    let open = move |bound: i64| if bound == -1 { far } else { bound };
    let keys = signed(shape.keys());
    Some(match clause {
        Clause::All => Box::new(move |_| (0, keys)),
        Clause::None => Box::new(|_| (0, 0)),
        Clause::Causal { .. } => Box::new(|p| (0, p + 1)),
        Clause::Window { width, .. } => Box::new(move |p| (p + 1 - open(*width), keys)),
        Clause::Band { left, right, .. } => {
            Box::new(move |p| (p - open(*left), p + open(*right) + 1))
        }
        Clause::Prefix { tokens } => Box::new(move |_| (0, *tokens)),
        Clause::PaddingLeft { tokens } => Box::new(move |_| (*tokens, keys)),
        Clause::PaddingRight { tokens } => Box::new(move |_| (0, keys - tokens)),
        Clause::Documents { lengths, .. } => {
            let starts = document_starts(lengths);
            Box::new(move |p| {
                let document = starts.partition_point(|&start| start <= p);
                let start = document.checked_sub(1).and_then(|before| starts.get(before));
                (start.copied().unwrap_or(0), starts.get(document).copied().unwrap_or(keys))
            })
        }
        Clause::Blocks { size, .. } => {
            Box::new(move |p| (p.div_euclid(*size) * size, (p.div_euclid(*size) + 1) * size))
        }
        Clause::BlockLocal { size, left, right, .. } => Box::new(move |p| {
            let block = p.div_euclid(*size);
            let first = if *left == -1 { 0 } else { (block - left) * size };
            let end = if *right == -1 { keys } else { (block + right + 1) * size };
            (first, end)
        }),
        _ => return None,
    })
}
