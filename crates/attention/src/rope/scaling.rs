//! Scalings of RoPE, which let a model read longer texts than it was trained on.

use super::frequencies::{RopeFrequencies, positive_factor, positive_length};
use super::llama3::Llama3Scaling;
use super::longrope::LongRopeScaling;
use super::yarn::YarnScaling;
use super::{Rope, RopeType};
use crate::tensor::TensorError;

/// How the frequencies of RoPE differ from those of the paper.
///
/// The variants are the values of `rope_type`, and the fields the other `rope_parameters` of
/// transformers. In the formulas, `f[c] = base^(-2 c / n)` is the frequency of pair `c` of `n`
/// rotated features without a scaling.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum RopeScaling {
    /// `f[c]`, as in the paper.
    #[default]
    Default,
    /// `f[c] / factor`: positions are squeezed together. Chen et al., "Extending Context Window of
    /// Large Language Models via Positional Interpolation", 2023.
    Linear {
        /// How many times longer than trained the text may be.
        factor: f64,
    },
    /// `f[c]` of a larger base, which grows with the text. With `L = max(length,
    /// max_position_embeddings)`:
    ///
    /// ```text
    /// base' = base · (factor · L / max_position_embeddings - (factor - 1))^(n / (n - 2))
    /// ```
    ///
    /// Fast pairs hardly change, and the slowest is slowed by `factor`. With 2 features there is only
    /// the fastest pair, which does not change.
    Dynamic {
        /// How many times longer than trained the text may be.
        factor: f64,
        /// The trained length. Up to it, nothing changes.
        max_position_embeddings: usize,
    },
    /// Slow pairs are interpolated, fast pairs are kept: see [`YarnScaling`].
    Yarn(YarnScaling),
    /// A divisor for each pair: see [`LongRopeScaling`].
    LongRope(LongRopeScaling),
    /// Slow pairs are interpolated, fast pairs are kept: see [`Llama3Scaling`].
    Llama3(Llama3Scaling),
    /// `f[c] / factor` for the first `floor(partial_rotary_factor · n / 2)` pairs, and 0 for the
    /// others, which do not turn. Gemma 4.
    ///
    /// It differs from a rotation of the first features only: the exponent counts all features, and
    /// with [`RopePairs::Half`](super::RopePairs::Half) the partner of a feature is half of all
    /// features away.
    Proportional {
        /// The share of the pairs that turn, from 0 to 1.
        partial_rotary_factor: f64,
        /// How many times longer than trained the text may be; 1 if it is not given.
        factor: f64,
    },
}

impl RopeScaling {
    /// The scaling that a rule states.
    ///
    /// - errors: [`TensorError::RopeKey`] for a number that the type needs and that is not given
    pub fn of(rope: &Rope) -> Result<Self, TensorError> {
        let rope_type = rope.rope_type;
        if let Some(name) = rope.missing() {
            return Err(TensorError::RopeKey { rope_type: rope_type.name(), name });
        }
        let factor = rope.factor.unwrap_or(1.0);
        let original = rope.original_max_position_embeddings.unwrap_or(0);
        Ok(match rope_type {
            RopeType::Default => Self::Default,
            RopeType::Linear => Self::Linear { factor },
            RopeType::Dynamic => Self::Dynamic { factor, max_position_embeddings: original },
            RopeType::Yarn => {
                let paper = YarnScaling::new(factor, original);
                Self::Yarn(YarnScaling {
                    beta_fast: rope.beta_fast.unwrap_or(paper.beta_fast),
                    beta_slow: rope.beta_slow.unwrap_or(paper.beta_slow),
                    attention_factor: rope.attention_factor,
                    mscale: rope.mscale,
                    mscale_all_dim: rope.mscale_all_dim,
                    truncate: rope.truncate.unwrap_or(paper.truncate),
                    ..paper
                })
            }
            RopeType::LongRope => {
                let [short, long] = [&rope.short_factor, &rope.long_factor]
                    .map(|list| list.clone().unwrap_or_default());
                let longrope = LongRopeScaling::new(short, long, factor, original);
                Self::LongRope(LongRopeScaling {
                    attention_factor: rope.attention_factor,
                    ..longrope
                })
            }
            RopeType::Llama3 => {
                let usual = Llama3Scaling::new(factor, original);
                Self::Llama3(Llama3Scaling {
                    low_freq_factor: rope.low_freq_factor.unwrap_or(usual.low_freq_factor),
                    high_freq_factor: rope.high_freq_factor.unwrap_or(usual.high_freq_factor),
                    ..usual
                })
            }
            RopeType::Proportional => {
                let partial_rotary_factor = rope.partial_rotary_factor.unwrap_or(1.0);
                Self::Proportional { partial_rotary_factor, factor }
            }
        })
    }

    /// The frequencies: see [`RopeFrequencies::new`], which checks `base` and `features`.
    pub(super) fn frequencies(
        &self,
        base: f64,
        features: usize,
        length: usize,
    ) -> Result<RopeFrequencies, TensorError> {
        let paper = RopeFrequencies::of_base(base, features);
        Ok(match self {
            Self::Default => paper,
            &Self::Linear { factor } => {
                positive_factor(factor)?;
                paper.each(|_, frequency| frequency / factor)
            }
            &Self::Dynamic { factor, max_position_embeddings } => {
                positive_factor(factor)?;
                let trained = positive_length("max_position_embeddings", max_position_embeddings)?;
                let growth = factor * (length as f64).max(trained) / trained - (factor - 1.0);
                let exponent = features as f64 / (features as f64 - 2.0);
                let base = base * libm::pow(growth, exponent);
                // The fastest pair has the frequency 1 for every base, also for an infinite one.
                RopeFrequencies::of_base(base, features)
            }
            Self::Yarn(yarn) => yarn.scaled(paper, base, features)?,
            Self::LongRope(longrope) => longrope.scaled(&paper, length)?,
            Self::Llama3(llama3) => llama3.scaled(paper)?,
            &Self::Proportional { partial_rotary_factor, factor } => {
                positive_factor(factor)?;
                TensorError::unless_share("partial_rotary_factor", partial_rotary_factor)?;
                let turning = partial_rotary_factor * features as f64 / 2.0;
                let turning = libm::floor(turning) as usize;
                paper.each(|c, frequency| if c < turning { frequency / factor } else { 0.0 })
            }
        })
    }
}

impl RopeFrequencies {
    /// The frequencies of `features` rotated features, for a sequence of `length` tokens.
    ///
    /// Each layer may have its own base and its own scaling: it then has its own frequencies.
    ///
    /// - `base`: `rope_theta` of transformers; 10000 in the paper
    /// - `length`: the largest position and 1 more. Only [`RopeScaling::Dynamic`] and
    ///   [`RopeScaling::LongRope`] depend on it
    /// - edge case: no features have no frequencies
    /// - errors: [`TensorError::Pairs`] for an odd number of features, [`TensorError::NotPositive`],
    ///   [`TensorError::NotAbove`], [`TensorError::Entries`] for the factors of LongRoPE
    /// - source: `modeling_rope_utils.py` of transformers 5.24, which computes them in 32 bits
    pub fn new(
        base: f64,
        features: usize,
        scaling: &RopeScaling,
        length: usize,
    ) -> Result<Self, TensorError> {
        if !features.is_multiple_of(2) {
            return Err(TensorError::Pairs { turned: features, features });
        }
        TensorError::unless_positive("the base of RoPE", base)?;
        scaling.frequencies(base, features, length)
    }
}
