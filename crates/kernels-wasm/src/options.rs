//! The options of one head.

use heedmap_kernels::Rule;
use serde::Deserialize;
use tsify::Tsify;

/// How far a query sees before and after its position, both ends included; no bound if it is missing.
#[derive(Clone, Copy, Deserialize, Tsify)]
#[tsify(missing_as_null)]
pub(crate) struct KernelWindow {
    #[tsify(optional, type = "number | null")]
    left: Option<usize>,
    #[tsify(optional, type = "number | null")]
    right: Option<usize>,
}

/// How the scores of one head are computed. Every option may be omitted; the default is the paper's attention, without a mask.
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
    /// The position of the first query among the keys.
    #[serde(default)]
    offset: i64,
    #[tsify(optional, type = "KernelWindow | null")]
    window: Option<KernelWindow>,
    /// The slope of the linear bias (ALiBi): `slope * distance` is subtracted from the scores.
    #[serde(default)]
    slope: f64,
    /// The score of a learned sink, which takes part in the softmax and has neither key nor value.
    #[tsify(optional, type = "number | null")]
    sink: Option<f64>,
}

impl KernelOptions {
    pub(crate) fn rule(&self, features: usize) -> Rule {
        Rule {
            scale: self.scale.map_or(Rule::new(features).scale, |scale| scale as f32),
            softcap: (self.softcap > 0.0).then_some(self.softcap as f32),
            causal: self.causal,
            offset: self.offset,
            left: self.window.and_then(|window| window.left),
            right: self.window.and_then(|window| window.right),
            slope: self.slope as f32,
            sink: self.sink.map(|sink| sink as f32),
        }
    }
}
