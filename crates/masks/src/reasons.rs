//! Why a clause allows or forbids a cell, with the cell's numbers.

use crate::allows::{document_starts, key_blocks};
use crate::clause::Clause;
use crate::comparison::Comparison;
use crate::comparison::Relation::{AtLeast, AtMost, Equal, Less};
use crate::random::drawn_blocks;
use crate::shape::{Shape, signed};

/// The comparisons of a clause, and whether one true comparison is enough.
pub(crate) struct Reasons {
    pub(crate) comparisons: Vec<Comparison>,
    pub(crate) any: bool,
}

/// A number, as text and as a value.
fn number(value: i64) -> (String, i64) {
    (value.to_string(), value)
}

impl Clause {
    /// The comparisons that decide a cell. A clause without bounds has none and allows every cell.
    pub(crate) fn reasons(&self, query: usize, key: usize, shape: Shape) -> Reasons {
        let all = |comparisons: Vec<Comparison>| Reasons { comparisons, any: false };
        let any = |comparisons: Vec<Comparison>| Reasons { comparisons, any: true };
        let position = self.position(query, shape);
        // If the position of a query differs from its index, the text shows the offset.
        let p = match position - signed(query) {
            0 => query.to_string(),
            offset if offset < 0 => format!("{query} - {}", -offset),
            offset => format!("{query} + {offset}"),
        };
        let j = signed(key);
        let is_sum = position != signed(query);
        let in_brackets = || if is_sum { format!("({p})") } else { p.clone() };
        let before = || (format!("{p} - {key}"), position - j);
        let after = || {
            let p = in_brackets();
            (format!("{key} - {p}"), j - position)
        };
        let block = |text: String, value: i64, size: i64| {
            (format!("{text} // {size}"), value.div_euclid(size))
        };
        match self {
            Clause::All => all(vec![]),
            Clause::None => any(vec![]),
            Clause::Causal { .. } => all(vec![Comparison::new(number(j), AtMost, (p, position))]),
            Clause::Window { width: -1, .. } => all(vec![]),
            Clause::Window { width, .. } => {
                all(vec![Comparison::new(before(), Less, number(*width))])
            }
            Clause::Band { left, right, .. } => {
                let left = (*left != -1).then(|| Comparison::new(before(), AtMost, number(*left)));
                let right =
                    (*right != -1).then(|| Comparison::new(after(), AtMost, number(*right)));
                all(left.into_iter().chain(right).collect())
            }
            Clause::Prefix { tokens } => {
                all(vec![Comparison::new(number(j), Less, number(*tokens))])
            }
            Clause::PaddingLeft { tokens } => {
                all(vec![Comparison::new(number(j), AtLeast, number(*tokens))])
            }
            Clause::PaddingRight { tokens } => {
                let keys = signed(shape.keys());
                let end = (format!("{keys} - {tokens}"), keys - tokens);
                all(vec![Comparison::new(number(j), Less, end)])
            }
            Clause::Documents { lengths, .. } => {
                // The key is compared with the start and the end of the query's document, except at the
                // start of the first document and the end of the last.
                let starts = document_starts(lengths);
                let document = starts.partition_point(|&start| start <= position);
                let start = document.checked_sub(1).and_then(|before| starts.get(before));
                let end = starts.get(document);
                let start = start.map(|&at| Comparison::new(number(j), AtLeast, number(at)));
                let end = end.map(|&at| Comparison::new(number(j), Less, number(at)));
                all(start.into_iter().chain(end).collect())
            }
            Clause::Global { tokens, .. } => {
                let holds = |at: i64| tokens.iter().any(|tokens| tokens.contains(at));
                any(vec![
                    Comparison::one_of(key.to_string(), tokens, holds(j)),
                    Comparison::one_of(p, tokens, holds(position)),
                ])
            }
            Clause::Dilated { window, step, .. } => {
                let distance = position - j;
                let near = (format!("|{p} - {key}|"), distance.abs());
                let far = (format!("{window} * {step}"), window * step);
                let rest = (format!("({p} - {key}) % {step}"), distance.rem_euclid(*step));
                all(vec![Comparison::new(near, Less, far), Comparison::new(rest, Equal, number(0))])
            }
            Clause::Blocks { size, .. } => {
                let query_block = block(in_brackets(), position, *size);
                let key_block = block(key.to_string(), j, *size);
                all(vec![Comparison::new(query_block, Equal, key_block)])
            }
            Clause::BlockLocal { size, left, right, .. } => {
                let query_block = block(in_brackets(), position, *size);
                let key_block = block(key.to_string(), j, *size);
                let bound = |from: &(String, i64), to: &(String, i64), bound: i64| {
                    let distance = (format!("{} - {}", from.0, to.0), from.1 - to.1);
                    (bound != -1).then(|| Comparison::new(distance, AtMost, number(bound)))
                };
                let left = bound(&query_block, &key_block, *left);
                let right = bound(&key_block, &query_block, *right);
                all(left.into_iter().chain(right).collect())
            }
            Clause::RandomBlocks { size, count, seed, .. } => {
                let query_block = position.div_euclid(*size);
                let drawn = drawn_blocks(query_block, key_blocks(*size, shape), *count, *seed);
                let (text, key_block) = block(key.to_string(), j, *size);
                all(vec![Comparison::one_of(text, &drawn, drawn.contains(&key_block))])
            }
            Clause::Images { tokens, .. } => {
                let of_query: Vec<_> =
                    tokens.iter().copied().filter(|image| image.contains(position)).collect();
                if of_query.is_empty() {
                    return all(vec![Comparison::one_of(p, tokens, false)]);
                }
                let holds = of_query.iter().any(|image| image.contains(j));
                all(vec![
                    Comparison::one_of(p, tokens, true),
                    Comparison::one_of(key.to_string(), &of_query, holds),
                ])
            }
            Clause::BlockList { size, blocks, .. } => {
                let (of_query, of_key) = (position.div_euclid(*size), j.div_euclid(*size));
                let holds = blocks
                    .iter()
                    .any(|pair| pair.queries.contains(of_query) && pair.keys.contains(of_key));
                any(vec![Comparison::one_of(format!("{of_query}:{of_key}"), blocks, holds)])
            }
            Clause::Cells { cells } => {
                let holds = cells.iter().any(|cells| cells.contains(query, key));
                any(vec![Comparison::one_of(format!("{query}:{key}"), cells, holds)])
            }
        }
    }
}
