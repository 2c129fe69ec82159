//! Blocks of scores, from packed queries and keys.

use std::ops::Range;

use crate::exp2::exp2;
use crate::lanes::{Lanes, WIDTH};
use crate::panels::Panels;
use crate::rule::Rule;
use crate::tile::{PANEL, ROWS, Tile};

/// The queries of one head as they are, its keys in panels.
pub(crate) struct Scores<'a> {
    queries: &'a [f32],
    features: usize,
    keys: Panels,
    pub(crate) rule: Rule,
}

/// A few rows of queries, scaled. Rows after the last query are 0.
pub(crate) struct QueryBlock {
    cells: Vec<f32>,
    features: usize,
    pub(crate) rows: usize,
}

impl QueryBlock {
    #[inline(always)]
    fn row(&self, row: usize) -> &[f32] {
        &self.cells[row * self.features..][..self.features]
    }
}

impl<'a> Scores<'a> {
    /// - `key_rows`: the keys that become columns, in this order
    pub(crate) fn new(
        (queries, keys): (&'a [f32], &[f32]),
        features: usize,
        key_rows: impl ExactSizeIterator<Item = usize>,
        rule: Rule,
    ) -> Self {
        Self { queries, features, keys: Panels::of_rows(keys, features, key_rows), rule }
    }

    /// A block for `most` queries, to be filled by [`Self::take`].
    pub(crate) fn block(&self, most: usize) -> QueryBlock {
        let cells = vec![0.0; most.next_multiple_of(ROWS) * self.features];
        QueryBlock { cells, features: self.features, rows: 0 }
    }

    /// Fills a block with scaled queries, in this order.
    pub(crate) fn take(&self, block: &mut QueryBlock, rows: impl Iterator<Item = usize>) {
        let factor = self.rule.query_factor();
        let mut lines = block.cells.chunks_exact_mut(self.features.max(1));
        let mut count = 0;
        for row in rows {
            let Some(line) = lines.next() else { break };
            for (cell, query) in line.iter_mut().zip(&self.queries[row * self.features..]) {
                *cell = query * factor;
            }
            count += 1;
        }
        if let Some(line) = lines.next() {
            line.fill(0.0);
        }
        block.rows = count;
    }

    /// Writes the products of a pair of queries with a panel of keys.
    ///
    /// - `out`: rows of `stride` cells, of which the block's first row is the first
    /// - `column`: the first column to write
    #[inline(always)]
    pub(crate) fn tile(
        &self,
        block: &QueryBlock,
        pair: usize,
        panel: usize,
        (out, stride): (&mut [f32], usize),
        column: usize,
    ) {
        let mut tile = Tile::zero();
        let rows = [block.row(ROWS * pair), block.row(ROWS * pair + 1)];
        tile.accumulate(rows, self.keys.panel(panel));
        for row in 0..ROWS {
            if ROWS * pair + row >= block.rows {
                break;
            }
            let line = &mut out[(ROWS * pair + row) * stride..][..stride];
            match line[column..].first_chunk_mut::<PANEL>() {
                Some(cells) => tile.store(row, cells),
                // The last panel may be wider than what is left of the row.
                None => {
                    let mut cells = [0.0; PANEL];
                    tile.store(row, &mut cells);
                    let left = &mut line[column..];
                    left.copy_from_slice(&cells[..left.len()]);
                }
            }
        }
    }

    /// Makes scores of the products in one row. Those that the query does not reach become 0, the weight that they have.
    ///
    /// - `row`: the products with the keys from `first` on, out of `keys`
    /// - result: the part of the row that the query reaches
    #[inline(always)]
    pub(crate) fn finish(
        &self,
        query: usize,
        first: usize,
        row: &mut [f32],
        keys: usize,
    ) -> Range<usize> {
        let reached = self.rule.reached(query, keys);
        let within = |key: usize| key.clamp(first, first + row.len()) - first;
        let (start, end) = (within(reached.start), within(reached.end));
        row[..start].fill(0.0);
        row[end..].fill(0.0);
        if !self.rule.is_plain() {
            for (cell, key) in row[start..end].iter_mut().zip(first + start..) {
                *cell = self.rule.finished(*cell, query, key);
            }
        }
        start..end
    }
}

/// The largest of the scores, and of `least`.
#[inline(always)]
pub(crate) fn largest(row: &[f32], least: f32) -> f32 {
    let (vectors, rest) = row.as_chunks::<WIDTH>();
    let (pairs, last) = vectors.as_chunks::<2>();
    let mut most = [Lanes::splat(least); 2];
    for pair in pairs {
        most[0] = most[0].max(Lanes::load(&pair[0]));
        most[1] = most[1].max(Lanes::load(&pair[1]));
    }
    for vector in last {
        most[0] = most[0].max(Lanes::load(vector));
    }
    rest.iter().copied().fold(most[0].max(most[1]).largest(), f32::max)
}

/// Replaces scores by `2^(score − largest)` and returns their sum.
#[inline(always)]
pub(crate) fn exponentials(row: &mut [f32], largest: f32) -> f32 {
    let shift = Lanes::splat(largest);
    let (vectors, rest) = row.as_chunks_mut::<WIDTH>();
    let (pairs, last) = vectors.as_chunks_mut::<2>();
    let mut sums = [Lanes::splat(0.0); 2];
    for pair in pairs {
        for (sum, vector) in sums.iter_mut().zip(pair) {
            let power = exp2(Lanes::load(vector).sub(shift));
            power.store(vector);
            *sum = sum.add(power);
        }
    }
    for vector in last {
        let power = exp2(Lanes::load(vector).sub(shift));
        power.store(vector);
        sums[0] = sums[0].add(power);
    }
    let mut sum = sums[0].add(sums[1]).sum();
    for cell in rest {
        let [power, ..] = exp2(Lanes::splat(*cell - largest)).to_array();
        *cell = power;
        sum += power;
    }
    sum
}

/// Multiplies each cell by a factor.
#[inline(always)]
pub(crate) fn scale(row: &mut [f32], factor: f32) {
    let (vectors, rest) = row.as_chunks_mut::<WIDTH>();
    let lanes = Lanes::splat(factor);
    for vector in vectors {
        lanes.mul(Lanes::load(vector)).store(vector);
    }
    for cell in rest {
        *cell *= factor;
    }
}
