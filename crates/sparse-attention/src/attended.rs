//! Which entries a query attends to, and their weights by token.

use std::ops::{AddAssign, Div};

use crate::error::{Error, check_length, check_positive};
use crate::selected::{picks_of, position, signed};

/// The entries that each query attends to, ascending: keys that stand for `m` tokens each. See
/// [`Entries`](crate::Entries).
///
/// A query can attend to the entries that are complete: see [`complete_entries`]. Without picks it attends to all of them, as
/// in HCA; with picks to those, as in CSA.
///
/// - `picks`: (queries, `most`), row-major; a negative number is an unused place
/// - `offset`: query `i` is at position `i + offset`
/// - `count`: the number of entries
/// - errors: [`Error::Zero`], [`Error::Length`], [`Error::OutOfRange`], [`Error::Repeated`], [`Error::Incomplete`]
pub fn attended_entries(
    picks: Option<(&[i32], usize)>,
    queries: usize,
    offset: i64,
    m: usize,
    count: usize,
) -> Result<Vec<Vec<usize>>, Error> {
    check_positive("the number of tokens of an entry", m)?;
    let complete = |query: usize| complete_entries(position(query, offset), m, count);
    let Some((picks, most)) = picks else {
        return Ok((0..queries).map(|query| (0..complete(query)).collect()).collect());
    };
    check_positive("the number of picks of a query", most)?;
    check_length("selected", picks.len(), queries, most)?;
    let row = |(query, row): (usize, &[i32])| {
        let (position, complete) = (position(query, offset), complete(query));
        let check = |pick: i64| match pick < signed(complete) {
            true => Ok(()),
            false => {
                let last = pick.saturating_add(1).saturating_mul(signed(m)) - 1;
                Err(Error::Incomplete { query, position, pick, last })
            }
        };
        let found = picks_of(query, row, "entry", count, check)?;
        Ok(found.into_iter().map(|entry| entry as usize).collect())
    };
    picks.chunks_exact(most).enumerate().map(row).collect()
}

/// The number of entries that a query at a position can attend to: those whose tokens are all up to its own.
///
/// - `m`: the number of tokens of an entry; 0 is like 1
/// - `count`: the number of entries
#[must_use]
pub fn complete_entries(position: i64, m: usize, count: usize) -> usize {
    let tokens = usize::try_from(position.saturating_add(1)).unwrap_or(0);
    (tokens / m.max(1)).min(count)
}

/// Adds the weight of each entry to the tokens that it stands for, in equal shares, so that a row has one weight for each
/// token and its sum does not change.
///
/// ```text
/// M[j] = w[j] + e[⌊j / m⌋] / m        w: the weights of tokens, e: the weights of entries
/// ```
///
/// - `tokens`: one weight for each token, changed; tokens after the last entry are in none
pub fn share_entries<T>(tokens: &mut [T], entries: &[T], m: u16)
where
    T: Copy + AddAssign + Div<Output = T> + From<u16>,
{
    for (own, &entry) in tokens.chunks_mut(usize::from(m).max(1)).zip(entries) {
        own.iter_mut().for_each(|weight| *weight += entry / T::from(m));
    }
}
