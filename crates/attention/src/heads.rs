//! Attention as models compute it: batches, heads that share keys and values, every mask.
//!
//! The letters of this folder, once and for all: `b` counts batch entries, `h` query heads, `i`
//! queries, `j` keys, `c` features. Shapes are (batch, heads, length, features), row-major. There
//! is no dropout, and no attention sink.

use crate::real::Real;
use crate::rope::{Rope, turn};
use crate::tensor::{Tensor, TensorError, room};

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
pub use result::{HeadAttention, NanRow, Row};
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
/// Query head `h` reads key and value head `h / (heads / kv heads)`: with as many of one as of the
/// other that is multi-head attention, with fewer grouped-query, with one multi-query attention.
/// The cap comes before every mask, or -∞ would become a finite number and let masked keys in.
///
/// - edge cases: a query without a key, for whatever reason, gets weights, output and entropy 0 and
///   a log-sum-exp of -∞, and is named in the result. An excluded key contributes nothing, whatever
///   it holds. NaN or +∞ in an admitted logit makes its row of weights and output NaN, and no
///   other, and is named as well. Logits are what [`HeadAttention::masked`] holds: the temperature
///   neither excludes a finite one nor makes it infinite. A finite additive number excludes nothing,
///   however low, unless its sum with the score is beyond the range of the floats and so -∞. The
///   log-sum-exp is infinite where it is beyond that range
/// - memory: three tensors of the shape of the scores, four with a softcap, beside copies of the keys
///   and values. There is no other limit on sizes, but that each tensor has at most
///   [`MAX_TENSOR_CELLS`](crate::MAX_TENSOR_CELLS) cells
/// - `q`: (batch, heads, queries, `d_k`), `k`: (batch, kv heads, keys, `d_k`), `v`: (batch, kv
///   heads, keys, `d_v`); past keys and values stand before them
/// - errors: [`TensorError`], when shapes do not fit or an option cannot be followed; in particular
///   [`TensorError::Memory`] for more than the target can address, before any of it is allocated, and
///   [`TensorError::OutOfMemory`]
/// - source: Vaswani et al. 2017; Ainslie et al., "GQA", 2023; PyTorch's
///   `scaled_dot_product_attention` and ONNX's `Attention`, whose rule for the row without a key
///   this is
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
/// A query stands where the alignment puts it; key `j` stands at `j`, the past included, so a cache
/// holds keys as they were before rotation.
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
            let mut data = room("what RoPE rotates", x.data().len())?;
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
