//! The options of attention over heads.

use super::sizes::Sizes;
use super::window::Window;
use crate::real::Real;
use crate::rope::Rope;
use crate::scores::Scale;
use crate::setters::setters;
use crate::tensor::{Tensor, TensorError};

/// The position of the first query among the keys, if the numbers of queries and keys differ.
///
/// Query `i` is at position `i + offset`; causal masks, windows, ALiBi and RoPE all count from
/// there. Libraries disagree, and a model still trains with a mask that is off by one, so the
/// alignment is explicit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Alignment {
    /// Offset = past keys: query 0 is at the first new key. PyTorch's `is_causal`, ONNX.
    #[default]
    UpperLeft,
    /// Offset = keys - queries: the last query is at the last key. FlashAttention from 2.1 on.
    LowerRight,
    /// This offset; below 0 the first queries are before every key.
    Offset(i64),
    /// Offset = valid keys of the batch entry - queries: the last query is at the last valid key.
    /// ONNX with `nonpad_kv_seqlen`.
    ValidKeys,
}

/// Masks that exclude keys or add a bias, besides the rules. All masks apply together.
///
/// Masks broadcast to (batch, heads, queries, keys), where keys include past ones.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Masks<'a, T> {
    /// True where the query may attend.
    pub boolean: Option<&'a Tensor<bool>>,
    /// Another boolean mask, such as the one of an expression, which may have another shape.
    pub pattern: Option<&'a Tensor<bool>>,
    /// A bias that is added to the capped scores. -∞ excludes the key; every other number is just
    /// added.
    pub additive: Option<&'a Tensor<T>>,
    /// True where the key is not padding, with a shape that broadcasts to (batch, keys).
    pub padding: Option<&'a Tensor<bool>>,
    /// The number of valid keys of each batch entry, from the first on.
    pub valid_keys: Option<&'a [usize]>,
}

impl<'a, T> Masks<'a, T> {
    setters! {
        boolean: Option<&'a Tensor<bool>>,
        pattern: Option<&'a Tensor<bool>>,
        additive: Option<&'a Tensor<T>>,
        padding: Option<&'a Tensor<bool>>,
        valid_keys: Option<&'a [usize]>,
    }
}

impl<T> Default for Masks<'_, T> {
    fn default() -> Self {
        Self { boolean: None, pattern: None, additive: None, padding: None, valid_keys: None }
    }
}

/// The options of attention over heads. The default is the paper's attention, without a mask.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct HeadOptions<'a, T> {
    /// The factor of the scores.
    pub scale: Scale,
    /// The bound of the scores in `cap · tanh(scaled / cap)`; no bound if it is 0 or below.
    pub softcap: f64,
    /// The divisor of the masked scores before the softmax.
    pub temperature: f64,
    /// Whether a query sees no key after its position.
    pub causal: bool,
    /// The number of first keys that every query sees in spite of a causal mask.
    pub prefix: usize,
    /// How far a query sees to either side of its position.
    pub window: Window,
    /// The position of the first query.
    pub alignment: Alignment,
    /// Masks with a value for each cell.
    pub masks: Masks<'a, T>,
    /// ALiBi, as one slope for each head: see [`alibi_slopes`](crate::alibi_slopes).
    pub alibi: Option<&'a [T]>,
    /// RoPE on queries and keys.
    pub rope: Option<Rope>,
}

impl<'a, T> HeadOptions<'a, T> {
    setters! {
        scale: Scale,
        softcap: f64,
        temperature: f64,
        causal: bool,
        prefix: usize,
        window: Window,
        alignment: Alignment,
        masks: Masks<'a, T>,
        alibi: Option<&'a [T]>,
        rope: Option<Rope>,
    }
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
    /// Rejects invalid options. Masks are checked where they are broadcast.
    pub(super) fn check(&self, sizes: &Sizes) -> Result<(), TensorError> {
        // A 64-bit number may become 0 or infinite in 32 bits.
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

    /// The position of a query among the keys of its batch entry.
    pub(super) fn position(&self, sizes: &Sizes, batch: usize, query: usize) -> i64 {
        // Sizes are far below 2⁶³.
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
