//! Which keys fall into which column of pixels.

use crate::view::{View, part};

/// The columns of a view.
pub(crate) struct Columns {
    /// The column of each key.
    of: Vec<u32>,
    /// The first key of each column, and behind the last the number of keys.
    starts: Vec<u32>,
}

impl Columns {
    pub(crate) fn new(view: &View) -> Self {
        let columns = || (0..view.cols).map(|col| part(col, view.cols, view.keys));
        let of = columns().zip(0..).flat_map(|(keys, col)| keys.map(move |_| col)).collect();
        let ends = columns().map(|keys| keys.end as u32);
        Self { of, starts: std::iter::once(0).chain(ends).collect() }
    }

    pub(crate) fn of(&self, key: usize) -> usize {
        self.of[key] as usize
    }

    /// The column of a key, or the last if there is no such key.
    pub(crate) fn last_of(&self, key: usize) -> usize {
        self.of(key.min(self.of.len() - 1))
    }

    pub(crate) fn end(&self, col: usize) -> usize {
        self.starts[col + 1] as usize
    }

    /// How many keys share the column.
    pub(crate) fn width(&self, col: usize) -> usize {
        (self.starts[col + 1] - self.starts[col]) as usize
    }
}
