//! A head as it is looked at.
//!
//! [`HeadMap`](crate::HeadMap) is a head as it is. This module makes of it what stands on a screen: a [`View`], in which some keys are left out, rows are divided by their largest or
//! another map is taken away; which is there at every size, for zooming; and of which it is known
//! how much each query and each key has, and how many cells are below any colour. Beside it
//! stands what a row of small pictures needs ([`overview`]), and how maps come about that no file
//! has as a whole: row by row from generation ([`stacked`]), several as one ([`Combining`]), or
//! with keys for rows ([`turned`]).
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
//! // What it is about is told of the weights themselves: they are not mended.
//! assert_eq!(view.margins().query_sum, [0.0, 0.25]);
//! # Ok::<(), heedmap_measures::maps::Error>(())
//! ```
//!
//! Every function is pure. NaN means that nothing is there: it was left out, or did not exist, or
//! is missing in the file. It is passed over here, where the measures carry it on: a number
//! that is made of several tells of all of them, but a picture of many cells should show those that
//! are there. Cells have 32 bits, and sums 64.

mod combining;
mod error;
mod levels;
mod margins;
mod overview;
mod part;
mod quantiles;
mod shown;
mod stacked;
mod turned;
mod view;

pub use self::combining::{Combination, Combining};
pub use self::error::Error;
pub use self::margins::Margins;
pub use self::overview::{Overview, overview};
pub use self::part::{Span, part};
pub use self::quantiles::{QUANTILES, quantiles};
pub use self::shown::Shown;
pub use self::stacked::stacked;
pub use self::turned::turned;
pub use self::view::View;
