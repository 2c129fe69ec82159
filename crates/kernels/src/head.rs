//! One attention head: its vectors, and what the kernels compute of them.

use std::ops::Range;

use crate::error::{Error, check};
use crate::rule::Rule;

/// The queries and keys of one head, row-major, and how its scores are computed.
#[derive(Clone, Copy, Debug)]
pub struct Head<'a> {
    /// The queries, (queries, features).
    pub q: &'a [f32],
    /// The keys, (keys, features).
    pub k: &'a [f32],
    /// How many queries there are.
    pub queries: usize,
    /// How many keys there are.
    pub keys: usize,
    /// How many numbers a query and a key have.
    pub features: usize,
    /// How scores are computed.
    pub rule: Rule,
}

impl<'a> Head<'a> {
    /// The head with some of its queries, which keep their positions.
    ///
    /// # Errors
    ///
    /// [`Error::Missing`], if there is no such query.
    pub fn part(&self, rows: Range<usize>) -> Result<Head<'a>, Error> {
        let q = self.q.get(rows.start * self.features..rows.end * self.features);
        let Some(q) = q.filter(|_| rows.end <= self.queries) else {
            let index = rows.end.saturating_sub(1);
            return Err(Error::Missing { name: "query", index, count: self.queries });
        };
        let first = i64::try_from(rows.start).unwrap_or(i64::MAX);
        let rule = Rule { offset: self.rule.offset.saturating_add(first), ..self.rule };
        Ok(Head { q, queries: rows.len(), rule, ..*self })
    }

    /// Checks lengths and numbers.
    pub(crate) fn check(&self) -> Result<(), Error> {
        check("the queries", self.q, self.queries, self.features)?;
        check("the keys", self.k, self.keys, self.features)?;
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

    /// The keys that any of some neighbouring queries attends to.
    #[inline(always)]
    pub(crate) fn reached(&self, queries: Range<usize>) -> Range<usize> {
        let Some(last) = queries.end.checked_sub(1).filter(|_| !queries.is_empty()) else {
            return 0..0;
        };
        // Both ends move with the query.
        let first = self.rule.reached(queries.start, self.keys);
        let last = self.rule.reached(last, self.keys);
        first.start..last.end.max(first.start)
    }
}
