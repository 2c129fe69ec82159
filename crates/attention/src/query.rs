//! Attention of one query at a time, as in a calculation by hand.

use crate::attention::{Attention, AttentionOptions, attend_from};
use crate::error::Error;
use crate::matrix::{Matrix, cell_count};
use crate::softmax::SoftmaxAxis;

/// Attention of one query.
///
/// `output[c] = Σⱼ softmax(scale · Σ꜀ q[c] · k[j, c])ⱼ · v[j, c]`, over the admitted keys.
///
/// Every result is the matching row of [`attend`](crate::attend) with the softmax over rows, bit
/// for bit: attention treats its queries independently.
///
/// - edge case: a single query is one row, so its softmax is over its keys whatever
///   `options.softmax_axis` says
/// - `query`: its index from 0, which the causal mask uses
/// - `q_row`: the `d_k` features of the query; `k`: (keys, `d_k`); `v`: (keys, `d_v`)
/// - returns: matrices of one row
/// - errors: those of [`attend`](crate::attend)
pub fn attend_query(
    query: usize,
    q_row: &[f64],
    k: &Matrix,
    v: &Matrix,
    options: &AttentionOptions,
) -> Result<Attention, Error> {
    cell_count("q", 1, q_row.len())?;
    let q = Matrix::from_fn(1, q_row.len(), |_, c| q_row[c]);
    let options = AttentionOptions { softmax_axis: SoftmaxAxis::Rows, ..*options };
    attend_from(query, &q, k, v, &options)
}
