//! Pools a whole mask in one pass, to one figure for each pixel.

use super::alibi::Distances;
use super::bands::Bands;
use super::columns::Columns;
use super::error::Error;
use super::line::{Cells, Line};
use super::row::{added, masked, softmax};
use super::scores::Scores;
use super::view::{View, part};

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

/// Below this, a sum of 32-bit exponentials has lost some terms, which are 0 below 1e-45.
const LEAST_SUM: f64 = 1e-25;

impl Scores {
    /// Computes scores and weights under a mask.
    ///
    /// `weights[j] = exp(z[j]) / Σ exp(z)` over the allowed keys. If the sum leaves the range of 32
    /// bits, which happens with a steep ALiBi if the near keys of a query are hidden, the row is
    /// computed in 64 bits and shifted by its largest score; see [`Scores::row`].
    ///
    /// - `mask`: the words of each row; rows that are missing forbid everything
    /// - errors: [`Error::Count`], [`Error::Beyond`]
    pub fn pool<'a>(
        &mut self,
        view: &View,
        mut mask: impl Iterator<Item = &'a [u64]>,
    ) -> Result<Pooled, Error> {
        view.check()?;
        self.cover(view.shown, view.keys);
        let columns = Columns::new(view);
        let distances = view.alibi.map(|alibi| Distances::new(alibi, view));
        let pixels = view.rows_shown() * view.cols;
        let room = || Vec::with_capacity(pixels);
        let mut pooled = Pooled {
            shares: room(),
            scores: room(),
            weights: room(),
            empty_queries: 0,
            largest_weight: 0.0,
            mean_weight: 0.0,
        };
        let mut line = Line::new(view.cols);
        let mut bands = Bands::of(view, self.bands.take());
        for row in 0..view.rows_shown() {
            let queries = part(row, view.rows, view.queries);
            let queries = queries.start..queries.end.min(view.shown);
            for query in queries.clone() {
                let words = mask.next().unwrap_or_default();
                let (scores, exponentials) = self.rows_of(query, view.keys);
                let alibi = distances.as_ref().map(|distances| distances.of(query));
                let cells = Cells { scores, exponentials, alibi };
                let sum = line.add(words, &columns, cells, (&mut bands, query));
                match sum {
                    None => pooled.empty_queries += 1,
                    Some(sum) if sum.is_finite() && sum > LEAST_SUM => line.finish(sum),
                    Some(_) => {
                        let (exact, bias) =
                            self.exact(query, (view.queries, view.keys), view.alibi);
                        let biased = added(&exact, bias.as_deref());
                        line.replace(&softmax(masked(&biased, words)), &columns);
                    }
                }
            }
            line.take(&mut pooled, &columns, queries.len());
        }
        pooled.mean_weight = line.mean_weight();
        self.bands = Some(bands);
        Ok(pooled)
    }
}
