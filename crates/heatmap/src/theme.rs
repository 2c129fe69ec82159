//! What depends on the ground a heatmap lies on: paper or night.

use crate::{Ink, Rgb};

/// The ground of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theme {
    /// Paper.
    Light,
    /// Night.
    Dark,
}

/// The colours of cells that hold no value: a ground and what is drawn on it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Marking {
    pub(crate) ground: Rgb,
    pub(crate) line: Rgb,
}

impl Theme {
    /// The page's paper, or its night: what shows through gaps and blank cells.
    pub const fn ground(self) -> Rgb {
        match self {
            Self::Light => Rgb([251, 250, 247]),
            Self::Dark => Rgb([20, 22, 26]),
        }
    }

    /// The ink that is read on the ground, and on the quiet colours of hatch and cross as well.
    pub fn ink(self) -> Ink {
        Ink::on(self.ground())
    }

    /// A masked cell: quiet, for a causal mask hatches half of a matrix.
    pub(crate) const fn hatch(self) -> Marking {
        match self {
            Self::Light => Marking { ground: Rgb([241, 239, 233]), line: Rgb([211, 207, 196]) },
            Self::Dark => Marking { ground: Rgb([25, 28, 33]), line: Rgb([58, 63, 74]) },
        }
    }

    /// A missing value: louder than the hatch, for it is an accident and shall be seen.
    pub(crate) const fn cross(self) -> Marking {
        match self {
            Self::Light => Marking { ground: Rgb([241, 239, 233]), line: Rgb([138, 142, 152]) },
            Self::Dark => Marking { ground: Rgb([25, 28, 33]), line: Rgb([108, 114, 126]) },
        }
    }
}
