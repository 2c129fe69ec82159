//! Appends the keys and values of this step to those of earlier steps.

use super::sizes::Sizes;
use crate::tensor::{Tensor, TensorError, allocate};

/// The past followed by the present, head by head.
///
/// - `past`, `present`: (batch, kv heads, length, features), checked by [`Sizes::of`]
/// - returns: (batch, kv heads, keys, features)
/// - errors: [`TensorError::OutOfMemory`]
pub(super) fn appended<T: Copy>(
    name: &'static str,
    past: Option<&Tensor<T>>,
    present: &Tensor<T>,
    sizes: &Sizes,
) -> Result<Tensor<T>, TensorError> {
    let features = present.shape().last().copied().unwrap_or(0);
    let (before, now) = (sizes.past * features, (sizes.keys - sizes.past) * features);
    let heads = sizes.batches * sizes.kv_heads;
    let mut data = allocate(name, heads * (before + now))?;
    for head in 0..heads {
        data.extend_from_slice(past.map_or(&[], |past| past.row(head, before)));
        data.extend_from_slice(present.row(head, now));
    }
    Ok(Tensor::made(&[sizes.batches, sizes.kv_heads, sizes.keys, features], data))
}
