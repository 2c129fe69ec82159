//! A range of bytes.

/// A range of bytes of a file; `offset` counts from 0. Both numbers are 64 bits wide on every
/// target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The offset of the first byte.
    pub offset: u64,
    /// The number of bytes.
    pub length: u64,
}

impl Span {
    pub(crate) fn new(offset: u64, length: u64) -> Self {
        Self { offset, length }
    }

    /// The offset after the last byte.
    #[must_use]
    pub fn end(self) -> u64 {
        self.offset.saturating_add(self.length)
    }
}

/// The indexes of the keys in ascending order of the keys; the sort is stable.
pub(crate) fn ordered(keys: &[(u64, u64)]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..keys.len()).collect();
    order.sort_by_key(|&index| keys[index]);
    order
}
