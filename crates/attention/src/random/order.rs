//! Orders: shuffling and permutations.

use super::{RandomState, value_count};
use crate::error::Error;

impl RandomState {
    /// Puts the items into a random order, each order equally likely.
    ///
    /// Fisher and Yates: from the last place down to the second, swap with a place drawn from
    /// those up to and including it.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            // A place is at most `last`, so it fits wherever `last` does.
            let place = self.interval(last as u64) as usize;
            items.swap(last, place);
        }
    }

    /// The integers from 0 up to, not including, `count`, in a random order.
    ///
    /// - errors: [`Error::TooManyValues`]
    pub fn permutation(&mut self, count: usize) -> Result<Vec<i64>, Error> {
        let count = value_count(count as u128)?;
        let mut items: Vec<i64> = (0..).take(count).collect();
        self.shuffle(&mut items);
        Ok(items)
    }
}
