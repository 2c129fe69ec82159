//! What is shown of a map: which cells are there, and what becomes of them.

use std::ops::Range;

use crate::HeadMap;

use super::error::Error;

/// How a map is looked at. By default, as it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shown<'a> {
    /// So many first keys are left out: what a head leaves on the first token outshines the rest.
    /// Rows are not brought back to 1.
    pub leave_out: usize,
    /// How many keys there were when each query was computed; later ones did not exist for it. All
    /// there are if it is not given, and no more than there are.
    pub reach: Option<&'a [u32]>,
    /// Each row is divided by its largest cell, or in a difference by that farthest from 0, so that
    /// every row has a bright one. A row without any above 0 stays as it is; infinities are passed
    /// over.
    pub per_row: bool,
    /// A map of the same shape that is taken away, cell by cell. It comes before `per_row`.
    pub minus: Option<HeadMap>,
}

impl Shown<'_> {
    /// - errors: [`Error::Reach`], and `ShapesDiffer` for a map that cannot be taken away
    pub(crate) fn check(&self, map: &HeadMap) -> Result<(), Error> {
        let queries = map.queries();
        if let Some(got) = self.reach.map(<[u32]>::len).filter(|&got| got != queries) {
            return Err(Error::Reach { got, queries });
        }
        match &self.minus {
            Some(minus) => Error::unless_same(("one map", map), ("the other", minus)),
            None => Ok(()),
        }
    }

    /// The keys that are shown of a query.
    pub(crate) fn keys(&self, query: usize, keys: usize) -> Range<usize> {
        let reach = self.reach.map_or(keys, |reach| keys.min(reach[query] as usize));
        self.leave_out.min(reach)..reach
    }

    /// Takes the other map away from a row, and what is not shown out of it.
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

    /// Divides a row by its largest, if that is asked for.
    pub(crate) fn divide(&self, row: &mut [f32]) {
        if !self.per_row {
            return;
        }
        let signed = self.minus.is_some();
        let size = |cell: &f32| if signed { cell.abs() } else { *cell };
        let finite = row.iter().map(size).filter(|size| size.is_finite());
        let most = finite.fold(0.0, f32::max);
        if most > 0.0 {
            row.iter_mut().for_each(|cell| *cell /= most);
        }
    }
}
