//! Picks that a model made.

use crate::error::{Error, check_length, check_positive};

/// What a query does with a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyState {
    /// The key is picked.
    Picked,
    /// The key could have been picked, and was not.
    Visible,
    /// The query cannot see the key, because it is after the query.
    Hidden,
}

/// The picks of every query of one layer, or of one group of its heads.
///
/// A pick is a key, or a block of consecutive keys. Block `b` of size `s` has the keys `b s` to `b s + s - 1`, as far as they
/// exist and the query can see them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selected {
    /// Ascending for each query.
    picks: Vec<u32>,
    /// Where the picks of each query start; one more at the end.
    starts: Vec<usize>,
    keys: usize,
    /// The position of each query among the keys.
    positions: Vec<i64>,
    block: usize,
}

impl Selected {
    /// Reads picks, as models and files have them.
    ///
    /// - `picks`: (queries, `most`), row-major; a negative number is an unused place
    /// - `keys`: the number of keys; query `i` is at position `i + offset` among them
    /// - `block`: the number of keys that a pick stands for; 1 for single keys
    /// - errors: [`Error::Length`], [`Error::Zero`], [`Error::OutOfRange`], [`Error::Repeated`], [`Error::Future`]
    pub fn new(
        picks: &[i32],
        most: usize,
        keys: usize,
        offset: i64,
        block: usize,
    ) -> Result<Self, Error> {
        let queries = picks.len() / most.max(1);
        let all: Vec<usize> = (0..queries).collect();
        Self::of_rows(picks, &all, most, keys, offset, block)
    }

    /// Reads the picks of some queries: query `i` of the result is `queries[i]`, which errors name.
    ///
    /// - `queries`: the query of each row of `picks`
    /// - the other arguments and the errors are those of [`Selected::new`]
    pub fn of_rows(
        picks: &[i32],
        queries: &[usize],
        most: usize,
        keys: usize,
        offset: i64,
        block: usize,
    ) -> Result<Self, Error> {
        check_positive("the size of a block", block)?;
        check_positive("the number of picks of a query", most)?;
        check_length("selected", picks.len(), queries.len(), most)?;
        let unit = if block == 1 { "key" } else { "block" };
        let count = keys.div_ceil(block);
        let (mut all, mut starts) = (Vec::with_capacity(picks.len()), vec![0]);
        let mut positions = Vec::with_capacity(queries.len());
        for (&query, row) in queries.iter().zip(picks.chunks_exact(most)) {
            let position = position(query, offset);
            positions.push(position);
            let check = |pick: i64| match pick.saturating_mul(signed(block)) > position {
                true => Err(Error::Future { query, position, unit, pick }),
                false => Ok(()),
            };
            all.extend(picks_of(query, row, unit, count, check)?);
            starts.push(all.len());
        }
        Ok(Self { picks: all, starts, keys, positions, block })
    }

    /// The number of queries.
    #[must_use]
    pub fn queries(&self) -> usize {
        self.starts.len() - 1
    }

    /// The number of keys.
    #[must_use]
    pub fn key_count(&self) -> usize {
        self.keys
    }

    /// The number of keys that a query could pick: those up to its position.
    #[must_use]
    pub fn visible(&self, query: usize) -> usize {
        let end = self.position(query).saturating_add(1).max(0);
        usize::try_from(end).unwrap_or(usize::MAX).min(self.keys)
    }

    /// The position of a query among the keys; -1 for a query that does not exist.
    #[must_use]
    pub fn position(&self, query: usize) -> i64 {
        self.positions.get(query).copied().unwrap_or(-1)
    }

    /// The picks of a query, keys or blocks, ascending; none for a query that does not exist.
    #[must_use]
    pub fn picks(&self, query: usize) -> &[u32] {
        match (self.starts.get(query), self.starts.get(query.saturating_add(1))) {
            (Some(&start), Some(&end)) => &self.picks[start..end],
            _ => &[],
        }
    }

    /// The keys that a query attends to, ascending: those of its picks that it can see.
    #[must_use]
    pub fn keys(&self, query: usize) -> Vec<usize> {
        let visible = self.visible(query);
        let of_pick = |&pick: &u32| {
            let first = (pick as usize).saturating_mul(self.block);
            first..first.saturating_add(self.block).min(visible)
        };
        self.picks(query).iter().flat_map(of_pick).collect()
    }

    /// What a query does with a key. A key that does not exist is hidden.
    #[must_use]
    pub fn state(&self, query: usize, key: usize) -> KeyState {
        if key >= self.visible(query) {
            return KeyState::Hidden;
        }
        let pick = u32::try_from(key / self.block).unwrap_or(u32::MAX);
        match self.picks(query).binary_search(&pick) {
            Ok(_) => KeyState::Picked,
            Err(_) => KeyState::Visible,
        }
    }
}

/// The picks of a query, ascending.
///
/// - `row`: a negative number is an unused place
/// - `unit`: what is picked; `count`: how many there are
/// - `check`: rejects a pick that the query cannot see
pub(crate) fn picks_of(
    query: usize,
    row: &[i32],
    unit: &'static str,
    count: usize,
    check: impl Fn(i64) -> Result<(), Error>,
) -> Result<Vec<u32>, Error> {
    let mut found = Vec::with_capacity(row.len());
    for &pick in row {
        let Ok(index) = u32::try_from(pick) else { continue };
        let pick = i64::from(pick);
        if index as usize >= count {
            return Err(Error::OutOfRange { query, unit, pick, count });
        }
        check(pick)?;
        found.push(index);
    }
    found.sort_unstable();
    match found.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(Error::Repeated { query, unit, pick: i64::from(pair[0]) }),
        None => Ok(found),
    }
}

/// The position of a query among the keys.
pub(crate) fn position(query: usize, offset: i64) -> i64 {
    signed(query).saturating_add(offset)
}

pub(crate) fn signed(size: usize) -> i64 {
    i64::try_from(size).unwrap_or(i64::MAX)
}
