//! A rectangle of a map.

use crate::HeadMap;

use super::error::{Error, allocate};

/// A range of rows or columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The first index, from 0.
    pub start: usize,
    /// The number of rows or columns.
    pub length: usize,
}

impl Span {
    /// - errors: [`Error::Outside`] if it is not entirely in the map
    pub(crate) fn within(
        self,
        side: &'static str,
        there: usize,
    ) -> Result<std::ops::Range<usize>, Error> {
        let Self { start, length } = self;
        let end = start.checked_add(length).filter(|&end| end <= there);
        end.map(|end| start..end).ok_or(Error::Outside { side, start, length, there })
    }
}

/// The cells in a range of rows and a range of columns, in row-major order.
///
/// - errors: [`Error::Outside`], [`Error::Memory`]
pub fn part(map: &HeadMap, rows: Span, cols: Span) -> Result<Vec<f32>, Error> {
    let queries = rows.within("rows", map.queries())?;
    let keys = cols.within("columns", map.keys())?;
    let mut cells = allocate("a part of a map", rows.length * cols.length)?;
    for query in queries {
        let row = query * map.keys();
        cells.extend_from_slice(&map.cells()[row + keys.start..row + keys.end]);
    }
    Ok(cells)
}
