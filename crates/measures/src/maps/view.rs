//! A map that is ready for display.

use crate::HeadMap;

use super::error::Error;
use super::levels::levels;
use super::margins::{Accumulator, Margins};
use super::part::{Span, part};
use super::quantiles::quantiles;
use super::shown::Shown;

/// A map as it is shown, with its smaller levels, margins and quantiles.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    levels: Vec<HeadMap>,
    margins: Margins,
    quantiles: Vec<f32>,
}

impl View {
    /// Prepares a map in place. The smaller levels take another third of its memory, and computing the
    /// quantiles takes a few megabytes.
    ///
    /// - errors: [`Error::Reach`], `ShapesDiffer`, [`Error::Memory`]
    pub fn new(map: HeadMap, shown: Shown<'_>) -> Result<Self, Error> {
        shown.check(&map)?;
        let (queries, keys, signed) = (map.queries(), map.keys(), shown.is_signed());
        let mut margins = Accumulator::new(queries, keys, signed)?;
        let mut cells = map.into_cells();
        // A map without keys has no cells, but still has margins.
        for query in 0..queries {
            let row = &mut cells[query * keys..(query + 1) * keys];
            shown.prepare(query, row);
            let shown_keys = shown.keys(query, keys);
            margins.row(shown_keys.start, &row[shown_keys]);
            shown.divide(row);
        }
        // Frees the subtracted map before the levels are allocated.
        drop(shown);
        let quantiles = quantiles(&cells)?;
        let map = HeadMap::new("the map", queries, keys, cells)?;
        Ok(Self { levels: levels(map, signed)?, margins: margins.finish(), quantiles })
    }

    /// The map and its smaller levels, each half as large as the one before; the last level of a
    /// map with cells is one cell. Each cell is the largest of the cells that it covers, or for a
    /// difference the cell with the largest magnitude, or NaN if all of them are NaN.
    #[must_use]
    pub fn levels(&self) -> &[HeadMap] {
        &self.levels
    }

    /// The figures for each query and each key.
    #[must_use]
    pub fn margins(&self) -> &Margins {
        &self.margins
    }

    /// The [`quantiles`](fn@crate::maps::quantiles) of the shown cells. The first is the least
    /// finite cell and the last the greatest.
    #[must_use]
    pub fn quantiles(&self) -> &[f32] {
        &self.quantiles
    }

    /// A rectangle of a level.
    ///
    /// - errors: [`Error::NoSuchLevel`], [`Error::Outside`], [`Error::Memory`]
    pub fn tile(&self, level: usize, rows: Span, cols: Span) -> Result<Vec<f32>, Error> {
        let levels = self.levels.len();
        part(self.levels.get(level).ok_or(Error::NoSuchLevel { level, levels })?, rows, cols)
    }

    /// A row of the map.
    ///
    /// - errors: [`Error::Outside`]
    pub fn row(&self, query: usize) -> Result<&[f32], Error> {
        let map = &self.levels[0];
        let (there, keys) = (map.queries(), map.keys());
        if query >= there {
            return Err(Error::Outside { side: "rows", start: query, length: 1, there });
        }
        Ok(&map.cells()[query * keys..(query + 1) * keys])
    }
}
