//! Attention over heads in plain loops that are obviously right, without regard to speed.
//!
//! It shares no code with the kernel: nested vectors, no shift, no offsets, the standard library's
//! functions. The caller's closure decides which keys a query may attend to. It works for logits of
//! small magnitude only.

// Indexes are kept as in the formula.
#![allow(clippy::needless_range_loop)]

/// `nested[b][h][i][c]`
pub(crate) type Nested = Vec<Vec<Vec<Vec<f64>>>>;

/// The results of the loops.
pub(crate) struct HeadsOracle {
    pub(crate) weights: Nested,
    pub(crate) output: Nested,
    /// `[b][h][i]`
    pub(crate) log_sum_exp: Vec<Vec<Vec<f64>>>,
    pub(crate) entropy: Vec<Vec<Vec<f64>>>,
}

/// Attention of every query of every head.
///
/// - `logit(b, h, i, j, score)`: the logit for the product of query and key, or `None` if the query
///   may not attend to the key
/// - `sink(h)`: the logit of the sink of a head, if it has one
pub(crate) fn attend_heads(
    [q, k, v]: [&Nested; 3],
    logit: impl Fn(usize, usize, usize, usize, f64) -> Option<f64>,
    sink: impl Fn(usize) -> Option<f64>,
) -> HeadsOracle {
    let (batches, heads, queries) = (q.len(), q[0].len(), q[0][0].len());
    let (kv_heads, keys, d_v) = (k[0].len(), k[0][0].len(), v[0][0][0].len());
    let mut weights = vec![vec![vec![vec![0.0; keys]; queries]; heads]; batches];
    let mut output = vec![vec![vec![vec![0.0; d_v]; queries]; heads]; batches];
    let mut log_sum_exp = vec![vec![vec![f64::NEG_INFINITY; queries]; heads]; batches];
    let mut entropy = vec![vec![vec![0.0; queries]; heads]; batches];

    for b in 0..batches {
        for h in 0..heads {
            // The first query heads share head 0 of the keys, the next ones head 1, and so on.
            let mut shared = 0;
            while (shared + 1) * (heads / kv_heads) <= h {
                shared += 1;
            }
            for i in 0..queries {
                let mut exponentials = vec![0.0; keys];
                for j in 0..keys {
                    let mut score = 0.0;
                    for c in 0..q[b][h][i].len() {
                        score += q[b][h][i][c] * k[b][shared][j][c];
                    }
                    if let Some(logit) = logit(b, h, i, j, score) {
                        exponentials[j] = logit.exp();
                    }
                }
                let of_sink = sink(h).map_or(0.0, f64::exp);
                let total = of_sink + exponentials.iter().sum::<f64>();
                if total == 0.0 {
                    continue;
                }
                log_sum_exp[b][h][i] = total.ln();
                if of_sink > 0.0 {
                    entropy[b][h][i] -= of_sink / total * (of_sink / total).ln();
                }
                for j in 0..keys {
                    let weight = exponentials[j] / total;
                    weights[b][h][i][j] = weight;
                    if weight > 0.0 {
                        entropy[b][h][i] -= weight * weight.ln();
                    }
                    for c in 0..d_v {
                        output[b][h][i][c] += weight * v[b][shared][j][c];
                    }
                }
            }
        }
    }
    HeadsOracle { weights, output, log_sum_exp, entropy }
}
