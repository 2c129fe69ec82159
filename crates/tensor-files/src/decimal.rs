//! Converts decimals to the nearest floats, ties to even.
//!
//! The standard library does this too, but with tables of 16 KB of wasm. Here one exact division in
//! 128 bits decides almost every number, and long division the rest.

mod big;
mod round;

use big::Big;
use round::round;

/// Of the digits after these, it only matters whether any is not 0.
const DIGITS: usize = 800;
/// The power of five with the largest exponent that fits 63 bits.
const FIVES: u64 = 27;

/// The float nearest to `0.digits · 10^point`, or infinity if it is out of range.
///
/// - `digits`: ASCII digits, any number of them
/// - `point`: the number of digits before the decimal point; negative if zeros follow the point
pub(crate) fn nearest(digits: impl Iterator<Item = u8> + Clone, point: i64) -> f64 {
    let zeros = digits.clone().take_while(|&digit| digit == b'0').count();
    let mut significant = digits.skip(zeros);
    let point = point.saturating_sub(zeros as i64);
    let mut number = 0_u64;
    let mut count = 0;
    for digit in significant.clone().take(19) {
        number = number * 10 + u64::from(digit - b'0');
        count += 1;
    }
    if count == 0 || point < -400 {
        return 0.0;
    }
    if point > 400 {
        return f64::INFINITY;
    }
    let power = point - count;
    let longer = significant.clone().nth(19).is_some();
    if !longer && number <= 1 << 53 && (-19..=19).contains(&power) {
        // Both are exact as floats, so the operation rounds once.
        let (number, ten) = (number as f64, 10_u64.pow(power.unsigned_abs() as u32) as f64);
        return if power < 0 { number / ten } else { number * ten };
    }
    match power {
        -27..=0 if !longer => quotient(number, power.unsigned_abs()),
        1..=19 if !longer => round(u128::from(number) * 10_u128.pow(power as u32), false, 0),
        _ => long(&mut significant, point),
    }
}

/// The float nearest to `number / 10^power`, for powers up to [`FIVES`].
fn quotient(number: u64, power: u64) -> f64 {
    // With its highest bit set, the numerator has 128 bits, and the denominator has 63 at most. So
    // the quotient has more bits than are kept, and the remainder shows whether any follow.
    let shift = number.leading_zeros();
    let (upper, denominator) = (number << shift, 5_u64.pow(power.min(FIVES) as u32));
    let (mut rest, mut lower) = (upper % denominator, 0_u64);
    for _ in 0..64 {
        rest <<= 1;
        let fits = rest >= denominator;
        lower = lower << 1 | u64::from(fits);
        rest -= if fits { denominator } else { 0 };
    }
    let bits = u128::from(upper / denominator) << 64 | u128::from(lower);
    round(bits, rest != 0, -(i64::from(shift) + 64 + power as i64))
}

/// The float nearest to `0.digits · 10^point`, for any number of digits.
fn long(digits: &mut impl Iterator<Item = u8>, point: i64) -> f64 {
    let mut numerator = Big::default();
    let mut taken = 0;
    for digit in digits.by_ref().take(DIGITS) {
        numerator.times_and_plus(10, u32::from(digit - b'0'));
        taken += 1;
    }
    if digits.any(|digit| digit != b'0') {
        numerator.times_and_plus(10, 1);
        taken += 1;
    }
    let power = point - taken;
    if power >= 0 {
        numerator.times_power_of_ten(power);
        let (top, rest, exponent) = numerator.top();
        return round(top, rest, exponent);
    }
    let mut denominator = Big::default();
    denominator.times_and_plus(0, 1);
    denominator.times_power_of_ten(-power);
    let (top, rest, exponent) = numerator.divided_by(denominator);
    round(top, rest, exponent)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use crate::json::{Grammar, scan};
    use proptest::prelude::*;

    /// The bits of a number from this module, and from the standard library, which rounds
    /// correctly.
    fn both(text: &str) -> (u64, u64) {
        let (number, rest) = scan(text.as_bytes(), Grammar::Table).unwrap();
        assert!(rest.is_empty(), "{text}");
        (number.value().to_bits(), text.parse::<f64>().unwrap().to_bits())
    }

    #[test]
    fn numbers_at_the_limits_are_the_nearest_floats() {
        let texts = [
            "0",
            "-0",
            "0.0e999999999999",
            "-0.000",
            "1",
            "123456789012345678901234567890",
            "1e22",
            "1e23",
            "9007199254740993",
            "9007199254740992.9999999999999999999",
            "4.9e-324",
            "2.4703282292062327e-324",
            "2.4703282292062328e-324",
            "2.2250738585072011e-308",
            "2.2250738585072014e-308",
            "1.7976931348623157e308",
            "1.7976931348623158e308",
            "1.7976931348623159e308",
            "179769313486231580793728971405303415e273",
            "1e309",
            "1e-400",
            "1e99999999999999999999",
            "1e-99999999999999999999",
            "0.1e-7000000000",
            "1e400",
            "1e401",
            ".5",
            "5.",
            "+7",
            "0007",
            "1.00000000000000000000000000000000000000000000000000001",
        ];
        for text in texts {
            let (ours, theirs) = both(text);
            assert_eq!(ours, theirs, "{text}");
        }
        // 1 plus exactly half a unit; then with another digit far to the right.
        let half = "1.00000000000000011102230246251565404236316680908203125";
        for tail in ["", "0", "0000000001", &"0".repeat(2000), &format!("{}1", "0".repeat(2000))] {
            let (ours, theirs) = both(&format!("{half}{tail}"));
            assert_eq!(ours, theirs, "half and {tail}");
        }
    }

    proptest! {
        #[test]
        fn every_float_is_read_back_from_its_shortest_text(bits in any::<u64>()) {
            let value = f64::from_bits(bits);
            prop_assume!(value.is_finite());
            for text in [format!("{value:e}"), format!("{value:?}"), format!("{value:.30e}")] {
                let (ours, theirs) = both(&text);
                prop_assert_eq!(ours, theirs, "{}", text);
            }
        }

        #[test]
        fn any_digits_give_the_nearest_float(
            text in "-?[0-9]{1,25}(\\.[0-9]{1,25})?(e-?[0-9]{1,3})?",
        ) {
            let (ours, theirs) = both(&text);
            prop_assert_eq!(ours, theirs, "{}", text);
        }

        #[test]
        fn ties_go_to_the_even_neighbour(
            odd in (1_u64 << 53)..(1 << 54),
            power in 0_u32..31,
            beside in -1_i8..=1,
        ) {
            // odd · 2^-power, which is odd · 5^power · 10^-power, is halfway between two floats.
            let digits = u128::from(odd | 1) * 5_u128.pow(power);
            let text = format!("{}e-{power}", digits.saturating_add_signed(i128::from(beside)));
            let (ours, theirs) = both(&text);
            prop_assert_eq!(ours, theirs, "{}", text);
            let large = format!("{}", u128::from(odd | 1) << power);
            let (ours, theirs) = both(&large);
            prop_assert_eq!(ours, theirs, "{}", large);
        }
    }
}
