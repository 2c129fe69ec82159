//! The keys that a query may attend to, as ranges.

use std::ops::{Deref, Range};

use super::{PreparedHead, UNKNOWN};
use crate::error::Error;
use crate::row::WeightsRow;
use crate::scoring::Scoring;
use crate::tile::PANEL;

/// Ranges of keys of some queries.
#[derive(Clone, Debug, Default)]
pub(super) struct KeyRanges {
    /// The queries, in ascending order.
    queries: Vec<usize>,
    /// For each of them, the place of its first range, and at the end the number of ranges.
    starts: Vec<usize>,
    ranges: Vec<Range<usize>>,
}

/// The ranges of one query.
pub(super) enum Seen<'a> {
    One([Range<usize>; 1]),
    Many(&'a [Range<usize>]),
}

impl Deref for Seen<'_> {
    type Target = [Range<usize>];

    fn deref(&self) -> &[Range<usize>] {
        match self {
            Self::One(range) => range,
            Self::Many(ranges) => ranges,
        }
    }
}

impl KeyRanges {
    /// Ranges of queries, which must ascend, and must be those of `keys` keys, ascending without overlaps.
    fn new(
        queries: &[usize],
        counts: &[usize],
        ranges: &[Range<usize>],
        keys: usize,
    ) -> Result<Self, Error> {
        let total = counts.iter().fold(0_usize, |sum, &count| sum.saturating_add(count));
        if counts.len() != queries.len() || total != ranges.len() {
            let (name, rows) = ("the numbers of ranges", queries.len());
            return Err(Error::Length { name, found: counts.len(), rows, columns: 1 });
        }
        if let Some(pair) = queries.windows(2).find(|pair| pair[0] >= pair[1]) {
            return Err(Error::Order { query: pair[1] });
        }
        let mut found = Self { queries: queries.to_vec(), ..Self::default() };
        let mut next = 0;
        for (&query, &count) in queries.iter().zip(counts) {
            let own = &ranges[next..][..count];
            let end = own.iter().try_fold(0, |end, range| {
                (end <= range.start && range.start <= range.end).then_some(range.end)
            });
            if end.is_none_or(|end| end > keys) {
                return Err(Error::Ranges { query, keys });
            }
            found.starts.push(next);
            next += count;
        }
        found.ranges = ranges.to_vec();
        found.starts.push(found.ranges.len());
        Ok(found)
    }

    fn of(&self, query: usize) -> Option<&[Range<usize>]> {
        let place = self.queries.binary_search(&query).ok()?;
        Some(&self.ranges[self.starts[place]..self.starts[place + 1]])
    }

    pub(super) fn bytes(&self) -> usize {
        size_of::<usize>() * (self.queries.len() + self.starts.len() + 2 * self.ranges.len())
    }
}

impl PreparedHead {
    /// Sets the keys that some queries may attend to, in place of those of the rule and of an earlier call: any
    /// union of ranges. From the first call on, only queries whose ranges are set can be computed.
    ///
    /// A query always has the same keys: log-sum-exps that are known stay.
    ///
    /// - `queries`: in ascending order
    /// - `counts`: the number of ranges of each query
    /// - `ranges`: those of one query after the other, ascending and without overlaps for each query
    /// - errors: [`Error::Missing`], [`Error::Length`], [`Error::Order`], [`Error::Ranges`]
    pub fn see(
        &mut self,
        queries: &[usize],
        counts: &[usize],
        ranges: &[Range<usize>],
    ) -> Result<(), Error> {
        self.check_rows(queries)?;
        let found = KeyRanges::new(queries, counts, ranges, self.shape[1])?;
        if self.seen.replace(found).is_none() {
            for (query, sum) in self.sums.iter_mut().enumerate() {
                let is_missing = self.missing_queries.binary_search(&query).is_ok();
                *sum = if is_missing { f64::NAN } else { UNKNOWN };
            }
        }
        Ok(())
    }

