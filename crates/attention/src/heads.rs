//! Attention as models compute it: batches, heads that share keys and values, every mask.
//!
//! Index letters of this folder: `b` is a batch entry, `h` a query head, `i` a query, `j` a key,
//! `c` a feature. Shapes are (batch, heads, length, features), row-major. There is no dropout.

use heedmap_attention_rule::AttentionRule;

use crate::preparation::Preparation;
use crate::real::Real;
use crate::rule::{check, check_biases};
use crate::tensor::{Tensor, TensorError, allocate};

mod bias;
mod cache;
mod masks;
mod panels;
mod result;
mod rows;
mod sizes;
mod visible;

pub use masks::Masks;
pub use result::{HeadAttention, HeadRow, NanRow};
pub use sizes::HeadInputs;

use rows::{Rows, has_cap};
use sizes::Sizes;
use visible::Visible;

/// Scaled dot-product attention of all heads of all batch entries, every step kept.
///
/// ```text
/// scaled = scale · q · k              capped = cap · tanh(scaled / cap), where there is a cap
/// masked = capped + additive - slope · |distance| + bias of the key, or -∞ where the key is excluded
/// weights = softmax over the sink and the keys that are not excluded of masked / temperature
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
///   that range. A sink takes part in the softmax, the log-sum-exp and the entropy, and has no column: with one, a
///   row of weights sums to less than 1
/// - memory: three tensors of the shape of the scores, four with a softcap, besides copies of the
///   keys and values. The only other limit is that each tensor has at most
///   [`MAX_TENSOR_CELLS`](crate::MAX_TENSOR_CELLS) cells
/// - `q`: (batch, heads, queries, `d_k`), `k`: (batch, kv heads, keys, `d_k`), `v`: (batch, kv
///   heads, keys, `d_v`); past keys and values come before them. The positions of the rule count all keys, past
///   ones included: query 0 after `n` past keys is at `lower_right`, or at `offset` `n`
/// - errors: [`TensorError`], if shapes do not match or the rule is invalid; in particular
///   [`TensorError::MaskExpression`] for a rule with a mask expression, whose cells are a boolean mask, and
///   [`TensorError::Memory`] for more than the target can address, before any of it is allocated,
///   and [`TensorError::OutOfMemory`]
/// - source: Vaswani et al. 2017; Ainslie et al., "GQA", 2023; PyTorch's
///   `scaled_dot_product_attention` and ONNX's `Attention`, which have the same rule for the row
///   without a key
///
/// ```
/// use heedmap_attention::{AttentionRule, HeadInputs, Tensor, attend_heads};
///
/// // One batch entry; two query heads share one head of two keys and values.
/// let q = Tensor::new("q", &[1, 2, 1, 1], vec![9.0, -9.0])?;
/// let k = Tensor::new("k", &[1, 1, 2, 1], vec![9.0, -9.0])?;
/// let v = Tensor::new("v", &[1, 1, 2, 1], vec![1.0, 2.0])?;
///
/// let found = attend_heads(&HeadInputs::new(&q, &k, &v), &AttentionRule::default())?;
///
/// assert_eq!(found.output.map(|cell: &f64| cell.round()).data(), [1.0, 2.0]);
/// # Ok::<(), heedmap_attention::TensorError>(())
/// ```
#[doc(alias = "scaled_dot_product_attention")]
#[doc(alias = "sdpa")]
pub fn attend_heads<T: Real>(
    inputs: &HeadInputs<'_, T>,
    rule: &AttentionRule,
) -> Result<HeadAttention<T>, TensorError> {
    T::attend_heads(inputs, rule)
}

/// [`attend_heads`], for each width of numbers to call.
pub(crate) fn attended<T: Real>(
    inputs: &HeadInputs<'_, T>,
    rule: &AttentionRule,
) -> Result<HeadAttention<T>, TensorError> {
    let sizes = Sizes::of(inputs)?;
    check::<T>(rule)?;
    check_biases::<T>(rule, sizes.queries, sizes.keys)?;
    if let Some(mask) = &rule.mask {
        return Err(TensorError::MaskExpression { mask: mask.clone() });
    }
    inputs.check_lists(&sizes)?;
    sizes.check_memory::<T>(has_cap::<T>(rule), Preparation::is_needed(rule))?;
    let keys = cache::appended("the keys", inputs.past.map(|past| past.0), inputs.k, &sizes)?;
    let values = cache::appended("the values", inputs.past.map(|past| past.1), inputs.v, &sizes)?;
    let visible = Visible::new(rule, inputs, &sizes)?;
    let with = (rule, &visible);
    let found = if Preparation::is_needed(rule) {
        let (q, k) = prepared(inputs.q, &keys, rule, &visible, &sizes)?;
        Rows::new(&sizes, with, inputs, [&q, &k, &values])?.all()?
    } else {
        Rows::new(&sizes, with, inputs, [inputs.q, &keys, &values])?.all()?
    };
    Ok(found.shaped(&sizes, keys, values))
}

/// Queries and keys, rotated and scaled by their positions.
///
/// The rule gives the position of a query. Key `j` is at position `j`, past keys included, so a cache contains keys
/// before their rotation.
fn prepared<T: Real>(
    q: &Tensor<T>,
    k: &Tensor<T>,
    rule: &AttentionRule,
    visible: &Visible<'_, T>,
    sizes: &Sizes,
) -> Result<(Tensor<T>, Tensor<T>), TensorError> {
    let preparation = Preparation::new(rule, sizes.d_k, sizes.keys)?;
    let copied = |x: &Tensor<T>| {
        let mut data = allocate("what RoPE rotates", x.data().len())?;
        data.extend_from_slice(x.data());
        Ok(data)
    };
    let (mut queries, mut keys) = (copied(q)?, copied(k)?);
    let rows = (sizes.queries * sizes.d_k).max(1);
    for (index, rows) in queries.chunks_exact_mut(rows).enumerate() {
        preparation.queries(rows, visible.position(index / sizes.heads.max(1), 0))?;
    }
    for rows in keys.chunks_exact_mut((sizes.keys * sizes.d_k).max(1)) {
        preparation.keys(rows, 0)?;
    }
    Ok((Tensor::made(q.shape(), queries), Tensor::made(k.shape(), keys)))
}
