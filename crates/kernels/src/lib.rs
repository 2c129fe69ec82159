//! Attention in 32 bits at hardware speed.
//!
//! `heedmap-attention` computes every intermediate matrix in a fixed order, so that its digits are the same
//! everywhere. This crate computes single results of large heads, in the fastest order: the output without the
//! weights, the weights alone, the log-sum-exp of rows, and the weights of single cells. Its results differ
//! from the exact ones by about 1e-6, and may differ between machines. Use `heedmap-attention` for digits that
//! are compared.
//!
//! The kernels are written for the vector registers of WebAssembly: build with `-C target-feature=+simd128`,
//! or `+simd128,+relaxed-simd` for a fused multiply-add. Without these features, they are plain Rust.
//!
//! ```
//! use heedmap_kernels::{Head, Rule, output, weights};
//!
//! let (q, k, v) = ([1.0, 0.0], [1.0, 0.0, 0.0, 1.0], [10.0, 20.0]);
//! let head = Head { q: &q, k: &k, queries: 1, keys: 2, features: 2, rule: Rule::new(2) };
//! let mut row = [0.0; 2];
//! weights(&head, &mut row)?;
//! assert!((row[0] - 0.669_76).abs() < 1e-5);
//! let mut mixed = [0.0];
//! output(&head, &v, 1, &mut mixed)?;
//! assert!((mixed[0] - (10.0 * row[0] + 20.0 * row[1])).abs() < 1e-5);
//! # Ok::<(), heedmap_kernels::Error>(())
//! ```

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
mod rule;
mod scores;
mod tile;
mod weights;

pub use error::Error;
pub use head::Head;
pub use output::{log_sum_exp, log_sum_exp_packed, output};
pub use panels::{Cell, PackedKeys};
pub use prepared::{PartVisit, Prepared, Row};
pub use product::{Right, RightOperand, product};
pub use rule::Rule;
pub use weights::{lattice, weights, weights_packed};
