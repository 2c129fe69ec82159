//! Tokens and cells that are listed one by one or in ranges.

use std::fmt;

use crate::shape::signed;

/// Some neighbours, first and last included: `7-9`, or `7` alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// The first of them, counted from 0.
    pub first: i64,
    /// The last of them.
    pub last: i64,
}

impl Span {
    /// One alone.
    #[must_use]
    pub fn one(value: i64) -> Span {
        Span { first: value, last: value }
    }

    /// Whether a position is among them.
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

/// Painted cells, a rectangle of them: `3-5:0-4` is queries 3 to 5, keys 0 to 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cells {
    /// The rows.
    pub queries: Span,
    /// The columns.
    pub keys: Span,
}

impl Cells {
    /// Whether a cell is among them.
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
