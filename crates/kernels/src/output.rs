//! `softmax(scores) · V` without the weights of the whole head, and the log-sum-exp of each row.

use std::ops::Range;

use crate::error::{Error, check_length};
use crate::head::Head;
use crate::lanes::scale;
use crate::online::Online;
use crate::panels::{Cell, INFINITE, PackedKeys, Panels, largest_bits};
use crate::scores::Scores;
use crate::tile::{PANEL, ROWS, Tile};

/// The number of queries of a block.
const BLOCK_ROWS: usize = 32;
/// The number of keys of a block. A block with its queries, keys and values fits the second-level cache.
const BLOCK_KEYS: usize = 128;
/// The distance between two rows of a block, in cells. A power of two would map all rows to the same cache
/// sets.
const STRIDE: usize = BLOCK_KEYS + 8;

/// The output of one head: `output[i] = Σ_j weights[i, j] · v[j]`, where the weights are the softmax of a
/// row's scores.
///
/// Blocks of 128 keys are scored, exponentiated and multiplied with their values while they are in the cache.
/// If a later block has a larger score, the earlier sums are scaled. Blocks of keys that no query may attend
/// to are skipped.
///
/// - `v`: (keys, value features); `output`: (queries, value features)
/// - edge case: the output of a query that may attend to no key is 0
/// - accuracy: stated in the documentation of the crate. Large values are scaled while they are summed, so the
///   output is finite whatever the values
/// - errors: [`Error::Length`]; [`Error::NotFinite`] for inputs, because sums with them are not finite, and if
///   a score might overflow
/// - source: Milakov and Gimelshein, "Online normalizer calculation for softmax", 2018; Dao et al.,
///   "FlashAttention", 2022
pub fn output<C: Cell>(
    head: &Head<'_, C>,
    v: &[C],
    value_features: usize,
    output: &mut [f32],
) -> Result<(), Error> {
    head.check()?;
    check_length("the values", v.len(), head.keys, value_features)?;
    check_length("the output", output.len(), head.queries, value_features)?;
    let not_finite = |name| Err(Error::NotFinite { name });
    let largest_value = largest_bits(v);
    for (name, largest) in [("the queries", largest_bits(head.q)), ("the values", largest_value)] {
        if largest >= INFINITE {
            return not_finite(name);
        }
    }
    let keys = Panels::of_keys(head.k, head.features, 0..head.keys);
    if !keys.missing.is_empty() {
        return not_finite("the keys");
    }
    let scores = Scores::new(&head.q, head.features, &keys, head.scoring);
    let most = f32::from_bits(largest_value);
    let factor = factor_of_values(most, head.keys);
    let mut values = blocks_of_values(v, value_features);
    if factor < 1.0 {
        values.iter_mut().for_each(|block| block.scale(factor));
    }
    output_packed(&scores, [head.queries, head.keys], &values, value_features, output)?;
    if factor < 1.0 {
        // A mean of values is not beyond them; its rounding may be.
        for cell in output {
            *cell = (*cell / factor).clamp(-most, most);
        }
    }
    Ok(())
}

/// [`output`], from packed numbers. Compiled once, not for each type of number.
fn output_packed(
    scores: &Scores<'_>,
    [queries, keys]: [usize; 2],
    values: &[Panels],
    value_features: usize,
    output: &mut [f32],
) -> Result<(), Error> {
    let width = value_features.next_multiple_of(PANEL);
    let mut sums = vec![0.0; BLOCK_ROWS * width];
    over_rows(scores, [queries, keys], |first, rows, block| match block {
        Block::Scored { exponentials, factors, reached, keys, first_key } => {
            for (line, &factor) in sums.chunks_exact_mut(width.max(1)).zip(factors) {
                if factor != 1.0 {
                    scale(line, factor);
                }
            }
            let panels = &values[first_key / BLOCK_KEYS];
            for panel in 0..width / PANEL {
                for (pair, reached) in reached.iter().enumerate().take(rows.div_ceil(ROWS)) {
                    let start = reached.start.clamp(first_key, first_key + keys) - first_key;
                    let end = reached.end.clamp(first_key, first_key + keys) - first_key;
                    if start >= end {
                        continue;
                    }
                    let (above, below) =
                        sums[ROWS * pair * width..][..ROWS * width].split_at_mut(width);
                    let column = PANEL * panel;
                    let (Some(above), Some(below)) =
                        (above[column..].first_chunk_mut(), below[column..].first_chunk_mut())
                    else {
                        continue;
                    };
                    // Each block is summed on its own. A single long sum would be less accurate.
                    let mut tile = Tile::zero();
                    let row =
                        |row: usize| &exponentials[(ROWS * pair + row) * STRIDE..][start..end];
                    tile.accumulate([row(0), row(1)], &panels.panel(panel)[start..end]);
                    tile.add(0, above);
                    tile.add(1, below);
                }
            }
        }
        Block::Done { online, .. } => {
            let lines = output[first * value_features..].chunks_exact_mut(value_features.max(1));
            for ((line, sum), online) in lines.zip(sums.chunks_exact(width.max(1))).zip(online) {
                line.copy_from_slice(&sum[..value_features]);
                scale(line, online.inverse());
            }
            sums.fill(0.0);
        }
    })
}

