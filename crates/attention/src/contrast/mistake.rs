//! The mistakes: each with its formula, why it is written, and what it breaks.

use crate::softmax::SoftmaxAxis;

/// A mistake, with what it can be varied by.
///
/// `z` are the scaled scores `Q Kᵀ / √d`, and a key is forbidden where the right mask excludes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mistake {
    /// `weights[i, j] = exp(z[i, j]) / Σᵢ exp(z[i, j])`: the softmax over queries, or over all cells.
    ///
    /// An axis is counted wrongly, most often when the batch axis comes or goes. Rows no longer sum
    /// to 1, so an output is no average of values, and a query depends on the queries after it.
    Axis {
        /// What shares a 1; with rows there is no mistake.
        axis: SoftmaxAxis,
    },
    /// `weights = softmax(z) · allowed`: a causal mask laid over weights that are done already.
    ///
    /// The zeros are where they belong, so a picture looks right. What the forbidden keys took from
    /// the sum is missing all the same: early queries take in next to nothing.
    Late,
    /// `weights = softmax(z · allowed)`: a causal mask that multiplies scores by 0.
    ///
    /// 0 is a score as good as any, and `exp(0) = 1`: forbidden keys get a share, more than an allowed
    /// key whose score is negative. Rows still sum to 1, and training learns to look ahead.
    Zeroed,
    /// `weights = softmax(Q Kᵀ)`: no division by `√d`.
    ///
    /// It does no harm while `d` is small. The variance of a score grows as `d`, the largest score
    /// of a row takes it all, and the softmax is flat in every direction: no gradient is left.
    Unscaled {
        /// Whether the figures of both sides are wanted for every size as well, which takes longer.
        curve: bool,
    },
    /// `weights = softmax(z + bias)` with a bias of -10⁹ in place of -∞, under a causal mask over a
    /// sequence that is padded on the left.
    ///
    /// It is written so that no row is without a key. Such a row then attends to everything: in 64
    /// bits by its scores as if there were no mask, in 32 bits, where -10⁹ swallows them, to all
    /// keys alike, and its output is the mean of V. Scores of the same size break every row.
    Finite {
        /// How many of the first tokens are padding.
        padding: usize,
        /// The queries are multiplied by 10 to this power.
        magnitude: usize,
        /// The width of all floats.
        precision: Precision,
    },
    /// `weights = exp(z - max z) / Σ exp(z - max z)`, also for a row that is -∞ throughout.
    ///
    /// It is the formula of the textbook, and `-∞ - -∞` is NaN, as `torch.softmax` and
    /// `nn.MultiheadAttention` give it. The next layer mixes that row into every other. The right
    /// side gives such a row weights of 0, as `scaled_dot_product_attention` and ONNX do.
    Empty {
        /// How many of the first tokens are padding: their queries have no key.
        padding: usize,
    },
    /// `allowed[i, j] = j <= i + offset` with another offset than the number of cached keys.
    ///
    /// `tril` counts from the upper left corner, where query 0 stands beside key 0. With a cache it
    /// stands beside key `past`: new tokens forget all but the oldest keys. One too many looks ahead.
    Cache {
        /// How many keys are in the cache.
        past: usize,
        /// What the wrong mask adds to the number of a query.
        offset: usize,
    },
    /// `allowed[j] = j < length` for a sequence that is padded on the left.
    ///
    /// The lengths are right and the side is not: as many real tokens are hidden at the end as there
    /// is padding at the start, which is attended to.
    Padding {
        /// How many of the first tokens are padding.
        padding: usize,
    },
    /// `weights = softmax(z + slope · |distance|)`: ALiBi that rewards distance.
    ///
    /// The paper adds a bias that is negative, code subtracts a distance that is positive, and one of
    /// the two signs gets lost. The softmax looks as far away as it can, the more the longer the text.
    Alibi {
        /// Which of [`ALIBI_HEADS`] heads, counted from 0: the slope is 2 to the power of `-(head + 1)`.
        head: usize,
    },
}

/// How many heads share ALiBi's slopes in [`Mistake::Alibi`].
pub const ALIBI_HEADS: usize = 8;

/// The width of the floats of a computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// 64 bits.
    F64,
    /// 32 bits.
    F32,
}

/// What both sides start from: `Q`, `K` and `V`, drawn in this order by NumPy's `randn`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContrastSizes {
    /// The seed of the stream.
    pub seed: u32,
    /// How many queries, from 1 to 16; as many keys as that, and those of the cache.
    pub tokens: usize,
    /// How many features queries and keys have, `d`, from 1 to 1024.
    pub features: usize,
}
