//! Measures of what a head does, computed from its weights.
//!
//! A model has a hundred heads or more, and most of them do something simple: they attend to the
//! previous token, to the first token, or to the token after an earlier occurrence of the same word.
//! Each [`Measure`] expresses one such habit as a number, so that heads can be sorted by it.
//! [`Measures`] accepts the weights of a head row by row, so it never needs a whole file at once.
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
//! There are also operations on whole maps: rollout over layers ([`Rollout`]), weighting by values
//! ([`value_weighted`]), merging tokens into words ([`merge`]), similarity ([`similarity`]) and
//! pooling ([`Pool`]). [`maps`](mod@maps) prepares heads for display: views, levels for zooming,
//! several heads combined. Every function is pure. The crate starts from computed weights, whatever
//! their source.
//!
//! # Which function
//!
//! | to get | use |
//! |---|---|
//! | the measures of a head in memory | [`measures`](fn@measures) |
//! | the measures of a head whose weights arrive row by row | [`Measures`] |
//! | weights of either sign, as of linear layers: sum of a row, negative share, effective span | [`SignedRow`], [`SignedMeasures`] |
//! | attention through several layers | [`Rollout`] |
//! | how similar two heads are | [`similarity`](fn@similarity) |
//! | weights between words, or times the norms of values | [`merge`], [`value_weighted`] |
//! | pairs of residues of a protein in contact | [`contacts`](fn@contacts) |
//! | which frames of sound belong to which token | [`warping_path`] |
//! | a small picture of a large head | [`Pool`] |
//! | views, levels for zooming, quantiles, several heads combined | [`maps`](mod@maps) |
//! | a head that does not fit into memory: its pyramid, and measures from a sample of rows | [`maps::large`] |
//!
//! # Notation
//!
//! `w[i, j]` is the weight of query `i` on key `j`, a matrix of (queries, keys), row-major, in 32
//! bits as models store it. Sums are in 64 bits, from the first term to the last. Query `i` is at
//! position `p = i + offset` among the keys. If the tokens of both sides are the same, the offset
//! is 0; in a step with a cache it is keys - queries.
//!
//! # Edge cases
//!
//! - Rows are not renormalised. [`RowSums`] reports how far their sums are from 1.
//! - A query that may attend to no key has weights of 0, which carry no information about the head. It
//!   is counted, and excluded from every mean.
//! - A row with NaN, an infinity or a negative number is not a row of weights. It is counted, and
//!   excluded as well.
//! - A measure is `None`, and not 0, if no row contributes to its mean.
//! - Sizes that do not match give an [`Error`] whose message has the figures; no input panics.

mod contacts;
mod error;
mod found;
mod head_map;
mod limits;
pub mod maps;
mod measure;
mod measures;
mod pool;
mod repeats;
mod rollout;
mod row;
mod settings;
mod signed;
mod similarity;
mod value_weighted;
mod warping;
mod words;

pub use crate::contacts::contacts;
pub use crate::error::Error;
pub use crate::found::{HeadMeasures, NotWeights, RowSum, RowSums};
pub use crate::head_map::HeadMap;
pub use crate::limits::{MAX_CELLS, MAX_ROLLOUT_TOKENS};
pub use crate::measure::Measure;
pub use crate::measures::{Measures, measures};
pub use crate::pool::{Pool, Pooling};
pub use crate::rollout::Rollout;
pub use crate::settings::{MAX_OFFSET, Settings};
pub use crate::signed::{SignedHead, SignedMeasures, SignedRow};
pub use crate::similarity::similarity;
pub use crate::value_weighted::{ValueWeighting, norms, value_weighted};
pub use crate::warping::warping_path;
pub use crate::words::merge;
