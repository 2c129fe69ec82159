//! Multi-head attention from embeddings: project, split, attend, merge, project.
//!
//! "Attention Is All You Need", section 3.2.2.

use heedmap_attention_rule::AttentionRule;

use crate::heads::{HeadAttention, HeadInputs, attend_heads};
use crate::real::{Real, total};
use crate::tensor::{Tensor, TensorError, element_count};

/// The learned matrices of one layer of multi-head attention.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeadProjections<'a, T> {
    /// (`d_model`, heads · `d_k`)
    pub w_q: &'a Tensor<T>,
    /// (`d_model`, kv heads · `d_k`)
    pub w_k: &'a Tensor<T>,
    /// (`d_model`, kv heads · `d_v`)
    pub w_v: &'a Tensor<T>,
    /// (heads · `d_v`, `d_model`)
    pub w_o: &'a Tensor<T>,
}

/// Multi-head attention with its steps.
#[derive(Clone, Debug, PartialEq)]
pub struct MultiHead<T> {
    /// The queries of each head, (batch, heads, length, `d_k`).
    pub q: Tensor<T>,
    /// The keys of each head, (batch, kv heads, length, `d_k`).
    pub k: Tensor<T>,
    /// The values of each head, (batch, kv heads, length, `d_v`).
    pub v: Tensor<T>,
    /// The attention of every head.
    pub attention: HeadAttention<T>,
    /// The heads' outputs side by side, (batch, length, heads · `d_v`).
    #[doc(alias = "concat")]
    pub merged: Tensor<T>,
    /// The merged heads times `W_O`, (batch, length, `d_model`).
    pub output: Tensor<T>,
}

/// Multi-head self-attention.
///
/// `output = concat(head₀, head₁, ..) W_O`, with `headₕ` the attention of columns `h · d_k ..` of
/// `x W_Q`, `x W_K` and `x W_V`.
///
/// One softmax has one pattern of weights; several heads have several, for the same number of
/// products.
///
/// - edge cases: those of [`attend_heads`]. With fewer heads of keys and values than of queries, it
///   is grouped-query attention
/// - `x`, `output`: (batch, length, `d_model`)
/// - errors: [`TensorError`]
/// - source: section 3.2.2
#[doc(alias = "mha")]
pub fn multi_head<T: Real>(
    x: &Tensor<T>,
    projections: &HeadProjections<'_, T>,
    (heads, kv_heads): (usize, usize),
    rule: &AttentionRule,
) -> Result<MultiHead<T>, TensorError> {
    let HeadProjections { w_q, w_k, w_v, w_o } = projections;
    let q = split_heads("q", &projected(("x", x), ("w_q", w_q))?, heads)?;
    let k = split_heads("k", &projected(("x", x), ("w_k", w_k))?, kv_heads)?;
    let v = split_heads("v", &projected(("x", x), ("w_v", w_v))?, kv_heads)?;
    let attention = attend_heads(&HeadInputs::new(&q, &k, &v), rule)?;
    let merged = merge_heads("output", &attention.output)?;
    let output = projected(("the merged heads", &merged), ("w_o", w_o))?;
    Ok(MultiHead { q, k, v, attention, merged, output })
}

/// Splits the features of each token into heads, in order.
///
/// `split[b, h, i, c] = x[b, i, h · features / heads + c]`
///
/// - `x`: (batch, length, features), returns (batch, heads, length, features / heads)
/// - errors: [`TensorError::Axes`], [`TensorError::FeaturesDoNotDivide`]
pub fn split_heads<T: Real>(
    name: &'static str,
    x: &Tensor<T>,
    heads: usize,
) -> Result<Tensor<T>, TensorError> {
    let [batches, length, features] = x.axes(name, "(batch, length, features)")?;
    if heads == 0 || features % heads != 0 {
        return Err(TensorError::FeaturesDoNotDivide { name, features, heads });
    }
    let width = features / heads;
    let shape = [batches, heads, length, width];
    let mut data = Vec::with_capacity(element_count(name, &shape)?);
    for b in 0..batches {
        for h in 0..heads {
            for i in 0..length {
                data.extend(x.row((b * length + i) * heads + h, width));
            }
        }
    }
    Ok(Tensor::made(&shape, data))
}

/// Joins the heads of each token: the inverse of [`split_heads`].
///
/// `merged[b, i, h · features + c] = x[b, h, i, c]`
///
/// - `x`: (batch, heads, length, features), returns (batch, length, heads · features)
/// - errors: [`TensorError::Axes`]
pub fn merge_heads<T: Real>(name: &'static str, x: &Tensor<T>) -> Result<Tensor<T>, TensorError> {
    let [batches, heads, length, width] = x.axes(name, "(batch, heads, length, features)")?;
    let shape = [batches, length, heads * width];
    let mut data = Vec::with_capacity(element_count(name, &shape)?);
    for b in 0..batches {
        for i in 0..length {
            for h in 0..heads {
                data.extend(x.row((b * heads + h) * length + i, width));
            }
        }
    }
    Ok(Tensor::made(&shape, data))
}

/// `y[b, i, c] = Σₖ x[b, i, k] · w[k, c]`, summed from the first `k` to the last.
fn projected<T: Real>(
    (x_name, x): (&'static str, &Tensor<T>),
    (w_name, w): (&'static str, &Tensor<T>),
) -> Result<Tensor<T>, TensorError> {
    let [batches, length, features] = x.axes(x_name, "(batch, length, features)")?;
    let [rows, columns] = w.axes(w_name, "(features in, features out)")?;
    TensorError::unless_same("features", (x_name, features), (w_name, rows))?;
    let shape = [batches, length, columns];
    let mut data = Vec::with_capacity(element_count(w_name, &shape)?);
    for token in 0..batches * length {
        let x = x.row(token, features);
        for c in 0..columns {
            let column = w.data().iter().skip(c).step_by(columns);
            data.push(total(x.iter().zip(column).map(|(&x, &w)| x * w)));
        }
    }
    Ok(Tensor::made(&shape, data))
}
