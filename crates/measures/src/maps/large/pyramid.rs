//! The exact pyramid of a large head.

use std::ops::Range;

use super::super::error::{Error, filled};
use super::super::part::Span;
use super::super::pools::farther;
use super::super::quantiles::at_ranks;

/// The number of rows that are added at once. Every pool of the finest level is in one unit.
pub const UNIT: usize = 1 << LARGEST_BASE;
/// The largest exponent of the finest level.
const LARGEST_BASE: usize = 6;
/// The finest level has at most this many rows and columns, unless the head is larger than 2⁶ times as many.
const FINEST: usize = 1600;
/// The approximate number of pools from which a quantile is computed.
const SAMPLED: usize = 20_000;

/// The value of a pool of `r` rows and `k` keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PoolValue {
    /// Its greatest weight.
    Max,
    /// Its mean weight, `Σ w / (r k)`.
    Mean,
    /// Its share of the weight of a row, `Σ w / r`.
    Mass,
}

impl PoolValue {
    /// The value of a pool of (rows, keys) cells, from its greatest weight and its sum.
    pub(crate) fn of(self, greatest: f32, sum: f64, [rows, keys]: [usize; 2]) -> f32 {
        match self {
            Self::Max => greatest,
            Self::Mean => (sum / (rows * keys) as f64) as f32,
            Self::Mass => (sum / rows as f64) as f32,
        }
    }
}

/// The greatest weight and the sum of each pool, a square of `2^base` by `2^base` cells. NaN is a pool that is not
/// known yet, or whose cells are all masked or missing. Units of [`UNIT`] rows are added when they are computed.
#[derive(Clone, Debug)]
pub(crate) struct Pyramid {
    shape: [usize; 2],
    base: usize,
    /// The rows and columns of the finest level.
    rows: usize,
    cols: usize,
    greatest: Vec<f32>,
    sums: Vec<f32>,
    known: Vec<bool>,
}

/// The exponent of the finest level of a head's pyramid: the smallest with at most [`FINEST`] rows and columns.
pub(crate) fn base_of([queries, keys]: [usize; 2]) -> usize {
    let most = queries.max(keys);
    (0..LARGEST_BASE).find(|base| most <= FINEST << base).unwrap_or(LARGEST_BASE)
}

impl Pyramid {
    /// An empty pyramid of a head of (queries, keys) cells.
    ///
    /// - errors: [`Error::Memory`]
    pub(crate) fn new(shape: [usize; 2], base: usize) -> Result<Self, Error> {
        let [rows, cols] = shape.map(|side| side.div_ceil(1 << base));
        let pools = rows.saturating_mul(cols);
        let name = "the pyramid of a head";
        Ok(Self {
            shape,
            base,
            rows,
            cols,
            greatest: filled(name, pools, f32::NAN)?,
            sums: filled(name, pools, f32::NAN)?,
            known: filled(name, shape[0].div_ceil(UNIT), false)?,
        })
    }

    pub(crate) fn base(&self) -> usize {
        self.base
    }

