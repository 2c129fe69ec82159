//! The state of a cell.

use crate::Error;

/// Whether a cell shows its value, and if not, why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Shows the color of its value, or a cross if the value is NaN.
    Value,
    /// Excluded by a mask: hatched, whatever the value.
    Masked,
    /// Not shown yet: shows the background.
    Blank,
    /// A visible key that was not picked: one flat color. A hatch would mean that it cannot be seen.
    Unpicked,
}

impl TryFrom<u8> for State {
    type Error = Error;

    /// 0 is a value, 1 masked, 2 blank, 3 unpicked.
    fn try_from(number: u8) -> Result<Self, Error> {
        match number {
            0 => Ok(Self::Value),
            1 => Ok(Self::Masked),
            2 => Ok(Self::Blank),
            3 => Ok(Self::Unpicked),
            number => Err(Error::State { number }),
        }
    }
}
