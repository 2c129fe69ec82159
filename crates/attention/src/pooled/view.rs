//! What is looked at, and in how many pixels.

use std::ops::Range;

use super::alibi::Alibi;
use super::error::Error;

/// The most queries, and the most keys.
pub const MAX_SIDE: usize = 2048;

/// Queries and keys, and the picture that they are pooled to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// N, the rows of the mask.
    pub queries: usize,
    /// M, its columns.
    pub keys: usize,
    /// How many queries are shown, from the first on.
    pub shown: usize,
    /// The rows of the picture, no more than there are queries.
    pub rows: usize,
    /// The columns of the picture, no more than there are keys.
    pub cols: usize,
    /// What is subtracted from scores of keys that are far.
    pub alibi: Option<Alibi>,
}

impl View {
    /// A view of so many queries and keys, of which some queries are shown, as fine as so many
    /// pixels across and down allow.
    #[must_use]
    pub fn fitting(
        (queries, keys): (usize, usize),
        shown: usize,
        (width, height): (usize, usize),
        alibi: Option<Alibi>,
    ) -> Self {
        Self { queries, keys, shown, rows: queries.min(height), cols: keys.min(width), alibi }
    }

    /// Refuses what cannot be pooled.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let &View { queries, keys, shown, rows, cols, .. } = self;
        Error::unless_within("queries", queries, MAX_SIDE)?;
        Error::unless_within("keys", keys, MAX_SIDE)?;
        Error::unless_within("pixel rows", rows, queries)?;
        Error::unless_within("pixel columns", cols, keys)?;
        let name = "queries are shown";
        if shown <= queries {
            Ok(())
        } else {
            Err(Error::Beyond { name, count: shown, of: queries })
        }
    }

    /// How many rows of the picture show any query.
    #[must_use]
    pub fn rows_shown(&self) -> usize {
        (0..self.rows)
            .take_while(|&row| part(row, self.rows, self.queries).start < self.shown)
            .count()
    }
}

/// What falls into one of so many parts of a whole: parts are as equal as whole numbers can be,
/// and none is empty if there are no more parts than things.
pub(crate) fn part(index: usize, parts: usize, whole: usize) -> Range<usize> {
    index * whole / parts..(index + 1) * whole / parts
}
