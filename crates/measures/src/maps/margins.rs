//! The margins of a map: figures for each query and each key.

use super::error::{Error, allocate, filled};

/// Figures for every query and every key, over the cells that are shown.
///
/// They are computed before rows are divided by their largest weight, because entropy is not defined
/// for the quotients.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Margins {
    /// `-Σⱼ w ln w` in nats, with `0 ln 0 = 0`, over the cells that are shown, without
    /// renormalising them. For a difference, `Σⱼ |d|` instead. NaN if the row contains NaN, an
    /// infinity or, unless it is a difference, a negative number.
    pub query_entropy: Vec<f32>,
    /// `Σⱼ w[i, j]` over the cells that have a value.
    pub query_sum: Vec<f32>,
    /// The mean of `w[i, j]` over the queries with valid weights for which the key is shown; NaN if
    /// there are none.
    pub key_mean: Vec<f32>,
}

/// Accumulates margins row by row.
pub(crate) struct Accumulator {
    signed: bool,
    margins: Margins,
    sums: Vec<f64>,
    rows: Vec<u32>,
}

impl Accumulator {
    pub(crate) fn new(queries: usize, keys: usize, signed: bool) -> Result<Self, Error> {
        let name = "margins";
        let (query_entropy, query_sum) = (allocate(name, queries)?, allocate(name, queries)?);
        let margins = Margins { query_entropy, query_sum, key_mean: allocate(name, keys)? };
        Ok(Self { signed, margins, sums: filled(name, keys, 0.0)?, rows: filled(name, keys, 0)? })
    }

    /// Adds the shown cells of a query; the first belongs to the key `first`.
    pub(crate) fn row(&mut self, first: usize, cells: &[f32]) {
        let values = cells.iter().filter(|cell| !cell.is_nan());
        let sum: f64 = values.map(|&cell| f64::from(cell)).sum();
        self.margins.query_sum.push(sum as f32);
        let least = if self.signed { f32::MIN } else { 0.0 };
        // The loop has no early exit, so that the compiler can vectorize it.
        if !cells.iter().fold(true, |all, cell| all & (least..=f32::MAX).contains(cell)) {
            self.margins.query_entropy.push(f32::NAN);
            return;
        }
        let entropy = match self.signed {
            true => cells.iter().map(|&cell| f64::from(cell).abs()).sum(),
            false => cells.iter().map(|&cell| surprise(f64::from(cell))).sum::<f64>(),
        };
        self.margins.query_entropy.push(entropy as f32);
        for ((&cell, sum), rows) in
            cells.iter().zip(&mut self.sums[first..]).zip(&mut self.rows[first..])
        {
            *sum += f64::from(cell);
            *rows += 1;
        }
    }

    pub(crate) fn finish(self) -> Margins {
        let Self { mut margins, sums, rows, .. } = self;
        // The mean of no rows, 0 / 0, is NaN.
        let means = sums.iter().zip(rows).map(|(&sum, rows)| (sum / f64::from(rows)) as f32);
        margins.key_mean.extend(means);
        margins
    }
}

/// `-w ln w`.
fn surprise(weight: f64) -> f64 {
    // Half of a causal head is 0, and the logarithm is the expensive part.
    if weight == 0.0 { 0.0 } else { -weight * libm::log(weight) }
}
