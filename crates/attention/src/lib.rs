//! Transformer attention, cell by cell: the mathematics of Heedmap.
//!
//! ```text
//! Attention(Q, K, V) = softmax(Q Kᵀ / √d_k + mask) V
//! ```
//!
//! (Vaswani et al., "Attention Is All You Need", 2017, equation 1.) Every function is pure, and
//! every intermediate matrix is kept, because readers look at it. Elementary functions come from
//! `libm`, so that the digits are the same natively and in WebAssembly. The crate does not depend on
//! files, pixels, clocks or JavaScript.
//!
//! # Which function
//!
//! | to compute | use |
//! |---|---|
//! | one head of matrices in 64 bits, every step, the digits that NumPy prints | [`attend`], or [`attend_query`] for one query |
//! | batches of heads in 64 or 32 bits, with every part of a rule, masks and a cache | [`attend_heads`] |
//! | a layer: project, split into heads, attend, merge, project | [`multi_head`] |
//! | single steps | [`scores`](fn@scores), [`scaled`], [`masked`], [`softmax`](fn@softmax), [`mix`]; [`project`], [`embed`], [`product`] |
//! | steps of tensors | [`split_heads`], [`merge_heads`], [`rotate`], [`softmax_along`], [`layer_norm`], [`gelu`] |
//! | positions | [`sinusoidal`], [`TextRotation`], [`alibi_slopes`], [`alibi_bias`] |
//! | rotations of models: scaled frequencies, last features, mRoPE, and the temperature of Llama 4 | [`RopeRotation`], [`RopeScaling`], [`QueryTemperature`] |
//! | a lesson: a forward pass, common mistakes, position encodings, concepts | [`teaching`] |
//! | the numbers of `numpy.random.RandomState` | [`random`] |
//!
//! There are five ways from queries and keys to weights. All of them compute the formula above by one
//! [`AttentionRule`]; they differ in what they keep, and in the size that they are made for:
//!
//! | way | numbers | keeps | use it for |
//! |---|---|---|---|
//! | [`attend`] | [`Matrix`], 64 bits | every step | one small head whose digits are compared with NumPy's |
//! | [`attend_heads`] | [`Tensor`], 64 or 32 bits | every step | batches of heads, every mask; the reference for the others |
//! | [`streaming`] | 32 bits | one row | the weights of one head of thousands of tokens, with the bits of [`attend_heads`] |
//! | [`synthetic`] | 32 bits, 64 for rows | one figure for each pixel | a picture of random queries and keys while a mask changes |
//! | [`heedmap-kernels`](https://docs.rs/heedmap-kernels) | 32 bits | one result | speed: large heads, outputs without weights, single cells; digits vary with the machine |
//!
//! Where two of the first three overlap they give the same bits. Not every way computes every part of a rule; a part that
//! a way does not compute is an error:
//!
//! | field | [`attend`] | [`attend_heads`] | [`streaming`] | [`synthetic`] | kernels |
//! |---|---|---|---|---|---|
//! | `scale` | yes | yes | yes | 1 / √d | yes |
//! | `causal`, `prefix`, `window`, `offset` | yes | yes | yes | bits of each row | yes |
//! | `softcap`, `temperature` | - | yes | yes | - | yes |
//! | `slope` | - | yes; or one for each head | yes | [`Alibi`](synthetic::Alibi) | yes |
//! | `rope` | - | yes | yes | - | -: rotate before |
//! | `sink` | - | yes, without a column; or one for each head | yes, the first column | - | yes |
//! | `mask` | - | -: [`Masks`] take its cells | ranges of keys for each query | bits of each row | ranges of keys for each query |
//!
//! Layers without a softmax, and keys that a layer picks, have crates of their own:
//! [`heedmap-linear-attention`](https://docs.rs/heedmap-linear-attention) and
//! [`heedmap-sparse-attention`](https://docs.rs/heedmap-sparse-attention).
//!
//! # Examples
//!
//! The role of the three matrices is clearest with small numbers. Here the second query matches the
//! first key, and gets the first value:
//!
//! ```
//! use heedmap_attention::{AttentionRule, SoftmaxKind, attend, from_row_major, to_row_major};
//!
//! let q = from_row_major("q", 2, 2, &[0.0, 9.0, 9.0, 0.0])?;
//! let k = from_row_major("k", 2, 2, &[9.0, 0.0, 0.0, 9.0])?;
//! let v = from_row_major("v", 2, 1, &[1.0, 2.0])?;
//!
//! let attention = attend(&q, &k, &v, &AttentionRule::default(), SoftmaxKind::default())?;
//!
//! assert_eq!(to_row_major(&attention.scores), [0.0, 81.0, 81.0, 0.0]);
//! assert_eq!(to_row_major(&attention.output.map(f64::round)), [2.0, 1.0]);
//! # Ok::<(), heedmap_attention::Error>(())
//! ```
//!
//! A lesson starts earlier, from words, a seed and a size. These four words are a common example;
//! their projections come from `numpy.random.seed(42)`:
//!
//! ```
//! use heedmap_attention::random::{Distribution, Draw, RandomState, draw};
//! use heedmap_attention::teaching::forward::{ForwardInputs, Positions, forward_pass};
//! use heedmap_attention::{
//!     AttentionRule, Causal, EmbeddingScale, Projections, SoftmaxKind, from_row_major,
//! };
//!
//! let words = [1., 0., 0., /**/ 0., 1., 0., /**/ 1., 1., 0., /**/ 0., 0., 1.];
//! let mut random = RandomState::new(42)?;
//! let randint = Distribution::Randint { low: 0, high: 3 };
//! let projection = Draw { distribution: randint, factor: None, rows: 3, cols: 3 };
//! let inputs = ForwardInputs::Embedded {
//!     embeddings: from_row_major("embeddings", 4, 3, &words)?,
//!     scale: EmbeddingScale::None,
//!     positions: Positions::None,
//!     projections: Projections {
//!         w_q: draw(&mut random, &projection)?,
//!         w_k: draw(&mut random, &projection)?,
//!         w_v: draw(&mut random, &projection)?,
//!     },
//! };
//! let causal = AttentionRule { causal: Causal::UpperLeft, ..AttentionRule::default() };
//!
//! let steps = forward_pass(inputs, (&causal, SoftmaxKind::default()), None)?;
//!
//! // The first word attends only to itself; the last attends to all, and most to the third.
//! let weights = &steps.attention.softmax.weights;
//! assert_eq!(weights[(0, 0)], 1.0);
//! assert_eq!(weights[(0, 2)], 0.0);
//! assert_eq!(format!("{:.8}", weights[(3, 2)]), "0.90565368");
//! # Ok::<(), heedmap_attention::Error>(())
//! ```
//!
//! # Notation
//!
//! Rows are positions and columns are features, as in the paper; cells are `(row, column)`, and if
//! both are positions `(query, key)`. Flat arrays are row-major. *Weights* alone always means
//! attention weights; learned matrices are *projections*.
//!
//! | matrix | shape | meaning |
//! |---|---|---|
//! | `embeddings`, `scaled_embeddings`, `positions`, `x` | (tokens, `d_model`) | `x = s · embeddings + positions` |
//! | `w_q`, `w_k` | (`d_model`, `d_k`) | projections |
//! | `w_v` | (`d_model`, `d_v`) | projection |
//! | `q`, `k` | (queries, `d_k`), (keys, `d_k`) | `Q = x W_Q`, `K = x W_K` |
//! | `v` | (keys, `d_v`) | `V = x W_V` |
//! | `scores`, `scaled` | (queries, keys) | `Q Kᵀ`, and the same over `√d_k` |
//! | `allowed`, `additive` | (queries, keys) | the mask as 1 and 0, and as 0 and -∞ |
//! | `masked` | (queries, keys) | `scaled`, with -∞ where the mask forbids |
//! | `exponentials`, `weights` | (queries, keys) | the softmax, before and after the division |
//! | `shift`, `sums` | one number a group | what the softmax subtracts, and divides by |
//! | `output` | (queries, `d_v`) | `weights · V` |
//! | `merged` | (queries, heads · `d_v`) | the outputs of all heads side by side |
//! | `w_o`, `projected_output` | (heads · `d_v`, `d_model`), (queries, `d_model`) | a projection, and `merged · W_O` |
//!
//! Batches of heads are [`Tensor`]s, row-major with the last axis varying fastest:
//!
//! | tensor | shape | meaning |
//! |---|---|---|
//! | `q` | (batch, heads, queries, `d_k`) | the queries |
//! | `k`, `v` | (batch, kv heads, keys, `d_k`), (batch, kv heads, keys, `d_v`) | keys and values, cached ones first |
//! | `scaled`, `capped`, `masked`, `weights` | (batch, heads, queries, keys) | the steps from scores to weights |
//! | `output` | (batch, heads, queries, `d_v`) | the output of each query |
//! | `log_sum_exp`, `entropy` | (batch, heads, queries) | one figure for each row, in nats |
//!
//! # Features
//!
//! - `ndarray` (off by default): inputs from views of `ndarray`, and views of results. See the module
//!   `views`.
//!
//! # Edge cases
//!
//! - A query that may attend to no key gets weights and output of 0.
//! - An excluded key contributes nothing, even if its key or value contains NaN.
//! - NaN or +∞ among the scores of admitted keys makes that query's row NaN, and no other.
//! - A sink takes part in the softmax and has no value: the weights of its row sum to less than 1.
//! - A softcap comes before the masks. A key is excluded by -∞ in `masked` alone: a finite number
//!   in an additive mask does not exclude it, and neither does the temperature.
//! - Query head `h` reads key and value head `h / (heads / kv heads)`.
//! - If the numbers of queries and keys differ, the rule gives the position of the first query
//!   ([`AttentionRule::first_position`]); causal masks, windows, ALiBi and RoPE all count from there.
//! - Sizes that do not match give an [`Error`] or a [`TensorError`] whose message names both; no
//!   input panics.

