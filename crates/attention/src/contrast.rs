//! Right beside wrong: what people write in the place of attention, worked out beside what they meant.
//!
//! Each wrong side is the formula that was written, followed to the letter; each right side comes
//! from [`attend_heads`](crate::attend_heads). Both start from the same numbers, drawn as NumPy
//! draws them, so that a reader can run either one.

use crate::matrix::{Matrix, cells, sum};

mod error;
mod given;
mod masking;
mod position;
mod scale;
mod shares;
mod side;

pub use error::ContrastError;
pub use side::{Side, SideFigures};

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
    Unscaled,
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

/// A mistake beside what was meant.
#[derive(Clone, Debug, PartialEq)]
pub struct Contrast {
    /// What the mistake gives.
    pub wrong: Side,
    /// What was meant.
    pub right: Side,
    /// The largest share that a query on the wrong side gives to keys that are forbidden to it.
    pub leaked: f64,
    /// The largest share of a query on the right side that the wrong side's mask takes from it.
    pub lost: f64,
    /// The largest difference of two outputs; NaN where one is.
    pub difference: f64,
    /// How far the first output of the wrong side is from the mean of V, where its query may attend
    /// to no key.
    pub mean_gap: Option<f64>,
    /// ALiBi's slope, where there is one.
    pub slope: Option<f64>,
    /// The figures of both sides by the number of features, for [`Mistake::Unscaled`] alone.
    pub curve: Vec<CurvePoint>,
}

/// The figures of both sides at one number of features.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurvePoint {
    /// The number of features.
    pub features: usize,
    /// Of what the mistake gives.
    pub wrong: SideFigures,
    /// Of what was meant.
    pub right: SideFigures,
}

/// Works a mistake and what was meant from the same numbers.
///
/// - errors: [`ContrastError::Range`] with the option and its bounds
///
/// ```
/// use heedmap_attention::{ContrastSizes, Mistake, contrast};
///
/// let sizes = ContrastSizes { seed: 1, tokens: 4, features: 8 };
/// let found = contrast(Mistake::Late, sizes)?;
///
/// assert!(found.wrong.sums[(0, 0)] < 0.9);
/// assert_eq!(found.right.sums[(0, 0)], 1.0);
/// # Ok::<(), heedmap_attention::ContrastError>(())
/// ```
pub fn contrast(mistake: Mistake, sizes: ContrastSizes) -> Result<Contrast, ContrastError> {
    given::check(mistake, sizes)?;
    let [wrong, right] = match mistake {
        Mistake::Axis { axis } => shares::over_axis(sizes, axis)?,
        Mistake::Late => masking::late(sizes)?,
        Mistake::Zeroed => masking::zeroed(sizes)?,
        Mistake::Unscaled => scale::unscaled(sizes)?,
        Mistake::Finite { padding, magnitude, precision } => match precision {
            Precision::F64 => masking::finite::<f64>(sizes, padding, magnitude)?,
            Precision::F32 => masking::finite::<f32>(sizes, padding, magnitude)?,
        },
        Mistake::Empty { padding } => shares::without_key(sizes, padding)?,
        Mistake::Cache { past, offset } => position::cache(sizes, past, offset)?,
        Mistake::Padding { padding } => position::padding_side(sizes, padding)?,
        Mistake::Alibi { head } => position::alibi_sign(sizes, position::slope(head))?,
    };
    Ok(Contrast {
        leaked: largest_share(&wrong.weights, &right.allowed),
        lost: largest_share(&right.weights, &wrong.allowed),
        difference: largest(
            cells(&wrong.output).zip(cells(&right.output)).map(|(a, b)| (a - b).abs()),
        ),
        mean_gap: match mistake {
            Mistake::Finite { padding: 1.., precision, .. } => {
                Some(masking::mean_gap(sizes, precision, &wrong.output)?)
            }
            _ => None,
        },
        slope: match mistake {
            Mistake::Alibi { head } => Some(position::slope(head)),
            _ => None,
        },
        curve: match mistake {
            Mistake::Unscaled => scale::curve(sizes)?,
            _ => Vec::new(),
        },
        wrong,
        right,
    })
}

/// The largest share of a row that falls on cells where `allowed` is 0.
fn largest_share(weights: &Matrix, allowed: &Matrix) -> f64 {
    let forbidden = |i: usize| (0..weights.ncols()).filter(move |&j| allowed[(i, j)] == 0.0);
    largest((0..weights.nrows()).map(|i| sum(forbidden(i).map(|j| weights[(i, j)]))))
}

/// The largest of numbers from 0 up; NaN if one is NaN, 0 if there is none.
fn largest(numbers: impl Iterator<Item = f64>) -> f64 {
    numbers.fold(0.0, |most, number| if number > most || number.is_nan() { number } else { most })
}
