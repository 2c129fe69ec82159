//! Exact attention maps of layers without a softmax.
//!
//! A linear layer keeps a state, a matrix that each token writes to and reads from. Its output is nevertheless a
//! weighted sum of the values of earlier tokens, `o = M V`, and this crate computes the weights `M[query, key]`. They are
//! signed, and a row need not sum to 1.
//!
//! ```
//! use heedmap_linear_attention::LinearHead;
//!
//! // Token 2 has the key of token 0, and overwrites what it wrote.
//! let q = [1.0, 0.0, /**/ 1.0, 1.0, /**/ 1.0, 0.0];
//! let k = [1.0, 0.0, /**/ 0.0, 1.0, /**/ 1.0, 0.0];
//! let (betas, log_decays) = ([1.0, 1.0, 1.0], [0.0, 0.0, 0.0]);
//! let head = LinearHead::gated_delta(&q, &k, 2, &betas, &log_decays)?.scale(1.0);
//!
//! let mut row = [0.0; 3];
//! head.row(1, 0.0, &mut row)?;
//! assert_eq!(row, [1.0, 1.0, 0.0]);
//! head.row(2, 0.0, &mut row)?;
//! assert_eq!(row, [0.0, 0.0, 1.0]);
//! # Ok::<(), heedmap_linear_attention::Error>(())
//! ```
//!
//! # Which function
//!
//! | to compute | use |
//! |---|---|
//! | the head of a layer | [`LinearHead::gated_delta`], [`LinearHead::kda`], [`LinearHead::mamba2`], [`LinearHead::simple_gla`], [`LinearHead::lightning`] |
//! | one row, in memory linear in the tokens | [`LinearHead::row`] |
//! | a bound of the weights of a row, for a threshold | [`LinearHead::bound`] |
//! | many rows, or a rectangle | [`LinearHead::rows`], [`LinearHead::part`] |
//! | the whole map | [`LinearHead::map`] |
//! | how much of each write is left at a query | [`LinearHead::decays_at`] |
//! | the same head without the erase term, for comparison | [`LinearHead::without_erase`] |
//! | the output, by the recurrence; whether `M V` equals an output | [`LinearHead::output`], [`LinearHead::agreement`] |
//! | differential attention | [`differential`] |
//!
//! # The derivation
//!
//! The layer of token `t` decays the state, erases what its key reads, writes its value, and reads with its query:
//!
//! ```text
//! S[t] = (I - β[t] k[t] k[t]ᵀ) D[t] S[t-1] + β[t] k[t] v[t]ᵀ        o[t] = S[t]ᵀ (scale · q[t])
//! ```
//!
//! with `D[t] = exp(g[t])`, one number or a diagonal. (Without the erase term, the first factor is `I`.)
//!
//! 1. The state is a sum over the writes: `S[i] = Σ_{j ≤ i} T[i] T[i-1] … T[j+1] β[j] k[j] v[j]ᵀ`, `T[t] = (I - β[t] k[t] k[t]ᵀ) D[t]`.
//! 2. So `o[i] = Σ_j M[i, j] v[j]` with `M[i, j] = β[j] k[j]ᵀ (T[j+1]ᵀ … T[i]ᵀ) (scale · q[i])`.
//! 3. The bracket is applied to the query once for all keys, from the last to the first: start with `w = scale · q[i]`.
//! 4. For `j = i, i-1, …, 0`: `M[i, j] = β[j] k[j]·w`,
//! 5. and then `w ← T[j]ᵀ w = D[j] (I - β[j] k[j] k[j]ᵀ) w = D[j] (w - M[i, j] k[j])`.
//! 6. That is `4 d` operations for a cell, twice those of a softmax, and memory for one `w` and one row.
//! 7. `I - β k kᵀ` has the eigenvalues `1` and `1 - β ‖k‖²`, so `‖w‖` grows at most by `r[j] = max(1, |1 - β[j] ‖k[j]‖²|) · max D[j]`.
//! 8. For keys of length 1, `0 ≤ β ≤ 2` and `g ≤ 0`, that is at most 1: `‖w‖` never grows.
//! 9. All weights up to key `j` are at most `B[j] ‖w‖`, with `B[j] = max(β[j] ‖k[j]‖, r[j] B[j-1])`, which does not depend on the query.
//! 10. So a row may stop, and rows may skip tiles, as soon as `B[j] ‖w‖` is at most a threshold: no weight beyond is larger.
//!
//! A whole map goes back chunk by chunk: all queries go through an earlier chunk by one product of matrices, because its weights and
//! its end are linear in `w`.
//!
//! In matrices, with `Γ[i, j] = exp(g[j+1] + … + g[i])`, the same is `M = tril(Q Kᵀ ⊙ Γ) · scale · (I + stril(diag(β) K Kᵀ ⊙ Γ))⁻¹ · diag(β)`.
//!
//! # Precision
//!
//! Arrays have 32 or 64 bits; `w`, the decays and every sum have 64. So `M V` equals the output to 1e-12 of the largest output
//! for arrays of 64 bits, and to 1e-6 for arrays of 32 bits.
//!
//! # Edge cases
//!
//! - Keys after the query have weight 0. There may be no tokens.
//! - A log decay of -∞ clears the state: all earlier weights are 0.
//! - Arrays that do not match, numbers that are not finite, log decays above 0 and betas outside 0 to 2 give an [`Error`] that
//!   names the array, the token and the figures; [`Error::at`] adds the layer and the head. No input panics.
//!
//! # What the weights do not contain
//!
//! The map starts from the queries, keys and values that the state sees. In most models they come from a convolution over
//! the last four tokens, so each key is a blend of four tokens. Gates on the output and norms come after the map.

mod agreement;
mod blocks;
mod bounds;
mod checks;
mod chunks;
mod constructors;
mod decays;
mod differential;
mod error;
mod head;
mod number;
mod output;
mod rows;
mod walk;

pub use agreement::Agreement;
pub use differential::differential;
pub use error::Error;
pub use head::{LinearHead, MAX_CELLS};
pub use number::Number;
pub use rows::RowVisitor;
