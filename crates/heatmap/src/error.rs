//! Errors of requests for pixels.

use crate::{MAX_IMAGE_SIDE, MAX_PIXELS, QUANTILES};

/// Every error of this crate. The message contains the figures.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// There are no cells.
    #[error(
        "a heatmap needs at least one row and one column, but has {rows} rows and {cols} columns"
    )]
    Empty {
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        cols: usize,
    },
    /// The gap leaves nothing of a cell.
    #[error(
        "a gap of {gap} pixels leaves nothing of a cell of {cell_width} x {cell_height} pixels"
    )]
    Gap {
        /// Pixels between cells.
        gap: usize,
        /// Width of a cell with its gap, in pixels.
        cell_width: usize,
        /// Height of a cell with its gap, in pixels.
        cell_height: usize,
    },
    /// The image has more pixels than a browser shows.
    #[error(
        "an image of {width} x {height} pixels is too large: at most {MAX_IMAGE_SIDE} a side and {MAX_PIXELS} in all"
    )]
    TooLarge {
        /// Width in pixels.
        width: usize,
        /// Height in pixels.
        height: usize,
    },
    /// The image has no pixels.
    #[error("a legend needs at least one pixel each way, but is {width} x {height}")]
    NoPixels {
        /// Width in pixels.
        width: usize,
        /// Height in pixels.
        height: usize,
    },
    /// The number of values is not the number of cells.
    #[error("the number of values is {values}, but there are {rows} x {cols} cells")]
    Values {
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        cols: usize,
        /// Number of values.
        values: usize,
    },
    /// The number of states is not the number of cells.
    #[error("the number of states is {states}, but there are {rows} x {cols} cells")]
    States {
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        cols: usize,
        /// Number of states.
        states: usize,
    },
    /// A number that is not a state.
    #[error(
        "a cell has the state {number}, but states are 0 (value), 1 (masked), 2 (blank) and 3 (unpicked)"
    )]
    State {
        /// The number.
        number: u8,
    },
    /// The ends are not finite or not in order. The message does not contain them, because formatting
    /// floats would take more code than all of painting; the caller formats them.
    #[error("a color scale needs two finite ends, the lower first")]
    Scale {
        /// The lower end.
        low: f64,
        /// The upper end.
        high: f64,
    },
    /// The ends of a logarithmic scale are not finite, not above 0 or not in order.
    #[error("a logarithmic color scale needs two finite ends above 0, the lower first")]
    LogScale {
        /// The lower end.
        low: f64,
        /// The upper end.
        high: f64,
    },
    /// The table of quantiles has the wrong length.
    #[error("a color scale by percentile needs {QUANTILES} quantiles, but is given {count}")]
    Quantiles {
        /// Number of quantiles.
        count: usize,
    },
    /// The table contains NaN or is not ascending.
    #[error("quantile {at} of a color scale is missing or below the one before it")]
    QuantileOrder {
        /// Index of the quantile, from 0.
        at: usize,
    },
}
