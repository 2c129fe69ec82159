//! A head as a map for display, in which a learned sink is a column.

use std::ops::Range;

use crate::error::{Error, check_length};
use crate::prepared::PreparedHead;
use crate::row::WeightsRow;

/// A prepared head whose learned sink is a column before the keys. Its weights are its shares of the softmax.
///
/// Column 0 is the sink if there is one, and column `j + sinks` is key `j`. Without a sink the columns are the keys.
#[derive(Clone, Debug)]
pub struct HeadColumns {
    head: PreparedHead,
    sinks: usize,
}

/// A row of weights, and sums over all columns that were computed with it.
#[derive(Clone, Debug, PartialEq)]
pub struct ColumnsRow<'a> {
    /// The index of the query.
    pub query: usize,
    /// The position of the query among the columns.
    pub position: i64,
    /// The columns that the query may attend to, as ascending ranges.
    pub reached: &'a [Range<usize>],
    /// One weight for each column: 0 for columns that the query may not attend to, NaN for missing keys among the
    /// others.
    pub weights: &'a [f32],
    /// The log-sum-exp of its scores; -∞ without a key, NaN for a missing query.
    pub log_sum_exp: f64,
    /// `−Σ w ln w`, in nats.
    pub entropy: f32,
    /// `Σ w |p − j|`, where `p` is the position of the query.
    pub distance: f32,
    /// `Σ w` over the columns up to the position of the query.
    pub before: f32,
}

/// A callback for a row of a rectangle: its index in the rectangle, the columns that the query may attend to, and the
/// weights of all columns.
pub type ColumnsVisitor<'a> = dyn FnMut(usize, &[Range<usize>], &[f32]) + 'a;

impl HeadColumns {
    /// A prepared head as columns.
    #[must_use]
    pub fn new(head: PreparedHead) -> Self {
        let sinks = usize::from(head.scoring().sink.is_some());
        Self { head, sinks }
    }

    /// The head without the column of its sink.
    #[must_use]
    pub fn head(&self) -> &PreparedHead {
        &self.head
    }

    /// The number of sinks: 0 or 1.
    #[must_use]
    pub fn sinks(&self) -> usize {
        self.sinks
    }

    /// The number of queries, and of columns.
    #[must_use]
    pub fn shape(&self) -> [usize; 2] {
        let [queries, keys] = self.head.shape();
        [queries, keys + self.sinks]
    }

    /// The position of query 0 among the columns.
    #[must_use]
    pub fn offset(&self) -> i64 {
        self.head.scoring().offset + self.sinks as i64
    }

    /// The largest number of keys before and after its position that a query may attend to; `None` means all.
    #[must_use]
    pub fn sides(&self) -> [Option<usize>; 2] {
        self.head.scoring().sides()
    }

    /// The columns with NaN or an infinity.
    #[must_use]
    pub fn missing_columns(&self) -> Vec<usize> {
        self.head.missing_keys().iter().map(|key| key + self.sinks).collect()
    }

    /// Sets the keys that some queries may attend to: [`PreparedHead::see`].
    ///
    /// - errors: [`Error::Missing`], [`Error::Length`], [`Error::Ranges`]
    pub fn see(
        &mut self,
        queries: &[usize],
        counts: &[usize],
        ranges: &[Range<usize>],
    ) -> Result<(), Error> {
        self.head.see(queries, counts, ranges)
    }

    /// [`PreparedHead::set_log_sum_exps`].
    pub fn set_log_sum_exps(&mut self, first: usize, sums: &[f64]) {
        self.head.set_log_sum_exps(first, sums);
    }

