//! The pixels of a row in which the mask forbids nothing.

use super::cells::{Cells, larger_non_negative};
use super::columns::Columns;
use super::view::View;

/// The unmasked pixels of rows, computed when they are first needed and kept from one mask to the
/// next.
///
/// Masks mostly allow runs of many keys, and a pixel within a run is the same for every mask.
#[derive(Clone, Debug)]
pub(crate) struct Bands {
    /// The view that they were computed for, without its number of shown queries.
    view: View,
    /// For each query, whether its pixels are computed.
    computed: Vec<bool>,
    /// The largest exponential of each pixel, and the sum of its scores.
    peaks: Vec<f32>,
    totals: Vec<f32>,
    /// The sums of the exponentials of each 64 keys.
    sums: Vec<f64>,
}

/// The unmasked pixels of one row.
#[derive(Clone, Copy)]
pub(crate) struct Band<'a> {
    pub(crate) peaks: &'a [f32],
    pub(crate) totals: &'a [f32],
    pub(crate) sums: &'a [f64],
}

impl Bands {
    /// The former bands if they were computed for this view, or none.
    pub(crate) fn of(view: &View, former: Option<Bands>) -> Self {
        let mut view = View { shown: 0, rows: 0, ..*view };
        if view.alibi.is_none() {
            // Only ALiBi depends on the position of a query.
            view.queries = 0;
        }
        let fresh = || Self {
            view,
            computed: Vec::new(),
            peaks: Vec::new(),
            totals: Vec::new(),
            sums: Vec::new(),
        };
        former.filter(|former| former.view == view).unwrap_or_else(fresh)
    }

    /// The band of a query with these cells.
    pub(crate) fn of_query(
        &mut self,
        query: usize,
        columns: &Columns,
        cells: Cells<'_>,
    ) -> Band<'_> {
        let (cols, words) = (self.view.cols, self.view.keys.div_ceil(64));
        if query >= self.computed.len() {
            self.computed.resize(query + 1, false);
            self.peaks.resize((query + 1) * cols, 0.0);
            self.totals.resize((query + 1) * cols, 0.0);
            self.sums.resize((query + 1) * words, 0.0);
        }
        let (pixels, words) =
            (query * cols..(query + 1) * cols, query * words..(query + 1) * words);
        if !self.computed[query] {
            self.computed[query] = true;
            let peaks = self.peaks[pixels.clone()].iter_mut();
            let row = peaks.zip(&mut self.totals[pixels.clone()]).enumerate();
            for (col, (peak, total)) in row {
                for key in columns.keys(col) {
                    let (score, exponential) = cells.at(key);
                    *peak = larger_non_negative(*peak, exponential);
                    *total += score;
                }
            }
            for (word, sum) in self.sums[words.clone()].iter_mut().enumerate() {
                let keys = word * 64..((word + 1) * 64).min(self.view.keys);
                *sum = keys.fold(0.0, |sum, key| sum + f64::from(cells.at(key).1));
            }
        }
        Band {
            peaks: &self.peaks[pixels.clone()],
            totals: &self.totals[pixels],
            sums: &self.sums[words],
        }
    }
}
