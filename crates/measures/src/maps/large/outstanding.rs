//! The cells of a large head that stand out.

use super::super::RowFigures;

/// The maximum number of listed cells.
const LISTED: usize = 8;

/// The greatest cell of a row, compared with a uniform row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OutstandingCell {
    /// The row.
    pub query: usize,
    /// The column.
    pub key: usize,
    /// `w[query, key]`.
    pub weight: f32,
    /// The weight divided by `1 / n`, the weight of a uniform row over the `n` keys that the query may attend to.
    pub times: f64,
}

/// The cells that stand out most, at most one in a row and [`LISTED`] in all. The first one has the greatest
/// `times`; of equal ones, the first row comes first.
#[derive(Clone, Debug, Default)]
pub(crate) struct OutstandingCells(Vec<OutstandingCell>);

impl OutstandingCells {
    /// Adds the greatest cell of a row. A row without weights, or a row that is listed, changes nothing.
    ///
    /// - `keys`: the number of keys that the query may attend to
    pub(crate) fn add(&mut self, query: usize, figures: &RowFigures, keys: usize) {
        let times = f64::from(figures.greatest) * keys.max(1) as f64;
        let least = self.0.get(LISTED - 1).map_or(0.0, |last| last.times);
        let is_listed = self.0.iter().any(|cell| cell.query == query);
        if is_listed || times.partial_cmp(&least) != Some(std::cmp::Ordering::Greater) {
            return;
        }
        let key = figures.greatest_key as usize;
        let comes_before = |cell: &OutstandingCell| {
            cell.times > times || (cell.times == times && cell.query < query)
        };
        let at = self.0.partition_point(comes_before);
        self.0.insert(at, OutstandingCell { query, key, weight: figures.greatest, times });
        self.0.truncate(LISTED);
    }

    pub(crate) fn cells(&self) -> &[OutstandingCell] {
        &self.0
    }
}
