//! The color of the digits in a cell.

use crate::{Rgb, contrast};

/// One of two inks. [`Ink::on`] chooses the more readable one.
///
/// Two are enough, in both themes. A color of luminance Y has contrast `c1 = 1.05 / (Y + 0.05)` to
/// white, and `c2 = (Y + 0.05) / (D + 0.05)` to a dark ink of luminance D. Their product does not
/// depend on Y: it is the contrast of the two inks to each other, here 20.3. The better of the two
/// therefore has at least √20.3 = 4.51 on any color, and digits need 4.5. An ink as soft as the
/// page's text color would be too weak in the middle of every map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ink {
    /// A warm near-black, as light as a contrast of 4.5 allows.
    Dark,
    /// White.
    Light,
}

impl Ink {
    /// The color of the ink.
    #[must_use]
    pub const fn color(self) -> Rgb {
        match self {
            Self::Dark => Rgb([7, 5, 4]),
            Self::Light => Rgb([255, 255, 255]),
        }
    }

    /// The ink with the higher contrast on a background: at least 4.5.
    #[must_use]
    pub fn on(ground: Rgb) -> Self {
        if contrast(ground, Self::Dark.color()) >= contrast(ground, Self::Light.color()) {
            Self::Dark
        } else {
            Self::Light
        }
    }
}

impl From<Ink> for u8 {
    /// 0 is the dark ink, 1 the light one.
    fn from(ink: Ink) -> Self {
        match ink {
            Ink::Dark => 0,
            Ink::Light => 1,
        }
    }
}
