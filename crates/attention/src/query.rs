//! Attention of one query at a time, as in a calculation by hand.

use heedmap_attention_rule::{AttentionRule, Causal};

use crate::attention::{Attention, attend_from};
use crate::error::Error;
use crate::matrix::{Matrix, cell_count};
use crate::softmax::{SoftmaxAxis, SoftmaxForm, SoftmaxKind};

/// Attention of one query.
///
/// `output[c] = Σⱼ softmax(scale · Σ꜀ q[c] · k[j, c])ⱼ · v[j, c]`, over the admitted keys.
///
/// Every result is the matching row of [`attend`](crate::attend) with the softmax over rows, bit
/// for bit: attention treats its queries independently.
///
/// - edge case: with `lower_right` the query is at the last key, whatever its index is
/// - `query`: its index from 0, which the mask uses
/// - `q_row`: the `d_k` features of the query; `k`: (keys, `d_k`); `v`: (keys, `d_v`)
/// - returns: matrices of one row
/// - errors: those of [`attend`](crate::attend)
pub fn attend_query(
    query: usize,
    q_row: &[f64],
    k: &Matrix,
    v: &Matrix,
    rule: &AttentionRule,
    form: SoftmaxForm,
) -> Result<Attention, Error> {
    cell_count("q", 1, q_row.len())?;
    let q = Matrix::from_fn(1, q_row.len(), |_, c| q_row[c]);
    let first = rule.first_position(1, k.nrows());
    let position = match rule.causal {
        Causal::LowerRight => first,
        _ => first.saturating_add(i64::try_from(query).unwrap_or(i64::MAX)),
    };
    let kind = SoftmaxKind { axis: SoftmaxAxis::Rows, form };
    attend_from(position, [&q, k, v], rule, kind)
}
