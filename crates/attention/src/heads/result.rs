//! The results of attention over heads, with a list of the special rows.

use super::sizes::Sizes;
use crate::real::Real;
use crate::tensor::{Tensor, TensorError, allocate};

/// One query of one head of one batch entry, all counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeadRow {
    /// The batch entry.
    pub batch: usize,
    /// The query head.
    pub head: usize,
    /// The query.
    pub query: usize,
}

/// A row of weights that is NaN, and the first cell that made it so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NanRow {
    /// The row.
    pub row: HeadRow,
    /// The first admitted key whose logit is NaN or +∞.
    pub key: usize,
}

/// Every step of attention over heads.
#[derive(Clone, Debug, PartialEq)]
pub struct HeadAttention<T> {
    /// The keys, past ones first, before any rotation, (batch, kv heads, keys, `d_k`).
    pub keys: Tensor<T>,
    /// The values, past ones first, (batch, kv heads, keys, `d_v`).
    pub values: Tensor<T>,
    /// `scale · q · k`, (batch, heads, queries, keys).
    #[doc(alias = "scores")]
    pub scaled: Tensor<T>,
    /// The scaled scores after the softcap, if there is one, (batch, heads, queries, keys).
    pub capped: Option<Tensor<T>>,
    /// The scores with masks and biases, -∞ where the key is excluded, before the temperature,
    /// (batch, heads, queries, keys).
    #[doc(alias = "logits")]
    pub masked: Tensor<T>,
    /// The attention weights, (batch, heads, queries, keys).
    pub weights: Tensor<T>,
    /// The output of each query, (batch, heads, queries, `d_v`).
    pub output: Tensor<T>,
    /// `ln Σ exp(masked / temperature)` of each row in nats, (batch, heads, queries).
    #[doc(alias = "lse")]
    pub log_sum_exp: Tensor<T>,
    /// `-Σ weights · ln weights` of each row in nats, (batch, heads, queries).
    pub entropy: Tensor<T>,
    /// The rows that may attend to no key, in reading order.
    pub rows_without_key: Vec<HeadRow>,
    /// The rows whose weights are NaN, in reading order.
    pub rows_with_nan: Vec<NanRow>,
}

/// The results of the kernel so far, row by row.
pub(super) struct Found<T> {
    pub(super) scaled: Vec<T>,
    pub(super) capped: Option<Vec<T>>,
    pub(super) masked: Vec<T>,
    pub(super) weights: Vec<T>,
    pub(super) output: Vec<T>,
    pub(super) log_sum_exp: Vec<T>,
    pub(super) entropy: Vec<T>,
    pub(super) rows_without_key: Vec<HeadRow>,
    pub(super) rows_with_nan: Vec<NanRow>,
}

impl<T> Found<T> {
    /// Memory for all rows.
    ///
    /// - errors: [`TensorError::OutOfMemory`]
    pub(super) fn with_capacity(sizes: &Sizes, with_cap: bool) -> Result<Self, TensorError> {
        let rows = sizes.rows();
        let scores = rows * sizes.keys;
        Ok(Self {
            scaled: allocate("the scaled scores", scores)?,
            capped: if with_cap { Some(allocate("the capped scores", scores)?) } else { None },
            masked: allocate("the masked scores", scores)?,
            weights: allocate("the weights", scores)?,
            output: allocate("the output", rows * sizes.d_v)?,
            log_sum_exp: allocate("the log-sum-exps", rows)?,
            entropy: allocate("the entropies", rows)?,
            rows_without_key: Vec::new(),
            rows_with_nan: Vec::new(),
        })
    }

    /// All rows, as tensors.
    pub(super) fn shaped(
        self,
        sizes: &Sizes,
        keys: Tensor<T>,
        values: Tensor<T>,
    ) -> HeadAttention<T> {
        let scores = sizes.scores();
        let [batches, heads, queries, _] = scores;
        HeadAttention {
            keys,
            values,
            scaled: Tensor::made(&scores, self.scaled),
            capped: self.capped.map(|capped| Tensor::made(&scores, capped)),
            masked: Tensor::made(&scores, self.masked),
            weights: Tensor::made(&scores, self.weights),
            output: Tensor::made(&[batches, heads, queries, sizes.d_v], self.output),
            log_sum_exp: Tensor::made(&[batches, heads, queries], self.log_sum_exp),
            entropy: Tensor::made(&[batches, heads, queries], self.entropy),
            rows_without_key: self.rows_without_key,
            rows_with_nan: self.rows_with_nan,
        }
    }
}

/// The next row of a matrix that is filled row by row: zeros to overwrite.
pub(super) fn next_row<T: Real>(matrix: &mut Vec<T>, columns: usize) -> &mut [T] {
    let start = matrix.len();
    matrix.resize(start + columns, T::ZERO);
    &mut matrix[start..]
}
