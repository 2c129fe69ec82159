//! The weights of one head from its queries and keys, row by row.
//!
//! A file with a model's q and k contains no weights, and the Models room needs only weights, of
//! heads with thousands of tokens. [`attend_heads`](crate::attend_heads) keeps every step of every
//! row, because lessons show them; here only one row is computed at a time ([`HeadWeights::row`]).
//! The bits are the same as there, in 32 bits, because the steps and their order are the same.
//!
//! ```
//! use heedmap_attention::streaming::{Vectors, weights};
//! use heedmap_attention::{AttentionRule, Causal};
//!
//! // Two queries and two keys of one feature. The first query sees the first key alone.
//! let q = Vectors { cells: &[9.0, 9.0], size: 1 };
//! let k = Vectors { cells: &[9.0, -9.0], size: 1 };
//! let causal = AttentionRule { causal: Causal::UpperLeft, ..AttentionRule::default() };
//!
//! assert_eq!(weights(q, k, &causal)?, [1.0, 0.0, /**/ 1.0, 0.0]);
//! # Ok::<(), heedmap_attention::streaming::StreamingError>(())
//! ```

mod error;
mod head;
mod panels;

pub use self::error::StreamingError;
pub use self::head::{HeadWeights, Vectors, check, weights, weights_over};
