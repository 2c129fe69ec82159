//! Powers of two.

use std::hint::black_box;

use crate::lanes::Lanes;

/// At and below this exponent, the result is 0. Larger powers are so far above the smallest normal float,
/// 2^-126, that their products with values and factors are normal floats too. Subnormal floats would take a
/// hundred times as long without a fused multiply-add.
const LEAST: f32 = -100.0;
/// Adding 1.5 · 2²³ rounds a float to an integer, which is then in the lowest bits of the sum.
const ROUND: f32 = 12_582_912.0;
/// A polynomial of degree 5 for 2^x on [-0.5, 0.5], highest power first. Its largest relative error is
/// 1.5e-7.
const POLYNOMIAL: [f32; 6] =
    [1.327_647_1e-3, 9.675_542e-3, 5.550_713e-2, 2.402_212e-1, 6.931_469_4e-1, 1.000_000_1];

/// The constants of [`Self::of`] in registers. V8 would load constants again in every iteration of a loop.
#[derive(Clone, Copy)]
pub(crate) struct Exp2 {
    least: Lanes,
    round: Lanes,
    polynomial: [Lanes; 6],
}

impl Exp2 {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        // The compiler must not turn them back into constants.
        let (least, round) = black_box((LEAST, ROUND));
        let polynomial = black_box(POLYNOMIAL).map(Lanes::splat);
        Self { least: Lanes::splat(least), round: Lanes::splat(round), polynomial }
    }

    /// 2^x of four numbers, none of which is NaN or above 127.
    ///
    /// With `n = round(x)` and `f = x − n`, `2^x = 2^n · 2^f`. The polynomial computes `2^f`, and `n` is added
    /// to its exponent.
    ///
    /// - edge case: the result is 0 for numbers up to -100, including -∞
    /// - accuracy: a relative error of at most 2.5e-7
    #[inline(always)]
    pub(crate) fn of(self, x: Lanes) -> Lanes {
        let x = self.least.max(x);
        let shifted = x.add(self.round);
        let fraction = x.sub(shifted.sub(self.round));
        let [mut power, coefficients @ ..] = self.polynomial;
        for coefficient in coefficients {
            power = power.mul_add(fraction, coefficient);
        }
        power.add_exponent(shifted).where_above(x, self.least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2^18 + 1 evenly spread numbers from -0.5 to 0.5, each an exact float.
    fn fractions() -> impl Iterator<Item = f32> {
        (-(1 << 17)..=1 << 17).map(|step| step as f32 / (1 << 18) as f32)
    }

    #[test]
    fn the_polynomial_is_within_its_error() {
        let mut most = 0.0_f64;
        for x in fractions().map(f64::from) {
            let found = POLYNOMIAL.iter().fold(0.0, |sum, &term| sum * x + f64::from(term));
            most = most.max((found / x.exp2() - 1.0).abs());
        }
        assert!((most - 1.5e-7).abs() <= 5e-9, "the largest error is {most}");
    }

    #[test]
    fn powers_of_two_are_within_their_error() {
        for x in fractions() {
            let found = f64::from(Exp2::new().of(Lanes::splat(x)).to_array()[0]);
            let error = (found / f64::from(x).exp2() - 1.0).abs();
            assert!(error <= 2.5e-7, "2^{x} is off by {error}");
        }
        for step in -99_999..=4000 {
            let x = step as f32 / 1000.0;
            let found = f64::from(Exp2::new().of(Lanes::splat(x)).to_array()[0]);
            let exact = f64::from(x).exp2();
            assert!((found / exact - 1.0).abs() <= 2.5e-7, "2^{x} is {exact}, found {found}");
        }
    }

    #[test]
    fn a_power_that_is_too_small_is_zero() {
        for x in [-100.0, -127.0, -1e30, f32::NEG_INFINITY] {
            assert_eq!(Exp2::new().of(Lanes::splat(x)).to_array(), [0.0; 4], "{x}");
        }
    }
}
