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
//! It has two halves. Lessons use one head of matrices in 64-bit floats, so that a reader finds the
//! digits that NumPy printed: [`attend`] and [`work`]; [`work_heads`] splits the same matrices into
//! heads, attends in each, and merges them. Models use batches of heads, in 64 or in 32 bits, with
//! all masks: [`attend_heads`] and [`multi_head`]. Where the two overlap they give the same bits.
//! [`compare_schemes`] compares position encodings, and [`contrast`](fn@contrast) common mistakes
//! with the correct results. For maps of thousands of tokens, [`headwise`] computes weights row by
//! row, and [`pooled`] the weights of synthetic tokens under a mask, one figure for each pixel.
//!
//! The role of the three matrices is clearest with small numbers. Here the second query matches the
//! first key, and gets the first value:
//!
//! ```
//! use heedmap_attention::{Options, attend, from_row_major, to_row_major};
//!
//! let q = from_row_major("q", 2, 2, &[0.0, 9.0, 9.0, 0.0])?;
//! let k = from_row_major("k", 2, 2, &[9.0, 0.0, 0.0, 9.0])?;
//! let v = from_row_major("v", 2, 1, &[1.0, 2.0])?;
//!
//! let attention = attend(&q, &k, &v, &Options::default())?;
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
//! use heedmap_attention::{
//!     EmbeddingScale, Inputs, Mask, Options, Positions, Projections, RandomState, draw,
//!     Distribution, Draw, from_row_major, work,
//! };
//!
//! let words = [1., 0., 0., /**/ 0., 1., 0., /**/ 1., 1., 0., /**/ 0., 0., 1.];
//! let mut random = RandomState::new(42)?;
//! let randint = Distribution::Randint { low: 0, high: 3 };
//! let projection = Draw { distribution: randint, factor: None, rows: 3, cols: 3 };
//! let inputs = Inputs::Embedded {
//!     embeddings: from_row_major("embeddings", 4, 3, &words)?,
//!     scale: EmbeddingScale::None,
//!     positions: Positions::None,
//!     projections: Projections {
//!         w_q: draw(&mut random, &projection)?,
//!         w_k: draw(&mut random, &projection)?,
//!         w_v: draw(&mut random, &projection)?,
//!     },
//! };
//! let causal = Options { mask: Mask::Causal, ..Options::default() };
//!
//! let steps = work(inputs, &causal, None)?;
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
//! The other half uses [`Tensor`]s, row-major with the last axis varying fastest:
//!
//! | tensor | shape | meaning |
//! |---|---|---|
//! | `q` | (batch, heads, queries, `d_k`) | the queries |
//! | `k`, `v` | (batch, kv heads, keys, `d_k`), (batch, kv heads, keys, `d_v`) | keys and values, cached ones first |
//! | `scaled`, `capped`, `masked`, `weights` | (batch, heads, queries, keys) | the steps from scores to weights |
//! | `output` | (batch, heads, queries, `d_v`) | the output of each query |
//! | `log_sum_exp`, `entropy` | (batch, heads, queries) | one figure for each row, in nats |
//!
//! # Edge cases
//!
//! - A query that may attend to no key gets weights and output of 0.
//! - An excluded key contributes nothing, even if its key or value contains NaN.
//! - NaN or +∞ among the scores of admitted keys makes that query's row NaN, and no other.
//! - A softcap comes before the masks. A key is excluded by -∞ in `masked` alone: a finite number
//!   in an additive mask does not exclude it, and neither does the temperature.
//! - Query head `h` reads key and value head `h / (heads / kv heads)`.
//! - If the numbers of queries and keys differ, the [`Alignment`] gives the position of the first
//!   query; causal masks, windows, ALiBi and RoPE all count from there.
//! - Sizes that do not match give an [`Error`] or a [`TensorError`] whose message names both; no
//!   input panics.

mod activation;
mod alibi;
mod attention;
mod concepts;
mod contrast;
mod counted;
mod embedding;
mod error;
mod heads;
pub mod headwise;
mod mask;
mod matrix;
mod multi_head;
mod norm;
pub mod pooled;
mod positions;
mod projection;
mod query;
mod random;
mod real;
mod rope;
mod schemes;
mod scores;
mod shares;
mod sharing;
mod short_float;
mod softmax;
mod statistics;
mod tensor;
mod work;

pub use crate::activation::{gelu, gelu_tanh, silu, swish};
pub use crate::alibi::{alibi_bias, alibi_slopes};
pub use crate::attention::{Attention, Options, attend, mix};
pub use crate::concepts::{
    ApproximationError, Concepts, LowRank, Reference, Svd, ViewerCosine, concepts, cosine,
    low_rank, thin_svd,
};
pub use crate::contrast::{
    ALIBI_HEADS, Contrast, ContrastError, ContrastSizes, CurvePoint, Mistake, Precision, Side,
    SideFigures, contrast,
};
pub use crate::embedding::{Embedded, EmbeddingScale, embed};
pub use crate::error::Error;
pub use crate::heads::{
    Alignment, HeadAttention, HeadInputs, HeadOptions, Masks, NanRow, Row, Window, attend_heads,
};
pub use crate::mask::{Mask, additive, masked};
pub use crate::matrix::{MAX_CELLS, Matrix, from_row_major, product, to_row_major};
pub use crate::multi_head::{HeadProjections, MultiHead, merge_heads, multi_head, split_heads};
pub use crate::norm::{LayerNorm, layer_norm, rms_norm};
pub use crate::positions::{Exponent, sinusoidal, sinusoidal_of_base};
pub use crate::projection::{Projected, Projections, project};
pub use crate::query::attend_query;
pub use crate::random::{Distribution, Draw, RandomState, draw, whole_number};
pub use crate::real::Real;
pub use crate::rope::{Rope, RopePairs, rotate};
pub use crate::schemes::{
    Curves, Pair, Placed, SchemeError, SchemeInputs, SchemeOptions, Schemes, SchemesCompared,
    compare_schemes, score_curves,
};
pub use crate::scores::{Scale, scaled, scores};
pub use crate::shares::{log_softmax_along, softmax_along, softmax_row};
pub use crate::sharing::{Sharing, sharings};
pub use crate::softmax::{Form, Softmax, SoftmaxAxis, softmax};
pub use crate::statistics::population_variance;
pub use crate::tensor::{MAX_AXES, MAX_TENSOR_CELLS, Tensor, TensorError};
pub use crate::work::{Head, Heads, WorkedHeads, work_heads};
pub use crate::work::{Inputs, Positions, Variances, Worked, work};
