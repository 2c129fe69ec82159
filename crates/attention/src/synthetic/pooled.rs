//! The figures of a picture.

use super::view::View;

/// One figure for each pixel, row by row, for the pixel rows that show a query.
#[derive(Clone, Debug, PartialEq)]
pub struct Pooled {
    /// The share of the pixel's shown pairs that are allowed, 0 to 1. A row that is shown in part
    /// does not count as half forbidden.
    pub shares: Vec<f32>,
    /// The mean of the allowed scores, including ALiBi; 0 if none is allowed.
    pub scores: Vec<f32>,
    /// The largest of the weights, so that a single bright key stays visible; 0 if no pair is
    /// allowed.
    pub weights: Vec<f32>,
    /// Shown queries that may attend to no key.
    pub empty_queries: usize,
    /// The largest of all weights.
    pub largest_weight: f32,
    /// The mean of the weights of pixels with an allowed pair; 0 without any.
    pub mean_weight: f32,
}

impl Pooled {
    /// The upper end of a scale of weights: the largest weight, but at most four times the mean if
    /// pairs share pixels.
    ///
    /// In a picture with many queries, the first queries of a causal mask have all their weight on
    /// a few keys. On a scale up to these weights, thousands of other rows would be pale.
    #[must_use]
    pub fn reach(&self, view: &View) -> f64 {
        let shared = view.rows < view.queries || view.cols < view.keys;
        let most = if shared { 4.0 * self.mean_weight } else { f32::INFINITY };
        f64::from(self.largest_weight.min(most))
    }
}
