//! RoPE that has yet to be applied to q and k.

mod form;

use serde::{Deserialize, Serialize};

pub use form::RopeValue;

/// Which two features form a pair.
///
/// Models differ, and weights do not show which they use: a wrong guess gives fluent nonsense.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum Pairs {
    /// `(c, c + n / 2)`: GPT-NeoX, LLaMA.
    #[default]
    Half,
    /// `(2 c, 2 c + 1)`: the paper, GPT-J.
    Interleaved,
}

impl Pairs {
    /// The pairs of a name, `half` or `interleaved`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "half" => Some(Self::Half),
            "interleaved" => Some(Self::Interleaved),
            _ => None,
        }
    }

    /// The name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Half => "half",
            Self::Interleaved => "interleaved",
        }
    }
}

/// Which of the features are rotated, if not all are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum RopeSide {
    /// The first: GPT-NeoX, Qwen3-Next.
    #[default]
    First,
    /// The last: DeepSeek V4, and MLA as it stores its keys.
    Last,
}

impl RopeSide {
    /// The side of a name, `first` or `last`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "first" => Some(Self::First),
            "last" => Some(Self::Last),
            _ => None,
        }
    }

    /// The name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Last => "last",
        }
    }
}

/// How the frequencies differ from those of the paper, by the names of transformers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "RopeScaling of heedmap-attention has the formulas")]
pub enum RopeType {
    #[default]
    Default,
    Linear,
    Dynamic,
    Yarn,
    #[serde(rename = "longrope")]
    LongRope,
    Llama3,
    Proportional,
}

impl RopeType {
    /// The type of a name; `su` and `mrope` are earlier names.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            // The sections of mRoPE are stated beside its type.
            "default" | "mrope" => Self::Default,
            "linear" => Self::Linear,
            "dynamic" => Self::Dynamic,
            "yarn" => Self::Yarn,
            "longrope" | "su" => Self::LongRope,
            "llama3" => Self::Llama3,
            "proportional" => Self::Proportional,
            _ => return None,
        })
    }

    /// The name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::Linear => "linear",
            Self::Dynamic => "dynamic",
            Self::Yarn => "yarn",
            Self::LongRope => "longrope",
            Self::Llama3 => "llama3",
            Self::Proportional => "proportional",
        }
    }
}

/// A rotation of q and k. The scaling has the names of `rope_parameters` in a configuration of transformers.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Rope {
    /// The base of the angles, `rope_theta` of transformers; 10000 if it is not given.
    pub base: f64,
    /// How features are paired.
    pub pairs: Pairs,
    /// The number of rotated features; `None` for all. `features` is an earlier name.
    pub dim: Option<usize>,
    /// Whether these are the first or the last features.
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub side: RopeSide,
    /// How the frequencies differ from those of the paper. The fields below say it in figures.
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub rope_type: RopeType,
    /// How many times longer than trained the text may be.
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub factor: Option<f64>,
    /// The trained length.
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub original_max_position_embeddings: Option<usize>,
    /// What cosines and sines are multiplied by, of YaRN and LongRoPE; `None` for what follows from the others.
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub attention_factor: Option<f64>,
    /// Pairs that turn more often than this within the trained length are kept by YaRN; `None` for 32.
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub beta_fast: Option<f64>,
    /// Pairs that turn less often than this are interpolated by YaRN; `None` for 1.
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub beta_slow: Option<f64>,
    /// The scale in the numerator of the attention factor of YaRN.
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub mscale: Option<f64>,
    /// The scale in its denominator.
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub mscale_all_dim: Option<f64>,
    /// Whether YaRN rounds the pairs between which it interpolates; `None` for `true`.
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub truncate: Option<bool>,
    /// The divisor of each pair up to the trained length, of LongRoPE.
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub short_factor: Option<Vec<f64>>,
    /// The divisor of each pair beyond it.
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub long_factor: Option<Vec<f64>>,
    /// Pairs that turn less often than this are slow in Llama 3; `None` for 1.
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub low_freq_factor: Option<f64>,
    /// Pairs that turn more often than this are kept in Llama 3; `None` for 4.
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub high_freq_factor: Option<f64>,
    /// The share of the features that is rotated, where `dim` does not say it; of `proportional`, the share of the pairs that turn.
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub partial_rotary_factor: Option<f64>,
    /// The number of pairs that turn by each position of a token, of mRoPE.
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub mrope_section: Option<Vec<usize>>,
    /// Whether these positions take turns, as in Qwen3-VL.
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub mrope_interleaved: bool,
    /// The positions of the keys, and of the queries as the last of them: one list, or one for each section. `None` for 0, 1, 2
    /// and so on.
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub position_ids: Option<Vec<Vec<i64>>>,
    /// The position of key 0, which is added to the positions of queries as well.
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub first_position: i64,
}

