//! Arithmetic with twice the digits of a float, for results that are almost always the nearest float.

/// A number as the sum of two floats, the second at most half a unit of the first.
#[derive(Clone, Copy)]
pub(crate) struct Pair {
    pub(crate) high: f64,
    pub(crate) low: f64,
}

impl Pair {
    /// `a + b`, and its rounding error (Knuth).
    pub(crate) fn sum(a: f64, b: f64) -> Self {
        let high = a + b;
        let of_b = high - a;
        Self { high, low: (a - (high - of_b)) + (b - of_b) }
    }

    /// `a / b`, and the quotient of the remainder.
    pub(crate) fn quotient(a: f64, b: Self) -> Self {
        let high = a / b.high;
        let left = libm::fma(-high, b.high, a) - high * b.low;
        Self { high, low: left / b.high }
    }

    /// The product, and its rounding error.
    pub(crate) fn times(self, other: Self) -> Self {
        let high = self.high * other.high;
        let lost = libm::fma(self.high, other.high, -high);
        Self { high, low: lost + (self.high * other.low + self.low * other.high) }
    }

    /// The square root.
    pub(crate) fn root(self) -> Self {
        let high = libm::sqrt(self.high);
        let left = libm::fma(-high, high, self.high) + self.low;
        Self { high, low: left / (2.0 * high) }
    }
}
