//! Whole matrices drawn from a stream, as a lesson describes them.

use super::{RandomState, value_count};
use crate::error::Error;
use crate::matrix::{Matrix, cell_count, from_row_major};

/// What the cells of a matrix are drawn from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Distribution {
    /// Integers; see [`RandomState::randint`].
    Randint {
        /// The least integer.
        low: i128,
        /// The first integer beyond the range.
        high: i128,
    },
    /// Standard normal floats; see [`RandomState::randn`].
    Randn,
    /// Floats from 0 to 1; see [`RandomState::rand`].
    Rand,
    /// Floats of a range; see [`RandomState::uniform`].
    Uniform {
        /// Where the range starts.
        low: f64,
        /// Where the range ends.
        high: f64,
    },
    /// Normal floats; see [`RandomState::normal`].
    Normal {
        /// The middle.
        mean: f64,
        /// The standard deviation.
        deviation: f64,
    },
}

/// A matrix to draw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Draw {
    /// What each cell is drawn from.
    pub distribution: Distribution,
    /// What each cell is multiplied by after it is drawn, as in `randn(4, 3) * 0.1`.
    pub factor: Option<f64>,
    /// How many rows.
    pub rows: usize,
    /// How many columns.
    pub cols: usize,
}

/// Draws a matrix, row after row.
///
/// `matrix[i, j] = factor · value`, with the values taken from the stream in reading order, which
/// is how NumPy fills `size=(rows, cols)`.
///
/// - edge case: a matrix without cells draws nothing
/// - errors: those of the distribution; [`Error::NotFinite`] for the factor;
///   [`Error::TooManyCells`]
pub fn draw(state: &mut RandomState, wanted: &Draw) -> Result<Matrix, Error> {
    let Draw { distribution, factor, rows, cols } = *wanted;
    let cells = cell_count("the drawn matrix", rows, cols)?;
    if let Some(factor) = factor {
        Error::unless_finite("the factor", factor)?;
    }
    let mut values = state.floats(distribution, cells)?;
    if let Some(factor) = factor {
        for value in &mut values {
            *value *= factor;
        }
    }
    from_row_major("the drawn matrix", rows, cols, &values)
}

impl RandomState {
    /// As many values of one distribution, in order.
    ///
    /// Integers beyond 2⁵³ are rounded to the nearest float; see [`RandomState::randint`] for all
    /// their digits.
    ///
    /// - errors: those of the distribution; [`Error::TooManyValues`]
    pub fn floats(&mut self, distribution: Distribution, count: usize) -> Result<Vec<f64>, Error> {
        let count = value_count(count as u128)?;
        (0..count)
            .map(|_| match distribution {
                Distribution::Randint { low, high } => {
                    self.randint(low, high).map(|integer| integer as f64)
                }
                Distribution::Randn => Ok(self.randn()),
                Distribution::Rand => Ok(self.rand()),
                Distribution::Uniform { low, high } => self.uniform(low, high),
                Distribution::Normal { mean, deviation } => self.normal(mean, deviation),
            })
            .collect()
    }
}
