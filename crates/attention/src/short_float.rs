//! Short text for a float in an error message.

use std::fmt;

/// A number with six decimals at most, or with an exponent if it is too large or too small for that.
///
/// The standard library formats floats so that they parse back to the same bits. That code is a
/// tenth of all the wasm that a browser downloads, and an error message does not need it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ShortFloat(pub(crate) f64);

/// From this number on, the count of millionths no longer fits a 64-bit integer.
const LARGEST: f64 = 1e12;

/// Below this, six decimals would all be 0.
const SMALLEST: f64 = 1e-6;

impl fmt::Display for ShortFloat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.0.abs();
        if size.is_nan() {
            return f.write_str("NaN");
        }
        if self.0 < 0.0 {
            f.write_str("-")?;
        }
        if size.is_infinite() {
            return f.write_str("inf");
        }
        if size == 0.0 || (SMALLEST..LARGEST).contains(&size) {
            return write_decimal(f, size);
        }
        let exponent = libm::floor(libm::log10(size));
        // In two steps, because ten to the power of -320 is too small to divide by.
        let half = libm::floor(exponent / 2.0);
        write_decimal(f, size / libm::pow(10.0, half) / libm::pow(10.0, exponent - half))?;
        write!(f, "e{}", exponent as i64)
    }
}

/// Writes a number below [`LARGEST`] with up to six decimals, without trailing zeros.
fn write_decimal(f: &mut fmt::Formatter<'_>, size: f64) -> fmt::Result {
    let millionths = libm::round(size * 1e6) as u64;
    write!(f, "{}", millionths / 1_000_000)?;
    let mut decimals = millionths % 1_000_000;
    if decimals == 0 {
        return Ok(());
    }
    let mut digits = 6;
    while decimals.is_multiple_of(10) {
        decimals /= 10;
        digits -= 1;
    }
    write!(f, ".{decimals:0digits$}")
}

#[cfg(test)]
mod tests {
    use super::ShortFloat;

    #[test]
    fn a_short_float_identifies_the_number() {
        let shown = [
            (0.0, "0"),
            (-1.5, "-1.5"),
            (3.0, "3"),
            (0.1, "0.1"),
            (0.000_001, "0.000001"),
            (-0.002_5, "-0.0025"),
            (4_294_967_296.0, "4294967296"),
            (2.5e15, "2.5e15"),
            (1e300, "1e300"),
            (5e-324, "4.940656e-324"),
            (1.25e-9, "1.25e-9"),
            (f64::MAX, "1.797693e308"),
            (f64::INFINITY, "inf"),
            (f64::NEG_INFINITY, "-inf"),
            (f64::NAN, "NaN"),
        ];
        for (number, text) in shown {
            assert_eq!(ShortFloat(number).to_string(), text, "{number:e}");
        }
    }
}
