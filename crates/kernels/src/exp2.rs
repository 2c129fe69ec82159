//! Powers of two.

use crate::lanes::Lanes;

/// At and below this, the result is 0. Larger powers are so far from the smallest normal float, 2^-126, that their products
/// with values and factors are normal floats too: without a fused multiply-add, others take a hundred times as long.
const LEAST: f32 = -100.0;
/// Adding 1.5 · 2²³ rounds a float to a whole number, which then stands in its lowest bits.
const ROUND: f32 = 12_582_912.0;
/// A polynomial of degree 5 for 2^x on [-0.5, 0.5], highest power first. Its largest relative error is 7.5e-8.
const POLYNOMIAL: [f32; 6] =
    [1.327_647_1e-3, 9.675_542e-3, 5.550_713e-2, 2.402_212e-1, 6.931_469_4e-1, 1.000_000_1];

/// 2^x of four numbers, none of which is NaN or above 127.
///
/// With `n = round(x)` and `f = x − n`, `2^x = 2^n · 2^f`: the polynomial gives `2^f`, and `n` is added to its exponent.
///
/// - edge case: the result is 0 for numbers up to -100, -∞ among them
/// - accuracy: a relative error of at most 2.5e-7
#[inline(always)]
pub(crate) fn exp2(x: Lanes) -> Lanes {
    let least = Lanes::splat(LEAST);
    let x = least.max(x);
    let shifted = x.add(Lanes::splat(ROUND));
    let fraction = x.sub(shifted.sub(Lanes::splat(ROUND)));
    let mut power = Lanes::splat(POLYNOMIAL[0]);
    for &coefficient in &POLYNOMIAL[1..] {
        power = power.mul_add(fraction, Lanes::splat(coefficient));
    }
    power.add_exponent(shifted).where_above(x, least)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_two_are_within_their_error() {
        for step in -99_999..=4000 {
            let x = step as f32 / 1000.0;
            let found = f64::from(exp2(Lanes::splat(x)).to_array()[0]);
            let exact = f64::from(x).exp2();
            assert!((found / exact - 1.0).abs() <= 2.5e-7, "2^{x} is {exact}, found {found}");
        }
    }

    #[test]
    fn a_power_that_is_too_small_is_zero() {
        for x in [-100.0, -127.0, -1e30, f32::NEG_INFINITY] {
            assert_eq!(exp2(Lanes::splat(x)).to_array(), [0.0; 4], "{x}");
        }
    }
}
