//! The settings of a view: which cells it shows, and how.

use std::ops::Range;

use crate::HeadMap;

use super::error::Error;

/// How a map is shown. By default, it is shown unchanged.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shown<'a> {
    /// The number of first keys that are excluded, because the weight on the first token is often
    /// much larger than the others. Rows are not renormalised.
    pub leave_out: usize,
    /// The number of keys that existed when each query was computed; `None` if all keys existed. A
    /// number larger than the number of keys means all keys.
    pub reach: Option<&'a [u32]>,
    /// Whether each row is divided by its largest cell, or for a difference by its largest magnitude,
    /// so that every row has a bright cell. A row without a positive cell stays unchanged. Infinities
    /// are ignored.
    pub per_row: bool,
    /// A map of the same shape that is subtracted cell by cell, before `per_row`.
    pub minus: Option<HeadMap>,
    /// Whether the map has cells of both signs, and is shown like a difference.
    pub signed: bool,
}

impl Shown<'_> {
    /// - errors: [`Error::Reach`], and `ShapesDiffer` if the other map has another shape
    pub(crate) fn check(&self, map: &HeadMap) -> Result<(), Error> {
        let queries = map.queries();
        if let Some(got) = self.reach.map(<[u32]>::len).filter(|&got| got != queries) {
            return Err(Error::Reach { got, queries });
        }
        match &self.minus {
            Some(minus) => Ok(map.check_shape("one map", "the other", minus)?),
            None => Ok(()),
        }
    }

    /// Whether cells have two signs: a difference always does.
    pub(crate) fn is_signed(&self) -> bool {
        self.signed || self.minus.is_some()
    }

    /// The keys that a query shows.
    pub(crate) fn keys(&self, query: usize, keys: usize) -> Range<usize> {
        let reach = self.reach.map_or(keys, |reach| keys.min(reach[query] as usize));
        self.leave_out.min(reach)..reach
    }

    /// Subtracts the other map from a row, and sets the cells that are not shown to NaN.
    pub(crate) fn prepare(&self, query: usize, row: &mut [f32]) {
        let keys = self.keys(query, row.len());
        if let Some(minus) = &self.minus {
            let other = &minus.cells()[query * row.len()..(query + 1) * row.len()];
            for (cell, other) in row[keys.clone()].iter_mut().zip(&other[keys.clone()]) {
                *cell -= other;
            }
        }
        row[..keys.start].fill(f32::NAN);
        row[keys.end..].fill(f32::NAN);
    }

    /// Divides a row by its largest cell, if `per_row` is set.
    pub(crate) fn divide(&self, row: &mut [f32]) {
        if !self.per_row {
            return;
        }
        let signed = self.is_signed();
        let size = |cell: &f32| if signed { cell.abs() } else { *cell };
        let finite = row.iter().map(size).filter(|size| size.is_finite());
        let most = finite.fold(0.0, f32::max);
        if most > 0.0 {
            row.iter_mut().for_each(|cell| *cell /= most);
        }
    }
}
