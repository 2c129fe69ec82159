//! Colors: eight-bit sRGB for the screen, OKLab for computation.
//!
//! OKLab is Björn Ottosson's perceptual space (2020, <https://bottosson.github.io/posts/oklab/>),
//! the source of the numbers in both matrices. Powers come from `libm`, so that a heatmap has the
//! same pixels on every machine.

use std::fmt;

/// An sRGB color: red, green and blue, each 0 to 255.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rgb(pub [u8; 3]);

impl fmt::Display for Rgb {
    /// Formats the color as in CSS: `#fbfaf7`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

/// An OKLab color: lightness from 0 to 1, and the axes green to red and blue to yellow.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OkLab {
    /// 0 is black, 1 is white.
    pub lightness: f64,
    /// Negative is green, positive is red.
    pub a: f64,
    /// Negative is blue, positive is yellow.
    pub b: f64,
}

impl Rgb {
    /// The three channels as linear light, 0 to 1.
    #[must_use]
    pub fn linear(self) -> [f64; 3] {
        self.0.map(|channel| decode(f64::from(channel) / 255.0))
    }
}

impl OkLab {
    /// The color of polar coordinates: chroma is the distance from grey, hue is an angle in
    /// degrees.
    #[must_use]
    pub fn from_polar(lightness: f64, chroma: f64, hue: f64) -> Self {
        let angle = hue.to_radians();
        Self { lightness, a: chroma * libm::cos(angle), b: chroma * libm::sin(angle) }
    }

    /// Red, green and blue as linear light. A value outside 0 to 1 is outside the sRGB gamut.
    #[must_use]
    pub fn linear(self) -> [f64; 3] {
        let Self { lightness, a, b } = self;
        let l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b);
        let m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b);
        let s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b);
        [
            4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
            -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
            -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s,
        ]
    }
}

impl From<OkLab> for Rgb {
    /// The nearest eight-bit color. A channel outside the sRGB gamut is clamped.
    fn from(color: OkLab) -> Self {
        Self(color.linear().map(|light| (encode(light.clamp(0.0, 1.0)) * 255.0).round() as u8))
    }
}

impl From<Rgb> for OkLab {
    fn from(color: Rgb) -> Self {
        let [red, green, blue] = color.linear();
        let l = libm::cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
        let m = libm::cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
        let s = libm::cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
        Self {
            lightness: 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
            a: 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            b: 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s,
        }
    }
}

/// sRGB's transfer function (IEC 61966-2-1): from the stored value to linear light.
fn decode(stored: f64) -> f64 {
    if stored <= 0.04045 { stored / 12.92 } else { libm::pow((stored + 0.055) / 1.055, 2.4) }
}

/// The inverse of [`decode`].
fn encode(light: f64) -> f64 {
    if light <= 0.0031308 { light * 12.92 } else { 1.055 * libm::pow(light, 1.0 / 2.4) - 0.055 }
}

fn cube(x: f64) -> f64 {
    x * x * x
}

/// Mixes two colors, channel by channel in encoded values. This looks right at the edges of thin lines,
/// for which it is used.
pub(crate) fn mix(from: Rgb, to: Rgb, share: f64) -> Rgb {
    let mut mixed = from;
    for (channel, to) in mixed.0.iter_mut().zip(to.0) {
        let from = f64::from(*channel);
        *channel = (from + (f64::from(to) - from) * share).round() as u8;
    }
    mixed
}
