//! Keys and values of earlier steps, with those of this step behind them.

use super::sizes::Sizes;
use crate::tensor::{Tensor, TensorError};

/// The past followed by the present, head by head.
///
/// - `past`, `present`: (batch, kv heads, length, features), as [`Sizes::of`] has checked
/// - returns: (batch, kv heads, keys, features)
pub(super) fn appended<T: Copy>(
    name: &str,
    past: Option<&Tensor<T>>,
    present: &Tensor<T>,
    sizes: &Sizes,
) -> Result<Tensor<T>, TensorError> {
    let Some(past) = past else {
        return Ok(present.clone());
    };
    let features = present.shape().last().copied().unwrap_or(0);
    let (before, now) = (sizes.past * features, (sizes.keys - sizes.past) * features);
    let heads = sizes.batches * sizes.kv_heads;
    let data = (0..heads)
        .flat_map(|head| past.row(head, before).iter().chain(present.row(head, now)).copied());
    Tensor::new(name, &[sizes.batches, sizes.kv_heads, sizes.keys, features], data.collect())
}
