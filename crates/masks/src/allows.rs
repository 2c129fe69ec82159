//! Whether a clause allows one cell.

use crate::clause::Clause;
use crate::random::drawn_blocks;
use crate::shape::{Shape, signed};

impl Clause {
    /// Whether the clause lets a query attend to a key. [`Clause`] has the formulas.
    ///
    /// The arguments have been checked: sizes are not 0.
    pub(crate) fn allows(&self, query: usize, key: usize, shape: Shape) -> bool {
        let position = self.position(query, shape);
        let key_number = signed(key);
        let distance = position - key_number;
        match self {
            Clause::All => true,
            Clause::None => false,
            Clause::Causal { .. } => distance >= 0,
            Clause::Window { width, .. } => *width == -1 || distance < *width,
            Clause::Band { left, right, .. } => within(distance, *left, *right),
            Clause::Prefix { tokens } => key_number < *tokens,
            Clause::PaddingLeft { tokens } => key_number >= *tokens,
            Clause::PaddingRight { tokens } => key_number < signed(shape.keys()) - tokens,
            Clause::Documents { lengths, .. } => {
                document(lengths, position) == document(lengths, key_number)
            }
            Clause::Global { tokens, .. } => {
                tokens.iter().any(|tokens| tokens.contains(key_number) || tokens.contains(position))
            }
            Clause::Dilated { window, step, .. } => {
                distance.abs() < window * step && distance % step == 0
            }
            Clause::Blocks { size, .. } => {
                position.div_euclid(*size) == key_number.div_euclid(*size)
            }
            Clause::BlockLocal { size, left, right, .. } => {
                within(position.div_euclid(*size) - key_number.div_euclid(*size), *left, *right)
            }
            Clause::RandomBlocks { size, count, seed, .. } => {
                drawn_blocks(position.div_euclid(*size), key_blocks(*size, shape), *count, *seed)
                    .contains(&key_number.div_euclid(*size))
            }
            Clause::Images { tokens, .. } => {
                tokens.iter().any(|image| image.contains(key_number) && image.contains(position))
            }
            Clause::BlockList { size, blocks, .. } => {
                let (of_query, of_key) = (position.div_euclid(*size), key_number.div_euclid(*size));
                blocks
                    .iter()
                    .any(|pair| pair.queries.contains(of_query) && pair.keys.contains(of_key))
            }
            Clause::Cells { cells } => cells.iter().any(|cells| cells.contains(query, key)),
        }
    }

    /// The position of a query among the keys, or its index if the clause does not use the
    /// position.
    pub(crate) fn position(&self, query: usize, shape: Shape) -> i64 {
        signed(query) + self.alignment().unwrap_or_default().offset(shape)
    }
}

/// Whether a distance is within the bounds; a bound of -1 means no bound.
fn within(distance: i64, left: i64, right: i64) -> bool {
    (left == -1 || distance <= left) && (right == -1 || -distance <= right)
}

/// The starts of all documents but the first.
pub(crate) fn document_starts(lengths: &[i64]) -> Vec<i64> {
    let but_last = lengths.split_last().map_or(lengths, |(_, but_last)| but_last);
    let mut start = 0;
    but_last.iter().map(|length| (start += length, start).1).collect()
}

/// The index of the document that contains a position.
fn document(lengths: &[i64], position: i64) -> usize {
    document_starts(lengths).iter().filter(|&&start| start <= position).count()
}

/// The number of blocks of keys. The last block may be smaller.
pub(crate) fn key_blocks(size: i64, shape: Shape) -> usize {
    usize::try_from(size).map_or(1, |size| shape.keys().div_ceil(size))
}
