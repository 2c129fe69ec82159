//! Masks with a value for each cell, or for each batch entry.

use crate::setters::setters;
use crate::tensor::{Tensor, TensorError};

/// Masks that exclude keys or add a bias, besides the rule. All masks apply together.
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

    /// Rejects valid lengths that do not fit. Tensors are checked where they are broadcast.
    pub(super) fn check(&self, batches: usize, keys: usize) -> Result<(), TensorError> {
        let Some(lengths) = self.valid_keys else { return Ok(()) };
        let (got, wanted) = (lengths.len(), batches);
        if got != wanted {
            let name = "valid lengths of keys";
            return Err(TensorError::Entries { name, got, of: "batch entries", wanted });
        }
        match lengths.iter().enumerate().find(|(_, length)| **length > keys) {
            Some((batch, &length)) => Err(TensorError::KeyLength { batch, length, keys }),
            None => Ok(()),
        }
    }
}

impl<T> Default for Masks<'_, T> {
    fn default() -> Self {
        Self { boolean: None, pattern: None, additive: None, padding: None, valid_keys: None }
    }
}
