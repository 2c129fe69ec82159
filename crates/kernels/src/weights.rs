//! The weights of a head: all of them, or those of some cells.

use crate::error::{Error, check_length};
use crate::exp2::exp2;
use crate::head::Head;
use crate::lanes::{Lanes, WIDTH};
use crate::online::Online;
use crate::scores::{Scores, scale};
use crate::tile::{PANEL, ROWS};

/// The queries whose weights are computed together: they stay in the cache until they are normalized.
const BLOCK_ROWS: usize = 8;

/// The weights of a head: `weights[i, j] = exp(score[i, j]) / Σ_j exp(score[i, j])`, where the sum has the sink's score if
/// there is one.
///
/// - `weights`: (queries, keys)
/// - edge cases: a key that a query does not reach has weight 0; so do all keys of a query that reaches none
/// - errors: [`Error::Length`]; [`Error::NotFinite`] for inputs, and when a score overflows
pub fn weights(head: &Head<'_>, weights: &mut [f32]) -> Result<(), Error> {
    head.check()?;
    check_length("the weights", weights.len(), head.queries, head.keys)?;
    let scores = Scores::new((head.q, head.k), head.features, 0..head.keys, head.rule);
    let mut queries = scores.block(BLOCK_ROWS);
    let lines = BLOCK_ROWS * head.keys;
    for (block, cells) in weights.chunks_mut(lines.max(1)).enumerate() {
        let first = block * BLOCK_ROWS;
        let rows = cells.len() / head.keys.max(1);
        scores.take(&mut queries, first..first + rows);
        let reached = head.reached(first..first + rows);
        for panel in reached.start / PANEL..reached.end.div_ceil(PANEL) {
            for pair in 0..rows.div_ceil(ROWS) {
                scores.tile(&queries, pair, panel, (&mut *cells, head.keys), PANEL * panel);
            }
        }
        for (row, line) in cells.chunks_exact_mut(head.keys.max(1)).enumerate() {
            let reached = scores.finish(first + row, 0, line, head.keys);
            let mut online = Online::new(head.rule.sink_log2());
            online.take(&mut line[reached.clone()]);
            if !online.is_finite() {
                return Err(Error::NotFinite { name: "scores" });
            }
            scale(&mut line[reached], online.inverse());
        }
    }
    Ok(())
}

/// The weights of the cells where some rows and some columns cross: `exp(score[i, j] − log-sum-exp[i])`.
///
/// A picture of a head needs one cell for each of its pixels, whatever the number of tokens: the rows and columns are the
/// tokens that its pixels show.
///
/// - `rows`, `columns`: queries and keys, in any order; `sums`: the log-sum-exp of each of the rows
/// - `cells`: (rows, columns)
/// - edge case: a key that a query does not reach has weight 0
/// - errors: [`Error::Length`], [`Error::NotFinite`], [`Error::Missing`]
pub fn lattice(
    head: &Head<'_>,
    (rows, columns): (&[usize], &[usize]),
    sums: &[f32],
    cells: &mut [f32],
) -> Result<(), Error> {
    check_length("the queries", head.q.len(), head.queries, head.features)?;
    check_length("the keys", head.k.len(), head.keys, head.features)?;
    check_length("the log-sum-exps", sums.len(), rows.len(), 1)?;
    check_length("the cells", cells.len(), rows.len(), columns.len())?;
    for (name, list, count) in [("query", rows, head.queries), ("key", columns, head.keys)] {
        if let Some(&index) = list.iter().find(|&&index| index >= count) {
            return Err(Error::Missing { name, index, count });
        }
    }
    let scores = Scores::new((head.q, head.k), head.features, columns.iter().copied(), head.rule);
    let ascends = columns.is_sorted();
    let mut queries = scores.block(BLOCK_ROWS);
    let lines = BLOCK_ROWS * columns.len();
    for (block, cells) in cells.chunks_mut(lines.max(1)).enumerate() {
        let first = block * BLOCK_ROWS;
        let of_block = &rows[first..(first + BLOCK_ROWS).min(rows.len())];
        scores.take(&mut queries, of_block.iter().copied());
        let reached: Vec<_> =
            of_block.iter().map(|&row| head.rule.reached(row, head.keys)).collect();
        for panel in 0..columns.len().div_ceil(PANEL) {
            let shown = &columns[PANEL * panel..(PANEL * (panel + 1)).min(columns.len())];
            for (pair, reached) in reached.chunks(ROWS).enumerate() {
                let is_hidden = |keys: &std::ops::Range<usize>| {
                    shown[shown.len() - 1] < keys.start || shown[0] >= keys.end
                };
                if !(ascends && reached.iter().all(is_hidden)) {
                    scores.tile(&queries, pair, panel, (&mut *cells, columns.len()), PANEL * panel);
                }
            }
        }
        for (((line, &query), reached), &sum) in cells
            .chunks_exact_mut(columns.len().max(1))
            .zip(of_block)
            .zip(&reached)
            .zip(&sums[first..])
        {
            finish_cells(head, query, columns, line, sum * std::f32::consts::LOG2_E);
            if !head.rule.is_plain() || reached.start > 0 || reached.end < head.keys {
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

/// Makes weights of the products in a row of a lattice.
fn finish_cells(head: &Head<'_>, query: usize, columns: &[usize], line: &mut [f32], sum: f32) {
    if !head.rule.is_plain() {
        for (cell, &key) in line.iter_mut().zip(columns) {
            *cell = head.rule.finished(*cell, query, key);
        }
    }
    let shift = Lanes::splat(sum);
    let (vectors, rest) = line.as_chunks_mut::<WIDTH>();
    for vector in vectors {
        exp2(Lanes::load(vector).sub(shift)).store(vector);
    }
    for cell in rest {
        [*cell, ..] = exp2(Lanes::splat(*cell - sum)).to_array();
    }
}
