//! The contrast of two colors, as the Web Content Accessibility Guidelines define it (WCAG 2.2).

use crate::Rgb;

/// Relative luminance: `0.2126 R + 0.7152 G + 0.0722 B` of the linear channels; black is 0, white is 1.
#[must_use]
pub fn luminance(color: Rgb) -> f64 {
    let [red, green, blue] = color.linear();
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// Contrast ratio `(lighter + 0.05) / (darker + 0.05)` of the luminances: 1 for equal colors, 21
/// for black and white.
///
/// Text needs at least 4.5 against its background (success criterion 1.4.3). The order of the two
/// colors does not matter.
#[must_use]
pub fn contrast(one: Rgb, other: Rgb) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}
