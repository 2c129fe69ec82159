//! The colors that depend on the theme, light or dark.

use crate::{Ink, Rgb};

/// The background of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theme {
    /// Light, like paper.
    Light,
    /// Dark, for the night.
    Dark,
}

/// The colors of cells without a value: a background and a mark.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Marking {
    pub(crate) ground: Rgb,
    pub(crate) line: Rgb,
}

impl Theme {
    /// The background of the page, which shows in gaps and blank cells.
    #[must_use]
    pub const fn ground(self) -> Rgb {
        match self {
            Self::Light => Rgb([251, 250, 247]),
            Self::Dark => Rgb([20, 22, 26]),
        }
    }

    /// The ink that is readable on the background, and on the colors of hatch and cross.
    #[must_use]
    pub fn ink(self) -> Ink {
        Ink::on(self.ground())
    }

    /// The colors of a masked cell. Their contrast is low, because a causal mask hatches half of a
    /// matrix.
    pub(crate) const fn hatch(self) -> Marking {
        match self {
            Self::Light => Marking { ground: Rgb([241, 239, 233]), line: Rgb([211, 207, 196]) },
            Self::Dark => Marking { ground: Rgb([25, 28, 33]), line: Rgb([58, 63, 74]) },
        }
    }

    /// The color of a key that could have been picked. It is darker than the lowest color of the maps, and
    /// flat, so that it is neither a weight nor a hatch.
    #[must_use]
    pub const fn unpicked(self) -> Rgb {
        match self {
            Self::Light => Rgb([235, 231, 221]),
            Self::Dark => Rgb([42, 47, 55]),
        }
    }

    /// The colors of a missing value. Their contrast is higher than that of the hatch, because a missing
    /// value is an error that should be noticed.
    pub(crate) const fn cross(self) -> Marking {
        match self {
            Self::Light => Marking { ground: Rgb([241, 239, 233]), line: Rgb([138, 142, 152]) },
            Self::Dark => Marking { ground: Rgb([25, 28, 33]), line: Rgb([108, 114, 126]) },
        }
    }
}
