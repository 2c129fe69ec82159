//! A lesson with several heads: split, attend in each, merge, project.

use super::{ForwardInputs, Start, Variances, named_start, start};
use crate::AttentionRule;
use crate::attention::{Attention, attend};
use crate::embedding::Embedded;
use crate::error::Error;
use crate::matrix::{Matrix, from_row_major, named_product, to_row_major};
use crate::multi_head::{merge_heads, split_heads};
use crate::projection::{Projected, Projections};
use crate::softmax::SoftmaxKind;
use crate::tensor::{Tensor, TensorError};

/// How queries, keys and values are split, and the projection of the merged heads.
#[derive(Clone, Debug, PartialEq)]
pub struct HeadSplit {
    /// The number of query heads.
    pub heads: usize,
    /// The number of key and value heads, which divides the number of query heads.
    pub kv_heads: usize,
    /// The projection of the merged heads, (heads · `d_v`, `d_model`), if any.
    #[doc(alias = "W_O")]
    pub w_o: Option<Matrix>,
}

/// One query head, with the keys and values that it reads.
#[derive(Clone, Debug, PartialEq)]
pub struct HeadPass {
    /// The index of the key and value head that it reads, from 0.
    pub kv_head: usize,
    /// Its columns of the queries, (queries, `d_k`), and those of the keys and values it reads.
    pub projected: Projected,
    /// Its transposed keys in `Q Kᵀ`, (`d_k`, keys).
    pub k_t: Matrix,
    /// From its scores to its output.
    pub attention: Attention,
    /// The variances in this head, which show why scores are scaled.
    pub variance: Variances,
}

/// Every matrix of a computation with heads.
#[derive(Clone, Debug, PartialEq)]
pub struct MultiHeadPass {
    /// The steps from embeddings to `x`, if it started there.
    pub embedded: Option<Embedded>,
    /// The projections, if it started from embeddings.
    pub projections: Option<Projections>,
    /// Queries, keys and values of all heads, before they are split.
    pub projected: Projected,
    /// The query heads, in order.
    pub heads: Vec<HeadPass>,
    /// The heads' outputs side by side, (queries, heads · `d_v`).
    #[doc(alias = "concat")]
    pub merged: Matrix,
    /// The projection of the merged heads.
    pub w_o: Option<Matrix>,
    /// The merged heads times `W_O`, (queries, `d_model`).
    pub projected_output: Option<Matrix>,
}

/// Computes a lesson with several heads from its inputs to its output.
///
/// `headₕ = attend(Qₕ, K_g, V_g)` with `g = h / (heads / kv_heads)`, `merged = concat(head₀, ..)`,
/// `projected_output = merged W_O`; `Qₕ` is columns `h · d_k ..` of `Q = x W_Q`, and the same for
/// keys and values.
///
/// Every head is the [`attend`] of a lesson with one head, so all its steps are available. For
/// options that [`multi_head`](crate::multi_head) supports, it gives the same bits.
///
/// - edge cases: one head has all columns, and the bits of [`forward_pass`](super::forward_pass)
/// - errors: those of the steps; [`Error::NoTokens`]; [`Error::Heads`] if columns cannot be divided
///   into heads, or heads cannot share keys and values evenly; [`Error::Product`] if the number of
///   rows of `W_O` is not the number of columns of the merged heads
/// - source: Vaswani et al. 2017, section 3.2.2; Ainslie et al., "GQA", 2023
pub fn multi_head_forward_pass(
    inputs: ForwardInputs,
    (rule, kind): (&AttentionRule, SoftmaxKind),
    heads: HeadSplit,
) -> Result<MultiHeadPass, Error> {
    let Start { embedded, projections, projected } = start(inputs)?;
    let HeadSplit { heads, kv_heads, w_o } = heads;
    let q = split("q", &projected.q, heads)?;
    let k = split("k", &projected.k, kv_heads)?;
    let v = split("v", &projected.v, kv_heads)?;
    if heads % kv_heads != 0 {
        return Err(TensorError::HeadsDoNotDivide { heads, kv_heads }.into());
    }
    let head = |(h, q): (usize, Matrix)| {
        let kv_head = h / (heads / kv_heads);
        let projected = Projected { q, k: k[kv_head].clone(), v: v[kv_head].clone() };
        let attention = attend(&projected.q, &projected.k, &projected.v, rule, kind)?;
        let variance = Variances::of(&projected, &attention);
        Ok(HeadPass { kv_head, k_t: projected.k.transpose(), projected, attention, variance })
    };
    let heads = q.into_iter().enumerate().map(head).collect::<Result<Vec<_>, Error>>()?;
    let merged = merge(&heads)?;
    let projected_output =
        w_o.as_ref().map(|w_o| named_product(("merged", &merged), ("wO", w_o))).transpose()?;
    Ok(MultiHeadPass { embedded, projections, projected, heads, merged, w_o, projected_output })
}

/// Splits the columns of a matrix into heads, like [`split_heads`].
fn split(name: &'static str, matrix: &Matrix, heads: usize) -> Result<Vec<Matrix>, Error> {
    let all = Tensor::new(name, &[1, matrix.nrows(), matrix.ncols()], to_row_major(matrix))?;
    let split = split_heads(name, &all, heads)?;
    let width = matrix.ncols() / heads;
    let head =
        |h| from_row_major(name, matrix.nrows(), width, split.row(h, matrix.nrows() * width));
    (0..heads).map(head).collect()
}

/// The heads' outputs side by side, like [`merge_heads`].
fn merge(heads: &[HeadPass]) -> Result<Matrix, Error> {
    let (queries, d_v) = heads.first().map_or((0, 0), |head| head.attention.output.shape());
    let outputs = heads.iter().flat_map(|head| to_row_major(&head.attention.output)).collect();
    let merged =
        merge_heads("output", &Tensor::new("output", &[1, heads.len(), queries, d_v], outputs)?)?;
    from_row_major("output", queries, heads.len() * d_v, merged.data())
}

impl MultiHeadPass {
    /// Each matrix that is not per head, with its name in the interface.
    #[must_use]
    pub fn named(&self) -> Vec<(&'static str, &Matrix)> {
        let mut named = named_start(&self.embedded, &self.projections, &self.projected);
        named.push(("merged", &self.merged));
        named.extend(self.w_o.iter().map(|w_o| ("wO", w_o)));
        named.extend(self.projected_output.iter().map(|output| ("projectedOutput", output)));
        named
    }
}

impl HeadPass {
    /// Each matrix of the head, with its name in the interface.
    #[must_use]
    pub fn named(&self) -> Vec<(&'static str, &Matrix)> {
        let mut named = named_start(&None, &None, &self.projected);
        named.push(("kT", &self.k_t));
        named.extend(self.attention.named());
        named
    }
}
