//! Decimals as the nearest floats, ties to even.
//!
//! The standard library does this as well, with tables that would be 16 KB of the script. Here almost every number is
//! settled by one exact division in 128 bits, and the rest by long division.

mod big;
mod round;

use big::Big;
use round::round;

/// Beyond this many significant digits no digit matters by itself, only whether there is another than 0.
const DIGITS: usize = 800;
/// The power of five with the largest exponent that fits 63 bits.
const FIVES: u64 = 27;

/// The float nearest to `0.digits · 10^point`, infinite if it is out of range.
///
/// - `digits`: ASCII digits, any number of them
/// - `point`: how many of them stand before the decimal point; negative if zeros follow the point
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
    match power {
        -27..=0 if !longer => quotient(number, power.unsigned_abs()),
        1..=19 if !longer => round(u128::from(number) * 10_u128.pow(power as u32), false, 0),
        _ => long(&mut significant, point),
    }
}

/// The float nearest to `number / 10^power`, for powers up to [`FIVES`].
fn quotient(number: u64, power: u64) -> f64 {
    // With the highest bit set, the numerator has 128 bits and the denominator 63 at most: the quotient has more
    // bits than are kept, and the rest says whether anything follows them.
    let shift = number.leading_zeros();
    let numerator = u128::from(number << shift) << 64;
    let denominator = u128::from(5_u64.pow(power.min(FIVES) as u32));
    let rest = numerator % denominator != 0;
    round(numerator / denominator, rest, -(i64::from(shift) + 64 + power as i64))
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
