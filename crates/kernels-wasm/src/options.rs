//! The options of one head.

use heedmap_kernels::{Error, Factors, ScoreOptions};
use serde::Deserialize;
use tsify::Tsify;

/// How far a query sees before and after its position, both ends included. A missing side has no bound.
#[derive(Clone, Copy, Deserialize, Tsify)]
#[tsify(missing_as_null)]
pub(crate) struct KernelWindow {
    #[tsify(optional, type = "number | null")]
    left: Option<usize>,
    #[tsify(optional, type = "number | null")]
    right: Option<usize>,
}

/// How the scores of one head are computed. Every option may be omitted; the default is the paper's
/// attention, without a mask.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct KernelOptions {
    /// The factor of the scores; by default 1 / sqrt(features).
    #[tsify(optional, type = "number | null")]
    scale: Option<f64>,
    /// The bound of the scores in `cap * tanh(score / cap)`, before every mask; no bound if it is 0 or below.
    #[serde(default)]
    softcap: f64,
    /// Whether a query sees no key after its position.
    #[serde(default)]
    causal: bool,
    /// The number of first keys that every query sees in spite of a causal mask.
    #[serde(default)]
    prefix: usize,
    /// The position of the first query among the keys.
    #[serde(default)]
    offset: i64,
    #[tsify(optional, type = "KernelWindow | null")]
    window: Option<KernelWindow>,
    /// The slope of the linear bias (ALiBi): `slope * distance` is subtracted from the scores.
    #[serde(default)]
    slope: f64,
    /// The divisor of the masked scores before the softmax: above 0, by default 1.
    #[tsify(optional, type = "number | null")]
    temperature: Option<f64>,
    /// The score of a learned sink, which is part of the softmax and has neither key nor value.
    #[tsify(optional, type = "number | null")]
    sink: Option<f64>,
}

impl KernelOptions {
    /// Converts to the options of the kernels.
    pub(crate) fn core(&self, features: usize) -> Result<ScoreOptions, Error> {
        let factors = Factors {
            scale: self.scale,
            softcap: (self.softcap > 0.0).then_some(self.softcap),
            slope: self.slope,
            sink: self.sink,
        };
        ScoreOptions::new(features)
            .causal(self.causal)
            .prefix(self.prefix)
            .offset(self.offset)
            .left(self.window.and_then(|window| window.left))
            .right(self.window.and_then(|window| window.right))
            .tempered(&factors, self.temperature.unwrap_or(1.0))
    }
}