impl Rope {
    /// The first key that the type of the rotation needs and that is not given.
    #[must_use]
    pub fn missing(&self) -> Option<&'static str> {
        let factor = ("factor", self.factor.is_none());
        let original =
            ("original_max_position_embeddings", self.original_max_position_embeddings.is_none());
        let lists = [
            ("short_factor", self.short_factor.is_none()),
            ("long_factor", self.long_factor.is_none()),
        ];
        let needed: &[_] = match self.rope_type {
            RopeType::Default => &[],
            RopeType::Linear => &[factor],
            RopeType::Dynamic | RopeType::Yarn | RopeType::Llama3 => &[factor, original],
            RopeType::LongRope => &[original, lists[0], lists[1], factor],
            RopeType::Proportional => {
                &[("partial_rotary_factor", self.partial_rotary_factor.is_none())]
            }
        };
        // LongRoPE needs the factor for its attention factor alone.
        let is_said = |name: &str| {
            name == "factor"
                && self.rope_type == RopeType::LongRope
                && self.attention_factor.is_some()
        };
        needed.iter().find(|(name, lacks)| *lacks && !is_said(name)).map(|(name, _)| *name)
    }

    /// The first key whose value cannot be, for heads of `size` features, or that is missing.
    #[must_use]
    pub fn wrong(&self, size: usize) -> Option<&'static str> {
        let is_positive = |value: f64| value > 0.0 && value.is_finite();
        let positive = |value: Option<f64>| value.is_none_or(is_positive);
        let finite = |value: Option<f64>| value.is_none_or(f64::is_finite);
        let dim = self.rotated(size);
        let is_list = |list: &Option<Vec<f64>>| {
            let fits =
                |list: &Vec<f64>| list.len() == dim / 2 && list.iter().all(|&n| is_positive(n));
            self.rope_type != RopeType::LongRope || list.as_ref().is_none_or(fits)
        };
        let is_section = |sizes: &Vec<usize>| {
            let sum = sizes.iter().try_fold(0_usize, |sum, &size| sum.checked_add(size));
            !sizes.is_empty() && sum == Some(dim / 2)
        };
        let least = if self.rope_type == RopeType::Yarn { 1.0 } else { 0.0 };
        // The attention factor of LongRoPE divides by the logarithm of the trained length.
        let has_log = self.rope_type == RopeType::LongRope && self.attention_factor.is_none();
        let trained = if has_log && self.factor.is_some_and(|factor| factor > 1.0) { 2 } else { 1 };
        let low = self.low_freq_factor.unwrap_or(1.0);
        let is_high =
            self.high_freq_factor.unwrap_or(4.0) > low || self.rope_type != RopeType::Llama3;
        let is_share = |share: f64| (0.0..=1.0).contains(&share);
        let checks = [
            ("base", is_positive(self.base) && self.base > least),
            ("dim", self.dim.is_none() || is_turned(dim, size)),
            (
                "partial_rotary_factor",
                self.partial_rotary_factor.is_none_or(is_share) && is_turned(dim, size),
            ),
            ("factor", positive(self.factor)),
            (
                "original_max_position_embeddings",
                self.original_max_position_embeddings.is_none_or(|length| length >= trained),
            ),
            ("attention_factor", positive(self.attention_factor)),
            ("beta_fast", positive(self.beta_fast)),
            ("beta_slow", positive(self.beta_slow)),
            ("mscale", finite(self.mscale)),
            ("mscale_all_dim", finite(self.mscale_all_dim)),
            ("short_factor", is_list(&self.short_factor)),
            ("long_factor", is_list(&self.long_factor)),
            ("low_freq_factor", is_positive(low)),
            ("high_freq_factor", finite(self.high_freq_factor) && is_high),
            ("mrope_section", self.mrope_section.as_ref().is_none_or(is_section)),
        ];
        self.missing().or_else(|| checks.into_iter().find(|(_, fits)| !fits).map(|(key, _)| key))
    }

    /// The number of rotated features of `size`: `dim`, or the share that the rule states.
    #[must_use]
    pub fn rotated(&self, size: usize) -> usize {
        let share = self.partial_rotary_factor.filter(|_| self.rope_type != RopeType::Proportional);
        self.dim.unwrap_or_else(|| share.map_or(size, |share| (size as f64 * share) as usize))
    }
}