    /// Computes rows, and calls `visit` with each.
    ///
    /// The entropy of a row with a sink of weight `s` is `−Σ w ln w − s ln s`, and its distance has the term
    /// `s |p|`, where `p` counts the sink. A sink of weight 0 or NaN changes neither.
    ///
    /// - errors: [`Error::Missing`]
    pub fn rows(
        &mut self,
        rows: &[usize],
        visit: &mut dyn FnMut(&ColumnsRow<'_>),
    ) -> Result<(), Error> {
        let offset = self.offset();
        let mut line = Vec::new();
        self.head.rows(rows, &mut |row| {
            let WeightsRow {
                query,
                reached,
                weights,
                log_sum_exp,
                sink,
                entropy,
                distance,
                before,
            } = *row;
            let position = query as i64 + offset;
            let sums = ColumnsRow {
                query,
                position,
                reached,
                weights,
                log_sum_exp,
                entropy,
                distance,
                before,
            };
            let Some(sink) = sink else { return visit(&sums) };
            let reached = beside_sink(sink, reached, weights, &mut line);
            let has_weight = sink > 0.0;
            visit(&ColumnsRow {
                reached: &reached,
                weights: &line,
                entropy: if has_weight { entropy - sink * sink.ln() } else { entropy },
                distance: match has_weight {
                    true => distance + sink * position.unsigned_abs() as f32,
                    false => distance,
                },
                before: if position >= 0 { before + sink } else { before },
                ..sums
            });
        })
    }

    /// The weights of a row: NaN where masked or missing.
    ///
    /// - errors: [`Error::Missing`]
    pub fn row(&mut self, query: usize) -> Result<Vec<f32>, Error> {
        let mut cells = Vec::new();
        self.rows(&[query], &mut |row| add_masked(&mut cells, row.reached, row.weights))?;
        Ok(cells)
    }

    /// The weights of some rows over other keys than those of [`HeadColumns::see`], which stay:
    /// [`PreparedHead::rows_over`]. (rows, columns); NaN where masked or missing.
    ///
    /// - errors: [`Error::Missing`], [`Error::Length`], [`Error::Order`], [`Error::Ranges`]
    pub fn rows_over(
        &self,
        rows: &[usize],
        keys: Option<(&[usize], &[Range<usize>])>,
    ) -> Result<Vec<f32>, Error> {
        let mut cells = Vec::new();
        self.head.rows_over(rows, keys, &mut |row| {
            cells.extend(row.sink);
            add_masked(&mut cells, row.reached, row.weights);
        })?;
        Ok(cells)
    }

    /// Computes the weights of a rectangle, and calls `visit` with each row: its index in the rectangle, the columns
    /// of the rectangle that the query may attend to, and one weight for each column.
    ///
    /// - errors: [`Error::Missing`]
    pub fn part(
        &mut self,
        rows: Range<usize>,
        columns: Range<usize>,
        visit: &mut ColumnsVisitor<'_>,
    ) -> Result<(), Error> {
        self.check_part(&rows, &columns)?;
        let shows_sink = columns.start < self.sinks && !columns.is_empty();
        let keys =
            columns.start.max(self.sinks) - self.sinks..columns.end.max(self.sinks) - self.sinks;
        let mut sink_weights = Vec::new();
        if shows_sink {
            self.head.sum(&rows.clone().collect::<Vec<_>>())?;
            sink_weights.extend(rows.clone().filter_map(|query| self.head.sink_weight(query)));
        }
        let first = rows.start;
        let mut line = Vec::new();
        self.head.part(rows, keys, &mut |query, reached, weights| {
            let row = query - first;
            match sink_weights.get(row) {
                None => visit(row, reached, weights),
                Some(&sink) => {
                    let reached = beside_sink(sink, reached, weights, &mut line);
                    visit(row, &reached, &line);
                }
            }
        })
    }

    /// Whether a rectangle exists. Nothing need be allocated for one that does not.
    ///
    /// - errors: [`Error::Missing`]
    pub fn check_part(&self, rows: &Range<usize>, columns: &Range<usize>) -> Result<(), Error> {
        let [queries, all] = self.shape();
        for (name, end, count) in [("query", rows.end, queries), ("column", columns.end, all)] {
            if end > count {
                return Err(Error::Missing { name, index: end - 1, count });
            }
        }
        Ok(())
    }

    /// The weights of some rows and columns, row by row: NaN where masked or missing.
    ///
    /// - `columns`: in ascending order; `cells`: (rows, columns)
    /// - errors: [`Error::Missing`], [`Error::Length`]
    pub fn sample(
        &mut self,
        rows: &[usize],
        columns: &[usize],
        cells: &mut [f32],
    ) -> Result<(), Error> {
        let shows_sink = self.sinks > 0 && columns.first() == Some(&0);
        if !shows_sink {
            // A column before the first one wraps around, and does not exist.
            let keys: Vec<_> =
                columns.iter().map(|column| column.wrapping_sub(self.sinks)).collect();
            return self.head.sample(rows, &keys, cells);
        }
        check_length("the cells", cells.len(), rows.len(), columns.len())?;
        let keys: Vec<_> =
            columns[1..].iter().map(|column| column.wrapping_sub(self.sinks)).collect();
        let mut weights = vec![0.0; rows.len() * keys.len()];
        self.head.sample(rows, &keys, &mut weights)?;
        for (at, (line, &row)) in cells.chunks_exact_mut(columns.len()).zip(rows).enumerate() {
            line[0] = self.head.sink_weight(row).unwrap_or(f32::NAN);
            line[1..].copy_from_slice(&weights[at * keys.len()..][..keys.len()]);
        }
        Ok(())
    }
}

/// Adds a row, with NaN in place of the weights that are not reached.
fn add_masked(cells: &mut Vec<f32>, reached: &[Range<usize>], weights: &[f32]) {
    let first = cells.len();
    cells.resize(first + weights.len(), f32::NAN);
    for range in reached {
        cells[first..][range.clone()].copy_from_slice(&weights[range.clone()]);
    }
}

/// Writes the weights of the sink and of keys to `line`, and returns the columns that are not masked.
fn beside_sink(
    sink: f32,
    reached: &[Range<usize>],
    weights: &[f32],
    line: &mut Vec<f32>,
) -> Vec<Range<usize>> {
    line.clear();
    line.push(sink);
    line.extend_from_slice(weights);
    let keys = reached.iter().map(|range| range.start + 1..range.end + 1);
    std::iter::once(0..1).chain(keys).collect()
}
