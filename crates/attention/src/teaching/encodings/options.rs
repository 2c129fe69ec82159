//! The inputs and options of the encodings.

use crate::Causal;
use crate::matrix::Matrix;
use crate::rope::Rope;
use crate::setters::setters;

/// Tokens, and the projections to queries and keys.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EncodingInputs<'a> {
    /// One row for each token, (tokens, `d_model`).
    pub embeddings: &'a Matrix,
    /// The projection of queries, (`d_model`, `d_k`).
    pub w_q: &'a Matrix,
    /// The projection of keys, (`d_model`, `d_k`).
    pub w_k: &'a Matrix,
}

/// The options of the encodings.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct EncodingOptions {
    /// The rotation of RoPE, that of the paper. Its base is that of the sinusoids as well, and its `first_position` is the position of
    /// the first token, from which all encodings count.
    pub rope: Rope,
    /// The number of heads that share the slopes of ALiBi, see
    /// [`alibi_slopes`](crate::alibi_slopes).
    pub heads: usize,
    /// The index of the head that is compared, from 0.
    pub head: usize,
    /// Whether a query sees later keys.
    pub causal: Causal,
}

impl EncodingOptions {
    setters! {
        rope: Rope,
        heads: usize,
        head: usize,
        causal: Causal,
    }
}

impl Default for EncodingOptions {
    fn default() -> Self {
        Self { rope: Rope::default(), heads: 8, head: 0, causal: Causal::None }
    }
}
