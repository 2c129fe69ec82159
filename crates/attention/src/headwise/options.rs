//! How weights come of queries and keys.

use std::ops::Range;

use crate::{Rope, Scale, TensorError};

use super::Error;

/// Which keys are after a query, and hidden from it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Causal {
    /// None.
    #[default]
    None,
    /// Query `i` sees keys `j <= i`. PyTorch's `is_causal`.
    UpperLeft,
    /// Query `i` sees keys `j <= i + keys - queries`: the last query sees all. FlashAttention from
    /// 2.1 on, and every model that generates with a cache.
    LowerRight,
}

/// How weights are computed. The default is the paper's, without a mask.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Options {
    /// What the scores are multiplied by.
    pub scale: Scale,
    /// The bound that `cap · tanh(scaled / cap)` keeps the scores within; none at 0 or below. It
    /// comes before the mask.
    pub softcap: f64,
    /// Which keys are hidden because they come after.
    pub causal: Causal,
    /// How many keys a query sees up to its own: itself and `window - 1` before it. Where it is not
    /// causal, it sees as many after it. None is all.
    pub window: Option<usize>,
    /// The position of query 0 among the keys. RoPE counts from it; so do windows that are not
    /// causal, while those that are count from the last key that [`Causal`] admits.
    pub offset: i64,
    /// RoPE, to be applied to queries and keys; key `j` stands at position `j`.
    pub rope: Option<Rope>,
}

impl Options {
    /// Refuses what cannot be followed. RoPE is checked where it turns.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let numbers = [("the softcap", self.softcap)];
        let factor = if let Scale::Factor(factor) = self.scale { factor } else { 1.0 };
        for (name, value) in numbers.into_iter().chain([("the scale factor", factor)]) {
            // What 64 bits hold may be infinite in 32.
            if !(value as f32).is_finite() {
                return Err(TensorError::NotFinite { name, value }.into());
            }
        }
        if self.window == Some(0) { Err(Error::EmptyWindow) } else { Ok(()) }
    }

    /// Where query 0 stands for the mask.
    pub(crate) fn first_position(&self, queries: usize, keys: usize) -> i64 {
        match self.causal {
            Causal::None => self.offset,
            Causal::UpperLeft => 0,
            Causal::LowerRight => signed(keys) - signed(queries),
        }
    }

    /// The keys that a query at a position sees.
    pub(crate) fn seen(&self, position: i64, keys: usize) -> Range<usize> {
        let within = |key: i64| usize::try_from(key.max(0)).map_or(keys, |key| key.min(keys));
        let reach = self.window.map(|window| signed(window - 1));
        let first = reach.map_or(0, |reach| within(position.saturating_sub(reach)));
        let ahead = if self.causal == Causal::None { reach } else { Some(0) };
        let end =
            ahead.map_or(keys, |ahead| within(position.saturating_add(ahead).saturating_add(1)));
        first..end.max(first)
    }
}

/// Sizes are far below what 63 bits hold.
fn signed(size: usize) -> i64 {
    i64::try_from(size).unwrap_or(i64::MAX)
}
