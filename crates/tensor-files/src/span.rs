//! A run of bytes.

/// A run of bytes of a file, from `offset`, counted from 0. Both are 64 bits wide on every target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// Where it begins.
    pub offset: u64,
    /// How many bytes it has.
    pub length: u64,
}

impl Span {
    pub(crate) fn new(offset: u64, length: u64) -> Self {
        Self { offset, length }
    }

    /// The byte behind it.
    #[must_use]
    pub fn end(self) -> u64 {
        self.offset.saturating_add(self.length)
    }
}

/// The indexes of places in their order; equal ones stay as they stood.
pub(crate) fn ordered(places: &[(u64, u64)]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by_key(|&index| places[index]);
    order
}
