//! The measures in plain loops that are obviously right, without regard to speed.
//!
//! They share no code with the crate: nested 64-bit vectors, one cell after another, every
//! condition as in the formula.

// Indexes are kept as in the formulas.
#![allow(clippy::needless_range_loop)]

/// The settings of the loops.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) offset: i64,
    pub(crate) sink: usize,
    pub(crate) reach: i64,
    pub(crate) tokens: Option<Vec<u32>>,
}

/// Every measure by its name.
pub(crate) fn measures(
    w: &[Vec<f64>],
    keys: usize,
    asked: &Asked,
) -> Vec<(&'static str, Option<f64>)> {
    let counts =
        |i: usize| w[i].iter().all(|&x| x.is_finite() && x >= 0.0) && w[i].iter().any(|&x| x > 0.0);
    let rows: Vec<usize> = (0..w.len()).filter(|&i| counts(i)).collect();
    let position = |i: usize| i as i64 + asked.offset;
    // The mean over the rows that have a term.
    let mean = |term: &dyn Fn(usize) -> Option<f64>| {
        let terms: Vec<f64> = rows.iter().filter_map(|&i| term(i)).collect();
        if terms.is_empty() { None } else { Some(terms.iter().sum::<f64>() / terms.len() as f64) }
    };
    // The weight on all selected keys.
    let share = |i: usize, selected: &dyn Fn(i64) -> bool| {
        let mut sum = 0.0;
        for j in 0..keys {
            if selected(j as i64) {
                sum += w[i][j];
            }
        }
        sum
    };
    let one = |i: usize, j: i64| {
        if j < 0 || j >= keys as i64 { None } else { Some(w[i][j as usize]) }
    };
    let entropy = |i: usize| {
        let mut sum = 0.0;
        for j in 0..keys {
            if w[i][j] > 0.0 {
                sum -= w[i][j] * w[i][j].ln();
            }
        }
        sum
    };
    let mut causal = true;
    for &i in &rows {
        for j in 0..keys {
            if w[i][j] != 0.0 && j as i64 > position(i) {
                causal = false;
            }
        }
    }
    let admitted =
        |i: usize| (0..keys).filter(|&j| !causal || j as i64 <= position(i)).count() as f64;
    let earlier = |i: usize| -> Vec<usize> {
        let (Some(tokens), p) = (&asked.tokens, position(i)) else { return Vec::new() };
        if p < 0 || p >= keys as i64 {
            return Vec::new();
        }
        (0..p as usize).filter(|&e| tokens[e] == tokens[p as usize]).collect()
    };
    let over_earlier = |i: usize, step: usize| {
        let earlier = earlier(i);
        if earlier.is_empty() { None } else { Some(earlier.iter().map(|e| w[i][e + step]).sum()) }
    };
    vec![
        ("entropy", mean(&|i| Some(entropy(i)))),
        (
            "normalised_entropy",
            mean(&|i| (admitted(i) > 1.0).then(|| entropy(i) / admitted(i).ln())),
        ),
        ("sink_share", mean(&|i| Some(share(i, &|j| j < asked.sink as i64)))),
        ("previous_token", mean(&|i| one(i, position(i) - 1))),
        ("next_token", mean(&|i| one(i, position(i) + 1))),
        ("induction", mean(&|i| over_earlier(i, 1))),
        ("duplicate_token", mean(&|i| over_earlier(i, 0))),
        (
            "mean_distance",
            mean(&|i| {
                let mut sum = 0.0;
                for j in 0..keys {
                    sum += w[i][j] * (position(i) - j as i64).abs() as f64;
                }
                Some(sum)
            }),
        ),
        ("diagonal_share", mean(&|i| Some(share(i, &|j| (position(i) - j).abs() <= asked.reach)))),
        ("causal_share", mean(&|i| Some(share(i, &|j| j <= position(i))))),
    ]
}

