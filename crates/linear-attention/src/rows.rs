//! Rows of a map, in memory linear in the tokens.

use std::ops::Range;

use crate::blocks::KEYS;
use crate::error::Error;
use crate::head::{LinearHead, MAX_CELLS, checks_room};
use crate::number::Number;
use crate::walk::Walk;

/// The rows that go back together, so that a key is read once for all of them.
const ROWS: usize = 4;

/// What [`LinearHead::rows`] calls with each row: the query, the first key that was computed, and one weight for each key.
pub type RowVisitor<'a, T> = dyn FnMut(usize, usize, &[T]) + 'a;

impl<T: Number> LinearHead<T> {
    /// The weights of one query, `M[query, ·]`.
    ///
    /// The row is computed from the query to the first key, and stops as soon as no weight before can be larger than
    /// `threshold`: these are 0. With a threshold of 0 it stops only when all of them are 0 in the width of `row`.
    ///
    /// - `row`: one number for each key
    /// - returns: the first key that was computed
    /// - cost: `4 · features` operations for each key
    /// - errors: [`Error::Missing`], [`Error::Room`], [`Error::Setting`]
    pub fn row(&self, query: usize, threshold: f64, row: &mut [T]) -> Result<usize, Error> {
        self.check_query(query)?;
        self.check_settings()?;
        checks_room("a row", row.len(), self.tokens())?;
        let mut first = 0;
        self.rows_in(query..query + 1, 0..self.tokens(), threshold, &mut |_, start, weights| {
            first = start;
            row.copy_from_slice(weights);
        })?;
        Ok(first)
    }

    /// A bound of the weights of a query: none is farther from 0. It takes no pass over the keys.
    ///
    /// - errors: [`Error::Missing`], [`Error::Setting`]
    pub fn bound(&self, query: usize) -> Result<f64, Error> {
        self.check_query(query)?;
        self.check_settings()?;
        Ok(Walk::of(self, query).bound(&self.bounds) + self.skip.abs())
    }

    /// The rows of a range of queries, in order: see [`LinearHead::row`].
    ///
    /// - errors: [`Error::Missing`], [`Error::Setting`]
    pub fn rows(
        &self,
        queries: Range<usize>,
        threshold: f64,
        visit: &mut RowVisitor<'_, T>,
    ) -> Result<(), Error> {
        self.rows_in(queries, 0..self.tokens(), threshold, visit)
    }

    /// The weights of a rectangle of queries and keys.
    ///
    /// A row goes back from its query to the first key of the rectangle. If no weight from some key on can be larger
    /// than `threshold`, the rest is 0, so rectangles far from the diagonal can be nearly free.
    ///
    /// - `cells`: (queries, keys), row-major
    /// - errors: [`Error::Missing`], [`Error::Room`], [`Error::Setting`]
    pub fn part(
        &self,
        queries: Range<usize>,
        keys: Range<usize>,
        threshold: f64,
        cells: &mut [T],
    ) -> Result<(), Error> {
        let wanted = queries.len().saturating_mul(keys.len());
        checks_room("the rectangle", cells.len(), wanted)?;
        let (first, width) = (queries.start, keys.len());
        self.rows_in(queries, keys, threshold, &mut |query, _, row| {
            cells[(query - first) * width..][..width].copy_from_slice(row);
        })
    }

    /// The whole map, (queries, keys), row-major.
    ///
    /// - errors: [`Error::TooManyCells`], [`Error::Setting`]
    pub fn map(&self) -> Result<Vec<T>, Error> {
        let tokens = self.tokens();
        let count = tokens.checked_mul(tokens).filter(|&count| count <= MAX_CELLS);
        let count = count.ok_or(Error::TooManyCells { tokens, most: MAX_CELLS })?;
        let mut cells = vec![T::rounded(0.0); count];
        self.part(0..tokens, 0..tokens, 0.0, &mut cells)?;
        Ok(cells)
    }

    /// The rows of a range of queries for a range of keys, in order: see [`LinearHead::row`].
    ///
    /// - errors: [`Error::Missing`], [`Error::Setting`]
    pub fn rows_in(
        &self,
        queries: Range<usize>,
        keys: Range<usize>,
        threshold: f64,
        visit: &mut RowVisitor<'_, T>,
    ) -> Result<(), Error> {
        self.check_settings()?;
        if let Some(last) = queries.end.checked_sub(1).filter(|_| !queries.is_empty()) {
            self.check_query(last)?;
        }
        if keys.end > self.tokens() {
            let (index, count) = (keys.end - 1, self.tokens());
            return Err(Error::Missing { name: "key", index, count });
        }
        T::rows(self, queries, keys, threshold, visit);
        Ok(())
    }

    /// [`LinearHead::rows_in`] for queries and keys that exist.
    pub(crate) fn in_blocks(
        &self,
        queries: Range<usize>,
        keys: Range<usize>,
        threshold: f64,
        visit: &mut RowVisitor<'_, T>,
    ) {
        let width = keys.len();
        let mut lines = vec![T::rounded(0.0); ROWS.min(queries.len()) * width];
        for first in queries.clone().step_by(ROWS) {
            let rows = first..(first + ROWS).min(queries.end);
            let starts = self.together(rows.clone(), &keys, threshold, &mut lines);
            for (row, (query, start)) in rows.zip(starts).enumerate() {
                visit(query, start, &lines[row * width..][..width]);
            }
        }
    }

    /// Computes the weights of some queries for a range of keys, and returns the first key that was computed for each.
    ///
    /// - `lines`: (queries, keys)
    fn together(
        &self,
        queries: Range<usize>,
        keys: &Range<usize>,
        threshold: f64,
        lines: &mut [T],
    ) -> Vec<usize> {
        lines.fill(T::rounded(0.0));
        let mut starts: Vec<usize> = queries.clone().map(|query| query + 1).collect();
        let mut walks: Vec<Walk> = queries.clone().map(|query| Walk::of(self, query)).collect();
        for block in (keys.start / KEYS..queries.end.div_ceil(KEYS)).rev() {
            for (row, walk) in walks.iter_mut().enumerate() {
                let query = queries.start + row;
                let Some(next) = walk.next.filter(|&next| next >= (block * KEYS).max(keys.start))
                else {
                    continue;
                };
                // The own key also has the skip connection.
                if next < query && walk.bound(&self.bounds) <= threshold.max(T::UNDERFLOW) {
                    walk.next = None;
                    continue;
                }
                walk.step(self, &mut |j, weight| {
                    if keys.contains(&j) {
                        let skip = if j == query { self.skip } else { 0.0 };
                        lines[row * keys.len() + j - keys.start] = T::rounded(weight + skip);
                    }
                });
                starts[row] = (block * KEYS).max(keys.start);
            }
            if walks.iter().all(|walk| walk.next.is_none()) {
                break;
            }
        }
        starts
    }
}
