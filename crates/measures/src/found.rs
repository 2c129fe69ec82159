//! What was found about one head.

use crate::measure::Measure;

/// The measures of a head, and which of its rows they are of.
#[derive(Clone, Debug, PartialEq)]
pub struct HeadMeasures {
    pub(crate) values: [Option<f64>; Measure::ALL.len()],
    /// Whether no weight lies on a key after its query; see [`Measure::NormalisedEntropy`].
    pub causal: bool,
    /// How many rows the means are over.
    pub rows: usize,
    /// How many queries may attend to no key.
    pub rows_without_key: usize,
    /// The rows that hold something else than weights, if any.
    pub not_weights: Option<NotWeights>,
    /// What the rows sum to; none if no row counts.
    pub row_sums: Option<RowSums>,
}

impl HeadMeasures {
    /// A measure; none if it is a mean over no row.
    #[must_use]
    pub fn get(&self, measure: Measure) -> Option<f64> {
        self.values[measure.index()]
    }
}

/// Rows with NaN, an infinity or a number below 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotWeights {
    /// How many there are.
    pub rows: usize,
    /// The query of the first.
    pub first: usize,
}

/// What a row sums to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RowSum {
    /// Whose row it is.
    pub query: usize,
    /// `Σⱼ w[i, j]`.
    pub sum: f64,
}

/// The least and the greatest sum of a row, which for weights are both 1 up to rounding.
///
/// Weights that were rounded to 16 bits are off by at most 2⁻¹¹ (f16, where none is subnormal) or
/// 2⁻⁹ (bf16). Rows that are off by more were dropped out, cut off, summed over heads, or are no
/// weights at all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RowSums {
    /// The first row with the least sum.
    pub least: RowSum,
    /// The first row with the greatest sum.
    pub greatest: RowSum,
}

impl RowSums {
    /// The one of the two that is farther from 1.
    #[must_use]
    pub fn farthest(&self) -> RowSum {
        let off = |row: RowSum| (row.sum - 1.0).abs();
        if off(self.greatest) > off(self.least) { self.greatest } else { self.least }
    }

    /// With one more row.
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

/// A mean that is taken term by term.
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

    /// The mean; none of nothing.
    pub(crate) fn get(self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }
}
