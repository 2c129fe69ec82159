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
}

impl TryFrom<u8> for State {
    type Error = Error;

    /// 0 is a value, 1 masked, 2 blank.
    fn try_from(number: u8) -> Result<Self, Error> {
        match number {
            0 => Ok(Self::Value),
            1 => Ok(Self::Masked),
            2 => Ok(Self::Blank),
            number => Err(Error::State { number }),
        }
    }
}
