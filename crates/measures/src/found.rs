//! The results for one head.

use crate::measure::Measure;

/// The measures of a head, with the number of rows that they cover.
#[derive(Clone, Debug, PartialEq)]
pub struct HeadMeasures {
    pub(crate) values: [Option<f64>; Measure::ALL.len()],
    /// Whether every weight on a key after its query is 0; see [`Measure::NormalisedEntropy`].
    pub causal: bool,
    /// The number of rows in the means.
    pub rows: usize,
    /// The number of queries that may attend to no key.
    pub rows_without_key: usize,
    /// The rows that are not weights, if any.
    pub not_weights: Option<NotWeights>,
    /// The sums of the rows; `None` if no row counts.
    pub row_sums: Option<RowSums>,
}

impl HeadMeasures {
    /// A measure; `None` if no row contributes to its mean.
    #[must_use]
    pub fn get(&self, measure: Measure) -> Option<f64> {
        self.values[measure.index()]
    }
}

/// Rows with NaN, an infinity or a negative number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotWeights {
    /// The number of such rows.
    pub rows: usize,
    /// The query of the first one.
    pub first: usize,
}

/// The sum of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RowSum {
    /// The query of the row.
    pub query: usize,
    /// `Σⱼ w[i, j]`.
    pub sum: f64,
}

/// The least and the greatest sum of a row. For weights both are 1, up to rounding.
///
/// Weights rounded to 16 bits are off by at most 2⁻¹¹ (f16, if none is subnormal) or 2⁻⁹ (bf16).
/// Rows with larger deviations had dropout, were truncated, were summed over heads, or are not
/// weights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RowSums {
    /// The first row with the least sum.
    pub least: RowSum,
    /// The first row with the greatest sum.
    pub greatest: RowSum,
}

impl RowSums {
    /// The sum that is farther from 1.
    #[must_use]
    pub fn farthest(&self) -> RowSum {
        let off = |row: RowSum| (row.sum - 1.0).abs();
        if off(self.greatest) > off(self.least) { self.greatest } else { self.least }
    }

    /// The sums with one more row.
    pub(crate) fn with(sums: Option<Self>, row: RowSum) -> Self {
        let Some(Self { least, greatest }) = sums else {
            return Self { least: row, greatest: row };
        };
        Self {
            least: if row.sum < least.sum { row } else { least },
            greatest: if row.sum > greatest.sum { row } else { greatest },
        }
    }
}

/// A mean that is accumulated term by term.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Mean {
    sum: f64,
    count: usize,
}

impl Mean {
    pub(crate) fn add(&mut self, term: f64) {
        self.sum += term;
        self.count += 1;
    }

    /// Adds the terms of another mean.
    pub(crate) fn merge(&mut self, other: Self) {
        self.sum += other.sum;
        self.count += other.count;
    }

    /// The mean, or `None` without terms.
    pub(crate) fn get(self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }
}
