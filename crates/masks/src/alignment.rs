//! The alignment of queries with keys.

use std::fmt;

use crate::shape::Shape;

/// The position of query `i` among the keys: `p = i + offset`.
///
/// The three variants agree if there are as many queries as keys. Otherwise libraries differ:
/// PyTorch's `is_causal` is aligned to the upper left corner, FlashAttention since 2.1 and a decode
/// step with a cache to the lower right one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Alignment {
    /// The first query is at the first key: `p = i`.
    #[default]
    UpperLeft,
    /// The last query is at the last key: `p = i + M - N`.
    LowerRight,
    /// `offset` keys come before the first query, as in a cache: `p = i + offset`. If the offset is
    /// negative, the first queries are before all keys.
    Offset(i64),
}

impl Alignment {
    /// The number that is added to a query's index to give its position.
    #[must_use]
    pub fn offset(self, shape: Shape) -> i64 {
        match self {
            Alignment::UpperLeft => 0,
            Alignment::LowerRight => shape.lower_right_offset(),
            Alignment::Offset(offset) => offset,
        }
    }
}

impl fmt::Display for Alignment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Alignment::UpperLeft => f.write_str("upper_left"),
            Alignment::LowerRight => f.write_str("lower_right"),
            Alignment::Offset(offset) => write!(f, "offset={offset}"),
        }
    }
}
