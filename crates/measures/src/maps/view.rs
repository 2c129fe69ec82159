//! A map, ready to be looked at.

use crate::HeadMap;

use super::error::Error;
use super::levels::levels;
use super::margins::{Adding, Margins};
use super::part::{Span, part};
use super::quantiles::quantiles;
use super::shown::Shown;

/// A map as it is shown, at every size, with what stands beside it.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    levels: Vec<HeadMap>,
    margins: Margins,
    quantiles: Vec<f32>,
}

impl View {
    /// Makes a map ready, in its own memory: what is taken on beside it is a third for the smaller
    /// sizes, and for a while a few megabytes for the quantiles.
    ///
    /// - errors: [`Error::Reach`], `ShapesDiffer`, [`Error::Memory`]
    pub fn new(map: HeadMap, shown: Shown<'_>) -> Result<Self, Error> {
        shown.check(&map)?;
        let (queries, keys, signed) = (map.queries(), map.keys(), shown.minus.is_some());
        let mut margins = Adding::new(queries, keys, signed)?;
        let mut cells = map.into_cells();
        // Rows of no key have none in the cells, but margins all the same.
        for query in 0..queries {
            let row = &mut cells[query * keys..(query + 1) * keys];
            shown.prepare(query, row);
            let there = shown.keys(query, keys);
            margins.row(there.start, &row[there]);
            shown.divide(row);
        }
        // The other map is gone before the smaller ones are made.
        drop(shown);
        let quantiles = quantiles(&cells)?;
        let map = HeadMap::new("the map", queries, keys, cells)?;
        Ok(Self { levels: levels(map, signed)?, margins: margins.finish(), quantiles })
    }

    /// The map and its smaller ones, each half as large as the one before; the last of a map that
    /// has cells has one. In each cell stands the largest that it covers, or of a difference the
    /// one farthest from 0, and NaN where nothing is there.
    #[must_use]
    pub fn levels(&self) -> &[HeadMap] {
        &self.levels
    }

    /// How much each query and each key has.
    #[must_use]
    pub fn margins(&self) -> &Margins {
        &self.margins
    }

    /// See [`quantiles`](fn@crate::maps::quantiles); of what is shown. The first is the least and the
    /// last the greatest finite cell.
    #[must_use]
    pub fn quantiles(&self) -> &[f32] {
        &self.quantiles
    }

    /// A part of a level.
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
