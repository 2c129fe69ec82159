//! One head at every size, for zooming.

use crate::combine::larger;
use crate::error::Error;
use crate::head_map::{HeadMap, RowCount, cell_count};

/// Halves a map that comes in row by row, and halves the halves.
///
/// Each cell of a level is the largest of the two by two below it; at an odd edge, of as many as
/// there are. So a cell of a level is at least as bright as everything that it covers, and a bright
/// cell can be found from the outermost level inwards. All levels together have a third of the
/// cells of the map.
///
/// - edge cases: NaN makes everything above it NaN
#[derive(Clone, Debug)]
pub struct Pyramid {
    count: RowCount,
    half: Vec<f32>,
}

impl Pyramid {
    /// A pyramid over (queries, keys).
    ///
    /// - errors: [`Error::TooLarge`] if half of the map, each way, is more than fits
    pub fn new(queries: usize, keys: usize) -> Result<Self, Error> {
        let cells = cell_count("half of the map", queries.div_ceil(2), keys.div_ceil(2))?;
        Ok(Self { count: RowCount::new(queries, keys), half: Vec::with_capacity(cells) })
    }

    /// Takes the row of the next query.
    ///
    /// - errors: [`Error::NoSuchRow`], [`Error::RowLength`]; the row is then not taken
    pub fn row(&mut self, cells: &[f32]) -> Result<(), Error> {
        let query = self.count.next(cells)?;
        take_row(&mut self.half, query, cells);
        Ok(())
    }

    /// The levels, the first half as large each way as the map, the last a single cell.
    ///
    /// A map of one cell or none has no smaller one.
    ///
    /// - errors: [`Error::RowsMissing`]
    pub fn finish(self) -> Result<Vec<HeadMap>, Error> {
        self.count.finish()?;
        let (queries, keys) = (self.count.queries(), self.count.keys());
        if queries * keys <= 1 {
            return Ok(Vec::new());
        }
        let mut level = HeadMap::made(queries.div_ceil(2), keys.div_ceil(2), self.half);
        let mut levels = Vec::new();
        while level.cells().len() > 1 {
            let half = halved(&level);
            levels.push(std::mem::replace(&mut level, half));
        }
        levels.push(level);
        Ok(levels)
    }
}

/// A map half as large each way.
fn halved(map: &HeadMap) -> HeadMap {
    let (queries, keys) = (map.queries().div_ceil(2), map.keys().div_ceil(2));
    let mut half = Vec::with_capacity(queries * keys);
    for (query, row) in map.rows().enumerate() {
        take_row(&mut half, query, row);
    }
    HeadMap::made(queries, keys, half)
}

/// Begins a row of the half with an even row of the map, and brightens it with the odd one after.
fn take_row(half: &mut Vec<f32>, query: usize, row: &[f32]) {
    let pairs = row.chunks(2).map(|pair| pair.iter().copied().fold(f32::NEG_INFINITY, larger));
    if query.is_multiple_of(2) {
        half.extend(pairs);
    } else {
        let begun = half.len() - row.len().div_ceil(2);
        for (cell, pair) in half[begun..].iter_mut().zip(pairs) {
            *cell = larger(*cell, pair);
        }
    }
}

/// The pyramid over a map that is there as a whole.
///
/// - errors: none but [`Error::TooLarge`], which a map that exists does not reach
pub fn pyramid(map: &HeadMap) -> Result<Vec<HeadMap>, Error> {
    let mut pyramid = Pyramid::new(map.queries(), map.keys())?;
    for row in map.rows() {
        pyramid.row(row)?;
    }
    pyramid.finish()
}
