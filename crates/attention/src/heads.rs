//! Attention as models compute it: batches, heads that share keys and values, every mask.
//!
//! Index letters of this folder: `b` is a batch entry, `h` a query head, `i` a query, `j` a key,
//! `c` a feature. Shapes are (batch, heads, length, features), row-major. There is no dropout, and
//! no attention sink.

use crate::real::Real;
use crate::rope::{Rope, turn};
use crate::tensor::{Tensor, TensorError, allocate};

mod bias;
mod cache;
mod options;
mod panels;
mod result;
mod rows;
mod rule;
mod sizes;
mod window;

pub use options::{Alignment, HeadOptions, Masks};
pub use result::{HeadAttention, HeadRow, NanRow};
pub use sizes::HeadInputs;
pub use window::Window;

use rows::Rows;
use sizes::Sizes;

/// Scaled dot-product attention of all heads of all batch entries, every step kept.
///
/// ```text
/// scaled = scale · q · k              capped = cap · tanh(scaled / cap), where there is a cap
/// masked = capped + additive - slope · |distance|, or -∞ where the key is excluded
/// weights = softmax over the keys that are not excluded of masked / temperature
/// output = Σ weights · v over those keys
/// ```
///
/// Query head `h` reads key and value head `h / (heads / kv heads)`: with equal numbers this is
/// multi-head attention, with fewer key and value heads grouped-query, with one multi-query
/// attention. The cap comes before every mask, because it would turn -∞ into a finite number and
/// admit masked keys.
///
/// - edge cases: a query without a key, for whatever reason, gets weights, output and entropy 0 and
///   a log-sum-exp of -∞, and is listed in the result. An excluded key contributes nothing,
///   whatever its key and value. NaN or +∞ in an admitted logit makes its row of weights and output
///   NaN, and no other, and the row is listed as well. Logits are the numbers in
///   [`HeadAttention::masked`]: the temperature neither excludes a finite one nor makes it
///   infinite. A finite additive number excludes nothing, however low, unless its sum with the
///   score is beyond the range of the floats and so -∞. The log-sum-exp is infinite if it is beyond
///   that range
/// - memory: three tensors of the shape of the scores, four with a softcap, besides copies of the
///   keys and values. The only other limit is that each tensor has at most
///   [`MAX_TENSOR_CELLS`](crate::MAX_TENSOR_CELLS) cells
/// - `q`: (batch, heads, queries, `d_k`), `k`: (batch, kv heads, keys, `d_k`), `v`: (batch, kv
///   heads, keys, `d_v`); past keys and values come before them
/// - errors: [`TensorError`], if shapes do not match or an option is invalid; in particular
///   [`TensorError::Memory`] for more than the target can address, before any of it is allocated,
///   and [`TensorError::OutOfMemory`]
/// - source: Vaswani et al. 2017; Ainslie et al., "GQA", 2023; PyTorch's
///   `scaled_dot_product_attention` and ONNX's `Attention`, which have the same rule for the row
///   without a key
///
/// ```
/// use heedmap_attention::{HeadInputs, HeadOptions, Tensor, attend_heads};
///
/// // One batch entry; two query heads share one head of two keys and values.
/// let q = Tensor::new("q", &[1, 2, 1, 1], vec![9.0, -9.0])?;
/// let k = Tensor::new("k", &[1, 1, 2, 1], vec![9.0, -9.0])?;
/// let v = Tensor::new("v", &[1, 1, 2, 1], vec![1.0, 2.0])?;
///
/// let found = attend_heads(&HeadInputs::new(&q, &k, &v), &HeadOptions::default())?;
///
/// assert_eq!(found.output.map(|cell: &f64| cell.round()).data(), [1.0, 2.0]);
/// # Ok::<(), heedmap_attention::TensorError>(())
/// ```
#[doc(alias = "scaled_dot_product_attention")]
#[doc(alias = "sdpa")]
pub fn attend_heads<T: Real>(
    inputs: &HeadInputs<'_, T>,
    options: &HeadOptions<'_, T>,
) -> Result<HeadAttention<T>, TensorError> {
    T::attend_heads(inputs, options)
}

/// [`attend_heads`], for each width of numbers to call.
pub(crate) fn attended<T: Real>(
    inputs: &HeadInputs<'_, T>,
    options: &HeadOptions<'_, T>,
) -> Result<HeadAttention<T>, TensorError> {
    let sizes = Sizes::of(inputs)?;
    options.check(&sizes)?;
    sizes.check_memory::<T>(options.has_cap(), options.rope.is_some())?;
    let keys = cache::appended("the keys", inputs.past.map(|past| past.0), inputs.k, &sizes)?;
    let values = cache::appended("the values", inputs.past.map(|past| past.1), inputs.v, &sizes)?;
    let found = match &options.rope {
        None => Rows::new(&sizes, options, inputs.q, &keys, &values)?.all()?,
        Some(rope) => {
            let (q, k) = rotated(inputs.q, &keys, rope, options, &sizes)?;
            Rows::new(&sizes, options, &q, &k, &values)?.all()?
        }
    };
    Ok(found.shaped(&sizes, keys, values))
}

/// Queries and keys rotated by their positions.
///
/// The alignment gives the position of a query. Key `j` is at position `j`, past keys included, so
/// a cache contains keys before their rotation.
fn rotated<T: Real>(
    q: &Tensor<T>,
    k: &Tensor<T>,
    rope: &Rope,
    options: &HeadOptions<'_, T>,
    sizes: &Sizes,
) -> Result<(Tensor<T>, Tensor<T>), TensorError> {
    let turned = rope.turned(sizes.d_k)?;
    let turn_all =
        |x: &Tensor<T>, heads: usize, length: usize, position: &dyn Fn(usize, usize) -> i64| {
            let mut data = allocate("what RoPE rotates", x.data().len())?;
            data.extend_from_slice(x.data());
            for (index, row) in data.chunks_exact_mut(sizes.d_k).enumerate() {
                let (b, i) = (index / (heads * length), index % length);
                let (cosines, sines) = rope.angles(position(b, i), turned);
                turn(row, &cosines, &sines, rope.pairs);
            }
            Ok(Tensor::made(x.shape(), data))
        };
    let query_position = |b: usize, i: usize| options.position(sizes, b, i);
    let key_position = |_: usize, j: usize| i64::try_from(j).unwrap_or(i64::MAX);
    let q = turn_all(q, sizes.heads, sizes.queries, &query_position)?;
    let k = turn_all(k, sizes.kv_heads, sizes.keys, &key_position)?;
    Ok((q, k))
}
