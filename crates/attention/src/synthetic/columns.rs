//! The keys in each column of pixels.

use std::ops::Range;

use super::view::{View, part};

/// The columns of a view.
pub(crate) struct Columns {
    /// The column of each key.
    of: Vec<u32>,
    /// The first key of each column, and after the last the number of keys.
    starts: Vec<u32>,
}

impl Columns {
    pub(crate) fn new(view: &View) -> Self {
        let columns = || (0..view.cols).map(|col| part(col, view.cols, view.keys));
        let of = columns().zip(0..).flat_map(|(keys, col)| keys.map(move |_| col)).collect();
        let ends = columns().map(|keys| keys.end as u32);
        Self { of, starts: std::iter::once(0).chain(ends).collect() }
    }

    /// The column of a key.
    pub(crate) fn of(&self, key: usize) -> usize {
        self.of[key] as usize
    }

    /// The column of a key, or the last column if there is no such key.
    pub(crate) fn last_of(&self, key: usize) -> usize {
        self.of(key.min(self.of.len() - 1))
    }

    /// The keys of a column.
    pub(crate) fn keys(&self, col: usize) -> Range<usize> {
        self.keys_of(&(col..col + 1))
    }

    /// The keys of some columns.
    pub(crate) fn keys_of(&self, cols: &Range<usize>) -> Range<usize> {
        self.starts[cols.start] as usize..self.starts[cols.end] as usize
    }

    /// The columns that contain only these keys: an empty range, at the next column, if there are
    /// none.
    pub(crate) fn within(&self, keys: &Range<usize>) -> Range<usize> {
        let start = self.of(keys.start);
        let start = start + usize::from((self.starts[start] as usize) < keys.start);
        let end = match self.of.get(keys.end) {
            Some(&col) => col as usize,
            None => self.starts.len() - 1,
        };
        start..end.max(start)
    }

    /// The number of keys in each of some columns.
    pub(crate) fn widths(&self, cols: &Range<usize>) -> impl Iterator<Item = u32> {
        self.starts[cols.start..=cols.end].windows(2).map(|ends| ends[1] - ends[0])
    }
}
