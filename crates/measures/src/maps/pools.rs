//! Pools the rows of a map that does not fit into memory, as they are computed or read.

use std::ops::Range;

use super::Error;
use super::error::filled;

/// Several rows pooled into one row, in which each cell covers `side` neighboring keys.
///
/// A cell is NaN if all of its weights are masked or missing, so a 0 means that there are weights of 0.
#[derive(Clone, Debug)]
pub struct Pools {
    side: usize,
    signed: bool,
    greatest: Vec<f32>,
    sums: Vec<f32>,
}

impl Pools {
    /// Creates empty pools.
    ///
    /// - `side`: the number of keys of a cell
    /// - errors: [`Error::Memory`]
    pub fn new(keys: usize, side: usize) -> Result<Self, Error> {
        let cells = keys.div_ceil(side.max(1));
        Ok(Self {
            side: side.max(1),
            signed: false,
            greatest: filled("pooled cells", cells, f32::NAN)?,
            sums: filled("pooled cells", cells, f32::NAN)?,
        })
    }

    /// The pools for signed weights: the greatest number of a cell is the one farthest from 0.
    #[must_use]
    pub fn signed(self) -> Self {
        Self { signed: true, ..self }
    }

    /// Adds a row. NaN is skipped.
    ///
    /// - `reached`: the keys that are not masked
    /// - `row`: one weight for each key
    pub fn add(&mut self, reached: Range<usize>, row: &[f32]) {
        let first = reached.start / self.side;
        let last = reached.end.div_ceil(self.side).min(self.greatest.len());
        for cell in first..last {
            let from = (cell * self.side).max(reached.start);
            let to = ((cell + 1) * self.side).min(reached.end).min(row.len());
            let Some(part) = row.get(from..to).filter(|part| !part.is_empty()) else { continue };
            let summary = if self.signed { Summary::signed(part) } else { Summary::of(part) };
            if summary.greatest == f32::NEG_INFINITY {
                continue;
            }
            if self.greatest[cell].is_nan() {
                self.greatest[cell] = summary.greatest;
                self.sums[cell] = summary.sum;
            } else {
                self.greatest[cell] = farther(self.greatest[cell], summary.greatest);
                self.sums[cell] += summary.sum;
            }
        }
    }

    /// The largest number of each cell, of signed weights the one farthest from 0; NaN where there is none.
    #[must_use]
    pub fn greatest(&self) -> &[f32] {
        &self.greatest
    }

    /// The sum of each cell; NaN where there is no number.
    #[must_use]
    pub fn sums(&self) -> &[f32] {
        &self.sums
    }
}

/// The greatest and the sum of some numbers. NaN is skipped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Summary {
    /// -∞ if there is no number.
    pub(super) greatest: f32,
    pub(super) sum: f32,
}

/// The number that is farther from 0: of weights, which are at least 0, the larger one. NaN is skipped.
pub(super) fn farther(one: f32, other: f32) -> f32 {
    if one.is_nan() || other.abs() > one.abs() { other } else { one }
}

impl Summary {
    /// The number farthest from 0, and the sum.
    fn signed(part: &[f32]) -> Self {
        let known = || part.iter().copied().filter(|weight| !weight.is_nan());
        let farthest = known().reduce(farther).unwrap_or(f32::NEG_INFINITY);
        Self { greatest: farthest, sum: known().sum() }
    }

    /// Computes in several lanes, so that the compiler can use vector registers.
    #[inline]
    pub(super) fn of(part: &[f32]) -> Self {
        const LANES: usize = 8;
        let (mut greatest, mut sums) = ([f32::NEG_INFINITY; LANES], [0.0_f32; LANES]);
        let (chunks, rest) = part.as_chunks::<LANES>();
        for chunk in chunks {
            for lane in 0..LANES {
                let weight = chunk[lane];
                greatest[lane] = if weight > greatest[lane] { weight } else { greatest[lane] };
                sums[lane] += if weight.is_nan() { 0.0 } else { weight };
            }
        }
        for (lane, &weight) in rest.iter().enumerate() {
            greatest[lane] = if weight > greatest[lane] { weight } else { greatest[lane] };
            sums[lane] += if weight.is_nan() { 0.0 } else { weight };
        }
        let most = |a: f32, b: f32| if b > a { b } else { a };
        Self {
            greatest: greatest.into_iter().fold(f32::NEG_INFINITY, most),
            sum: sums.into_iter().sum(),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn zero_masked_and_missing_stay_distinct() {
        let mut pools = Pools::new(10, 4).unwrap();
        pools.add(0..6, &[0.0, 0.0, 0.0, 0.0, f32::NAN, f32::NAN, 9.0, 9.0, 9.0, 9.0]);
        assert_eq!(pools.greatest()[0], 0.0);
        // All that is not masked is missing; then all is masked.
        assert!(pools.greatest()[1].is_nan() && pools.sums()[1].is_nan());
        assert!(pools.greatest()[2].is_nan());
        pools.add(0..10, &[0.5, 0.25, 0.0, 0.0, f32::NAN, 0.125, 0.0, 0.0, 0.0, 0.125]);
        assert_eq!(pools.greatest(), [0.5, 0.125, 0.125]);
        assert_eq!(pools.sums(), [0.75, 0.125, 0.125]);
    }

    #[test]
    fn signed_weights_are_pooled_to_the_one_farthest_from_0() {
        let mut pools = Pools::new(6, 2).unwrap().signed();
        pools.add(0..5, &[0.25, -0.5, f32::NAN, f32::NAN, -0.125, 9.0]);
        assert_eq!(pools.greatest()[..1], [-0.5]);
        assert!(pools.greatest()[1].is_nan());
        assert_eq!((pools.greatest()[2], pools.sums()[0]), (-0.125, -0.25));
        pools.add(0..6, &[0.75, 0.0, 0.0, -0.25, 0.0, 0.0]);
        assert_eq!(pools.greatest(), [0.75, -0.25, -0.125]);
        assert_eq!(pools.sums(), [0.5, -0.25, -0.125]);
    }

    #[test]
    fn a_single_cell_among_thousands_is_the_greatest_of_its_pool() {
        let mut pools = Pools::new(5000, 64).unwrap();
        let mut row = vec![1e-4; 5000];
        row[4321] = 0.9;
        pools.add(0..5000, &row);
        let found = pools.greatest().iter().position(|&cell| cell == 0.9);
        assert_eq!(found, Some(4321 / 64));
    }
}
