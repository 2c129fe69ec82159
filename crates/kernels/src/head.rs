//! One attention head: the input of the kernels.

use std::ops::Range;

use crate::error::{Error, check_length};
use crate::panels::{Cell, INFINITE, PackedKeys, Panels, largest_bits};
use crate::scoring::Scoring;

/// The queries and keys of one head, row-major, and how its scores are computed. The numbers have 32 bits, or 16
/// bits in one of the formats of [`half`].
///
/// A vector with an infinity or NaN affects only its own cells. The row of such a query is NaN. The column of
/// such a key is NaN for queries that may attend to it, and the softmax of each row is over the other keys.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Head<'a, C = f32> {
    /// The queries, (queries, features).
    pub q: &'a [C],
    /// The keys, (keys, features).
    pub k: &'a [C],
    /// The number of queries.
    pub queries: usize,
    /// The number of keys.
    pub keys: usize,
    /// The number of features of a query and of a key.
    pub features: usize,
    /// How scores are computed.
    pub scoring: Scoring,
}

impl<'a, C: Cell> Head<'a, C> {
    /// The head with some of its queries, which keep their positions.
    ///
    /// # Errors
    ///
    /// [`Error::Missing`] if a query does not exist.
    pub fn part(&self, rows: Range<usize>) -> Result<Self, Error> {
        let q = self.q.get(rows.start * self.features..rows.end * self.features);
        let Some(q) = q.filter(|_| rows.end <= self.queries) else {
            let index = rows.end.saturating_sub(1);
            return Err(Error::Missing { name: "query", index, count: self.queries });
        };
        let first = i64::try_from(rows.start).unwrap_or(i64::MAX);
        let offset = self.scoring.offset.saturating_add(first);
        let scoring = Scoring { offset, ..self.scoring };
        Ok(Head { q, queries: rows.len(), scoring, ..*self })
    }

    /// Whether all numbers are finite.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        [self.q, self.k].iter().all(|cells| largest_bits(cells) < INFINITE)
    }

    /// The keys in the layout that the kernels read, for several calls with the same head. If `k` is too
    /// short, the result has fewer keys, and the kernels reject it.
    #[must_use]
    pub fn packed_keys(&self) -> PackedKeys {
        let features = self.features.max(1);
        Panels::of_keys(self.k, features, 0..self.keys.min(self.k.len() / features))
    }

    /// Checks the lengths.
    pub(crate) fn check(&self) -> Result<(), Error> {
        check_length("the queries", self.q.len(), self.queries, self.features)?;
        check_length("the keys", self.k.len(), self.keys, self.features)
    }
}
