//! A matrix with one number for each query and key of a head.

use crate::error::Error;
use crate::limits::MAX_CELLS;

/// A matrix (queries, keys), row-major: weights, or values computed from them.
#[derive(Clone, Debug, PartialEq)]
pub struct HeadMap {
    queries: usize,
    keys: usize,
    cells: Vec<f32>,
}

impl HeadMap {
    /// A map of these cells and this shape. NaN, infinities and sides of 0 are allowed.
    ///
    /// - `name`: the name of the map in error messages
    /// - errors: [`Error::TooLarge`], [`Error::Cells`]
    pub fn new(
        name: &'static str,
        queries: usize,
        keys: usize,
        cells: Vec<f32>,
    ) -> Result<Self, Error> {
        let wanted = cell_count(name, queries, keys)?;
        if cells.len() != wanted {
            return Err(Error::Cells { name, queries, keys, cells: wanted, got: cells.len() });
        }
        Ok(Self { queries, keys, cells })
    }

    /// A map made by this crate, whose size is known to be valid.
    pub(crate) fn made(queries: usize, keys: usize, cells: Vec<f32>) -> Self {
        debug_assert_eq!(cells.len(), queries * keys);
        Self { queries, keys, cells }
    }

    /// The number of rows.
    #[must_use]
    pub fn queries(&self) -> usize {
        self.queries
    }

    /// The length of each row.
    #[must_use]
    pub fn keys(&self) -> usize {
        self.keys
    }

    /// The cells in row-major order.
    #[must_use]
    pub fn cells(&self) -> &[f32] {
        &self.cells
    }

    /// Converts the map into its cells.
    #[must_use]
    pub fn into_cells(self) -> Vec<f32> {
        self.cells
    }

    /// The rows, one for each query, even if there are no keys.
    pub fn rows(&self) -> impl Iterator<Item = &[f32]> {
        let row = |query: usize| &self.cells[query * self.keys..(query + 1) * self.keys];
        (0..self.queries).map(row)
    }

    /// [`Error::ShapesDiffer`] if the other map has another shape.
    pub(crate) fn check_shape(
        &self,
        left: &'static str,
        right: &'static str,
        other: &HeadMap,
    ) -> Result<(), Error> {
        if (self.queries, self.keys) == (other.queries, other.keys) {
            return Ok(());
        }
        Err(Error::ShapesDiffer {
            left,
            left_queries: self.queries,
            left_keys: self.keys,
            right,
            right_queries: other.queries,
            right_keys: other.keys,
        })
    }
}

/// The number of cells of a map.
///
/// - errors: [`Error::TooLarge`], also if the product overflows
pub(crate) fn cell_count(name: &'static str, queries: usize, keys: usize) -> Result<usize, Error> {
    let count = queries.checked_mul(keys).filter(|&count| count <= MAX_CELLS);
    count.ok_or(Error::TooLarge { name, queries, keys })
}

/// Counts the rows of a map that arrives row by row.
#[derive(Clone, Debug)]
pub(crate) struct RowCount {
    queries: usize,
    keys: usize,
    got: usize,
}

impl RowCount {
    pub(crate) fn new(queries: usize, keys: usize) -> Self {
        Self { queries, keys, got: 0 }
    }

    pub(crate) fn queries(&self) -> usize {
        self.queries
    }

    pub(crate) fn keys(&self) -> usize {
        self.keys
    }

    /// The query of the next row.
    ///
    /// - errors: [`Error::NoSuchRow`], [`Error::RowLength`]; then the row is not counted
    pub(crate) fn next(&mut self, row: &[f32]) -> Result<usize, Error> {
        let query = self.got;
        if query == self.queries {
            return Err(Error::NoSuchRow { queries: self.queries });
        }
        if row.len() != self.keys {
            return Err(Error::RowLength { query, got: row.len(), keys: self.keys });
        }
        self.got += 1;
        Ok(query)
    }

    /// - errors: [`Error::RowsMissing`] if rows are missing
    pub(crate) fn finish(&self) -> Result<(), Error> {
        if self.got == self.queries {
            return Ok(());
        }
        Err(Error::RowsMissing { got: self.got, queries: self.queries })
    }
}
