//! Which entries a query attends to, and their weights by token.

use std::ops::{AddAssign, Div};

use crate::error::{Error, check_length, check_positive};

/// The entries that each query attends to, ascending: keys that stand for `m` tokens each. See
/// [`Entries`](crate::Entries).
///
/// A query can attend to the entries that are complete, those whose tokens are all up to its own position. Without picks it
/// attends to all of them, as in HCA; with picks to those, as in CSA.
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
    let position = |query: usize| i64::try_from(query).unwrap_or(i64::MAX).saturating_add(offset);
    let complete = |query: usize| {
        let tokens = usize::try_from(position(query).saturating_add(1)).unwrap_or(0);
        (tokens / m).min(count)
    };
    let Some((picks, most)) = picks else {
        return Ok((0..queries).map(|query| (0..complete(query)).collect()).collect());
    };
    check_positive("the number of picks of a query", most)?;
    check_length("selected", picks.len(), queries, most)?;
    let unit = "entry";
    let row = |(query, row): (usize, &[i32])| {
        let mut found = Vec::with_capacity(most);
        for &pick in row {
            let Ok(entry) = usize::try_from(pick) else { continue };
            let pick = i64::from(pick);
            if entry >= count {
                return Err(Error::OutOfRange { query, unit, pick, count });
            }
            if entry >= complete(query) {
                let last = entry.saturating_add(1).saturating_mul(m) - 1;
                return Err(Error::Incomplete { query, position: position(query), pick, last });
            }
            found.push(entry);
        }
        found.sort_unstable();
        match found.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(Error::Repeated { query, unit, pick: pair[0] as i64 }),
            None => Ok(found),
        }
    };
    picks.chunks_exact(most).enumerate().map(row).collect()
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
