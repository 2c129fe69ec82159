//! Random orders: shuffles and permutations.

use super::{RandomState, value_count};
use crate::error::Error;

impl RandomState {
    /// Shuffles the items; all orders are equally likely.
    ///
    /// Fisher and Yates: from the last index down to the second, swap with a random index up to and
    /// including it.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            // The index is at most `last`, so the conversion is safe.
            let index = self.interval(last as u64) as usize;
            items.swap(last, index);
        }
    }

    /// The integers from 0 to `count`, with `count` excluded, in a random order.
    ///
    /// - errors: [`Error::TooManyValues`]
    pub fn permutation(&mut self, count: usize) -> Result<Vec<i64>, Error> {
        let count = value_count(count as u128)?;
        let mut items: Vec<i64> = (0..).take(count).collect();
        self.shuffle(&mut items);
        Ok(items)
    }
}
