//! A head whose weights are computed part by part: whole rows, rectangles, or single cells.

mod bias;
mod finish;
mod ranges;

use std::ops::Range;

use heedmap_attention_rule::BiasBy;

use crate::error::{Error, check_length};
use crate::moments::normalize;
use crate::panels::{PackedKeys, Panels, clear_missing};
use crate::row::{PartVisitor, WeightsRow};
use crate::scoring::Scoring;
use crate::tile::{PANEL, ROWS, Tile};

use self::ranges::{KeyRanges, Seen, among, fill_gaps, seen_by, sees_panel, within};

/// The number of rows that are computed together, in one pass over the keys.
const BLOCK_ROWS: usize = 8;
/// Marks a log-sum-exp that has not been computed. It is not the log-sum-exp of any finite scores.
const UNKNOWN: f64 = f64::INFINITY;

/// A head that is kept for many requests: its packed keys, and the log-sum-exp of each row that has been
/// computed.
///
/// The whole matrix of weights never exists, so a head of 100,000 tokens takes as much memory as its queries
/// and keys. A key with NaN or an infinity is called missing: its column is NaN, and it is not part of the
/// softmax. A query with NaN or an infinity is missing too: its row is NaN.
#[derive(Clone, Debug)]
pub struct PreparedHead {
    /// Scaled, so that their products with keys are scores times log₂ e.
    queries: Vec<f32>,
    keys: PackedKeys,
    features: usize,
    shape: [usize; 2],
    scoring: Scoring,
    missing_queries: Vec<usize>,
    /// The log-sum-exp of each row, in nats. They have 64 bits for the reasons given at [`crate::log_sum_exp`].
    sums: Vec<f64>,
    /// Lists of biases, times log₂ e.
    biases: Vec<(BiasBy, Vec<f32>)>,
    /// The keys that queries may attend to; `None` if the rule says it.
    seen: Option<KeyRanges>,
}

impl PreparedHead {
    /// Prepares a head. Queries and keys are row-major; the keys are packed.
    ///
    /// - errors: [`Error::Length`]
    pub fn new(
        mut queries: Vec<f32>,
        keys: &[f32],
        shape: [usize; 2],
        features: usize,
        scoring: Scoring,
    ) -> Result<Self, Error> {
        check_length("the queries", queries.len(), shape[0], features)?;
        check_length("the keys", keys.len(), shape[1], features)?;
        let missing_queries = clear_missing(&mut queries, features);
        let factor = scoring.query_factor();
        queries.iter_mut().for_each(|cell| *cell *= factor);
        let keys = Panels::of_keys(keys, features, 0..shape[1]);
        let mut sums = vec![UNKNOWN; shape[0]];
        for &query in &missing_queries {
            sums[query] = f64::NAN;
        }
        Ok(Self {
            queries,
            keys,
            features,
            shape,
            scoring,
            missing_queries,
            sums,
            biases: Vec::new(),
            seen: None,
        })
    }

    /// The number of queries, and of keys.
    #[must_use]
    pub fn shape(&self) -> [usize; 2] {
        self.shape
    }

    /// How scores are computed.
    #[must_use]
    pub fn scoring(&self) -> &Scoring {
        &self.scoring
    }

    /// The number of keys that a query may attend to.
    #[must_use]
    pub fn key_count(&self, query: usize) -> usize {
        self.seen_by(query).iter().map(Range::len).sum()
    }

