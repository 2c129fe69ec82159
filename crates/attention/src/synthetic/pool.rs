//! Pools a whole mask in one pass, to one figure for each pixel.

use super::alibi::Distances;
use super::bands::Bands;
use super::cells::Cells;
use super::columns::Columns;
use super::error::SyntheticError;
use super::line::Line;
use super::pooled::Pooled;
use super::row::{added, masked, softmax};
use super::scores::SyntheticScores;
use super::view::{View, part};

/// Below this, a sum of 32-bit exponentials has lost some terms, which are 0 below 1e-45.
const LEAST_SUM: f64 = 1e-25;

impl SyntheticScores {
    /// Computes scores and weights under a mask.
    ///
    /// `weights[j] = exp(z[j]) / Σ exp(z)` over the allowed keys. If the sum leaves the range of 32
    /// bits, which happens with a steep ALiBi if the near keys of a query are hidden, the row is
    /// computed in 64 bits and shifted by its largest score; see [`SyntheticScores::row`].
    ///
    /// - `mask`: the words of each row; rows that are missing forbid everything
    /// - errors: [`SyntheticError::Count`], [`SyntheticError::Beyond`]
    pub fn pool<'a>(
        &mut self,
        view: &View,
        mut mask: impl Iterator<Item = &'a [u64]>,
    ) -> Result<Pooled, SyntheticError> {
        view.check()?;
        self.cover(view.shown, view.keys);
        let columns = Columns::new(view);
        let distances = view.alibi.map(|alibi| Distances::new(alibi, view.queries, view.keys));
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