mod activation;
mod alibi;
mod attention;
mod embedding;
mod error;
mod heads;
mod mask;
mod matrix;
mod multi_head;
mod norm;
mod positions;
mod preparation;
mod projection;
mod query;
mod query_temperature;
pub mod random;
mod real;
mod rope;
mod rule;
mod scores;
mod setters;
mod short_float;
mod softmax;
pub mod streaming;
pub mod synthetic;
pub mod teaching;
mod tensor;
#[cfg(feature = "ndarray")]
pub mod views;

pub use crate::activation::{gelu, gelu_tanh, silu, swish};
pub use crate::alibi::{alibi_bias, alibi_slopes};
pub use crate::attention::{Attention, attend, mix};
pub use crate::embedding::{Embedded, EmbeddingScale, embed};
pub use crate::error::{Error, SeedError};
pub use crate::heads::{HeadAttention, HeadInputs, HeadRow, Masks, NanRow, attend_heads};
pub use crate::mask::{additive, allowed, masked};
pub use crate::matrix::{MAX_CELLS, Matrix, from_row_major, product, to_row_major};
pub use crate::multi_head::{HeadProjections, MultiHead, merge_heads, multi_head, split_heads};
pub use crate::norm::{LayerNorm, layer_norm, rms_norm};
pub use crate::positions::{Exponent, sinusoidal, sinusoidal_of_base};
pub use crate::preparation::Preparation;
pub use crate::projection::{Projected, Projections, project};
pub use crate::query::attend_query;
pub use crate::query_temperature::QueryTemperature;
pub use crate::real::Real;
pub use crate::rope::{
    Llama3Scaling, LongRopeScaling, MropeSections, Rope, RopeFrequencies, RopePairs, RopeRotation,
    RopeScaling, RopeSide, RopeType, TextRotation, YarnScaling, rotate,
};
pub use crate::scores::{scaled, scores};
pub use crate::softmax::{
    Softmax, SoftmaxAxis, SoftmaxForm, SoftmaxKind, log_softmax_along, softmax, softmax_along,
    softmax_row,
};
pub use heedmap_attention_rule::{AttentionRule, Causal, Window};

pub use crate::tensor::{MAX_AXES, MAX_TENSOR_CELLS, Tensor, TensorError};
