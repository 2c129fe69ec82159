//! What [`PreparedHead`](crate::PreparedHead) gives to its callers.

use std::ops::Range;

/// A row of weights, and sums that were computed with it.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightsRow<'a> {
    /// The index of the query.
    pub query: usize,
    /// The keys that the query may attend to, as ascending ranges.
    pub reached: &'a [Range<usize>],
    /// One weight for each key: 0 for keys that the query may not attend to, NaN for missing keys among the
    /// others.
    pub weights: &'a [f32],
    /// The log-sum-exp of its scores; -∞ without a key, NaN for a missing query.
    pub log_sum_exp: f64,
    /// The weight of the sink; `None` without a sink.
    pub sink: Option<f32>,
    /// `−Σ w ln w`, in nats.
    pub entropy: f32,
    /// `Σ w |p − j|`, where `p` is the position of the query.
    pub distance: f32,
    /// `Σ w` over the keys up to the position of the query.
    pub before: f32,
}

/// A callback for a row of a rectangle: the query, the columns that it may attend to as ascending ranges, and the
/// weights of all columns.
pub type PartVisitor<'a> = dyn FnMut(usize, &[Range<usize>], &[f32]) + 'a;
