//! Ranges of tokens and of cells.

use std::fmt;

use crate::shape::signed;

/// Consecutive positions, first and last included: `7-9`, or `7` for a single one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// The first position, from 0.
    pub first: i64,
    /// The last position.
    pub last: i64,
}

impl Span {
    /// A single position.
    #[must_use]
    pub fn one(value: i64) -> Span {
        Span { first: value, last: value }
    }

    /// Whether the range contains a position.
    #[must_use]
    pub fn contains(self, position: i64) -> bool {
        (self.first..=self.last).contains(&position)
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.first == self.last {
            write!(f, "{}", self.first)
        } else {
            write!(f, "{}-{}", self.first, self.last)
        }
    }
}

/// A rectangle of painted cells: `3-5:0-4` is queries 3 to 5, keys 0 to 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cells {
    /// The rows.
    pub queries: Span,
    /// The columns.
    pub keys: Span,
}

impl Cells {
    /// Whether the rectangle contains a cell.
    #[must_use]
    pub fn contains(self, query: usize, key: usize) -> bool {
        self.queries.contains(signed(query)) && self.keys.contains(signed(key))
    }
}

impl fmt::Display for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.queries, self.keys)
    }
}
