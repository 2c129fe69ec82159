//! The ink of a cell's digits.

use crate::{Rgb, contrast};

/// One of two inks; [`Ink::on`] takes the one that can be read better.
///
/// Two are enough, in both themes. A colour of luminance Y has contrast `c1 = 1.05 / (Y + 0.05)` to white, and
/// `c2 = (Y + 0.05) / (D + 0.05)` to a dark ink of luminance D. Their product does not depend on Y: it is the contrast
/// of the two inks to each other, here 20.3. The better of the two is therefore at least √20.3 = 4.51 on any colour
/// whatever, and digits need 4.5. An ink as soft as the page's text colour would fail on the middle of every map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ink {
    /// A warm near-black, as light as the argument above allows.
    Dark,
    /// White.
    Light,
}

impl Ink {
    /// The ink's own colour.
    pub const fn colour(self) -> Rgb {
        match self {
            Self::Dark => Rgb([7, 5, 4]),
            Self::Light => Rgb([255, 255, 255]),
        }
    }

    /// The ink with the higher contrast on a ground: at least 4.5.
    pub fn on(ground: Rgb) -> Self {
        if contrast(ground, Self::Dark.colour()) >= contrast(ground, Self::Light.colour()) {
            Self::Dark
        } else {
            Self::Light
        }
    }
}

impl From<Ink> for u8 {
    /// 0 is dark, 1 is light.
    fn from(ink: Ink) -> Self {
        match ink {
            Ink::Dark => 0,
            Ink::Light => 1,
        }
    }
}
