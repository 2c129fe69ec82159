//! Draws whole matrices from a stream, as a lesson describes them.

use super::{RandomState, value_count};
use crate::error::Error;
use crate::matrix::{Matrix, cell_count, from_row_major};

/// The distribution of the cells of a matrix.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Distribution {
    /// Integers; see [`RandomState::randint`].
    Randint {
        /// The smallest integer.
        low: i128,
        /// The end of the range, which is excluded.
        high: i128,
    },
    /// Standard normal floats; see [`RandomState::randn`].
    Randn,
    /// Floats from 0 to 1; see [`RandomState::rand`].
    Rand,
    /// Floats from a range; see [`RandomState::uniform`].
    Uniform {
        /// The start of the range.
        low: f64,
        /// The end of the range.
        high: f64,
    },
    /// Normal floats; see [`RandomState::normal`].
    Normal {
        /// The mean.
        mean: f64,
        /// The standard deviation.
        deviation: f64,
    },
}

/// A matrix to draw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Draw {
    /// The distribution of each cell.
    pub distribution: Distribution,
    /// The factor of each cell after drawing, as in `randn(4, 3) * 0.1`.
    pub factor: Option<f64>,
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub cols: usize,
}

/// Draws a matrix, row by row.
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
    /// Draws `count` values from a distribution.
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
