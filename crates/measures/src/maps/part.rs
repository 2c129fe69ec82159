//! Some rows and columns of a map.

use crate::HeadMap;

use super::error::{Error, room};

/// Rows or columns one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The first, counted from 0.
    pub start: usize,
    /// How many.
    pub length: usize,
}

impl Span {
    /// - errors: [`Error::Outside`] unless all of it is there
    fn within(self, side: &'static str, there: usize) -> Result<std::ops::Range<usize>, Error> {
        let Self { start, length } = self;
        let end = start.checked_add(length).filter(|&end| end <= there);
        end.map(|end| start..end).ok_or(Error::Outside { side, start, length, there })
    }
}

/// The cells where some rows and some columns meet, row after row.
///
/// - errors: [`Error::Outside`], [`Error::Memory`]
pub fn part(map: &HeadMap, rows: Span, cols: Span) -> Result<Vec<f32>, Error> {
    let queries = rows.within("rows", map.queries())?;
    let keys = cols.within("columns", map.keys())?;
    let mut cells = room("a part of a map", rows.length * cols.length)?;
    for query in queries {
        let row = query * map.keys();
        cells.extend_from_slice(&map.cells()[row + keys.start..row + keys.end]);
    }
    Ok(cells)
}
