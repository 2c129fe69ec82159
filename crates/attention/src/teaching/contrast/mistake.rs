//! The mistakes: for each its formula, why it happens, and what it breaks.

use crate::softmax::SoftmaxAxis;

/// A mistake with its options.
///
/// `z` are the scaled scores `Q Kᵀ / √d`, and a key is forbidden where the right mask excludes it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Mistake {
    /// `weights[i, j] = exp(z[i, j]) / Σᵢ exp(z[i, j])`: the softmax over queries, or over all cells.
    ///
    /// The axis is often miscounted when the batch axis is added or removed. Rows no longer sum to
    /// 1, so an output is not an average of values, and a query depends on the queries after it.
    Axis {
        /// The axis of the softmax; rows are correct.
        axis: SoftmaxAxis,
    },
    /// `weights = softmax(z) · allowed`: a causal mask applied to finished weights.
    ///
    /// The zeros are in the right places, so a picture looks right. But the share of the forbidden
    /// keys is missing from the sum: early queries get almost no output.
    Late,
    /// `weights = softmax(z · allowed)`: a causal mask that multiplies scores by 0.
    ///
    /// 0 is an ordinary score, and `exp(0) = 1`: a forbidden key gets a share, and more than an
    /// allowed key whose score is negative. Rows still sum to 1, and training learns to use later
    /// tokens.
    Zeroed,
    /// `weights = softmax(Q Kᵀ)`: no division by `√d`.
    ///
    /// It does no harm while `d` is small. The variance of a score grows with `d`, so the largest
    /// score of a row gets all the weight, and the softmax is flat: no gradient remains.
    Unscaled {
        /// Whether to compute the figures of both sides for every size too, which takes longer.
        curve: bool,
    },
    /// `weights = softmax(z + bias)` with a bias of -10⁹ instead of -∞, under a causal mask over a
    /// sequence that is padded on the left.
    ///
    /// People write it so that no row is without a key. A row without a key then attends to
    /// everything. In 64 bits it follows its scores as if there were no mask. In 32 bits, where
    /// adding -10⁹ erases the scores, it attends to all keys equally, and its output is the mean of
    /// V. Scores of the same magnitude break every row.
    Finite {
        /// The number of padding tokens at the start.
        padding: usize,
        /// The queries are multiplied by 10 to this power.
        magnitude: usize,
        /// The width of all floats.
        precision: Precision,
    },
    /// `weights = exp(z - max z) / Σ exp(z - max z)`, also for a row of only -∞.
    ///
    /// This is the textbook formula. `-∞ - -∞` is NaN, as in `torch.softmax` and
    /// `nn.MultiheadAttention`, and the next layer mixes that row into every other. The right side
    /// gives such a row weights of 0, as `scaled_dot_product_attention` and ONNX do.
    Empty {
        /// The number of padding tokens at the start; their queries have no key.
        padding: usize,
    },
    /// `allowed[i, j] = j <= i + offset` with an offset that is not the number of cached keys.
    ///
    /// `tril` counts from the upper left corner, where query 0 is at key 0. With a cache query 0 is
    /// at key `past`. With a smaller offset, new tokens attend only to the oldest keys; with a
    /// larger one, also to later tokens.
    Cache {
        /// The number of keys in the cache.
        past: usize,
        /// The number that the wrong mask adds to the index of a query.
        offset: usize,
    },
    /// `allowed[j] = j < length` for a sequence that is padded on the left.
    ///
    /// The lengths are right, but the side is wrong: real tokens at the end are hidden, as many as
    /// there are padding tokens at the start, and the padding is attended to.
    Padding {
        /// The number of padding tokens at the start.
        padding: usize,
    },
    /// `weights = softmax(z + slope · |distance|)`: ALiBi with the wrong sign, which rewards
    /// distance.
    ///
    /// The paper adds a negative bias and code often subtracts a positive distance; a sign is
    /// easily lost. The farthest keys then get the largest weights, and more so in longer texts.
    Alibi {
        /// The index of the head among [`ALIBI_HEADS`], from 0: the slope is 2 to the power of
        /// `-(head + 1)`.
        head: usize,
    },
    /// `allowed[:, picked] = true`: the keys that one query picked are open to all queries.
    ///
    /// An index picks the best keys of each query. Indexing columns with the picks of all queries opens
    /// their union. The map stays causal and rows sum to 1, but a query uses more keys than it picked.
    /// While a model writes one token at a time there is one query, and nothing is wrong.
    Shared {
        /// The number of keys that a query picks.
        picks: usize,
    },
    /// `picked = top(index)` without the causal mask: the index sees later keys.
    ///
    /// The attention itself has no mask, because the picks are taken to be allowed. So a query attends to
    /// later tokens.
    Indexer {
        /// The number of keys that a query picks.
        picks: usize,
    },
    /// `entry = mean(block)` also over padding tokens, where one key stands for a block of tokens.
    ///
    /// The first entries of a sequence that is padded on the left mix padding into their key and value. An
    /// entry of only padding is attended to as well.
    Pooled {
        /// The number of tokens of an entry.
        block: usize,
        /// The number of padding tokens at the start.
        padding: usize,
    },
    /// `allowed = slot > 0` for the slots that were picked, where -1 means that there was no pick.
    ///
    /// Slot 0 is a slot like the others: its column stays empty, and queries that picked it lose it.
    Slot {
        /// The number of entries that a query picks.
        picks: usize,
    },
    /// No mask if there are no more keys than picks.
    ///
    /// Then every key is picked, so the index is skipped, and with it the causal mask that it had applied.
    /// A single new token needs no mask, so only the first pass over a short text is wrong.
    Prefill {
        /// The number of keys that a query picks.
        picks: usize,
    },
}

/// The number of tokens that are pooled in [`Mistake::Pooled`].
pub const POOLED_TOKENS: usize = 12;

/// The number of entries in [`Mistake::Slot`].
pub const SLOTS: usize = 6;

/// The number of heads that share ALiBi's slopes in [`Mistake::Alibi`].
pub const ALIBI_HEADS: usize = 8;

/// The precision of a computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Precision {
    /// 64 bits.
    F64,
    /// 32 bits.
    F32,
}

/// The sizes and seed of both sides: `Q`, `K` and `V` are drawn in this order by NumPy's `randn`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContrastSizes {
    /// The seed of the random numbers.
    pub seed: u32,
    /// The number of queries, from 1 to 16; there are as many keys, plus those of the cache.
    pub tokens: usize,
    /// The number of features of queries and keys, `d`, from 1 to 1024.
    pub features: usize,
}
