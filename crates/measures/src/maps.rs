//! Prepares heads for display.
//!
//! A [`HeadMap`](crate::HeadMap) contains the values of a head. A [`View`] shows it: some keys may be
//! excluded, rows may be divided by their largest value, and another map may be subtracted. A view
//! has levels of decreasing size for zooming, margins with figures for each query and each key, and
//! quantiles for the color scale. [`overview`] computes a small picture and measures for a list of
//! heads. Other functions compute maps that no file contains as a whole: from the steps of generation
//! ([`stacked`]), from several heads ([`Combining`]), or transposed ([`turned`]).
//!
//! ```
//! use heedmap_measures::HeadMap;
//! use heedmap_measures::maps::{Shown, View};
//!
//! // The second query looks at the first key above all; without that key, at itself.
//! let head = HeadMap::new("weights", 2, 2, vec![1.0, 0.0, 0.75, 0.25])?;
//! let view = View::new(head, Shown { leave_out: 1, per_row: true, ..Shown::default() })?;
//!
//! assert_eq!(view.row(1)?[1], 1.0);
//! assert!(view.row(1)?[0].is_nan());
//! // The margins are computed from the weights, which are not renormalised.
//! assert_eq!(view.margins().query_sum, [0.0, 0.25]);
//! # Ok::<(), heedmap_measures::maps::Error>(())
//! ```
//!
//! A head that does not fit into memory as a whole is shown from the rows that are known: see [`large`](mod@large).
//!
//! Every function is pure. NaN marks a cell without a value: it was excluded, did not exist, or is
//! missing in the file. This module skips NaN, because a picture should show the cells that exist.
//! The measures propagate NaN, because a single number depends on all cells. Cells have 32 bits, and
//! sums have 64 bits.

mod combining;
mod error;
mod figures;
pub mod large;
mod levels;
mod margins;
mod overview;
mod part;
mod pooled_rows;
mod pools;
mod quantiles;
mod shown;
mod stacked;
mod turned;
mod view;

pub use self::combining::{Combination, Combining};
pub use self::error::Error;
pub use self::figures::{KnownRow, RowFigures};
pub use self::levels::level_shapes;
pub use self::margins::Margins;
pub use self::overview::{Overview, overview};
pub use self::part::{Span, part};
pub use self::pooled_rows::{PooledGrid, PooledRows};
pub use self::pools::Pools;
pub use self::quantiles::{QUANTILES, quantiles};
pub use self::shown::Shown;
pub use self::stacked::stacked;
pub use self::turned::turned;
pub use self::view::View;
