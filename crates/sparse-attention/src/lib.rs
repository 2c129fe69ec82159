//! Attention to selected keys.
//!
//! Many models do not attend to every key that a query could see. An indexer scores keys cheaply, or blocks of keys,
//! and the softmax is over the best `k` alone; or a cache keeps a budget of keys and evicts the others. This crate computes
//! which keys are picked, reads picks that a model made, and measures what they lose.
//!
//! ```
//! use heedmap_sparse_attention::{KeyState, Selected, mass_lost};
//!
//! // Two of the keys up to its own for each of three queries; -1 is an unused place.
//! let picks = [0, -1, /**/ 0, 1, /**/ 2, 0];
//! let selected = Selected::new(&picks, 2, 3, 0, 1)?;
//! assert_eq!(selected.keys(2), [0, 2]);
//! assert_eq!(selected.state(2, 1), KeyState::Visible);
//! assert_eq!(selected.state(1, 2), KeyState::Hidden);
//!
//! // Query 2 has a fourth of its weight on key 1.
//! assert_eq!(mass_lost(&[0.25, 0.25, 0.5], &selected.keys(2))?, 0.25);
//! # Ok::<(), heedmap_sparse_attention::Error>(())
//! ```
//!
//! # Which function
//!
//! | to | use |
//! |---|---|
//! | read the picks of a model, of keys or of blocks | [`Selected`] |
//! | pick the best | [`top_k`] |
//! | score keys as DSA (DeepSeek V3.2, GLM-5) does, and entries as CSA (DeepSeek V4) does | [`index_scores`] |
//! | pick blocks as NSA, MoBA or MSA (MiniMax M3) does | [`nsa_blocks`], [`moba_blocks`], [`msa_blocks`] |
//! | compute the entries of CSA and HCA (DeepSeek V4), and see what they pool | [`Entries`] |
//! | see which entries a query can attend to, and does | [`complete_entries`], [`attended_entries`] |
//! | share the weights of entries by token | [`share_entries`] |
//! | see what a cache keeps | [`window_with_sinks`], [`h2o`], [`snapkv`] |
//! | measure what is lost | [`mass_lost`]; [`recall`] for every budget |
//! | the same of some queries, whose map does not fit in memory | [`KeptRows`] |
//! | draw a row in three states | [`draw_kept`]; [`draw_picked`] without weights |
//!
//! # The picks
//!
//! All rules pick the `k` largest scores. **Ties go to the earlier key**, or to the earlier block. Picked keys are in
//! ascending order. Query `i` is at position `i + offset` among the keys, and could see the keys up to its position.
//!
//! # What is lost
//!
//! The softmax over picked keys divides the dense weights by their sum, so `mass lost = 1 - Σ w[i, j]` over the picked
//! `j`, with the dense weights `w`, says how much of the attention the selection cannot see.
//!
//! # Edge cases
//!
//! - With fewer keys than `k`, all are picked. A query that can see no key picks none and loses nothing.
//! - Picks that are out of range, repeated or of future keys, and arrays that do not match, give an [`Error`] with the figures;
//!   [`Error::at`] adds the layer and the group. No input panics.

mod attended;
mod blocks;
mod entries;
mod error;
mod eviction;
mod indexer;
mod mass;
mod policy;
mod sampled;
mod selected;
mod top_k;

pub use attended::{attended_entries, complete_entries, share_entries};
pub use blocks::{BlockRule, moba_blocks, msa_blocks, nsa_blocks};
pub use entries::Entries;
pub use error::Error;
pub use eviction::{h2o, snapkv, window_with_sinks};
pub use indexer::index_scores;
pub use mass::{mass_lost, recall};
pub use policy::{Kept, Policy, Recall, Recalls, keep_seen, kept, recall_of};
pub use sampled::{Keeper, KeptRows, draw_kept, draw_picked};
pub use selected::{KeyState, Selected};
pub use top_k::top_k;
