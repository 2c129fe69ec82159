//! Keys that an index picks, and entries that stand for several tokens.

use super::inputs::Inputs;
use crate::matrix::{Matrix, sum};

/// Whether each key is among the `picks` keys of its query with the largest scores of an index, as 1 and
/// 0, (queries, keys). Of equal scores the earlier key is picked. Only keys that the query sees count.
pub(super) fn picked(index: &Matrix, picks: usize, sees: &dyn Fn(usize, usize) -> bool) -> Matrix {
    let mut picked = index.map(|_| 0.0);
    for i in 0..index.nrows() {
        let mut keys: Vec<usize> = (0..index.ncols()).filter(|&j| sees(i, j)).collect();
        keys.sort_by(|&a, &b| index[(i, b)].total_cmp(&index[(i, a)]));
        for &j in keys.iter().take(picks) {
            picked[(i, j)] = 1.0;
        }
    }
    picked
}

/// The picks of all queries, open to every query: a column is 1 if any of its cells is.
pub(super) fn shared(picked: &Matrix) -> Matrix {
    Matrix::from_fn(picked.nrows(), picked.ncols(), |_, j| {
        f64::from(picked.column(j).iter().any(|&cell| cell != 0.0))
    })
}

impl Inputs {
    /// The keys that each query picks by the index, if there is one: see [`picked`].
    pub(super) fn best(&self, picks: usize, sees: impl Fn(usize, usize) -> bool) -> Option<Matrix> {
        self.index.as_ref().map(|index| picked(index, picks, &sees))
    }

    /// The inputs with one key and one value for each block of tokens: the mean of those that count.
    ///
    /// An entry without a token that counts is 0, and has to be masked.
    pub(super) fn pooled(&self, block: usize, counts: impl Fn(usize) -> bool) -> Self {
        let mean = |tokens: &Matrix| {
            Matrix::from_fn(tokens.nrows() / block, tokens.ncols(), |entry, c| {
                let all = entry * block..(entry + 1) * block;
                let real: Vec<usize> = all.filter(|&token| counts(token)).collect();
                sum(real.iter().map(|&token| tokens[(token, c)])) / real.len().max(1) as f64
            })
        };
        Self { q: self.q.clone(), k: mean(&self.k), v: mean(&self.v), index: None, past: self.past }
    }
}