impl Default for Rope {
    /// The rotation of the paper: the base 10000, all features, from position 0 on.
    fn default() -> Self {
        Self {
            base: default_base(),
            pairs: Pairs::Half,
            dim: None,
            side: RopeSide::First,
            rope_type: RopeType::Default,
            factor: None,
            original_max_position_embeddings: None,
            attention_factor: None,
            beta_fast: None,
            beta_slow: None,
            mscale: None,
            mscale_all_dim: None,
            truncate: None,
            short_factor: None,
            long_factor: None,
            low_freq_factor: None,
            high_freq_factor: None,
            partial_rotary_factor: None,
            mrope_section: None,
            mrope_interleaved: false,
            position_ids: None,
            first_position: 0,
        }
    }
}

/// Whether so many features can be rotated in pairs.
fn is_turned(dim: usize, size: usize) -> bool {
    dim >= 2 && dim <= size && dim.is_multiple_of(2)
}

fn default_base() -> f64 {
    10_000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scaling_without_a_number_that_it_needs_is_found() {
        let of = |rope_type| Rope { rope_type, ..Rope::default() };
        let needed = [
            (RopeType::Default, None),
            (RopeType::Linear, Some("factor")),
            (RopeType::Dynamic, Some("factor")),
            (RopeType::Yarn, Some("factor")),
            (RopeType::Llama3, Some("factor")),
            (RopeType::LongRope, Some("original_max_position_embeddings")),
            (RopeType::Proportional, Some("partial_rotary_factor")),
        ];
        for (rope_type, key) in needed {
            assert_eq!(of(rope_type).missing(), key, "{rope_type:?}");
            assert_eq!(of(rope_type).wrong(8), key, "{rope_type:?}");
            assert_eq!(RopeType::named(rope_type.name()), Some(rope_type));
        }
    }

    #[test]
    fn a_number_that_cannot_be_is_found_by_its_key() {
        let yarn = Rope {
            rope_type: RopeType::Yarn,
            factor: Some(4.0),
            original_max_position_embeddings: Some(64),
            ..Rope::default()
        };
        assert_eq!(yarn.wrong(8), None);
        for (key, rope) in [
            ("factor", Rope { factor: Some(0.0), ..yarn.clone() }),
            ("factor", Rope { factor: Some(f64::INFINITY), ..yarn.clone() }),
            ("base", Rope { base: 1.0, ..yarn.clone() }),
            ("base", Rope { base: f64::NAN, ..Rope::default() }),
            ("beta_slow", Rope { beta_slow: Some(-1.0), ..yarn.clone() }),
            ("mscale", Rope { mscale: Some(f64::NAN), ..yarn.clone() }),
            (
                "original_max_position_embeddings",
                Rope { original_max_position_embeddings: Some(0), ..yarn.clone() },
            ),
            ("mrope_section", Rope { mrope_section: Some(vec![1, 1]), ..Rope::default() }),
            ("mrope_section", Rope { mrope_section: Some(Vec::new()), ..Rope::default() }),
            ("dim", Rope { dim: Some(3), ..Rope::default() }),
            ("dim", Rope { dim: Some(10), ..Rope::default() }),
            ("partial_rotary_factor", Rope { partial_rotary_factor: Some(1.5), ..Rope::default() }),
            (
                "short_factor",
                Rope {
                    rope_type: RopeType::LongRope,
                    short_factor: Some(vec![1.0; 3]),
                    long_factor: Some(vec![1.0; 4]),
                    ..yarn.clone()
                },
            ),
            (
                "high_freq_factor",
                Rope { rope_type: RopeType::Llama3, high_freq_factor: Some(1.0), ..yarn.clone() },
            ),
        ] {
            assert_eq!(rope.wrong(8), Some(key), "{rope:?}");
        }
        assert_eq!(Rope { partial_rotary_factor: Some(0.5), ..Rope::default() }.rotated(8), 4);
    }
}