    /// Computes rows over other keys than those that [`PreparedHead::see`] set, which stay, as do the log-sum-exps: so
    /// the dense row of a query can be seen beside the row over the keys that it picked.
    ///
    /// - `keys`: the number of ranges of each row, and the ranges, like for [`PreparedHead::see`]; `None` for the keys of
    ///   the rule
    /// - errors: [`Error::Missing`], [`Error::Length`], [`Error::Order`], [`Error::Ranges`]
    pub fn rows_over(
        &self,
        rows: &[usize],
        keys: Option<(&[usize], &[Range<usize>])>,
        visit: &mut dyn FnMut(&WeightsRow<'_>),
    ) -> Result<(), Error> {
        self.check_rows(rows)?;
        let lists =
            keys.map(|(counts, ranges)| KeyRanges::new(rows, counts, ranges, self.shape[1]));
        self.in_blocks(rows, lists.transpose()?.as_ref(), visit);
        Ok(())
    }

    /// Checks that queries exist, and that their keys are known.
    pub(super) fn check_rows(&self, rows: &[usize]) -> Result<(), Error> {
        let count = self.shape[0];
        if let Some(&index) = rows.iter().find(|&&row| row >= count) {
            return Err(Error::Missing { name: "query", index, count });
        }
        Ok(())
    }

    /// Checks that the keys of queries are known.
    pub(super) fn check_seen(&self, rows: &[usize]) -> Result<(), Error> {
        let Some(seen) = &self.seen else { return Ok(()) };
        match rows.iter().find(|&&row| seen.of(row).is_none()) {
            Some(&query) => Err(Error::Unseen { query }),
            None => Ok(()),
        }
    }
}

/// The keys that a query may attend to, out of `keys`. The ranges of lists must be known.
pub(super) fn seen_by<'a>(
    lists: Option<&'a KeyRanges>,
    scoring: &Scoring,
    query: usize,
    keys: usize,
) -> Seen<'a> {
    match lists {
        None => Seen::One([scoring.reached(query, keys)]),
        Some(lists) => Seen::Many(lists.of(query).unwrap_or_default()),
    }
}

/// Whether any key of a panel is in the ranges.
#[inline(always)]
pub(super) fn sees_panel(ranges: &[Range<usize>], key: usize) -> bool {
    let overlaps = |range: &Range<usize>| range.start < key + PANEL && key < range.end;
    match ranges {
        [range] => overlaps(range),
        ranges => {
            let next = ranges.partition_point(|range| range.end <= key);
            ranges.get(next).is_some_and(overlaps)
        }
    }
}

/// Fills the cells that are in no range.
pub(super) fn fill_gaps(line: &mut [f32], ranges: &[Range<usize>], value: f32) {
    let mut end = 0;
    for range in ranges {
        line[end..range.start].fill(value);
        end = range.end;
    }
    line[end..].fill(value);
}

/// The most ranges of which each is searched among the columns. More are passed together with the columns.
const SEARCHED: usize = 32;

/// The places of the columns that are in ranges, as ranges: both are ascending. A single range stays, even if it has no
/// column.
pub(super) fn among(ranges: &[Range<usize>], columns: &[usize]) -> Vec<Range<usize>> {
    let place = |bound: usize| columns.partition_point(|&key| key < bound);
    if ranges.len() <= SEARCHED {
        return ranges.iter().map(|range| place(range.start)..place(range.end)).collect();
    }
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut ranges = ranges.iter().peekable();
    for (at, &key) in columns.iter().enumerate() {
        while ranges.next_if(|range| range.end <= key).is_some() {}
        let Some(range) = ranges.peek() else { break };
        if key < range.start {
            continue;
        }
        // Columns of neighboring ranges are computed together.
        match found.last_mut().filter(|last| last.end == at) {
            Some(last) => last.end = at + 1,
            None => found.push(at..at + 1),
        }
    }
    found
}

/// The parts of ranges within another range, counted from its start. A single range stays, even if nothing is left.
pub(super) fn within(ranges: &[Range<usize>], outer: &Range<usize>) -> Vec<Range<usize>> {
    let clipped = ranges.iter().map(|range| {
        let start = range.start.clamp(outer.start, outer.end);
        start - outer.start..range.end.clamp(start, outer.end) - outer.start
    });
    clipped.filter(|range| ranges.len() == 1 || !range.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_among_many_ranges_are_those_that_a_loop_finds() {
        for step in 1..9 {
            let ranges: Vec<_> =
                (0..70).map(|at| at * 13 + at % 3..at * 13 + at % 3 + at % 5).collect();
            let columns: Vec<usize> = (0..200).map(|at| at * step).collect();
            let found: Vec<usize> = among(&ranges, &columns).into_iter().flatten().collect();
            let is_seen = |key: usize| ranges.iter().any(|range| range.contains(&key));
            let wanted: Vec<usize> = (0..200).filter(|&at| is_seen(columns[at])).collect();
            assert_eq!(found, wanted);
            let few: Vec<usize> = among(&ranges[..9], &columns).into_iter().flatten().collect();
            let is_seen = |key: usize| ranges[..9].iter().any(|range| range.contains(&key));
            assert_eq!(few, (0..200).filter(|&at| is_seen(columns[at])).collect::<Vec<_>>());
        }
    }
}
