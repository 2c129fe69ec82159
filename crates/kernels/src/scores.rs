//! Blocks of scores, from packed queries and keys.

use std::ops::Range;

use crate::error::Error;
use crate::exp2::Exp2;
use crate::lanes::{Lanes, WIDTH, scale};
use crate::panels::{Cell, INFINITE, PackedKeys, largest_bits};
use crate::scoring::Scoring;
use crate::tile::{ROWS, Tile};

/// The queries of one head, and its packed keys.
pub(crate) struct Scores<'a> {
    queries: &'a dyn Rows,
    features: usize,
    pub(crate) keys: &'a PackedKeys,
    pub(crate) scoring: Scoring,
}

/// Rows of numbers, which are widened one at a time. The kernels use a trait object, so that each kernel is
/// compiled once and not for each type of number.
pub(crate) trait Rows {
    /// Copies a row, and returns its [`largest_bits`].
    fn copy(&self, row: usize, to: &mut [f32]) -> u32;
}

impl<C: Cell> Rows for &[C] {
    fn copy(&self, row: usize, to: &mut [f32]) -> u32 {
        let cells = &self[row * to.len()..][..to.len()];
        for (to, cell) in to.iter_mut().zip(cells) {
            *to = cell.widened();
        }
        largest_bits(cells)
    }
}

/// A block of scaled queries. Rows after the last query are 0, and so are queries with a number that is not
/// finite.
pub(crate) struct QueryBlock {
    cells: Vec<f32>,
    features: usize,
    pub(crate) rows: usize,
    /// Whether all numbers of each row are finite.
    pub(crate) finite: Vec<bool>,
}

impl QueryBlock {
    #[inline(always)]
    fn row(&self, row: usize) -> &[f32] {
        &self.cells[row * self.features..][..self.features]
    }
}

impl<'a> Scores<'a> {
    pub(crate) fn new(
        queries: &'a dyn Rows,
        features: usize,
        keys: &'a PackedKeys,
        scoring: Scoring,
    ) -> Self {
        Self { queries, features, keys, scoring }
    }

    /// An empty block for `most` queries; see [`Self::fill`].
    pub(crate) fn block(&self, most: usize) -> QueryBlock {
        let rows = most.next_multiple_of(ROWS);
        let cells = vec![0.0; rows * self.features];
        QueryBlock { cells, features: self.features, rows: 0, finite: vec![true; rows] }
    }

    /// Fills a block with scaled queries, in this order. It is an error if a score might overflow.
    pub(crate) fn fill(
        &self,
        block: &mut QueryBlock,
        rows: impl Iterator<Item = usize>,
    ) -> Result<(), Error> {
        let factor = self.scoring.query_factor();
        let mut lines = block.cells.chunks_exact_mut(self.features.max(1)).zip(&mut block.finite);
        let (mut count, mut largest) = (0, 0);
        for row in rows {
            let Some((line, finite)) = lines.next() else { break };
            let bits = self.queries.copy(row, line);
            *finite = bits < INFINITE;
            if *finite {
                largest = largest.max(bits);
                scale(line, factor);
            } else {
                line.fill(0.0);
            }
            count += 1;
        }
        if let Some((line, _)) = lines.next() {
            line.fill(0.0);
        }
        block.rows = count;
        let largest = f64::from(f32::from_bits(largest)) * f64::from(factor.abs());
        let bound = largest * f64::from(self.keys.largest) * self.features as f64;
        if largest < f64::from(f32::MAX) && bound < f64::from(f32::MAX) {
            return Ok(());
        }
        Err(Error::NotFinite { name: "scores" })
    }

    /// Writes the products of a pair of queries with a panel of keys.
    ///
    /// - `out`: the rows of the block, each of `stride` cells
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
        tile.accumulate(rows, self.keys.panels.panel(panel));
        for row in 0..ROWS {
            if ROWS * pair + row >= block.rows {
                break;
            }
            let line = &mut out[(ROWS * pair + row) * stride..][..stride];
            tile.store_in(row, &mut line[column..]);
        }
    }

    /// Converts the products of one row to scores. Where the query may not attend to the key, the cell becomes
    /// 0, which is its weight; the score of a key that is not finite becomes -∞.
    ///
    /// - `row`: the products with the keys from `first` on, out of `keys`
    /// - returns: the part of the row that the query may attend to
    #[inline(always)]
    pub(crate) fn finish(
        &self,
        query: usize,
        first: usize,
        row: &mut [f32],
        keys: usize,
    ) -> Range<usize> {
        let reached = self.scoring.reached(query, keys);
        let within = |key: usize| key.clamp(first, first + row.len()) - first;
        let (start, end) = (within(reached.start), within(reached.end));
        row[..start].fill(0.0);
        row[end..].fill(0.0);
        self.scoring.finish(&mut row[start..end], query, first + start..);
        for key in self.keys.missing_between(first + start, first + end) {
            row[key - first] = f32::NEG_INFINITY;
        }
        start..end
    }
}

/// The largest score, at least `least`.
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

/// The number of cells that are summed together. The sums of a longer row are added up, which is more accurate
/// than a single long sum: with 65,536 equal cells its error would be 1e-4 of it.
pub(crate) const SUMMED: usize = 1024;

/// Replaces scores by `2^(score − largest)` and returns their sum.
#[inline(always)]
pub(crate) fn exponentials(row: &mut [f32], largest: f32) -> f32 {
    let exp2 = Exp2::new();
    row.chunks_mut(SUMMED).map(|part| exponentials_of_part(part, largest, exp2)).sum()
}

#[inline(always)]
fn exponentials_of_part(row: &mut [f32], largest: f32, exp2: Exp2) -> f32 {
    let shift = Lanes::splat(largest);
    let (vectors, rest) = row.as_chunks_mut::<WIDTH>();
    let (pairs, last) = vectors.as_chunks_mut::<2>();
    let mut sums = [Lanes::splat(0.0); 2];
    for pair in pairs {
        for (sum, vector) in sums.iter_mut().zip(pair) {
            let power = exp2.of(Lanes::load(vector).sub(shift));
            power.store(vector);
            *sum = sum.add(power);
        }
    }
    for vector in last {
        let power = exp2.of(Lanes::load(vector).sub(shift));
        power.store(vector);
        sums[0] = sums[0].add(power);
    }
    let mut sum = sums[0].add(sums[1]).sum();
    for cell in rest {
        let [power, ..] = exp2.of(Lanes::splat(*cell - largest)).to_array();
        *cell = power;
        sum += power;
    }
    sum
}

/// Replaces scores by weights, `2^(score − log-sum-exp · log₂ e)`.
///
/// The shift is subtracted in two parts: the nearest 32-bit float, then the rest. The first difference is exact
/// for every score near the shift, so a large shift is as accurate as a small one.
///
/// - `log_sum_exp`: of the row, in nats
#[inline(always)]
pub(crate) fn powers(row: &mut [f32], log_sum_exp: f64) {
    let shift = log_sum_exp * std::f64::consts::LOG2_E;
    let nearest = shift as f32;
    let exp2 = Exp2::new();
    let (nearest, rest_of_shift) =
        (Lanes::splat(nearest), Lanes::splat((shift - f64::from(nearest)) as f32));
    let power = |scores: Lanes| exp2.of(scores.sub(nearest).sub(rest_of_shift));
    let (vectors, rest) = row.as_chunks_mut::<WIDTH>();
    for vector in vectors {
        power(Lanes::load(vector)).store(vector);
    }
    for cell in rest {
        [*cell, ..] = power(Lanes::splat(*cell)).to_array();
    }
}