/// The log-sum-exp of each row: `ln Σ_j exp(score[i, j])`, including the score of the sink if there is one.
///
/// The weight of a cell is `exp(score − log-sum-exp)`, so single cells can be computed without their row.
///
/// - `rows`: the queries; `sums`: one number for each of them, in nats. They have 64 bits, because 32 bits round
///   1e7 by up to 0.5, which would change a weight by the factor 1.6
/// - edge cases: -∞ for a query that may attend to no key; NaN for a query that is not finite
/// - errors: [`Error::Length`], [`Error::Missing`], and [`Error::NotFinite`] if a score might overflow
pub fn log_sum_exp<C: Cell>(
    head: &Head<'_, C>,
    rows: Range<usize>,
    sums: &mut [f64],
) -> Result<(), Error> {
    head.check()?;
    log_sum_exp_packed(head, &head.packed_keys(), rows, sums)
}

/// [`log_sum_exp`] with keys that [`Head::packed_keys`] of the same head has packed.
///
/// - errors: like [`log_sum_exp`]
pub fn log_sum_exp_packed<C: Cell>(
    head: &Head<'_, C>,
    keys: &PackedKeys,
    rows: Range<usize>,
    sums: &mut [f64],
) -> Result<(), Error> {
    check_length("the log-sum-exps", sums.len(), rows.len(), 1)?;
    let part = head.part(rows)?;
    part.check()?;
    keys.check(part.keys, part.features)?;
    let scores = Scores::new(&part.q, part.features, keys, part.scoring);
    over_rows(&scores, [part.queries, part.keys], |first, _, block| {
        if let Block::Done { online, finite } = block {
            for ((sum, online), &finite) in sums[first..].iter_mut().zip(online).zip(finite) {
                *sum = if finite { online.log_sum_exp() } else { f64::NAN };
            }
        }
    })
}

/// An event of a pass over the rows of a head.
enum Block<'a> {
    /// The exponentials of a block of keys, rows of [`STRIDE`] cells, and the factor for the earlier sums of
    /// each row.
    Scored {
        exponentials: &'a [f32],
        factors: &'a [f32],
        /// The keys that any row of each pair may attend to.
        reached: &'a [Range<usize>],
        first_key: usize,
        keys: usize,
    },
    /// All keys of a block of rows have been scored.
    Done { online: &'a [Online], finite: &'a [bool] },
}

/// Scores all queries of a head against all keys, block by block.
///
/// - `each`: called with the first query of the block, the number of its queries, and the event
fn over_rows(
    scores: &Scores<'_>,
    [all_queries, all_keys]: [usize; 2],
    mut each: impl FnMut(usize, usize, Block<'_>),
) -> Result<(), Error> {
    let scoring = scores.scoring;
    let mut queries = scores.block(BLOCK_ROWS);
    let mut cells = vec![0.0; BLOCK_ROWS * STRIDE];
    for first in (0..all_queries).step_by(BLOCK_ROWS) {
        let rows = BLOCK_ROWS.min(all_queries - first);
        scores.fill(&mut queries, first..first + rows)?;
        let mut online = [Online::new(scoring.sink_log2()); BLOCK_ROWS];
        let reached = scoring.reached_by(first..first + rows, all_keys);
        let pairs: [Range<usize>; BLOCK_ROWS / ROWS] = std::array::from_fn(|pair| {
            let queries = first + ROWS * pair..(first + ROWS * pair + ROWS).min(first + rows);
            scoring.reached_by(queries, all_keys)
        });
        let start = reached.start / BLOCK_KEYS * BLOCK_KEYS;
        for first_key in (start..reached.end).step_by(BLOCK_KEYS) {
            let keys = BLOCK_KEYS.min(all_keys - first_key);
            for panel in 0..keys.div_ceil(PANEL) {
                let key = first_key + PANEL * panel;
                for (pair, needed) in pairs.iter().enumerate().take(rows.div_ceil(ROWS)) {
                    if needed.start < key + PANEL && key < needed.end {
                        let panel_of_keys = key / PANEL;
                        scores.tile(
                            &queries,
                            pair,
                            panel_of_keys,
                            (&mut cells, STRIDE),
                            PANEL * panel,
                        );
                    }
                }
            }
            let mut factors = [1.0; BLOCK_ROWS];
            for (row, line) in cells.chunks_exact_mut(STRIDE).take(rows).enumerate() {
                let line = &mut line[..keys];
                let reached = scores.finish(first + row, first_key, line, all_keys);
                factors[row] = online[row].add(&mut line[reached]);
            }
            let factors = &factors[..rows];
            let exponentials = &cells;
            let reached = &pairs;
            each(first, rows, Block::Scored { exponentials, factors, reached, first_key, keys });
        }
        if !online[..rows].iter().all(|row| row.is_finite()) {
            return Err(Error::NotFinite { name: "scores" });
        }
        each(first, rows, Block::Done { online: &online[..rows], finite: &queries.finite[..rows] });
    }
    Ok(())
}

/// The power of two by which values are multiplied so that no sum of their products with exponentials overflows.
/// It is 1 unless a value is within a factor of 2 · keys of the largest float.
///
/// - `most`: the largest absolute value
fn factor_of_values(most: f32, keys: usize) -> f32 {
    // An exponential is at most 1. A part of the bound is for rounding.
    let bound = 2.0 * f64::from(most) * keys as f64;
    let ratio = f64::from(f32::MAX) / bound;
    if ratio < 1.0 { ratio.log2().floor().exp2() as f32 } else { 1.0 }
}

/// The values in blocks of 128 keys, each in panels.
fn blocks_of_values<C: Cell>(v: &[C], features: usize) -> Vec<Panels> {
    let length = BLOCK_KEYS * features;
    v.chunks(length.max(1))
        .map(|block| Panels::of_columns(block, block.len() / features.max(1), features))
        .collect()
}
