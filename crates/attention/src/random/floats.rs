//! Floats: uniform and normal.

use super::RandomState;
use super::logarithm::ln;
use crate::error::Error;

impl RandomState {
    /// A float from 0 to 1, with 1 excluded.
    ///
    /// `(2²⁶ · a + b) / 2⁵³`, with `a` the upper 27 bits of one word and `b` the upper 26 of the
    /// next: as many bits as a float holds, each result a multiple of 2⁻⁵³.
    #[doc(alias = "random_sample")]
    pub fn rand(&mut self) -> f64 {
        let high = f64::from(self.next_u32() >> 5);
        let low = f64::from(self.next_u32() >> 6);
        (high * 67_108_864.0 + low) / 9_007_199_254_740_992.0
    }

    /// A float from `low` up to `high`: `low + (high − low) · rand()`.
    ///
    /// - edge case: `high` below `low` is legal, and counts down from `low`, as in NumPy
    /// - errors: [`Error::UniformRange`] when `high − low` is not finite
    pub fn uniform(&mut self, low: f64, high: f64) -> Result<f64, Error> {
        let width = high - low;
        if !width.is_finite() {
            return Err(Error::UniformRange { low, high });
        }
        Ok(low + width * self.rand())
    }

    /// A float from the standard normal distribution.
    ///
    /// Marsaglia's polar method: draw a point `(x, y)` in the square until it falls into the unit
    /// circle, and with `r² = x² + y²` and `f = √(−2 ln r² / r²)` both `f · y` and `f · x` are
    /// normal and independent. NumPy returns `f · y`, and `f · x` at the next call.
    ///
    /// The center is rejected like the corners, because the logarithm of 0 is -∞.
    ///
    /// - source: Marsaglia and Bray (1964); NumPy's `legacy_gauss`
    #[doc(alias = "standard_normal")]
    pub fn randn(&mut self) -> f64 {
        if let Some(spare) = self.spare_normal.take() {
            return spare;
        }
        loop {
            let x = 2.0 * self.rand() - 1.0;
            let y = 2.0 * self.rand() - 1.0;
            let square = x * x + y * y;
            if square < 1.0 && square != 0.0 {
                let factor = libm::sqrt(-2.0 * ln(square) / square);
                self.spare_normal = Some(factor * x);
                return factor * y;
            }
        }
    }

    /// A float from the normal distribution: `mean + deviation · randn()`.
    ///
    /// - edge case: a deviation of 0 gives the mean, but still draws from the stream
    /// - errors: [`Error::Deviation`] if the deviation is negative, including -0, as in NumPy
    pub fn normal(&mut self, mean: f64, deviation: f64) -> Result<f64, Error> {
        if deviation.is_sign_negative() && !deviation.is_nan() {
            return Err(Error::Deviation { deviation });
        }
        Ok(mean + deviation * self.randn())
    }
}
