//! Common mistakes, next to the correct computation.

use heedmap_attention::SoftmaxAxis;
use heedmap_attention::teaching::contrast::{self, ContrastSizes, Mistake, Precision, Side};
use heedmap_wasm_common::{
    InputError, MatrixData, Refusal, SoftmaxAxisName, read_options, serialize,
};
use serde::{Deserialize, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

/// `axis`: softmax over the wrong axis. `late`: a mask after the softmax. `zeroed`: scores times 0.
/// `unscaled`: no 1 / sqrt(d). `finite`: -1e9 in place of -Infinity. `empty`: a row without a key. `cache`: a
/// causal mask that forgets the cached keys. `padding`: the mask of right padding over left padding. `alibi`:
/// ALiBi's sign reversed. `shared`: the picks of one query opened for all. `indexer`: picks among later keys.
/// `pooled`: padding in an entry. `slot`: slot 0 taken for no pick. `prefill`: no mask if all keys are picked.
#[derive(Clone, Copy, Deserialize, Tsify)]
#[serde(rename_all = "snake_case")]
pub(crate) enum MistakeName {
    Axis,
    Late,
    Zeroed,
    Unscaled,
    Finite,
    Empty,
    Cache,
    Padding,
    Alibi,
    Shared,
    Indexer,
    Pooled,
    Slot,
    Prefill,
}

#[derive(Deserialize, Tsify)]
#[serde(rename_all = "snake_case", remote = "Precision")]
pub(crate) enum PrecisionName {
    F64,
    F32,
}

/// An optional axis.
#[derive(Clone, Copy, Deserialize)]
#[serde(transparent)]
struct Axis(#[serde(with = "SoftmaxAxisName")] SoftmaxAxis);

/// An optional precision.
#[derive(Clone, Copy, Deserialize)]
#[serde(transparent)]
struct Width(#[serde(with = "PrecisionName")] Precision);

/// Q, K and V are drawn by NumPy's `randn` from one stream, in this order.
#[derive(Deserialize, Tsify)]
pub struct ContrastOptions {
    figure: MistakeName,
    seed: u32,
    /// The number of queries, from 1 to 16.
    tokens: usize,
    /// The number of features of queries and keys, from 1 to 1024.
    #[serde(rename = "d")]
    features: usize,
    /// For `axis`: the cells whose weights sum to 1.
    #[tsify(optional, type = "SoftmaxAxisName")]
    axis: Option<Axis>,
    /// For `unscaled`: whether to compute `curve`.
    #[serde(default)]
    curve: bool,
    /// For `finite`, `empty`, `padding` and `pooled`: the number of padding tokens at the start.
    #[tsify(optional, type = "number | null")]
    padding: Option<usize>,
    /// For `finite`: the queries are multiplied by 10 to this power, from 0 to 10.
    #[tsify(optional, type = "number | null")]
    magnitude: Option<usize>,
    /// For `finite`: the precision.
    #[tsify(optional, type = "PrecisionName")]
    precision: Option<Width>,
    /// For `cache`: the number of cached keys, from 0 to 16.
    #[tsify(optional, type = "number | null")]
    past: Option<usize>,
    /// For `cache`: the number that the wrong mask adds to the index of a query, from 0 to `past` +
    /// 1.
    #[tsify(optional, type = "number | null")]
    offset: Option<usize>,
    /// For `alibi`: the index of the head, from 0 to 7.
    #[tsify(optional, type = "number | null")]
    head: Option<usize>,
    /// For `shared`, `indexer`, `slot` and `prefill`: the number of keys that a query picks, from 1 to 16, for
    /// `slot` to 6.
    #[tsify(optional, type = "number | null")]
    picks: Option<usize>,
    /// For `pooled`: the number of tokens of an entry, from 2 to 4.
    #[tsify(optional, type = "number | null")]
    block: Option<usize>,
}

/// If a weight is NaN, the figures of weights are NaN.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SideFigures {
    /// The smallest sum of a row of weights.
    least_sum: f64,
    /// The largest sum of a row of weights.
    most_sum: f64,
    /// The number of keys that the last query may attend to.
    seen: usize,
    /// The distance from a query to its keys, weighted by the weights, as the mean over queries.
    distance: f64,
    /// The population variance of the scores before any mask.
    variance: f64,
    /// The entropy of a row of weights, in nats, as the mean over rows.
    entropy: f64,
    /// The largest weight of a row, as the mean over rows.
    largest: f64,
}

/// The wrong or the right side.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ContrastSide {
    /// The input of the softmax, (queries, keys).
    masked: MatrixData,
    /// 1 where this side lets the query attend to the key, else 0, (queries, keys).
    allowed: MatrixData,
    /// (queries, keys)
    weights: MatrixData,
    /// The sum of each row of weights, (queries, 1).
    sums: MatrixData,
    /// (queries, 3)
    output: MatrixData,
    figures: SideFigures,
    /// The rows whose weights do not sum to 1.
    off_rows: Vec<usize>,
}

/// The figures of both sides for a number of features.
#[derive(Serialize, Tsify)]
pub(crate) struct ContrastPoint {
    d: usize,
    wrong: SideFigures,
    right: SideFigures,
}

/// A common mistake and the correct computation.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct Contrast {
    wrong: ContrastSide,
    right: ContrastSide,
    /// 1 where the query could pick the key, else 0, (queries, keys); 0 everywhere without picks.
    pickable: MatrixData,
    /// The largest sum of weights that a query on the wrong side gives to forbidden keys.
    leaked: f64,
    /// The largest sum of weights of a query on the right side that the wrong side's mask removes.
    lost: f64,
    /// The largest difference of two outputs.
    difference: f64,
    /// The distance of the wrong side's first output from the mean of V, if all keys are forbidden
    /// to its query; otherwise null.
    mean_gap: Option<f64>,
    /// The slope of ALiBi, or null.
    slope: Option<f64>,
    /// Both sides for each number of features, if `curve` is set for `unscaled`.
    curve: Vec<ContrastPoint>,
}

