//! Checks of the arrays of a head.

use crate::error::Error;
use crate::number::Number;

/// The number of vectors of an array.
pub(crate) fn count<T>(name: &'static str, cells: &[T], features: usize) -> Result<usize, Error> {
    if features == 0 || !cells.len().is_multiple_of(features) {
        return Err(Error::Vectors { name, numbers: cells.len(), features });
    }
    Ok(cells.len() / features)
}

/// Rejects an array with another number of positions than `q` has.
pub(crate) fn same(
    (left, left_positions): (&'static str, usize),
    (right, right_positions): (&'static str, usize),
) -> Result<(), Error> {
    if left_positions == right_positions {
        return Ok(());
    }
    Err(Error::Positions { left, left_positions, right, right_positions })
}

/// Rejects NaN and infinities.
pub(crate) fn finite<T: Number>(
    name: &'static str,
    cells: &[T],
    features: usize,
) -> Result<(), Error> {
    let found = cells.iter().map(|&cell| cell.into()).position(|cell: f64| !cell.is_finite());
    match found {
        None => Ok(()),
        Some(at) => Err(Error::NotFinite { name, token: at / features, value: cells[at].into() }),
    }
}

/// Rejects a setting that is NaN or infinite.
pub(crate) fn setting(name: &'static str, value: f64) -> Result<(), Error> {
    if value.is_finite() { Ok(()) } else { Err(Error::Setting { name, value }) }
}

/// Rejects log decays above 0 and NaN. -∞ clears the state.
pub(crate) fn log_decays<T: Number>(cells: &[T], channels: usize) -> Result<(), Error> {
    let is_wrong = |cell: f64| cell.is_nan() || cell > 0.0;
    let found = cells.iter().position(|&cell| is_wrong(cell.into()));
    let Some(at) = found else { return Ok(()) };
    let (token, channel, value) = (at / channels, at % channels, cells[at].into());
    if channels == 1 {
        Err(Error::LogDecay { token, value })
    } else {
        Err(Error::ChannelLogDecay { token, channel, value })
    }
}

/// Rejects betas outside 0 to 2.
pub(crate) fn betas<T: Number>(cells: &[T]) -> Result<(), Error> {
    let found = cells.iter().map(|&cell| cell.into()).position(|b: f64| !(0.0..=2.0).contains(&b));
    match found {
        None => Ok(()),
        Some(token) => Err(Error::Beta { token, value: cells[token].into() }),
    }
}
