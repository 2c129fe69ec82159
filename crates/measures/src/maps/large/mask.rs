//! The keys that a query may attend to, by position.

use std::ops::Range;

/// A mask by position, for heads that are too large for a mask of cells: a query may attend to the sinks, which
/// are the first columns, and to the columns near its own position.
///
/// Query `i` is at position `p = i + offset` among the columns. It may attend to column `j` if `j < sinks`, or if
/// `p − before ≤ j ≤ p + after`. A missing side has no bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PositionMask {
    /// The position of query 0 among the columns.
    pub offset: i64,
    /// The largest number of columns before its position; `None` means all.
    pub before: Option<usize>,
    /// The largest number of columns after its position; `None` means all.
    pub after: Option<usize>,
    /// The number of first columns that every query may attend to.
    pub sinks: usize,
}

impl PositionMask {
    /// The columns near the position of a query that it may attend to, among `keys` columns. If the sinks touch
    /// them, they are included.
    #[must_use]
    pub fn reached(&self, query: usize, keys: usize) -> Range<usize> {
        let position = i64::try_from(query).unwrap_or(i64::MAX).saturating_add(self.offset);
        let clamped = |key: i64| {
            usize::try_from(key.max(0)).unwrap_or(usize::MAX).min(keys).max(self.sinks.min(keys))
        };
        let side = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        let start = self.before.map_or(0, |before| clamped(position.saturating_sub(side(before))));
        let end = self
            .after
            .map_or(keys, |after| clamped(position.saturating_add(side(after)).saturating_add(1)));
        if start <= self.sinks { 0..end } else { start..end.max(start) }
    }

    /// The number of columns that a query may attend to.
    #[must_use]
    pub fn key_count(&self, query: usize, keys: usize) -> usize {
        let reached = self.reached(query, keys);
        reached.len() + if reached.start > 0 { self.sinks } else { 0 }
    }
}
