//! Scales: from a value to its place on a color map.

use crate::Error;

/// Whether values have one direction or two signs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ScaleKind {
    /// From `low` to `high`: for weights, variances and other values with one direction.
    Sequential,
    /// Around zero: for scores, projections and other values with a sign.
    Diverging,
}

/// Whether equal steps of color are equal differences or equal factors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Spacing {
    Even,
    Log,
}

/// A checked scale: `low` and `high` are finite, and `low` is not above `high`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scale {
    kind: ScaleKind,
    spacing: Spacing,
    low: f64,
    high: f64,
}

impl Scale {
    /// A scale between two values, which may be equal.
    ///
    /// # Errors
    /// [`Error::Scale`] if an end is not finite or `low > high`.
    pub fn new(kind: ScaleKind, low: f64, high: f64) -> Result<Self, Error> {
        if low.is_finite() && high.is_finite() && low <= high {
            Ok(Self { kind, spacing: Spacing::Even, low, high })
        } else {
            Err(Error::Scale { low, high })
        }
    }

    /// A sequential scale on which equal steps of color are equal factors, between two values above 0, which
    /// may be equal.
    ///
    /// Most weights of a long row are small, and some are a thousand times smaller than others. On
    /// a linear scale they would all have the same color.
    ///
    /// # Errors
    /// [`Error::LogScale`] if an end is not finite, `low` is not above 0, or `low > high`.
    pub fn log(low: f64, high: f64) -> Result<Self, Error> {
        if low > 0.0 && high.is_finite() && low <= high {
            Ok(Self { kind: ScaleKind::Sequential, spacing: Spacing::Log, low, high })
        } else {
            Err(Error::LogScale { low, high })
        }
    }

    /// The kind of the scale: sequential or diverging.
    #[must_use]
    pub fn kind(&self) -> ScaleKind {
        self.kind
    }

    /// The lower end, unchanged.
    #[must_use]
    pub fn low(&self) -> f64 {
        self.low
    }

    /// The upper end, unchanged.
    #[must_use]
    pub fn high(&self) -> f64 {
        self.high
    }

    /// The place of a value, 0 to 1, or none for NaN, which is missing and has no color.
    ///
    /// - Sequential: `(value - low) / (high - low)`. If the ends are equal, 0 up to them and 1
    ///   above.
    /// - Diverging: `1/2 + value / 2m` with `m = max(|low|, |high|)`. Zero is the middle even if
    ///   the ends are not symmetric, so that equal colors are equal distances from zero. If m is
    ///   0, the place depends on the sign alone.
    /// - Logarithmic: `(ln value - ln low) / (ln high - ln low)`; 0 and negative values are below
    ///   every low end. If the ends are equal, or so close that they have the same logarithm, 0 up
    ///   to the high end and 1 above.
    ///
    /// Values beyond the ends, including infinities, are drawn as the ends.
    #[must_use]
    pub fn place(&self, value: f64) -> Option<f64> {
        if value.is_nan() {
            return None;
        }
        let (low, high) = self.ends();
        Some(if value > high {
            1.0
        } else if value < low {
            0.0
        } else if low == high {
            match self.kind {
                ScaleKind::Sequential => 0.0,
                ScaleKind::Diverging => 0.5,
            }
        } else {
            match self.spacing {
                Spacing::Even => between(value, low, high),
                Spacing::Log => between(libm::log(value), libm::log(low), libm::log(high)),
            }
        })
    }

    /// The least and the greatest value that have a place of their own.
    fn ends(&self) -> (f64, f64) {
        match self.kind {
            ScaleKind::Sequential => (self.low, self.high),
            ScaleKind::Diverging => {
                let reach = self.low.abs().max(self.high.abs());
                (-reach, reach)
            }
        }
    }

    /// The lower end and the factor of `place = (value - low) * factor`, for pictures with so many
    /// cells that a division for each is slow. None if the place is more than a linear function.
    /// Values beyond the ends give places beyond 0 and 1.
    pub(crate) fn linear(&self) -> Option<(f64, f64)> {
        if self.spacing == Spacing::Log {
            return None;
        }
        let (low, high) = self.ends();
        let factor = 1.0 / (high - low);
        factor.is_normal().then_some((low, factor))
    }

    /// The value at which each of `steps` steps of a logarithmic scale begins, except the first:
    /// halfway between two steps, because the nearest color is used. With them, pictures with many
    /// cells do not need a logarithm for each. None for other scales, and if both ends have the
    /// same logarithm.
    pub(crate) fn log_bounds(&self, steps: usize) -> Option<impl Iterator<Item = f64> + use<>> {
        let (from, to) = (libm::log(self.low), libm::log(self.high));
        let bound =
            move |step| libm::exp(from + (to - from) * (f64::from(step) + 0.5) / steps as f64);
        (self.spacing == Spacing::Log && from < to).then(|| (0_u16..).take(steps).map(bound))
    }
}

/// The fraction of the way from one end to the other, 0 to 1.
fn between(value: f64, low: f64, high: f64) -> f64 {
    let span = high - low;
    if span == 0.0 {
        0.0
    } else if span.is_finite() {
        // The last bit of a logarithm may be wrong, so the quotient may be beyond an end.
        ((value - low) / span).clamp(0.0, 1.0)
    } else {
        // The difference of the ends overflows; the difference of their halves does not.
        (value / 2.0 - low / 2.0) / (high / 2.0 - low / 2.0)
    }
}
