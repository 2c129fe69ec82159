//! Softmax in one pass over blocks of scores: the largest score so far, and the sum of exponentials relative
//! to it.

use crate::scores::{exponentials, largest};

/// `ln Σ exp(score)` in 64 bits, because 32 bits round a large sum by more than the differences between
/// scores.
///
/// - `largest`: the largest score, times log₂ e; `sum`: `Σ 2^(score − largest)`
pub(crate) fn log_sum_exp(largest: f32, sum: f32) -> f64 {
    (f64::from(largest) + f64::from(sum).log2()) * std::f64::consts::LN_2
}

/// The state of the softmax of one row. All scores are multiplied by log₂ e.
#[derive(Clone, Copy)]
pub(crate) struct Online {
    largest: f32,
    sum: f32,
}

impl Online {
    /// A row before its first scores, with the score of the sink, or -∞ without a sink.
    pub(crate) fn new(sink: f32) -> Self {
        Self { largest: sink, sum: if sink == f32::NEG_INFINITY { 0.0 } else { 1.0 } }
    }

    /// Adds the next scores of the row, and replaces them by exponentials.
    ///
    /// - returns: the factor for sums over the earlier exponentials
    #[inline(always)]
    pub(crate) fn add(&mut self, scores: &mut [f32]) -> f32 {
        let most = largest(scores, self.largest);
        if most == f32::NEG_INFINITY {
            return 1.0;
        }
        let factor = if most > self.largest { (self.largest - most).exp2() } else { 1.0 };
        self.largest = most;
        self.sum = self.sum * factor + exponentials(scores, most);
        factor
    }

    /// The factor that converts exponentials to weights; 0 for a row without a score.
    #[inline(always)]
    pub(crate) fn inverse(self) -> f32 {
        if self.sum == 0.0 { 0.0 } else { 1.0 / self.sum }
    }

    /// `ln Σ exp(score)`; -∞ for a row without a score.
    pub(crate) fn log_sum_exp(self) -> f64 {
        log_sum_exp(self.largest, self.sum)
    }

    /// Whether all scores were finite.
    pub(crate) fn is_finite(self) -> bool {
        self.sum.is_finite() && self.largest < f32::INFINITY
    }
}