/// Computes a common mistake and the correct result from the same numbers.
///
/// @example
/// const { wrong, right } = contrast({ figure: 'late', seed: 1, tokens: 8, d: 16 });
/// wrong.figures.leastSum; // less than 1
/// right.figures.leastSum; // 1
#[wasm_bindgen]
pub fn contrast(options: &Ts<ContrastOptions>) -> Result<Ts<Contrast>, Refusal> {
    let request: ContrastOptions = read_options("contrast options", options)?;
    let ContrastOptions { seed, tokens, features, .. } = request;
    let found = contrast::contrast(request.mistake()?, ContrastSizes { seed, tokens, features })?;
    let curve = found.curve.iter().map(|point| ContrastPoint {
        d: point.features,
        wrong: (&point.wrong).into(),
        right: (&point.right).into(),
    });
    serialize(&Contrast {
        wrong: (&found.wrong).into(),
        right: (&found.right).into(),
        pickable: (&found.pickable).into(),
        leaked: found.leaked,
        lost: found.lost,
        difference: found.difference,
        mean_gap: found.mean_gap,
        slope: found.slope,
        curve: curve.collect(),
    })
}

impl ContrastOptions {
    /// The mistake with its options.
    fn mistake(&self) -> Result<Mistake, Refusal> {
        let padding = || count("padding", self.padding);
        let picks = || count("picks", self.picks);
        Ok(match self.figure {
            MistakeName::Axis => {
                let Axis(axis) = required("axis", self.axis, "rows or columns or all")?;
                Mistake::Axis { axis }
            }
            MistakeName::Late => Mistake::Late,
            MistakeName::Zeroed => Mistake::Zeroed,
            MistakeName::Unscaled => Mistake::Unscaled { curve: self.curve },
            MistakeName::Finite => {
                let (padding, magnitude) = (padding()?, count("magnitude", self.magnitude)?);
                let Width(precision) = required("precision", self.precision, "f64 or f32")?;
                Mistake::Finite { padding, magnitude, precision }
            }
            MistakeName::Empty => Mistake::Empty { padding: padding()? },
            MistakeName::Cache => Mistake::Cache {
                past: count("past", self.past)?,
                offset: count("offset", self.offset)?,
            },
            MistakeName::Padding => Mistake::Padding { padding: padding()? },
            MistakeName::Alibi => Mistake::Alibi { head: count("head", self.head)? },
            MistakeName::Shared => Mistake::Shared { picks: picks()? },
            MistakeName::Indexer => Mistake::Indexer { picks: picks()? },
            MistakeName::Pooled => {
                Mistake::Pooled { block: count("block", self.block)?, padding: padding()? }
            }
            MistakeName::Slot => Mistake::Slot { picks: picks()? },
            MistakeName::Prefill => Mistake::Prefill { picks: picks()? },
        })
    }
}

/// An option that the mistake requires.
fn required<T>(key: &str, value: Option<T>, wanted: &str) -> Result<T, Refusal> {
    let missing = || InputError::wanted(&format!("contrast options: {key}"), wanted);
    Ok(value.ok_or_else(missing)?)
}

fn count(key: &str, value: Option<usize>) -> Result<usize, Refusal> {
    required(key, value, "a whole number from 0 up")
}

impl From<&Side> for ContrastSide {
    fn from(side: &Side) -> Self {
        Self {
            masked: (&side.masked).into(),
            allowed: (&side.allowed).into(),
            weights: (&side.weights).into(),
            sums: (&side.sums).into(),
            output: (&side.output).into(),
            figures: (&side.figures).into(),
            off_rows: side.off_rows.clone(),
        }
    }
}

impl From<&contrast::SideFigures> for SideFigures {
    fn from(figures: &contrast::SideFigures) -> Self {
        let contrast::SideFigures {
            least_sum,
            most_sum,
            seen,
            distance,
            variance,
            entropy,
            largest,
        } = *figures;
        Self { least_sum, most_sum, seen, distance, variance, entropy, largest }
    }
}
