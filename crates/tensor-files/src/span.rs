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

/// The indexes of places in their order. Files mostly have them in order already.
pub(crate) fn ordered(places: &[(u64, u64)]) -> Vec<usize> {
    let mut order: Vec<usize> = Vec::with_capacity(places.len());
    for (index, place) in places.iter().enumerate() {
        // By insertion, because the sorting of the standard library is two kilobytes of the script.
        let at = order.partition_point(|&other| places[other] <= *place);
        order.insert(at, index);
    }
    order
}
