//! What can be wrong with a request for pixels.

use crate::{MAX_PIXELS, MAX_SIDE, QUANTILES};

/// Every error of this crate; the sentence carries the figures.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No cell at all.
    #[error(
        "a heatmap needs at least one row and one column, but has {rows} rows and {cols} columns"
    )]
    Empty {
        /// Cells down.
        rows: usize,
        /// Cells across.
        cols: usize,
    },
    /// Nothing of the cell would be left.
    #[error(
        "a gap of {gap} pixels leaves nothing of a cell of {cell_width} x {cell_height} pixels"
    )]
    Gap {
        /// Pixels between cells.
        gap: usize,
        /// Pixels from cell to cell across.
        cell_width: usize,
        /// Pixels from cell to cell down.
        cell_height: usize,
    },
    /// More pixels than a browser shows.
    #[error(
        "an image of {width} x {height} pixels is too large: at most {MAX_SIDE} a side and {MAX_PIXELS} in all"
    )]
    TooLarge {
        /// Pixels across.
        width: usize,
        /// Pixels down.
        height: usize,
    },
    /// An image without a pixel.
    #[error("a legend needs at least one pixel each way, but is {width} x {height}")]
    NoPixels {
        /// Pixels across.
        width: usize,
        /// Pixels down.
        height: usize,
    },
    /// The values are not one a cell.
    #[error("{rows} rows and {cols} columns of cells, but {values} values")]
    Values {
        /// Cells down.
        rows: usize,
        /// Cells across.
        cols: usize,
        /// Values given.
        values: usize,
    },
    /// The states are not one a cell.
    #[error("{rows} rows and {cols} columns of cells, but {states} states")]
    States {
        /// Cells down.
        rows: usize,
        /// Cells across.
        cols: usize,
        /// States given.
        states: usize,
    },
    /// A number that is no state.
    #[error("a cell has the state {number}, but states are 0 (value), 1 (masked) and 2 (blank)")]
    State {
        /// The number given.
        number: u8,
    },
    /// Ends that bound nothing. The figures are not in the sentence: writing floats out takes more code than all of
    /// painting, and whoever shows the sentence has a way of its own.
    #[error("a colour scale needs two finite ends, the lower first")]
    Scale {
        /// The lower end.
        low: f64,
        /// The upper end.
        high: f64,
    },
    /// Ends between which there are no factors.
    #[error("a logarithmic colour scale needs two finite ends above 0, the lower first")]
    LogScale {
        /// The lower end.
        low: f64,
        /// The upper end.
        high: f64,
    },
    /// A table of another length than the steps of colour have.
    #[error("a colour scale by percentile needs {QUANTILES} quantiles, but is given {count}")]
    Quantiles {
        /// Quantiles given.
        count: usize,
    },
    /// A table that ranks nothing.
    #[error("quantile {at} of a colour scale is missing or below the one before it")]
    QuantileOrder {
        /// Its number, counted from 0.
        at: usize,
    },
}
