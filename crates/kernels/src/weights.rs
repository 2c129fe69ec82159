//! The weights of a head: all of them, or those of some rows and columns.

use std::ops::Range;

use crate::error::{Error, check_length};
use crate::head::Head;
use crate::lanes::scale;
use crate::online::Online;
use crate::panels::{Cell, PackedKeys, Panels};
use crate::scores::{Scores, powers};
use crate::tile::{PANEL, ROWS};

/// The number of queries that are computed together. Their weights stay in the cache until they are normalized.
const BLOCK_ROWS: usize = 8;

/// The weights of a head: `weights[i, j] = exp(score[i, j]) / Σ_j exp(score[i, j])`, where the sum includes
/// the score of the sink if there is one.
///
/// - `weights`: (queries, keys)
/// - edge cases: a key that a query may not attend to has weight 0; the cells of a query or a key that is not
///   finite are NaN
/// - errors: [`Error::Length`], and [`Error::NotFinite`] if a score might overflow
pub fn weights<C: Cell>(head: &Head<'_, C>, weights: &mut [f32]) -> Result<(), Error> {
    head.check()?;
    weights_packed(head, &head.packed_keys(), weights)
}

/// [`weights()`] with keys that [`Head::packed_keys`] of the same head has packed. With [`Head::part`], a few
/// rows at a time can be computed in little memory.
///
/// - errors: like [`weights()`]
pub fn weights_packed<C: Cell>(
    head: &Head<'_, C>,
    keys: &PackedKeys,
    weights: &mut [f32],
) -> Result<(), Error> {
    head.check()?;
    keys.check(head.keys, head.features)?;
    check_length("the weights", weights.len(), head.queries, head.keys)?;
    normalize(&Scores::new(&head.q, head.features, keys, head.scoring), head.keys, weights)
}

/// [`weights()`], from packed numbers. Compiled once, not for each type of number.
fn normalize(scores: &Scores<'_>, keys: usize, weights: &mut [f32]) -> Result<(), Error> {
    let scoring = scores.scoring;
    let mut queries = scores.block(BLOCK_ROWS);
    let lines = BLOCK_ROWS * keys;
    for (block, cells) in weights.chunks_mut(lines.max(1)).enumerate() {
        let first = block * BLOCK_ROWS;
        let rows = cells.len() / keys.max(1);
        scores.fill(&mut queries, first..first + rows)?;
        let reached = scoring.reached_by(first..first + rows, keys);
        for panel in reached.start / PANEL..reached.end.div_ceil(PANEL) {
            for pair in 0..rows.div_ceil(ROWS) {
                scores.tile(&queries, pair, panel, (&mut *cells, keys), PANEL * panel);
            }
        }
        for (row, line) in cells.chunks_exact_mut(keys.max(1)).enumerate() {
            let reached = scores.finish(first + row, 0, line, keys);
            let mut online = Online::new(scoring.sink_log2());
            online.add(&mut line[reached.clone()]);
            if !online.is_finite() {
                return Err(Error::NotFinite { name: "scores" });
            }
            if queries.finite[row] {
                scale(&mut line[reached.clone()], online.inverse());
                for &key in scores.keys.missing_between(reached.start, reached.end) {
                    line[key] = f32::NAN;
                }
            } else {
                line[reached].fill(f32::NAN);
            }
        }
    }
    Ok(())
}

/// The weights of some rows and columns: `exp(score[i, j] − log-sum-exp[i])`.
///
/// A picture of a head needs one cell for each pixel, whatever the number of tokens: the rows and columns are
/// the tokens that the pixels show.
///
/// - `rows`, `columns`: indexes of queries and keys, in any order; `sums`: the log-sum-exp of each of the rows
/// - `cells`: (rows, columns)
/// - edge cases: a key that a query may not attend to has weight 0; the other cells of a query or a key that
///   is not finite are NaN
/// - accuracy: a whole row sums to 1 within 1e-5, as in [`weights()`], for scores up to 1e9. Beyond, 64 bits
///   round the log-sum-exp: the relative error grows by 2e-16 of it
/// - errors: [`Error::Length`], [`Error::Missing`], and [`Error::NotFinite`] if a score might overflow
pub fn sample<C: Cell>(
    head: &Head<'_, C>,
    (rows, columns): (&[usize], &[usize]),
    sums: &[f64],
    cells: &mut [f32],
) -> Result<(), Error> {
    head.check()?;
    check_length("the log-sum-exps", sums.len(), rows.len(), 1)?;
    check_length("the cells", cells.len(), rows.len(), columns.len())?;
    for (name, list, count) in [("query", rows, head.queries), ("key", columns, head.keys)] {
        if let Some(&index) = list.iter().find(|&&index| index >= count) {
            return Err(Error::Missing { name, index, count });
        }
    }
    let keys = Panels::of_keys(head.k, head.features, columns.iter().copied());
    let scores = Scores::new(&head.q, head.features, &keys, head.scoring);
    sample_packed(&scores, head.keys, (rows, columns), sums, cells)
}

/// [`sample`], from packed numbers. Compiled once, not for each type of number.
fn sample_packed(
    scores: &Scores<'_>,
    keys: usize,
    (rows, columns): (&[usize], &[usize]),
    sums: &[f64],
    cells: &mut [f32],
) -> Result<(), Error> {
    let scoring = &scores.scoring;
    let ascends = columns.is_sorted();
    let mut queries = scores.block(BLOCK_ROWS);
    let lines = BLOCK_ROWS * columns.len();
    for (block, cells) in cells.chunks_mut(lines.max(1)).enumerate() {
        let first = block * BLOCK_ROWS;
        let block_rows = &rows[first..(first + BLOCK_ROWS).min(rows.len())];
        scores.fill(&mut queries, block_rows.iter().copied())?;
        let reached: Vec<_> = block_rows.iter().map(|&row| scoring.reached(row, keys)).collect();
        for panel in 0..columns.len().div_ceil(PANEL) {
            let shown = &columns[PANEL * panel..(PANEL * (panel + 1)).min(columns.len())];
            for (pair, reached) in reached.chunks(ROWS).enumerate() {
                let is_hidden = |keys: &Range<usize>| {
                    shown[shown.len() - 1] < keys.start || shown[0] >= keys.end
                };
                if !(ascends && reached.iter().all(is_hidden)) {
                    scores.tile(&queries, pair, panel, (&mut *cells, columns.len()), PANEL * panel);
                }
            }
        }
        let lines = cells.chunks_exact_mut(columns.len().max(1)).zip(block_rows).zip(&reached);
        for (row, ((line, &query), reached)) in lines.enumerate() {
            let sum = sums[first + row];
            if queries.finite[row] && !sum.is_nan() {
                scoring.finish(line, query, columns.iter().copied());
                powers(line, sum);
                for &column in scores.keys.missing_between(0, columns.len()) {
                    line[column] = f32::NAN;
                }
            } else {
                line.fill(f32::NAN);
            }
            if reached.start > 0 || reached.end < keys {
                for (cell, key) in line.iter_mut().zip(columns) {
                    if !reached.contains(key) {
                        *cell = 0.0;
                    }
                }
            }
        }
    }
    Ok(())
}
