//! The options of computing weights from queries and keys.

use std::ops::Range;

use crate::setters::setters;
use crate::{Rope, Scale, TensorError};

use super::StreamingError;

/// The alignment of the causal mask, if there is one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Causal {
    /// No causal mask.
    #[default]
    None,
    /// Query `i` sees keys `j <= i`. PyTorch's `is_causal`.
    UpperLeft,
    /// Query `i` sees keys `j <= i + keys - queries`: the last query sees all. FlashAttention from
    /// 2.1 on, and every model that generates with a cache.
    LowerRight,
}

/// How weights are computed. The default is the paper's attention, without a mask.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct StreamingOptions {
    /// The factor of the scores.
    pub scale: Scale,
    /// The bound of the scores in `cap · tanh(scaled / cap)`; no bound if it is 0 or below. It is
    /// applied before the mask.
    pub softcap: f64,
    /// The causal mask.
    pub causal: Causal,
    /// The number of keys that a query sees up to its own: itself and `window - 1` before it.
    /// Without a causal mask, it sees as many after it. `None` means all keys.
    pub window: Option<usize>,
    /// The position of query 0 among the keys. RoPE counts from it, and so do windows without a
    /// causal mask. Causal windows count from the last key that [`Causal`] admits.
    pub offset: i64,
    /// RoPE, applied to queries and keys; key `j` is at position `j`.
    pub rope: Option<Rope>,
    /// The score of a learned sink, which is part of the softmax of every row but is not a key: it
    /// is neither scaled nor bounded nor masked. Its weight is the first of a row.
    ///
    /// - source: Xiao et al., "Efficient Streaming Language Models with Attention Sinks", 2023;
    ///   gpt-oss has one for each head
    pub sink: Option<f64>,
}

impl StreamingOptions {
    setters! {
        scale: Scale,
        softcap: f64,
        causal: Causal,
        window: Option<usize>,
        offset: i64,
        rope: Option<Rope>,
        sink: Option<f64>,
    }
}

impl StreamingOptions {
    /// Rejects invalid options. RoPE is checked when it rotates.
    ///
    /// # Errors
    ///
    /// A scale or a softcap that is not finite in 32 bits, a sink that is NaN or ∞, and a window of
    /// 0 keys.
    pub fn check(&self) -> Result<(), StreamingError> {
        let numbers = [("the softcap", self.softcap)];
        let factor = if let Scale::Factor(factor) = self.scale { factor } else { 1.0 };
        for (name, value) in numbers.into_iter().chain([("the scale factor", factor)]) {
            // A 64-bit number may be infinite in 32 bits.
            if !(value as f32).is_finite() {
                return Err(TensorError::NotFinite { name, value }.into());
            }
        }
        // -∞ is a sink without weight.
        if let Some(value) = self.sink
            && (value.is_nan() || value as f32 == f32::INFINITY)
        {
            return Err(TensorError::NotFinite { name: "the sink", value }.into());
        }
        if self.window == Some(0) { Err(StreamingError::EmptyWindow) } else { Ok(()) }
    }

    /// The position of query 0 for the mask.
    #[must_use]
    pub fn first_position(&self, queries: usize, keys: usize) -> i64 {
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

/// Sizes are far below 2⁶³.
fn signed(size: usize) -> i64 {
    i64::try_from(size).unwrap_or(i64::MAX)
}
