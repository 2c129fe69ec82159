//! What the schemes are compared on, and how each is set.

use crate::mask::Mask;
use crate::matrix::Matrix;
use crate::rope::RopePairs;

/// Tokens and what makes queries and keys of them.
#[derive(Clone, Copy, Debug)]
pub struct SchemeInputs<'a> {
    /// One row a token, (tokens, `d_model`).
    pub embeddings: &'a Matrix,
    /// Makes queries, (`d_model`, `d_k`).
    pub w_q: &'a Matrix,
    /// Makes keys, (`d_model`, `d_k`).
    pub w_k: &'a Matrix,
}

/// How each scheme is set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SchemeOptions {
    /// What the wavelengths of the sinusoids and of RoPE grow to; the papers' 10000.
    pub base: f64,
    /// Which features RoPE turns together.
    pub pairs: RopePairs,
    /// How many features RoPE turns, from the first on; all when there is no number.
    pub turned: Option<usize>,
    /// How many heads share the slopes of ALiBi, see
    /// [`alibi_slopes`](crate::alibi_slopes).
    pub heads: usize,
    /// Which of them is looked at, counted from 0.
    pub head: usize,
    /// Where the first token stands; the others follow in steps of 1.
    pub first_position: u32,
    /// Which keys a query may attend to.
    pub mask: Mask,
}

impl Default for SchemeOptions {
    fn default() -> Self {
        Self {
            base: 10_000.0,
            pairs: RopePairs::Half,
            turned: None,
            heads: 8,
            head: 0,
            first_position: 0,
            mask: Mask::None,
        }
    }
}
