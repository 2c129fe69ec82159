//! How attention over heads is computed.

use super::sizes::Sizes;
use super::window::Window;
use crate::real::Real;
use crate::rope::Rope;
use crate::scores::Scale;
use crate::tensor::{Tensor, TensorError};

/// Where the first query stands among the keys, when there are not as many of one as of the other.
///
/// Query `i` stands at position `i + offset`; causal masks, windows, ALiBi and RoPE all count from
/// there. Libraries disagree, and a mask that is off by one still trains: it has to be said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Alignment {
    /// Offset = past keys: query 0 beside the first new key. PyTorch's `is_causal`, ONNX.
    #[default]
    UpperLeft,
    /// Offset = keys - queries: the last query beside the last key. FlashAttention from 2.1 on.
    LowerRight,
    /// This offset; below 0 the first queries stand before every key.
    Offset(i64),
    /// Offset = valid keys of the batch entry - queries: the last query beside the last valid key.
    /// ONNX, when it is given `nonpad_kv_seqlen`.
    ValidKeys,
}

/// What excludes keys or biases them, beside the rules. All that is given applies together.
///
/// Masks broadcast to (batch, heads, queries, keys), the past among the keys.
#[derive(Clone, Copy, Debug)]
pub struct Masks<'a, T> {
    /// True where the query may attend.
    pub boolean: Option<&'a Tensor<bool>>,
    /// What is added to the capped scores. -∞ excludes; every other number is taken literally.
    pub additive: Option<&'a Tensor<T>>,
    /// True where the key is no padding, (batch, keys) or what broadcasts to it.
    pub padding: Option<&'a Tensor<bool>>,
    /// How many keys of each batch entry are valid, from the first on.
    pub valid_keys: Option<&'a [usize]>,
}

impl<T> Default for Masks<'_, T> {
    fn default() -> Self {
        Self { boolean: None, additive: None, padding: None, valid_keys: None }
    }
}

/// How attention over heads is computed. The default is the paper's, without a mask.
#[derive(Clone, Copy, Debug)]
pub struct HeadOptions<'a, T> {
    /// What the scores are multiplied by.
    pub scale: Scale,
    /// The bound that `cap · tanh(scaled / cap)` keeps the scores within; none at 0 or below.
    pub softcap: f64,
    /// What the masked scores are divided by before the softmax.
    pub temperature: f64,
    /// Whether a query sees no key after its position.
    pub causal: bool,
    /// How many of the first keys every query of a causal mask sees all the same.
    pub prefix: usize,
    /// How far a query sees to either side of its position.
    pub window: Window,
    /// Where the first query stands.
    pub alignment: Alignment,
    /// Masks given cell by cell.
    pub masks: Masks<'a, T>,
    /// ALiBi, as one slope a head: see [`alibi_slopes`](crate::alibi_slopes).
    pub alibi: Option<&'a [T]>,
    /// RoPE on queries and keys.
    pub rope: Option<Rope>,
}

impl<T> Default for HeadOptions<'_, T> {
    fn default() -> Self {
        Self {
            scale: Scale::InverseSqrtDk,
            softcap: 0.0,
            temperature: 1.0,
            causal: false,
            prefix: 0,
            window: Window::default(),
            alignment: Alignment::UpperLeft,
            masks: Masks::default(),
            alibi: None,
            rope: None,
        }
    }
}

impl<T: Real> HeadOptions<'_, T> {
    /// Refuses what cannot be followed. Masks are checked where they are broadcast.
    pub(super) fn check(&self, sizes: &Sizes) -> Result<(), TensorError> {
        // What 64 bits hold may be 0 or infinite in 32.
        let as_used = |value: f64| T::from_f64(value).to_f64();
        if let Scale::Factor(factor) = self.scale {
            TensorError::unless_finite("the scale factor", as_used(factor))?;
        }
        TensorError::unless_finite("the softcap", as_used(self.softcap))?;
        let temperature = as_used(self.temperature);
        if !(temperature.is_finite() && temperature > 0.0) {
            return Err(TensorError::Temperature { value: self.temperature });
        }
        self.window.check()?;
        if let Some(slopes) = self.alibi {
            let (got, wanted) = (slopes.len(), sizes.heads);
            if got != wanted {
                return Err(TensorError::Entries { name: "slopes", got, of: "heads", wanted });
            }
            for slope in slopes {
                TensorError::unless_finite("a slope of ALiBi", slope.to_f64())?;
            }
        }
        match self.masks.valid_keys {
            None if self.alignment == Alignment::ValidKeys => Err(TensorError::NoKeyLengths),
            None => Ok(()),
            Some(lengths) => check_lengths(lengths, sizes),
        }
    }

    /// Where a query stands among the keys of its batch entry.
    pub(super) fn position(&self, sizes: &Sizes, batch: usize, query: usize) -> i64 {
        // Sizes are far below what 63 bits hold.
        let signed = |size: usize| i64::try_from(size).unwrap_or(i64::MAX);
        let offset = match self.alignment {
            Alignment::UpperLeft => signed(sizes.past),
            Alignment::LowerRight => signed(sizes.keys) - signed(sizes.queries),
            Alignment::Offset(offset) => offset,
            Alignment::ValidKeys => {
                let lengths = self.masks.valid_keys.unwrap_or_default();
                signed(lengths.get(batch).copied().unwrap_or(0)) - signed(sizes.queries)
            }
        };
        offset.saturating_add(signed(query))
    }

    pub(super) fn has_cap(&self) -> bool {
        T::from_f64(self.softcap) > T::ZERO
    }
}

fn check_lengths(lengths: &[usize], sizes: &Sizes) -> Result<(), TensorError> {
    let (got, wanted, keys) = (lengths.len(), sizes.batches, sizes.keys);
    if got != wanted {
        let name = "valid lengths of keys";
        return Err(TensorError::Entries { name, got, of: "batch entries", wanted });
    }
    match lengths.iter().enumerate().find(|(_, length)| **length > keys) {
        Some((batch, &length)) => Err(TensorError::KeyLength { batch, length, keys }),
        None => Ok(()),
    }
}
