//! The options of attention over heads.

use heedmap_attention::{Alignment, HeadOptions, Real, Rope, RopePairs, Scale, Window};
use heedmap_wasm_common::{Js, NameOr};
use serde::Deserialize;
use tsify::Tsify;

/// The name of a factor of scores; `sqrt` is 1 / sqrt(d_k).
#[derive(Clone, Copy, Deserialize, Tsify)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ScaleName {
    Sqrt,
    None,
}

/// Converts a name or a factor.
pub(crate) fn scale(given: NameOr<ScaleName, f64>) -> Scale {
    match given {
        NameOr::Name(ScaleName::Sqrt) => Scale::InverseSqrtDk,
        NameOr::Name(ScaleName::None) => Scale::None,
        NameOr::Value(factor) => Scale::Factor(factor),
    }
}

/// The features that RoPE rotates together.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "snake_case", remote = "RopePairs")]
pub(crate) enum RopePairing {
    Half,
    Interleaved,
}

#[derive(Clone, Copy, Deserialize, Tsify)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AlignmentName {
    UpperLeft,
    LowerRight,
    ValidKeys,
}

/// How far a query sees before and after its position, both ends included; -1 means no bound.
#[derive(Deserialize, Tsify)]
#[tsify(missing_as_null)]
pub(crate) struct AttendWindow {
    #[tsify(optional, type = "number | null")]
    left: Option<i64>,
    #[tsify(optional, type = "number | null")]
    right: Option<i64>,
}

/// RoPE on queries and keys.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub(crate) struct AttendRope {
    /// Which features form a pair.
    #[serde(with = "RopePairing")]
    #[tsify(type = "RopePairing")]
    pairs: RopePairs,
    /// The number of features that are rotated, from the first on: even, by default all.
    #[tsify(optional, type = "number | null")]
    features: Option<usize>,
    /// The base of the wavelengths, by default 10000.
    #[tsify(optional, type = "number | null")]
    base: Option<f64>,
    /// The position of the first key, by default 0.
    #[tsify(optional, type = "number | null")]
    first_position: Option<i64>,
}

impl AttendRope {
    fn core(&self) -> Rope {
        let paper = Rope::default();
        paper
            .pairs(self.pairs)
            .features(self.features)
            .base(self.base.unwrap_or(paper.base))
            .first_position(self.first_position.unwrap_or(paper.first_position))
    }
}

/// The steps that attention over heads returns.
#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize, Tsify)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AttendCompute {
    #[default]
    All,
    Output,
    Weights,
}

/// Every option may be omitted; the default is the paper's attention, without a mask.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct AttendOptions {
    /// The steps to return: `all`, the default, or only `output` or `weights`. For one step, `attend` of the
    /// engine computes 32-bit numbers with the kernels.
    #[serde(default)]
    pub(crate) compute: AttendCompute,
    /// The factor of the scores; `sqrt`, the default, is 1 / sqrt(d_k). It may be 0 or negative.
    #[tsify(optional, type = "ScaleName | number")]
    scale: Option<NameOr<ScaleName, f64>>,
    /// The bound of the scores in `cap * tanh(score / cap)`, before every mask; no bound if it is 0
    /// or below.
    #[serde(default)]
    softcap: f64,
    /// The divisor of the masked scores before the softmax: above 0, by default 1.
    #[tsify(optional, type = "number | null")]
    temperature: Option<f64>,
    /// Whether a query sees no key after its position.
    #[serde(default)]
    causal: bool,
    /// The number of first keys that every query sees in spite of a causal mask.
    #[serde(default)]
    prefix: usize,
    #[tsify(optional, type = "AttendWindow | null")]
    window: Option<AttendWindow>,
    /// The text of a mask, such as `causal and window(4)`, as for `maskMatrix`. It is evaluated for the
    /// queries and for all keys, past ones included, up to 2048 each. It applies to every head and batch
    /// entry, together with all other masks. Its clauses have an alignment of their own, which
    /// `alignment` does not change: with past keys, write `causal(lower_right)`. It needs the program of
    /// masks: call `load` of the whole engine, or also that of `engine/masks`.
    // The engine replaces it with the input `pattern`.
    #[serde(rename = "mask")]
    #[tsify(optional, type = "string | null")]
    _mask: Option<Js>,
    /// The position of the first query among the keys. `upper_left`, the default: the first key after
    /// the past. `lower_right`: the last query is at the last key. `valid_keys`: the last query is at
    /// the last valid key of each batch entry. A number: this key.
    #[tsify(optional, type = "AlignmentName | number")]
    alignment: Option<NameOr<AlignmentName, i64>>,
    /// The number of valid keys of each batch entry, from the first on.
    #[tsify(optional, type = "number[] | null")]
    pub(crate) valid_keys: Option<Vec<usize>>,
    /// ALiBi with the slopes of its paper; the input `slopes` sets others.
    #[serde(default)]
    pub(crate) alibi: bool,
    #[tsify(optional, type = "AttendRope | null")]
    rope: Option<AttendRope>,
}

impl AttendOptions {
    /// Converts to the core's options; slopes and masks, which are inputs, are added later.
    pub(crate) fn core<T: Real>(&self) -> HeadOptions<'_, T> {
        let window = |given: &AttendWindow| Window {
            left: given.left.unwrap_or(-1),
            right: given.right.unwrap_or(-1),
        };
        let alignment = match self.alignment {
            None | Some(NameOr::Name(AlignmentName::UpperLeft)) => Alignment::UpperLeft,
            Some(NameOr::Name(AlignmentName::LowerRight)) => Alignment::LowerRight,
            Some(NameOr::Name(AlignmentName::ValidKeys)) => Alignment::ValidKeys,
            Some(NameOr::Value(offset)) => Alignment::Offset(offset),
        };
        HeadOptions::default()
            .scale(self.scale.map_or(Scale::InverseSqrtDk, scale))
            .softcap(self.softcap)
            .temperature(self.temperature.unwrap_or(1.0))
            .causal(self.causal)
            .prefix(self.prefix)
            .window(self.window.as_ref().map_or_else(Window::default, window))
            .alignment(alignment)
            .rope(self.rope.as_ref().map(AttendRope::core))
    }
}
