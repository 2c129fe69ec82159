//! The options of attention over heads.

use heedmap_attention::{AttentionRule, Causal, Rope, RopePairs, Window};
use heedmap_lesson_wasm::{RopePairing, ScaleName, scale};
use heedmap_wasm_common::{Js, NameOr};
use serde::Deserialize;
use tsify::Tsify;

use crate::tensor::TensorError;

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

impl AttendWindow {
    fn core(&self) -> Result<Window, TensorError> {
        let bound = |side: &'static str, given: Option<i64>| match given {
            None | Some(-1) => Ok(None),
            Some(value) => {
                usize::try_from(value).map(Some).map_err(|_| TensorError::Window { side, value })
            }
        };
        Ok(Window { left: bound("left", self.left)?, right: bound("right", self.right)? })
    }
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
    dim: Option<usize>,
    /// An earlier name of `dim`.
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
        Rope {
            base: self.base.unwrap_or(paper.base),
            pairs: self.pairs,
            dim: self.dim.or(self.features),
            first_position: self.first_position.unwrap_or(paper.first_position),
        }
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

/// The rule of attention, with the names of `AttentionRule`, and which steps to return. Every option may be omitted; the
/// default is the paper's attention, without a mask.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct AttendOptions {
    /// The steps to return: `all`, the default, or only `output` or `weights`. For one step, `attend` of the
    /// engine computes 32-bit numbers with the kernels.
    #[serde(default)]
    pub(crate) compute: AttendCompute,
    /// The factor of the scores, which may be 0 or negative; null, the default, is 1 / sqrt(d_k). `sqrt` and `none`
    /// are earlier names of null and 1.
    #[tsify(optional, type = "ScaleName | number | null")]
    scale: Option<NameOr<ScaleName, f64>>,
    /// The bound of the scores in `cap * tanh(score / cap)`, before every mask; no bound if it is null, 0
    /// or below.
    #[tsify(optional, type = "number | null")]
    softcap: Option<f64>,
    /// The divisor of the masked scores before the softmax: above 0, by default 1.
    #[tsify(optional, type = "number | null")]
    temperature: Option<f64>,
    /// Whether later keys are hidden from a query, and the position of the first query among the keys, past ones
    /// included. `true` and `offset`: it is at `offset`. `upper_left`: at key 0. `lower_right`: the last query is at the
    /// last key.
    #[serde(default)]
    #[tsify(optional, type = "boolean | 'none' | 'upper_left' | 'lower_right' | 'offset'")]
    causal: Causal,
    /// The position of the first query, where `causal` does not say it; by default the first key after the past.
    #[tsify(optional, type = "number | null")]
    offset: Option<i64>,
    /// The number of first keys that every query sees in spite of a causal mask.
    #[serde(default)]
    prefix: usize,
    /// How far a query sees: how many keys before and after it; or a number of keys, itself and those just before it,
    /// and as many after it without a causal mask.
    // The engine replaces a number with both sides.
    #[tsify(optional, type = "AttendWindow | number | null")]
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
    /// `valid_keys`: the last query is at the last valid key of each batch entry. The others are earlier forms of
    /// `offset` and of the names of `causal`, which they override: `upper_left`, the first key after the past;
    /// `lower_right`; or a number.
    #[tsify(optional, type = "AlignmentName | number")]
    alignment: Option<NameOr<AlignmentName, i64>>,
    /// The number of valid keys of each batch entry, from the first on.
    #[tsify(optional, type = "number[] | null")]
    pub(crate) valid_keys: Option<Vec<usize>>,
    /// ALiBi with the slopes of its paper; the input `slopes` sets others.
    #[serde(default)]
    pub(crate) alibi: bool,
    /// The slope of the linear bias of all heads; the input `slopes` has one for each.
    #[tsify(optional, type = "number | null")]
    slope: Option<f64>,
    /// The score of a learned sink, which is part of the softmax and has neither column nor value; the input `sinks` has
    /// one for each head.
    #[tsify(optional, type = "number | null")]
    sink: Option<f64>,
    #[tsify(optional, type = "AttendRope | null")]
    rope: Option<AttendRope>,
}

impl AttendOptions {
    /// The rule that the options state, for some numbers of queries, new keys and past keys. Of several batch entries
    /// with valid lengths, [`AttendOptions::offsets`] has the positions.
    pub(crate) fn rule(
        &self,
        [queries, new, past]: [usize; 3],
    ) -> Result<AttentionRule, TensorError> {
        let offset = match self.alignment {
            None => self.offset.unwrap_or(past as i64),
            Some(NameOr::Name(AlignmentName::UpperLeft)) => past as i64,
            Some(NameOr::Name(AlignmentName::LowerRight)) => (past + new) as i64 - queries as i64,
            Some(NameOr::Name(AlignmentName::ValidKeys)) => 0,
            Some(NameOr::Value(offset)) => offset,
        };
        let causal = match self.causal {
            Causal::None => Causal::None,
            _ if self.alignment.is_some() => Causal::Offset,
            named => named,
        };
        Ok(AttentionRule {
            scale: self.scale.and_then(scale),
            softcap: self.softcap,
            temperature: self.temperature,
            causal,
            prefix: self.prefix,
            window: self.window.as_ref().map(AttendWindow::core).transpose()?,
            rope: self.rope.as_ref().map(AttendRope::core),
            offset: Some(offset),
            slope: self.slope,
            sink: self.sink,
            ..AttentionRule::default()
        })
    }

    /// The position of the first query in each batch entry, if the last query is at the last valid key.
    pub(crate) fn offsets(&self, queries: usize) -> Result<Option<Vec<i64>>, TensorError> {
        let Some(NameOr::Name(AlignmentName::ValidKeys)) = self.alignment else { return Ok(None) };
        let lengths = self.valid_keys.as_ref().ok_or(TensorError::NoKeyLengths)?;
        Ok(Some(lengths.iter().map(|&length| length as i64 - queries as i64).collect()))
    }
}
