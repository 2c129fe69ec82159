//! The numbers of queries and keys of a mask.

use crate::error::Error;

/// The maximum number of queries, and of keys, of a mask.
pub const MAX_SIDE: usize = 2048;
/// The maximum number of queries, and of keys, of a mask whose rows are computed one by one.
pub const MAX_ROW_SIDE: usize = 1 << 18;

/// The size of a mask: rows are queries, columns are keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    queries: usize,
    keys: usize,
}

impl Shape {
    /// A shape of 1 to [`MAX_SIDE`] queries and 1 to [`MAX_SIDE`] keys.
    ///
    /// - errors: [`Error::Side`]
    pub fn new(queries: usize, keys: usize) -> Result<Shape, Error> {
        Shape::within(queries, keys, MAX_SIDE)
    }

    /// A shape of 1 to [`MAX_ROW_SIDE`] queries and keys, for which no bit for each cell is kept.
    pub(crate) fn of_rows(queries: usize, keys: usize) -> Result<Shape, Error> {
        Shape::within(queries, keys, MAX_ROW_SIDE)
    }

    fn within(queries: usize, keys: usize, most: usize) -> Result<Shape, Error> {
        for (name, count) in [("queries", queries), ("keys", keys)] {
            if !(1..=most).contains(&count) {
                return Err(Error::Side { name, count, most });
            }
        }
        Ok(Shape { queries, keys })
    }

    /// N, the number of rows.
    #[must_use]
    pub fn queries(self) -> usize {
        self.queries
    }

    /// M, the number of columns.
    #[must_use]
    pub fn keys(self) -> usize {
        self.keys
    }

    /// The number of pairs of a query and a key.
    #[must_use]
    pub fn pairs(self) -> u64 {
        self.queries as u64 * self.keys as u64
    }

    /// The offset that aligns the last query with the last key: `M - N`.
    ///
    /// It is the number of keys in the cache before the first query. It is negative if there are
    /// more queries than keys.
    #[must_use]
    pub fn lower_right_offset(self) -> i64 {
        signed(self.keys) - signed(self.queries)
    }

    /// Rejects a cell that is not in the mask.
    pub(crate) fn check_cell(self, query: usize, key: usize) -> Result<(), Error> {
        if query < self.queries && key < self.keys {
            return Ok(());
        }
        Err(Error::NoSuchCell { query, key, queries: self.queries, keys: self.keys })
    }
}

/// A count as a signed number. Counts here are far below 2⁶³.
pub(crate) fn signed(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// The part of a signed range that is within `0..count`.
pub(crate) fn clipped(first: i64, end: i64, count: usize) -> std::ops::Range<usize> {
    let clip = |value: i64| usize::try_from(value.clamp(0, signed(count))).unwrap_or(count);
    let (first, end) = (clip(first), clip(end));
    first..end.max(first)
}
