//! A mask as bits, one for each cell.

use std::ops::Range;

use crate::shape::Shape;

const WORD: usize = u64::BITS as usize;

/// The allowed pairs, one bit each; rows are queries.
///
/// A row is a whole number of 64-bit words. Key `j` is bit `j % 64`, counted from the lowest, of
/// word `j / 64`. The bits after the last key are 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bits {
    shape: Shape,
    words_per_row: usize,
    words: Vec<u64>,
}

impl Bits {
    /// A mask that allows no pair.
    pub(crate) fn none(shape: Shape) -> Bits {
        let words_per_row = shape.keys().div_ceil(WORD);
        Bits { shape, words_per_row, words: vec![0; words_per_row * shape.queries()] }
    }

    /// A mask that allows every pair.
    pub(crate) fn all(shape: Shape) -> Bits {
        let mut bits = Bits::none(shape);
        bits.invert();
        bits
    }

    /// The size of the mask.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Whether a pair is allowed; false for a pair that does not exist.
    #[must_use]
    pub fn get(&self, query: usize, key: usize) -> bool {
        let word = self.row(query).get(key / WORD);
        word.is_some_and(|word| word >> (key % WORD) & 1 == 1)
    }

    /// The words of a query; empty if the query does not exist.
    #[must_use]
    pub fn row(&self, query: usize) -> &[u64] {
        let start = query.saturating_mul(self.words_per_row);
        let end = start.saturating_add(self.words_per_row);
        self.words.get(start..end).unwrap_or_default()
    }

    /// All rows, in order.
    #[must_use]
    pub fn rows(&self) -> impl DoubleEndedIterator<Item = &[u64]> + ExactSizeIterator {
        // A mask has at least one key, so a row has at least one word.
        self.words.chunks_exact(self.words_per_row)
    }

    /// The number of allowed pairs.
    #[must_use]
    pub fn count(&self) -> u64 {
        count(&self.words)
    }

    /// The mask as one byte for each cell, row by row: 1 is allowed, 0 is not.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let keys = self.shape.keys();
        let mut bytes = vec![0; keys * self.shape.queries()];
        for (row, bytes) in self.rows().zip(bytes.chunks_exact_mut(keys)) {
            for (word, bytes) in row.iter().zip(bytes.chunks_mut(WORD)) {
                let mut word = *word;
                for byte in bytes {
                    *byte = u8::from(word & 1 == 1);
                    word >>= 1;
                }
            }
        }
        bytes
    }

    pub(crate) fn row_mut(&mut self, query: usize) -> &mut [u64] {
        let start = query * self.words_per_row;
        &mut self.words[start..start + self.words_per_row]
    }

    pub(crate) fn intersect(&mut self, other: &Bits) {
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word &= other;
        }
    }

    pub(crate) fn unite(&mut self, other: &Bits) {
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word |= other;
        }
    }

    pub(crate) fn subtract(&mut self, other: &Bits) {
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word &= !other;
        }
    }

    pub(crate) fn invert(&mut self) {
        let last = self.shape.keys() % WORD;
        let in_last_word = if last == 0 { u64::MAX } else { (1 << last) - 1 };
        for row in self.words.chunks_exact_mut(self.words_per_row) {
            for word in row.iter_mut() {
                *word = !*word;
            }
            if let Some(word) = row.last_mut() {
                *word &= in_last_word;
            }
        }
    }
}

/// The number of set bits.
pub(crate) fn count(words: &[u64]) -> u64 {
    words.iter().map(|word| u64::from(word.count_ones())).sum()
}

/// The number of set bits in a range.
pub(crate) fn count_in(row: &[u64], range: Range<usize>) -> u64 {
    words_of(range)
        .map(|(index, within)| {
            row.get(index).map_or(0, |word| u64::from((word & within).count_ones()))
        })
        .sum()
}

/// Sets the bits of a range.
pub(crate) fn set_range(row: &mut [u64], range: Range<usize>) {
    for (index, within) in words_of(range) {
        if let Some(word) = row.get_mut(index) {
            *word |= within;
        }
    }
}

/// Sets the bits of a range that are set in another row.
pub(crate) fn copy_range(row: &mut [u64], from: &[u64], range: Range<usize>) {
    for (index, within) in words_of(range) {
        if let (Some(word), Some(from)) = (row.get_mut(index), from.get(index)) {
            *word |= from & within;
        }
    }
}

/// The words that overlap a range of bits, each with a mask of the bits in the range.
fn words_of(range: Range<usize>) -> impl Iterator<Item = (usize, u64)> {
    let Range { start, end } = range;
    (start / WORD..end.div_ceil(WORD)).filter(move |_| start < end).map(move |index| {
        let from = start.saturating_sub(index * WORD);
        let to = (end - index * WORD).min(WORD);
        let below = if to == WORD { u64::MAX } else { (1 << to) - 1 };
        (index, below & (u64::MAX << from))
    })
}