/// The largest and the mean of the cells in each tile.
pub(crate) fn pooled(
    w: &[Vec<f64>],
    keys: usize,
    tall: usize,
    wide: usize,
) -> (Vec<f64>, Vec<f64>) {
    let (mut most, mut mean) = (Vec::new(), Vec::new());
    for a in 0..tall {
        for b in 0..wide {
            let mut cells = Vec::new();
            for i in 0..w.len() {
                for j in 0..keys {
                    if i * tall / w.len() == a && j * wide / keys == b {
                        cells.push(w[i][j]);
                    }
                }
            }
            most.push(cells.iter().copied().fold(f64::NEG_INFINITY, f64::max));
            mean.push(cells.iter().sum::<f64>() / cells.len() as f64);
        }
    }
    (most, mean)
}

/// The weights between groups.
pub(crate) fn merged(w: &[Vec<f64>], queries: &[usize], keys: &[usize]) -> Vec<Vec<f64>> {
    let count = |groups: &[usize]| groups.iter().max().map_or(0, |last| last + 1);
    let mut merged = vec![vec![0.0; count(keys)]; count(queries)];
    for a in 0..count(queries) {
        let size = queries.iter().filter(|&&group| group == a).count() as f64;
        for b in 0..count(keys) {
            for i in 0..queries.len() {
                for j in 0..keys.len() {
                    if queries[i] == a && keys[j] == b {
                        merged[a][b] += w[i][j] / size;
                    }
                }
            }
        }
    }
    merged
}

/// The product of the layers, each averaged with the identity, with rows that sum to 1.
pub(crate) fn rollout(layers: &[Vec<Vec<f64>>], tokens: usize) -> Vec<Vec<f64>> {
    let mut reached = vec![vec![0.0; tokens]; tokens];
    for i in 0..tokens {
        reached[i][i] = 1.0;
    }
    for layer in layers {
        let mut next = vec![vec![0.0; tokens]; tokens];
        for i in 0..tokens {
            let mut sum = 0.0;
            for k in 0..tokens {
                sum += layer[i][k] / 2.0 + if i == k { 0.5 } else { 0.0 };
            }
            for j in 0..tokens {
                for k in 0..tokens {
                    let mixed = layer[i][k] / 2.0 + if i == k { 0.5 } else { 0.0 };
                    next[i][j] += mixed / sum * reached[k][j];
                }
            }
        }
        reached = next;
    }
    reached
}

/// 1 minus the mean distance: the entropy of the mean minus the mean of the entropies.
pub(crate) fn similarity(a: &[Vec<f64>], b: &[Vec<f64>]) -> Option<f64> {
    let bits = |p: &[f64]| -> f64 { p.iter().filter(|&&p| p > 0.0).map(|p| -p * p.log2()).sum() };
    let (mut sum, mut rows) = (0.0, 0.0);
    for i in 0..a.len() {
        let broken = |row: &[f64]| row.iter().any(|&x| !(x.is_finite() && x >= 0.0));
        if broken(&a[i]) || broken(&b[i]) {
            continue;
        }
        let (a_sum, b_sum) = (a[i].iter().sum::<f64>(), b[i].iter().sum::<f64>());
        if a_sum == 0.0 && b_sum == 0.0 {
            continue;
        }
        rows += 1.0;
        if a_sum == 0.0 || b_sum == 0.0 {
            sum += 1.0;
            continue;
        }
        let a: Vec<f64> = a[i].iter().map(|x| x / a_sum).collect();
        let b: Vec<f64> = b[i].iter().map(|x| x / b_sum).collect();
        let middle: Vec<f64> = a.iter().zip(&b).map(|(a, b)| (a + b) / 2.0).collect();
        sum += (bits(&middle) - (bits(&a) + bits(&b)) / 2.0).max(0.0).sqrt();
    }
    if rows == 0.0 { None } else { Some(1.0 - sum / rows) }
}
