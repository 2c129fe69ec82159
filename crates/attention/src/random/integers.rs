//! Integers from a range, by masked rejection.

use super::RandomState;
use crate::error::Error;

impl RandomState {
    /// An integer from `low` to `high`, with `high` excluded; all are equally likely.
    ///
    /// NumPy draws from the smallest power of two that covers the range and rejects numbers that
    /// are too large, so that all integers are equally likely. A range of up to 2³² integers takes
    /// one word for each attempt, a larger one two.
    ///
    /// - edge case: a range of one integer draws nothing from the stream
    /// - errors: [`Error::EmptyRange`] if `low >= high`; [`Error::RangeTooLarge`] if the range
    ///   leaves the 64-bit integers
    /// - source: NumPy's `RandomState.randint` with its default 64-bit type
    pub fn randint(&mut self, low: impl Into<i128>, high: impl Into<i128>) -> Result<i64, Error> {
        let (low, high) = (low.into(), high.into());
        if low < i128::from(i64::MIN) || high > i128::from(i64::MAX) + 1 {
            return Err(Error::RangeTooLarge { low, high });
        }
        // The bounds just checked keep the difference, and later the sum, within 65 bits.
        let last = u64::try_from(high - low - 1).map_err(|_| Error::EmptyRange { low, high })?;
        let offset = self.interval(last);
        i64::try_from(low + i128::from(offset)).map_err(|_| Error::RangeTooLarge { low, high })
    }

    /// An integer from 0 to `last`, with `last` included; all are equally likely.
    pub(super) fn interval(&mut self, last: u64) -> u64 {
        if last == 0 {
            return 0;
        }
        // `last` is not 0, so the shift is at most 63.
        let mask = u64::MAX >> last.leading_zeros();
        loop {
            let bits = match u32::try_from(last) {
                Ok(_) => u64::from(self.next_u32()),
                Err(_) => self.next_u64(),
            };
            if bits & mask <= last {
                return bits & mask;
            }
        }
    }
}
