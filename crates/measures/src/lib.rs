//! What a head does, read off its weights.
//!
//! A model has a hundred heads and more, and most of them do something simple: look at the token
//! before, at the first token of all, at what followed the same word earlier. Each [`Measure`] is
//! one such habit as a number, so that heads can be sorted by it. [`Measures`] takes the weights of
//! a head row by row, and so never needs a whole file at once.
//!
//! ```
//! use heedmap_measures::{HeadMap, Measure, Settings, measures};
//!
//! // Three queries over three keys. Each attends to the key before it; the first attends to itself.
//! let weights = [1., 0., 0., /**/ 1., 0., 0., /**/ 0., 1., 0.];
//! let head = HeadMap::new("weights", 3, 3, weights.to_vec())?;
//!
//! let found = measures(&head, &Settings::default())?;
//!
//! assert_eq!(found.get(Measure::PreviousToken), Some(1.0));
//! assert_eq!(found.get(Measure::CausalShare), Some(1.0));
//! assert_eq!(found.get(Measure::MeanDistance), Some(2.0 / 3.0));
//! // Without tokens there are no repetitions to measure.
//! assert_eq!(found.get(Measure::Induction), None);
//! # Ok::<(), heedmap_measures::Error>(())
//! ```
//!
//! Beside the measures stands what is done with whole maps of heads: rolled out over layers
//! ([`Rollout`]), weighted by their values ([`value_weighted`]), by words for tokens ([`merge`]), by
//! likeness ([`similarity`]), and smaller ([`Pool`]). [`maps`](mod@maps) has what a page shows of
//! them: views, levels for zooming, several heads as one. Every function is pure. The crate starts
//! from finished weights: where they come from, and which files they lie in, is not known here.
//!
//! # Notation
//!
//! `w[i, j]` is the weight of query `i` on key `j`, a matrix of (queries, keys), row-major, in 32
//! bits as models store it. Sums are in 64 bits, from the first term to the last. Query `i` stands
//! at position `p = i + offset` among the keys. Where the tokens are the same on both sides the
//! offset is 0; in a step with a cache it is keys - queries.
//!
//! # Rules for the edge
//!
//! - Rows are taken as they are. A row that does not sum to 1 is not mended; how far the sums are
//!   from 1 is said ([`RowSums`]).
//! - A query that may attend to no key, whose weights are all 0, says nothing about where its head
//!   looks. It is counted, and left out of every mean.
//! - A row with NaN, an infinity or a number below 0 holds no weights. It is counted and left out
//!   as well.
//! - A measure whose mean would be over no row is `None`, and not 0.
//! - Sizes that do not fit end in an [`Error`] whose sentence has the figures; no input panics.

mod error;
mod found;
mod head_map;
pub mod maps;
mod measure;
mod measures;
mod pool;
mod repeats;
mod rollout;
mod row;
mod settings;
mod similarity;
mod value_weighted;
mod words;

pub use crate::error::Error;
pub use crate::found::{HeadMeasures, NotWeights, RowSum, RowSums};
pub use crate::head_map::{HeadMap, MAX_CELLS};
pub use crate::measure::Measure;
pub use crate::measures::{Measures, measures};
pub use crate::pool::{Pool, Pooling};
pub use crate::rollout::{MAX_ROLLOUT_TOKENS, Rollout};
pub use crate::settings::{MAX_OFFSET, Settings};
pub use crate::similarity::similarity;
pub use crate::value_weighted::{ValueWeighting, norms, value_weighted};
pub use crate::words::merge;
