//! The inputs and options of the encodings.

use crate::mask::MaskRule;
use crate::matrix::Matrix;
use crate::rope::RopePairs;
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
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct EncodingOptions {
    /// The base of the wavelengths of sinusoids and of RoPE; 10000 in the papers.
    pub base: f64,
    /// The features that RoPE rotates together.
    pub pairs: RopePairs,
    /// The number of features that RoPE rotates, from the first on; `None` means all.
    pub features: Option<usize>,
    /// The number of heads that share the slopes of ALiBi, see
    /// [`alibi_slopes`](crate::alibi_slopes).
    pub heads: usize,
    /// The index of the head that is compared, from 0.
    pub head: usize,
    /// The position of the first token; the others follow in steps of 1.
    pub first_position: u32,
    /// Which keys a query may attend to.
    pub mask: MaskRule,
}

impl EncodingOptions {
    setters! {
        base: f64,
        pairs: RopePairs,
        features: Option<usize>,
        heads: usize,
        head: usize,
        first_position: u32,
        mask: MaskRule,
    }
}

impl Default for EncodingOptions {
    fn default() -> Self {
        Self {
            base: 10_000.0,
            pairs: RopePairs::Half,
            features: None,
            heads: 8,
            head: 0,
            first_position: 0,
            mask: MaskRule::None,
        }
    }
}