    /// The bytes of memory that it uses.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<f32>() * (self.greatest.len() + self.sums.len()) + self.known.len()
    }

    pub(crate) fn is_known(&self, unit: usize) -> bool {
        self.known[unit]
    }

    pub(crate) fn units(&self) -> usize {
        self.known.len()
    }

    /// The rows of a unit.
    pub(crate) fn rows_of(&self, unit: usize) -> Range<usize> {
        unit * UNIT..((unit + 1) * UNIT).min(self.shape[0])
    }

    /// Adds the pools of a unit.
    ///
    /// - errors: `Entries` if there is not one for each pool
    pub(crate) fn add(&mut self, unit: usize, greatest: &[f32], sums: &[f32]) -> Result<(), Error> {
        let pools = self.rows_of(unit).len().div_ceil(1 << self.base) * self.cols;
        for got in [greatest.len(), sums.len()] {
            crate::Error::check_count(("pools", got), ("a unit of rows", pools))?;
        }
        let first = ((unit * UNIT) >> self.base) * self.cols;
        self.greatest[first..first + pools].copy_from_slice(greatest);
        self.sums[first..first + pools].copy_from_slice(sums);
        self.known[unit] = true;
        Ok(())
    }

    /// The units of a range of rows.
    pub(crate) fn units_of(&self, rows: Span) -> Range<usize> {
        let end = rows.start.saturating_add(rows.length).div_ceil(UNIT).min(self.known.len());
        (rows.start / UNIT).min(end)..end
    }

    /// The number of known units in a range of rows, and of all units.
    pub(crate) fn count_known(&self, rows: Span) -> [usize; 2] {
        let units = &self.known[self.units_of(rows)];
        [units.iter().filter(|&&known| known).count(), units.len()]
    }

    /// The number of known rows in a range.
    fn known_rows(&self, rows: &Range<usize>) -> usize {
        let units = self.units_of(Span { start: rows.start, length: rows.len() });
        let known = units.filter(|&unit| self.known[unit]).map(|unit| self.rows_of(unit));
        known.map(|unit| unit.end.min(rows.end).saturating_sub(unit.start.max(rows.start))).sum()
    }

    /// The rows of the head that a row of a level covers.
    fn covered(&self, level: usize, row: usize) -> Range<usize> {
        let (start, end) = (row << level, (row + 1) << level);
        start.min(self.shape[0])..end.min(self.shape[0])
    }

    /// Whether each row of a range of a level covers a known row, so that no cell needs a sample.
    pub(crate) fn is_covered(&self, level: usize, rows: Span) -> bool {
        (rows.start..rows.start + rows.length)
            .all(|row| self.known_rows(&self.covered(level, row)) > 0)
    }

    /// A quantile of the known pools of a level, estimated from some pools of the finest level; 0 if none is known.
    ///
    /// - `share`: 0.5 is the median
    /// - errors: [`Error::Memory`]
    pub(crate) fn quantile(
        &self,
        value: PoolValue,
        level: usize,
        share: f64,
    ) -> Result<f32, Error> {
        let side = 1 << self.base;
        // An odd step does not stay in the same columns.
        let step = (self.greatest.len() / SAMPLED).max(1) | 1;
        let pools = self.greatest.iter().zip(&self.sums).step_by(step);
        let pools = pools.filter(|(greatest, _)| !greatest.is_nan());
        let values: Vec<f32> =
            pools.map(|(&most, &sum)| value.of(most, f64::from(sum), [side, side]).abs()).collect();
        let rank = |last: u32| (share.clamp(0.0, 1.0) * f64::from(last)).round() as u32;
        let found = at_ranks(&values, |last| vec![rank(last)])?;
        let found = found.first().copied().unwrap_or(0.0);
        // The mass of a pool is proportional to its keys.
        let keys = match value {
            PoolValue::Mass => (1_u64 << level) as f32 / side as f32,
            PoolValue::Max | PoolValue::Mean => 1.0,
        };
        Ok(found * keys)
    }

    /// Replaces samples of a tile by exact values. A pool with some known rows gets the value of these rows. A pool
    /// without known rows keeps its sample.
    ///
    /// - `level`: the base or above
    /// - `data`: the samples, (rows, cols)
    pub(crate) fn fill(
        &self,
        value: PoolValue,
        level: usize,
        [rows, cols]: [Span; 2],
        data: &mut [f32],
    ) {
        let step = 1 << (level - self.base);
        for (down, line) in data.chunks_exact_mut(cols.length.max(1)).take(rows.length).enumerate()
        {
            let row = rows.start + down;
            let covered = self.covered(level, row);
            let known = self.known_rows(&covered);
            if known == 0 {
                continue;
            }
            let lines = row * step..((row + 1) * step).min(self.rows);
            for (across, cell) in line.iter_mut().enumerate() {
                let col = cols.start + across;
                let columns = (col * step).min(self.cols)..((col + 1) * step).min(self.cols);
                let (mut greatest, mut sum) = (f32::NAN, 0.0);
                for pool in lines.clone() {
                    let pools = pool * self.cols + columns.start..pool * self.cols + columns.end;
                    for (&most, &part) in self.greatest[pools.clone()].iter().zip(&self.sums[pools])
                    {
                        if !most.is_nan() {
                            greatest = farther(greatest, most);
                            sum += f64::from(part);
                        }
                    }
                }
                let keys = ((col + 1) << level).min(self.shape[1]).saturating_sub(col << level);
                let is_there = !greatest.is_nan();
                let sum = if is_there { sum } else { f64::NAN };
                let found = value.of(greatest, sum, [known, keys]);
                // The sample is a cell of the pool, and may be larger than the known rows.
                let is_partly_known = value == PoolValue::Max && known < covered.len();
                let least = if is_partly_known { *cell } else { f32::NAN };
                *cell = farther(found, least);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    const ALL: Span = Span { start: 0, length: 128 };
    /// The weight of each cell of the sample.
    const SAMPLED_CELL: f32 = 0.0625;

    /// 128 x 8 cells in pools of 4 x 4. The first unit has a needle of 0.5; its other cells are 0.125.
    fn half_known() -> Pyramid {
        let mut pyramid = Pyramid::new([128, 8], 2).unwrap();
        let (mut greatest, mut sums) = ([0.125; 32], [2.0; 32]);
        (greatest[5], sums[5]) = (0.5, 2.375);
        pyramid.add(0, &greatest, &sums).unwrap();
        pyramid
    }

    fn tile(
        pyramid: &Pyramid,
        value: PoolValue,
        level: usize,
        rows: usize,
        cols: usize,
    ) -> Vec<f32> {
        let mut data = vec![SAMPLED_CELL; rows * cols];
        let tile = [rows, cols].map(|length| Span { start: 0, length });
        pyramid.fill(value, level, tile, &mut data);
        data
    }

    #[test]
    fn pools_have_the_largest_the_mean_or_the_mass_and_samples_stay_where_rows_are_unknown() {
        let pyramid = half_known();
        assert_eq!(pyramid.count_known(ALL), [1, 2]);
        let found = tile(&pyramid, PoolValue::Max, 2, 32, 2);
        assert_eq!(found[..6], [0.125, 0.125, 0.125, 0.125, 0.125, 0.5]);
        assert!(found[32..].iter().all(|&cell| cell == SAMPLED_CELL));
        assert_eq!(tile(&pyramid, PoolValue::Mean, 2, 32, 2)[0], 0.125);
        assert_eq!(tile(&pyramid, PoolValue::Mass, 2, 32, 2)[0], 0.5);
        // Of a pool of 128 rows half are known: it shows their largest, or the mean of theirs.
        assert_eq!(tile(&pyramid, PoolValue::Max, 7, 1, 1), [0.5]);
        assert_eq!(tile(&pyramid, PoolValue::Mean, 7, 1, 1), [(31.0 * 2.0 + 2.375) / 64.0 / 8.0]);
        assert_eq!(tile(&pyramid, PoolValue::Max, 5, 4, 1)[0], 0.5);
        assert_eq!(tile(&pyramid, PoolValue::Mass, 5, 4, 1)[0], (15.0 * 2.0 + 2.375) / 32.0);
        assert!(pyramid.is_covered(7, Span { start: 0, length: 1 }));
        assert!(!pyramid.is_covered(2, Span { start: 15, length: 2 }));
    }

    #[test]
    fn masked_pools_stay_apart_from_zeros() {
        let mut pyramid = Pyramid::new([64, 8], 2).unwrap();
        let (mut greatest, mut sums) = ([f32::NAN; 32], [f32::NAN; 32]);
        (greatest[0], sums[0]) = (0.0, 0.0);
        pyramid.add(0, &greatest, &sums).unwrap();
        let found = tile(&pyramid, PoolValue::Max, 2, 16, 2);
        assert_eq!(found[0], 0.0);
        assert!(found[1..].iter().all(|cell| cell.is_nan()));
    }

    #[test]
    fn quantiles_are_those_of_the_pools_that_have_a_value() {
        let mut pyramid = Pyramid::new([64, 8], 2).unwrap();
        assert_eq!(pyramid.quantile(PoolValue::Max, 2, 0.5).unwrap(), 0.0);
        // 5 of 32 pools of 4 x 4 cells have a value; the others are masked or missing.
        let (mut greatest, mut sums) = ([f32::NAN; 32], [f32::NAN; 32]);
        for (at, most) in [0.5, 0.125, 0.25, 0.0, 1.0].into_iter().enumerate() {
            (greatest[6 * at], sums[6 * at]) = (most, 8.0 * most);
        }
        pyramid.add(0, &greatest, &sums).unwrap();
        let found = [0.0, 0.25, 0.5, 0.75, 1.0]
            .map(|share| pyramid.quantile(PoolValue::Max, 2, share).unwrap());
        assert_eq!(found, [0.0, 0.125, 0.25, 0.5, 1.0]);
        assert_eq!(pyramid.quantile(PoolValue::Mean, 2, 1.0).unwrap(), 8.0 / 16.0);
        assert_eq!(pyramid.quantile(PoolValue::Mass, 2, 1.0).unwrap(), 8.0 / 4.0);
        // A pool of a coarser level has twice as many keys, and so twice the mass.
        assert_eq!(pyramid.quantile(PoolValue::Mass, 3, 1.0).unwrap(), 4.0);
        assert_eq!(pyramid.quantile(PoolValue::Max, 3, 1.0).unwrap(), 1.0);
    }

    #[test]
    fn the_finest_level_fits_and_a_unit_has_whole_pools() {
        assert_eq!(
            [4200, 16_384, 102_400, 1 << 30].map(|side| base_of([side, side])),
            [2, 4, 6, 6]
        );
        assert_eq!(base_of([3, 1600]), 0);
        let mut pyramid = half_known();
        assert!(pyramid.add(1, &[0.0; 31], &[0.0; 32]).is_err());
    }
}