    fn seen_by(&self, query: usize) -> Seen<'_> {
        seen_by(self.seen.as_ref(), &self.scoring, query, self.shape[1])
    }

    /// The keys with NaN or an infinity, in ascending order.
    #[must_use]
    pub fn missing_keys(&self) -> &[usize] {
        &self.keys.missing
    }

    /// The queries with NaN or an infinity, in ascending order.
    #[must_use]
    pub fn missing_queries(&self) -> &[usize] {
        &self.missing_queries
    }

    /// Sets the log-sum-exps of rows from `first` on, which were computed elsewhere. Rows that do not exist are
    /// ignored.
    pub fn set_log_sum_exps(&mut self, first: usize, sums: &[f64]) {
        let rows = self.sums.get_mut(first..).unwrap_or_default();
        rows.iter_mut().zip(sums).for_each(|(to, sum)| *to = *sum);
    }

    /// The bytes of memory that it uses.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let keys = self.shape[1].next_multiple_of(PANEL) * self.features;
        let biases: usize = self.biases.iter().map(|(_, bias)| bias.len()).sum();
        size_of::<f32>() * (self.queries.len() + keys + biases)
            + size_of::<f64>() * self.sums.len()
            + self.seen.as_ref().map_or(0, KeyRanges::bytes)
    }

    /// An upper bound of the 32-bit numbers that [`PreparedHead::new`] and one call need memory for: the
    /// queries, the keys, the packed keys, a log-sum-exp for each query, and a few rows of weights.
    #[must_use]
    pub fn numbers([queries, keys]: [usize; 2], features: usize) -> usize {
        queries
            .saturating_add(keys.saturating_mul(2).saturating_add(PANEL))
            .saturating_mul(features)
            .saturating_add(queries)
            .saturating_add(keys.saturating_mul(PANEL))
    }

    /// Computes rows in blocks, and calls `visit` with each. Their log-sum-exps are kept.
    ///
    /// - edge case: a row whose scores overflow is NaN, like the row of a missing query
    /// - errors: [`Error::Missing`], [`Error::Unseen`]
    pub fn rows(
        &mut self,
        rows: &[usize],
        visit: &mut dyn FnMut(&WeightsRow<'_>),
    ) -> Result<(), Error> {
        self.check_rows(rows)?;
        self.check_seen(rows)?;
        let mut sums = std::mem::take(&mut self.sums);
        self.in_blocks(rows, self.seen.as_ref(), &mut |row| {
            sums[row.query] = row.log_sum_exp;
            visit(row);
        });
        self.sums = sums;
        Ok(())
    }

    /// Computes rows that exist, over the keys of `lists`, or of the rule without lists.
    fn in_blocks(
        &self,
        rows: &[usize],
        lists: Option<&KeyRanges>,
        visit: &mut dyn FnMut(&WeightsRow<'_>),
    ) {
        let keys = self.shape[1];
        let mut cells = vec![0.0; BLOCK_ROWS.min(rows.len()) * keys];
        for block in rows.chunks(BLOCK_ROWS) {
            let reached: Vec<_> =
                block.iter().map(|&query| seen_by(lists, &self.scoring, query, keys)).collect();
            let ranges: Vec<&[_]> = reached.iter().map(|reached| &**reached).collect();
            self.score(&self.keys.panels, block, &ranges, 0..keys, &mut cells);
            for (row, (&query, reached)) in block.iter().zip(&reached).enumerate() {
                visit(&self.finish_row(query, reached, &mut cells[row * keys..][..keys]));
            }
        }
    }

    /// Computes the log-sum-exps of rows for which they are not known yet.
    ///
    /// - errors: [`Error::Missing`]
    pub fn sum(&mut self, rows: &[usize]) -> Result<(), Error> {
        self.check_rows(rows)?;
        let unknown: Vec<_> =
            rows.iter().copied().filter(|&row| self.sums[row] == UNKNOWN).collect();
        self.rows(&unknown, &mut |_| {})
    }

    /// The log-sum-exps of a range of rows; +∞ where they are not known yet.
    #[must_use]
    pub fn sums(&self, rows: Range<usize>) -> &[f64] {
        self.sums.get(rows).unwrap_or_default()
    }

    /// The weight of the sink in a row whose log-sum-exp is known; `None` without a sink.
    ///
    /// - edge cases: 0 if the log-sum-exp is not known, NaN if the row is missing
    #[must_use]
    pub fn sink_weight(&self, query: usize) -> Option<f32> {
        self.sink_weight_in(*self.sums.get(query)?)
    }

    /// Computes the weights of a rectangle, and calls `visit` with each row: the query, the range of columns of
    /// the rectangle that it may attend to, and one weight for each column. A rectangle without columns has rows
    /// too, because a caller may show the sink beside them.
    ///
    /// - errors: [`Error::Missing`]
    pub fn part(
        &mut self,
        rows: Range<usize>,
        keys: Range<usize>,
        visit: &mut PartVisitor<'_>,
    ) -> Result<(), Error> {
        for (name, range, count) in [("query", &rows, self.shape[0]), ("key", &keys, self.shape[1])]
        {
            if range.end > count {
                return Err(Error::Missing { name, index: range.end - 1, count });
            }
        }
        let rows: Vec<_> = rows.collect();
        self.check_seen(&rows)?;
        let keys = keys.start.min(keys.end)..keys.end;
        self.sum(&rows)?;
        let from = keys.start / PANEL * PANEL;
        let width = keys.end.saturating_sub(from);
        let mut cells = vec![0.0; BLOCK_ROWS.min(rows.len()) * width];
        for block in rows.chunks(BLOCK_ROWS) {
            let reached: Vec<_> =
                block.iter().map(|&query| within(&self.seen_by(query), &keys)).collect();
            let of_panels = reached.iter().map(|reached| shifted(reached, keys.start));
            let of_panels: Vec<_> = of_panels.collect();
            let ranges: Vec<&[_]> = of_panels.iter().map(Vec::as_slice).collect();
            self.score(&self.keys.panels, block, &ranges, from..keys.end, &mut cells);
            for (row, (&query, reached)) in block.iter().zip(&reached).enumerate() {
                let line = &mut cells[row * width..][..width][keys.start - from..];
                fill_gaps(line, reached, 0.0);
                for range in reached {
                    let seen = &mut line[range.clone()];
                    let own = range.start + keys.start..range.end + keys.start;
                    self.finish(seen, query, &own);
                    normalize(seen, self.sums[query]);
                    for &key in self.keys.missing_between(own.start, own.end) {
                        line[key - keys.start] = f32::NAN;
                    }
                }
                visit(query, reached, line);
            }
        }
        Ok(())
    }

    /// Computes the weights of some rows and columns: NaN where the query may not attend to the key, and where
    /// the key is missing.
    ///
    /// - `columns`: in ascending order; `cells`: (rows, columns)
    /// - errors: [`Error::Missing`], [`Error::Length`]
    pub fn sample(
        &mut self,
        rows: &[usize],
        columns: &[usize],
        cells: &mut [f32],
    ) -> Result<(), Error> {
        check_length("the cells", cells.len(), rows.len(), columns.len())?;
        let [_, keys] = self.shape;
        if let Some(&index) = columns.iter().find(|&&column| column >= keys) {
            return Err(Error::Missing { name: "key", index, count: keys });
        }
        self.sum(rows)?;
        let selected = self.keys.panels.select(columns);
        let missing: Vec<_> = (columns.iter().enumerate())
            .filter(|(_, key)| self.keys.missing.binary_search(key).is_ok())
            .map(|(column, _)| column)
            .collect();
        let width = columns.len();
        for (block, cells) in
            rows.chunks(BLOCK_ROWS).zip(cells.chunks_mut(BLOCK_ROWS * width.max(1)))
        {
            let reached: Vec<Vec<_>> =
                block.iter().map(|&query| among(&self.seen_by(query), columns)).collect();
            let ranges: Vec<&[_]> = reached.iter().map(Vec::as_slice).collect();
            self.score(&selected, block, &ranges, 0..width, cells);
            for ((line, &query), reached) in
                cells.chunks_exact_mut(width.max(1)).zip(block).zip(&reached)
            {
                fill_gaps(line, reached, f32::NAN);
                for range in reached {
                    let seen = &mut line[range.clone()];
                    self.finish(seen, query, &columns[range.clone()].iter().copied());
                    normalize(seen, self.sums[query]);
                }
                for &column in &missing {
                    line[column] = f32::NAN;
                }
            }
        }
        Ok(())
    }

    /// `exp(score − log-sum-exp)`, from the score of the sink as it is part of the softmax.
    fn sink_weight_in(&self, log_sum_exp: f64) -> Option<f32> {
        self.scoring.sink?;
        let exponent = f64::from(self.scoring.sink_log2()) - log_sum_exp * std::f64::consts::LOG2_E;
        Some(exponent.exp2() as f32)
    }

    /// Writes the products of a block of queries with panels of keys. Panels that neither query of a pair may
    /// attend to are skipped.
    ///
    /// - `reached`: the columns of the panels that each query may attend to
    /// - `columns`: the columns to write; the first one is the first of a panel
    /// - `cells`: rows with one cell for each of these columns
    fn score(
        &self,
        panels: &Panels,
        block: &[usize],
        reached: &[&[Range<usize>]],
        columns: Range<usize>,
        cells: &mut [f32],
    ) {
        let width = columns.len();
        let start = reached
            .iter()
            .filter_map(|keys| Some(keys.first()?.start))
            .min()
            .unwrap_or(0)
            .max(columns.start);
        let end = reached
            .iter()
            .filter_map(|keys| Some(keys.last()?.end))
            .max()
            .unwrap_or(0)
            .min(columns.end);
        for panel in start / PANEL..end.div_ceil(PANEL) {
            let column = (panel * PANEL).saturating_sub(columns.start);
            for (pair, (queries, reached)) in
                block.chunks(ROWS).zip(reached.chunks(ROWS)).enumerate()
            {
                let key = panel * PANEL;
                if !reached.iter().any(|keys| sees_panel(keys, key)) {
                    continue;
                }
                let rows = [queries[0], *queries.last().unwrap_or(&queries[0])]
                    .map(|query| &self.queries[query * self.features..][..self.features]);
                let mut tile = Tile::zero();
                tile.accumulate(rows, panels.panel(panel));
                for row in 0..queries.len() {
                    let line = &mut cells[(ROWS * pair + row) * width..][column..width];
                    tile.store_in(row, line);
                }
            }
        }
    }
}

/// Ranges that are counted from another start.
fn shifted(ranges: &[Range<usize>], by: usize) -> Vec<Range<usize>> {
    ranges.iter().map(|range| range.start + by..range.end + by).collect()
}
