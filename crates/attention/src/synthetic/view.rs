//! The view of a mask, and its size in pixels.

use std::ops::Range;

use super::alibi::Alibi;
use super::error::SyntheticError;

/// The maximum number of queries, and of keys.
pub const MAX_TOKENS: usize = 2048;

/// Queries and keys, and the picture that they are pooled to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// N, the number of rows of the mask.
    pub queries: usize,
    /// M, the number of columns of the mask.
    pub keys: usize,
    /// The number of queries that are shown, from the first.
    pub shown: usize,
    /// The number of rows of the picture, at most the number of queries.
    pub rows: usize,
    /// The number of columns of the picture, at most the number of keys.
    pub cols: usize,
    /// The penalty on distance.
    pub alibi: Option<Alibi>,
}

impl View {
    /// A view of these queries and keys, some of the queries shown, as fine as these numbers of
    /// pixels allow.
    #[must_use]
    pub fn fitting(
        (queries, keys): (usize, usize),
        shown: usize,
        (width, height): (usize, usize),
        alibi: Option<Alibi>,
    ) -> Self {
        Self { queries, keys, shown, rows: queries.min(height), cols: keys.min(width), alibi }
    }

    /// Rejects a view that cannot be pooled.
    pub(crate) fn check(&self) -> Result<(), SyntheticError> {
        let &View { queries, keys, shown, rows, cols, .. } = self;
        SyntheticError::unless_within("queries", queries, MAX_TOKENS)?;
        SyntheticError::unless_within("keys", keys, MAX_TOKENS)?;
        SyntheticError::unless_within("pixel rows", rows, queries)?;
        SyntheticError::unless_within("pixel columns", cols, keys)?;
        let name = "queries are shown";
        if shown <= queries {
            Ok(())
        } else {
            Err(SyntheticError::Beyond { name, count: shown, of: queries })
        }
    }

    /// The number of rows of the picture that show a query.
    #[must_use]
    pub fn rows_shown(&self) -> usize {
        (0..self.rows)
            .take_while(|&row| part(row, self.rows, self.queries).start < self.shown)
            .count()
    }
}

/// The range of one part of a whole. Parts are as equal as whole numbers allow, and none is empty
/// if there are no more parts than items.
pub(crate) fn part(index: usize, parts: usize, whole: usize) -> Range<usize> {
    index * whole / parts..(index + 1) * whole / parts
}
