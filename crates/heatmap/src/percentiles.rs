//! From a value to its place among all values: colours that are used equally often.

use crate::Error;
use crate::table::STEPS;

/// How many quantiles rank the values: those at 0, 1/256 and so on to 256/256.
pub const QUANTILES: usize = STEPS + 1;

/// A checked table of quantiles, ascending.
///
/// Attention is mostly next to nothing, and a few weights are large. By their ranks all get colours that can be told
/// apart, whatever their sizes; how much larger one is than another can then not be seen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Percentiles<'a> {
    quantiles: &'a [f32],
}

impl<'a> Percentiles<'a> {
    /// A scale by the quantiles of what is painted, [`QUANTILES`] of them, from the least value to the greatest. Equal
    /// neighbours are legal, and infinities too.
    ///
    /// # Errors
    /// [`Error::Quantiles`] if there are not as many, [`Error::QuantileOrder`] if one is NaN or below the one before it.
    pub fn new(quantiles: &'a [f32]) -> Result<Self, Error> {
        let count = quantiles.len();
        if count != QUANTILES {
            return Err(Error::Quantiles { count });
        }
        // A comparison that NaN loses: no first quantile that is NaN is in order, and none after it.
        let in_order = |at: &usize| quantiles[at.saturating_sub(1)] <= quantiles[*at];
        match (0..count).find(|at| !in_order(at)) {
            None => Ok(Self { quantiles }),
            Some(at) => Err(Error::QuantileOrder { at }),
        }
    }

    /// The place of a value, 0 to 1; none for NaN, which is missing and has no colour.
    ///
    /// `(rank + (value - below) / (above - below)) / 256`, with `below` the last quantile that is not above the value,
    /// `rank` its number, and `above` the one after it.
    ///
    /// Of equal quantiles the first gives the rank, so that the zeros of a causal mask are the low end, however many
    /// they are. Only the greatest value is the high end all the same, unless all values are equal: then 0 up to it and
    /// 1 above, as on any scale without extent. Values beyond the ends are drawn as the ends.
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
            // The least is below the value and the greatest above it, so that neither search runs into an end.
            let first = self.quantiles.partition_point(|&quantile| quantile < value);
            if self.quantiles[first] == value {
                return Some(first as f64 / STEPS as f64);
            }
            let [below, above] = [first - 1, first].map(|at| f64::from(self.quantiles[at]));
            let part = (f64::from(value) - below) / (above - below);
            // From -∞ no value is any part of the way, and to ∞ none is more than at its beginning.
            let part = if part.is_nan() { 0.0 } else { part };
            ((first - 1) as f64 + part) / STEPS as f64
        })
    }

    /// The least value of each step of colour from 1 to 256: a value has as many steps as bounds are not above it.
    ///
    /// A step begins halfway between two quantiles, for the nearest colour is taken.
    pub(crate) fn bounds(&self) -> Vec<f32> {
        let (least, greatest) = (self.quantiles[0], self.quantiles[STEPS]);
        let bound = |pair: &[f32]| {
            let [below, above] = [f64::from(pair[0]), f64::from(pair[1])];
            if below == above {
                let is_top = pair[0] == greatest && least < greatest;
                // Above ∞ is nothing, not even ∞.
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

/// The least number of 32 bits that is not below one of 64.
pub(crate) fn at_least(value: f64) -> f32 {
    let nearest = value as f32;
    if f64::from(nearest) < value { nearest.next_up() } else { nearest }
}
