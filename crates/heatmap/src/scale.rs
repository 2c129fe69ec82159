//! From a value to its place on a colour map.

use crate::Error;

/// What the two ends of a scale mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// From `low` to `high`: weights, variances, whatever has one direction.
    Sequential,
    /// Around zero: scores, projections, whatever has a sign.
    Diverging,
}

/// A checked scale: `low` and `high` are finite, and `low` is not above `high`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scale {
    kind: Kind,
    low: f64,
    high: f64,
}

impl Scale {
    /// A scale between two values, which may be equal.
    ///
    /// # Errors
    /// [`Error::Scale`] if an end is not finite or `low > high`.
    pub fn new(kind: Kind, low: f64, high: f64) -> Result<Self, Error> {
        if low.is_finite() && high.is_finite() && low <= high {
            Ok(Self { kind, low, high })
        } else {
            Err(Error::Scale { low, high })
        }
    }

    /// Sequential or diverging.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The lower end, as it was given.
    pub fn low(&self) -> f64 {
        self.low
    }

    /// The upper end, as it was given.
    pub fn high(&self) -> f64 {
        self.high
    }

    /// The place of a value, 0 to 1; none for NaN, which is missing and has no colour.
    ///
    /// - Sequential: `(value - low) / (high - low)`. If the ends are equal, 0 up to them and 1 above.
    /// - Diverging: `1/2 + value / 2m` with `m = max(|low|, |high|)`: zero is the middle even if the ends are not
    ///   symmetric, so that equal colours are equal distances from zero. If m is 0, only the sign is left.
    ///
    /// Values beyond the ends, the infinities too, are drawn as the ends.
    pub fn place(&self, value: f64) -> Option<f64> {
        if value.is_nan() {
            return None;
        }
        let (low, high) = self.ends();
        let span = high - low;
        Some(if value > high {
            1.0
        } else if value < low {
            0.0
        } else if low == high {
            match self.kind {
                Kind::Sequential => 0.0,
                Kind::Diverging => 0.5,
            }
        } else if span.is_finite() {
            (value - low) / span
        } else {
            // The difference of the ends overflows; that of their halves does not.
            (value / 2.0 - low / 2.0) / (high / 2.0 - low / 2.0)
        })
    }

    /// The first and the last value that have a place of their own.
    fn ends(&self) -> (f64, f64) {
        match self.kind {
            Kind::Sequential => (self.low, self.high),
            Kind::Diverging => {
                let reach = self.low.abs().max(self.high.abs());
                (-reach, reach)
            }
        }
    }

    /// The lower end and the factor of `place = (value - low) * factor`, for pictures of so many cells that a division
    /// each is felt; none where a place is more than that. Values beyond the ends come out beyond 0 and 1.
    pub(crate) fn linear(&self) -> Option<(f64, f64)> {
        let (low, high) = self.ends();
        let factor = 1.0 / (high - low);
        factor.is_normal().then_some((low, factor))
    }
}
