//! Attention in 32 bits at hardware speed.
//!
//! `heedmap-attention` computes every intermediate matrix in a fixed order, so that its digits are the same
//! everywhere. This crate computes single results of large heads, in the fastest order: the output without the
//! weights, the weights alone, the log-sum-exp of rows, and the weights of single cells. Scores and sums are
//! rounded to 32 bits. A weight differs from the exact one by up to 1e-5 + 2e-7 · s, where `s` is the largest
//! absolute score of its row: typically by 1e-6 for scores of a few units, and by up to 2e-3 for scores of 1e4. An
//! output differs by up to the same part of the largest value. Whole rows sum to 1 within 1e-5, for scores up to
//! 1e9. The tests check these bounds for up to 65,536 keys and 64 features. Results may differ between machines.
//! Use `heedmap-attention` for digits that are compared.
//!
//! The kernels are written for the vector registers of WebAssembly: build with `-C target-feature=+simd128`,
//! or `+simd128,+relaxed-simd` for a fused multiply-add. Without these features, they are plain Rust.
//!
//! ```
//! use heedmap_attention_rule::AttentionRule;
//! use heedmap_kernels::{Head, Scoring, output, weights};
//!
//! let (q, k, v) = ([1.0, 0.0], [1.0, 0.0, 0.0, 1.0], [10.0, 20.0]);
//! let scoring = Scoring::of(&AttentionRule::default(), [1, 2], 2)?;
//! let head = Head { q: &q, k: &k, queries: 1, keys: 2, features: 2, scoring };
//! let mut row = [0.0; 2];
//! weights(&head, &mut row)?;
//! assert!((row[0] - 0.669_76).abs() < 1e-5);
//! let mut mixed = [0.0];
//! output(&head, &v, 1, &mut mixed)?;
//! assert!((mixed[0] - (10.0 * row[0] + 20.0 * row[1])).abs() < 1e-5);
//! # Ok::<(), heedmap_kernels::Error>(())
//! ```
//!
//! # Which function
//!
//! | to compute | use |
//! |---|---|
//! | the output of a head, without its weights | [`output`](fn@output) |
//! | all weights | [`weights`](fn@weights); [`weights_packed`] with [`Head::part`], a few rows at a time |
//! | the log-sum-exp of rows | [`log_sum_exp`], [`log_sum_exp_packed`] |
//! | the weights of some rows and columns, as for a picture | [`sample`] |
//! | many parts of one head: rows with their figures, rectangles, single cells | [`PreparedHead`] |
//! | the same with a learned sink as a column, as for a picture | [`HeadColumns`] |
//! | the same with biases by key, distance, or both: forget gates, ALiBi, T5 | [`PreparedHead::with_bias`] |
//! | a matrix product | [`product`](fn@product); [`RightOperand`] for several with the same right operand |
//! | the activation of an MLP | [`silu`], [`gelu_tanh`] |
//!
//! The documentation of `heedmap-attention` compares all ways from queries and keys to weights.

mod activation;
mod columns;
mod error;
mod exp2;
mod head;
mod lanes;
mod moments;
mod online;
mod output;
mod panels;
mod prepared;
mod product;
mod row;
mod scores;
mod scoring;
mod tile;
mod weights;

pub use activation::{gelu_tanh, silu};
pub use columns::{ColumnsRow, ColumnsVisitor, HeadColumns};
pub use error::Error;
pub use head::Head;
pub use output::{log_sum_exp, log_sum_exp_packed, output};
pub use panels::{Cell, PackedKeys};
pub use prepared::PreparedHead;
pub use product::{Right, RightOperand, product};
pub use row::{PartVisitor, WeightsRow};
pub use scoring::Scoring;
pub use weights::{sample, weights, weights_packed};
