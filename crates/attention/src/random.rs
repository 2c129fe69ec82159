//! NumPy's legacy generator, `numpy.random.RandomState`, number for number.
//!
//! A reader types the notebook's seed and gets the notebook's matrices. The stream of 32-bit words
//! is MT19937 (Matsumoto and Nishimura, 1998) from a crate. The submodules turn it into integers,
//! floats and orders as in NumPy's documentation of its frozen legacy streams (NEP 19). The newer
//! `default_rng` streams are not supported.

mod choice;
mod draw;
mod floats;
mod integers;
mod logarithm;
mod order;

pub use draw::{Distribution, Draw, draw};

use rand_mt::Mt;

use crate::error::{Error, SeedError};
use crate::matrix::MAX_CELLS;

/// A seeded stream of random numbers, the same as `numpy.random.RandomState(seed)`.
///
/// All methods draw from the same stream, so the order of calls matters, as in NumPy.
#[derive(Clone, Debug)]
pub struct RandomState {
    seed: u32,
    twister: Mt,
    /// The second number of a pair of normal numbers, kept for the next call.
    spare_normal: Option<f64>,
}

impl RandomState {
    /// Starts the stream of a seed from 0 to 2³² − 1.
    ///
    /// - errors: [`SeedError::OutOfRange`] for any other seed, like NumPy
    pub fn new(seed: impl Into<i128>) -> Result<Self, SeedError> {
        let seed = seed.into();
        let seed = u32::try_from(seed).map_err(|_| SeedError::OutOfRange { seed })?;
        Ok(Self { seed, twister: Mt::new(seed), spare_normal: None })
    }

    /// [`RandomState::new`] for a seed that is a float, like all numbers of JavaScript.
    ///
    /// - errors: [`SeedError::NotWhole`] for a seed with a fraction, NaN or an infinity;
    ///   [`SeedError::OutOfRange`]
    pub fn from_number(seed: f64) -> Result<Self, SeedError> {
        Self::new(whole(seed).ok_or(SeedError::NotWhole { value: seed })?)
    }

    /// Restarts the stream from its seed.
    ///
    /// The spare normal number is discarded too, so the numbers are those of a new stream.
    pub fn restart(&mut self) {
        self.twister = Mt::new(self.seed);
        self.spare_normal = None;
    }

    /// The next 32 bits of the stream.
    pub fn next_u32(&mut self) -> u32 {
        self.twister.next_u32()
    }

    /// The next 64 bits: two words, the high one first.
    pub(crate) fn next_u64(&mut self) -> u64 {
        self.twister.next_u64()
    }
}

/// A number as an integer.
///
/// - `name`: the name of the number in an error
/// - errors: [`Error::NotWhole`] for NaN, an infinity, or a number with a fraction
pub fn whole_number(name: &'static str, value: f64) -> Result<i128, Error> {
    whole(value).ok_or(Error::NotWhole { name, value })
}

fn whole(value: f64) -> Option<i128> {
    // Every finite float below 2¹²⁷ converts exactly; above it, the conversion saturates at a
    // number that every later check rejects.
    (value.is_finite() && libm::trunc(value) == value).then_some(value as i128)
}

/// Converts a number of values, if it fits.
pub(crate) fn value_count(count: u128) -> Result<usize, Error> {
    match usize::try_from(count) {
        Ok(count) if count <= MAX_CELLS => Ok(count),
        _ => Err(Error::TooManyValues { count, most: MAX_CELLS }),
    }
}
