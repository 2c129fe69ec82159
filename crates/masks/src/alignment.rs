//! Where a query stands among the keys.

use std::fmt;

use crate::shape::Shape;

/// Where query `i` stands among the keys: at position `p = i + offset`.
///
/// The three agree when there are as many queries as keys. When there are not, libraries differ,
/// so it has to be said: PyTorch's `is_causal` is aligned to the upper left corner, FlashAttention
/// since 2.1 and a decode step with a cache to the lower right one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Alignment {
    /// The first query stands at the first key: `p = i`.
    #[default]
    UpperLeft,
    /// The last query stands at the last key: `p = i + M - N`.
    LowerRight,
    /// So many keys stand before the first query, as in a cache: `p = i + offset`. Negative
    /// offsets are legal; the first queries then stand before all keys.
    Offset(i64),
}

impl Alignment {
    /// What is added to a query's number to give its position.
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
