//! Rows of a map, in memory linear in the tokens.

use std::ops::Range;

use crate::error::Error;
use crate::head::{LinearHead, MAX_CELLS, checks_room};
use crate::number::Number;
use crate::walk::{Walk, Wide};

/// The rows that go back together, so that a key is read once for all of them.
const BLOCK_ROWS: usize = 4;
/// The keys between two tests of whether a row may stop. A test costs about as much as a key.
const TEST_KEYS: usize = 32;

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
        let mut lines = vec![T::rounded(0.0); BLOCK_ROWS.min(queries.len()) * width];
        let mut first = queries.start;
        while first + BLOCK_ROWS <= queries.end {
            let block: [usize; BLOCK_ROWS] = std::array::from_fn(|row| first + row);
            let starts = self.block(block, keys.clone(), threshold, &mut lines);
            for (row, (query, start)) in block.into_iter().zip(starts).enumerate() {
                visit(query, start, &lines[row * width..][..width]);
            }
            first += BLOCK_ROWS;
        }
        for query in first..queries.end {
            let line = &mut lines[..width];
            let start = match self.in_fours(query, &keys, threshold, line) {
                Some(start) => start,
                None => self.block([query], keys.clone(), threshold, line)[0],
            };
            visit(query, start, line);
        }
    }

    /// Computes the weights of some queries for a range of keys, and returns the first key that was computed for each.
    ///
    /// - `lines`: (queries, keys)
    fn block<const N: usize>(
        &self,
        queries: [usize; N],
        keys: Range<usize>,
        threshold: f64,
        lines: &mut [T],
    ) -> [usize; N] {
        let width = keys.len();
        lines.fill(T::rounded(0.0));
        let mut starts = queries.map(|query| query + 1);
        let mut walks = queries.map(|query| Walk::of(self, query));
        let mut wide = Wide::new(self);
        let last = queries.iter().max().map_or(0, |&query| query + 1);
        for j in (keys.start..last).rev() {
            let is_test = j.is_multiple_of(TEST_KEYS);
            wide.go_to(self, j);
            for row in 0..N {
                let walk = &mut walks[row];
                if walk.next != Some(j) {
                    continue;
                }
                // The own key also has the skip connection.
                if is_test
                    && j < queries[row]
                    && walk.bound(&self.bounds) <= threshold.max(T::UNDERFLOW)
                {
                    walk.next = None;
                    continue;
                }
                let weight = walk.step(self, j, &wide);
                starts[row] = j;
                if j < keys.end {
                    let skip = if j == queries[row] { self.skip } else { 0.0 };
                    lines[row * width + j - keys.start] = T::rounded(weight + skip);
                }
            }
            if is_test && walks.iter().all(|walk| walk.next.is_none()) {
                break;
            }
        }
        starts
    }
}
