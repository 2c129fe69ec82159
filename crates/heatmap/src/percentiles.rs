//! Places by rank among all values, so that all colors are used equally often.

use crate::Error;
use crate::table::STEPS;

/// The number of quantiles: those at 0, 1/256 and so on to 256/256.
pub const QUANTILES: usize = STEPS + 1;

/// A checked table of quantiles, ascending.
///
/// Most attention weights are close to 0, and a few are large. By rank, all of them get
/// distinguishable colors, but the colors do not show how much larger one weight is than another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Percentiles<'a> {
    quantiles: &'a [f32],
}

impl<'a> Percentiles<'a> {
    /// A scale by the [`QUANTILES`] quantiles of the painted values, from the least value to the
    /// greatest. Equal neighbors and infinities are allowed.
    ///
    /// # Errors
    /// [`Error::Quantiles`] for another number of quantiles, [`Error::QuantileOrder`] if one is NaN or
    /// below the one before it.
    pub fn new(quantiles: &'a [f32]) -> Result<Self, Error> {
        let count = quantiles.len();
        if count != QUANTILES {
            return Err(Error::Quantiles { count });
        }
        // The comparison is false for NaN, so a NaN is out of order even as the first quantile.
        let in_order = |at: &usize| quantiles[at.saturating_sub(1)] <= quantiles[*at];
        match (0..count).find(|at| !in_order(at)) {
            None => Ok(Self { quantiles }),
            Some(at) => Err(Error::QuantileOrder { at }),
        }
    }

    /// The place of a value, 0 to 1, or none for NaN, which is missing and has no color.
    ///
    /// `(rank + (value - below) / (above - below)) / 256`, where `below` is the last quantile that
    /// is not above the value, `rank` its index, and `above` the one after it.
    ///
    /// The rank of equal quantiles is the index of the first one, so that the zeros of a causal mask
    /// are the low end, however many there are. The greatest value is still the high end, unless all
    /// values are equal: then the place is 0 up to that value and 1 above it, as on any scale whose
    /// ends are equal. Values beyond the ends are drawn as the ends.
    #[must_use]
    pub fn place(&self, value: f32) -> Option<f64> {
        if value.is_nan() {
            return None;
        }
        let (least, greatest) = (self.quantiles[0], self.quantiles[STEPS]);
        Some(if value > greatest {
            1.0
        } else if value <= least {
            0.0
        } else if value == greatest {
            1.0
        } else {
            // The least quantile is below the value and the greatest above it, so both searches end
            // inside the table.
            let first = self.quantiles.partition_point(|&quantile| quantile < value);
            if self.quantiles[first] == value {
                return Some(first as f64 / STEPS as f64);
            }
            let [below, above] = [first - 1, first].map(|at| f64::from(self.quantiles[at]));
            let part = (f64::from(value) - below) / (above - below);
            // From -∞ the fraction is 0, and towards ∞ it is 0 as well.
            let part = if part.is_nan() { 0.0 } else { part };
            ((first - 1) as f64 + part) / STEPS as f64
        })
    }

    /// The least value of each color step from 1 to 256: the step of a value is the number of
    /// bounds that are not above it.
    ///
    /// A step begins halfway between two quantiles, because the nearest color is used.
    pub(crate) fn bounds(&self) -> Vec<f32> {
        let (least, greatest) = (self.quantiles[0], self.quantiles[STEPS]);
        let bound = |pair: &[f32]| {
            let [below, above] = [f64::from(pair[0]), f64::from(pair[1])];
            if below == above {
                let is_top = pair[0] == greatest && least < greatest;
                // Nothing is above ∞.
                let above = if pair[0] < f32::INFINITY { pair[0].next_up() } else { f32::NAN };
                if is_top { greatest } else { above }
            } else if below.is_infinite() {
                pair[1]
            } else {
                at_least((below + above) / 2.0)
            }
        };
        self.quantiles.windows(2).map(bound).collect()
    }
}

/// The least 32-bit float that is not below a 64-bit one.
pub(crate) fn at_least(value: f64) -> f32 {
    let nearest = value as f32;
    if f64::from(nearest) < value { nearest.next_up() } else { nearest }
}
