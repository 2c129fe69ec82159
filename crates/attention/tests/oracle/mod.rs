//! Attention in plain loops that are obviously right, without regard to speed.
//!
//! It shares no code with the kernels: no shift, no groups, nested vectors, the standard library's
//! exponential. It works for scores of small magnitude only.

// Indexes are kept as in the formula.
#![allow(clippy::needless_range_loop)]

/// The results of the loops.
pub(crate) struct Oracle {
    pub(crate) scores: Vec<Vec<f64>>,
    pub(crate) weights: Vec<Vec<f64>>,
    pub(crate) output: Vec<Vec<f64>>,
}

/// Attention of every query.
///
/// - `allows(i, j)`: whether query `i` may attend to key `j`
/// - `together((i, j), (a, b))`: whether two cells are in the same softmax group
pub(crate) fn attend(
    q: &[Vec<f64>],
    k: &[Vec<f64>],
    v: &[Vec<f64>],
    scale: f64,
    allows: impl Fn(usize, usize) -> bool,
    together: impl Fn((usize, usize), (usize, usize)) -> bool,
) -> Oracle {
    let (queries, keys) = (q.len(), k.len());
    let mut scores = vec![vec![0.0; keys]; queries];
    let mut weights = vec![vec![0.0; keys]; queries];
    let mut output = vec![vec![0.0; v[0].len()]; queries];

    for i in 0..queries {
        for j in 0..keys {
            for c in 0..q[i].len() {
                scores[i][j] += q[i][c] * k[j][c];
            }
        }
    }
    for i in 0..queries {
        for j in 0..keys {
            if !allows(i, j) {
                continue;
            }
            let mut total = 0.0;
            for a in 0..queries {
                for b in 0..keys {
                    if allows(a, b) && together((i, j), (a, b)) {
                        total += (scale * scores[a][b]).exp();
                    }
                }
            }
            weights[i][j] = (scale * scores[i][j]).exp() / total;
        }
    }
    for i in 0..queries {
        for c in 0..v[0].len() {
            for j in 0..keys {
                output[i][c] += weights[i][j] * v[j][c];
            }
        }
    }
    Oracle { scores, weights, output }
}
