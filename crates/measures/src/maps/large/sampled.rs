//! The measures and a small picture of a large head, from a sample of its rows.

use super::super::RowFigures;
use super::super::error::{Error, filled};
use super::super::pools::farther;
use super::{Estimate, RowSample, estimated_mean};
use crate::found::{RowSum, RowSums};
use crate::{HeadMap, Measure};

/// A head with a larger share of weight up to its queries counts as causal. The share may be rounded.
const CAUSAL: f64 = 1.0 - 1e-4;

/// The measures of a head with their standard errors.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimates(pub(super) [Option<Estimate>; Measure::ALL.len()]);

impl Estimates {
    /// A measure; `None` if no row contributes to it, and for repeated tokens, which need all rows at once.
    #[must_use]
    pub fn get(&self, measure: Measure) -> Option<Estimate> {
        self.0[measure.index()]
    }
}

/// The measures of a head, estimated from one row of each stratum.
///
/// - `figures`, `sizes`: one for each stratum
#[must_use]
pub fn estimates(figures: &[RowFigures], sizes: &[u32]) -> Estimates {
    Estimates(Measure::ALL.map(|measure| {
        let value = |row: &RowFigures| row.measure(measure).map_or(f64::NAN, f64::from);
        estimated_mean(&figures.iter().map(value).collect::<Vec<_>>(), sizes)
    }))
}

/// A large head in a list of heads.
#[derive(Clone, Debug, PartialEq)]
pub struct SampledHead {
    /// Its measures.
    pub estimates: Estimates,
    /// Whether almost all of its weight is on keys up to the query.
    pub causal: bool,
    /// The least and the greatest sum of a sampled row that has weights.
    pub row_sums: Option<RowSums>,
    /// The greatest weights of the sampled rows.
    pub thumb: HeadMap,
}

/// Measures a head from the rows of a sample.
///
/// - `figures`: of each sampled row
/// - `greatest`: the greatest weight of each pool of keys, row by row
/// - `side`: the maximum number of rows of the picture
/// - errors: `Entries` if there are not as many figures as rows, or the rows of pools are not equally long;
///   [`Error::Memory`]
pub fn sampled_head(
    sample: &RowSample,
    figures: &[RowFigures],
    greatest: &[f32],
    side: usize,
) -> Result<SampledHead, Error> {
    let count = sample.rows.len();
    crate::Error::check_count(("figures of rows", figures.len()), ("sampled rows", count))?;
    let cols = greatest.len() / count.max(1);
    crate::Error::check_count(("pools", greatest.len()), ("sampled rows", cols * count))?;
    let estimates = estimates(figures, &sample.sizes);
    let share = estimates.get(Measure::CausalShare);
    let mut row_sums = None;
    for (&query, row) in sample.rows.iter().zip(figures) {
        if row.sum != 0.0 && !row.sum.is_nan() {
            let row = RowSum { query: query as usize, sum: f64::from(row.sum) };
            row_sums = Some(RowSums::with(row_sums, row));
        }
    }
    Ok(SampledHead {
        estimates,
        causal: share.is_some_and(|share| share.value > CAUSAL),
        row_sums,
        thumb: thumb(sample, greatest, cols, side)?,
    })
}

/// A picture of at most `side` rows. The rows before the even ones are in the first stratum.
fn thumb(sample: &RowSample, greatest: &[f32], cols: usize, side: usize) -> Result<HeadMap, Error> {
    let (strata, rows) = (sample.strata, side.min(sample.strata));
    let within = sample.rows.len() - strata;
    let mut cells = filled("a thumbnail", rows * cols, f32::NAN)?;
    for (at, line) in greatest.chunks_exact(cols.max(1)).enumerate() {
        let row = at.saturating_sub(within) * rows / strata;
        let to = cells.chunks_exact_mut(cols).nth(row).into_iter().flatten();
        to.zip(line).for_each(|(most, weight)| *most = farther(*most, *weight));
    }
    Ok(HeadMap::new("a thumbnail", rows, cols, cells)?)
}
