//! One attention head: its vectors, and what the kernels compute of them.

use std::ops::Range;

use crate::error::{Error, check_length};
use crate::panels::{Cell, INFINITE, PackedKeys, Panels, largest_bits};
use crate::rule::Rule;

/// The queries and keys of one head, row-major, and how its scores are computed. The numbers have 32 bits, or
/// 16 in one of the formats of [`half`].
///
/// A vector with a number that is infinite or NaN affects its own cells and no others: the row of such a
/// query is NaN, and so is the column of such a key where it is reached, while the softmax of each row is
/// that of the other keys.
#[derive(Clone, Copy, Debug)]
pub struct Head<'a, C = f32> {
    /// The queries, (queries, features).
    pub q: &'a [C],
    /// The keys, (keys, features).
    pub k: &'a [C],
    /// How many queries there are.
    pub queries: usize,
    /// How many keys there are.
    pub keys: usize,
    /// How many numbers a query and a key have.
    pub features: usize,
    /// How scores are computed.
    pub rule: Rule,
}

impl<'a, C: Cell> Head<'a, C> {
    /// The head with some of its queries, which keep their positions.
    ///
    /// # Errors
    ///
    /// [`Error::Missing`], if there is no such query.
    pub fn part(&self, rows: Range<usize>) -> Result<Self, Error> {
        let q = self.q.get(rows.start * self.features..rows.end * self.features);
        let Some(q) = q.filter(|_| rows.end <= self.queries) else {
            let index = rows.end.saturating_sub(1);
            return Err(Error::Missing { name: "query", index, count: self.queries });
        };
        let first = i64::try_from(rows.start).unwrap_or(i64::MAX);
        let rule = Rule { offset: self.rule.offset.saturating_add(first), ..self.rule };
        Ok(Head { q, queries: rows.len(), rule, ..*self })
    }

    /// Whether all numbers are finite.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        [self.q, self.k].iter().all(|cells| largest_bits(cells) < INFINITE)
    }

    /// The keys in the order in which the kernels read them, for several calls with the same head. Keys that
    /// are missing in `k` are left out; the kernels then reject them.
    #[must_use]
    pub fn packed_keys(&self) -> PackedKeys {
        let features = self.features.max(1);
        Panels::of_keys(self.k, features, 0..self.keys.min(self.k.len() / features))
    }

    /// Checks the lengths and the rule.
    pub(crate) fn check(&self) -> Result<(), Error> {
        check_length("the queries", self.q.len(), self.queries, self.features)?;
        check_length("the keys", self.k.len(), self.keys, self.features)?;
        let finite = [
            self.rule.scale,
            self.rule.slope,
            self.rule.softcap.unwrap_or(1.0),
            self.rule.sink.unwrap_or(0.0),
        ];
        if finite.iter().all(|number| number.is_finite()) {
            return Ok(());
        }
        Err(Error::NotFinite { name: "scale, softcap, slope and sink" })
    }
}
