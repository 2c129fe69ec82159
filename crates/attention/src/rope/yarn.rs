//! YaRN: pairs that turn often within the trained length are kept, slow ones are interpolated.

use std::f64::consts::PI;

use super::frequencies::{RopeFrequencies, positive_factor, positive_length};
use crate::tensor::TensorError;

/// The scaling of YaRN: slow pairs are interpolated, fast pairs are kept.
///
/// ```text
/// turns(r)     = n · ln(original / (2 π r)) / (2 ln base)      the pair that turns r times within the trained length
/// low, high    = max(turns(beta_fast), 0), min(turns(beta_slow), n - 1)      rounded outwards if `truncate`
/// ramp[c]      = (c - low) / (high - low), between 0 and 1
/// frequency[c] = f[c] · (1 - ramp[c]) + f[c] / factor · ramp[c]
/// ```
///
/// A pair that turns at most `beta_slow` times has seen only a part of its circle in training, so it is
/// interpolated; one that turns `beta_fast` times or more has seen all of it, so it is kept. Because
/// more keys flatten the softmax, cosines and sines are multiplied by the attention factor.
///
/// - edge cases: if both bounds are the same, `high` is 0.001 larger; a factor of at most 1 has the
///   attention factor 1
/// - source: Peng et al., "YaRN: Efficient Context Window Extension of Large Language Models", 2023,
///   sections 3.2 to 3.4; `_compute_yarn_parameters` of transformers
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct YarnScaling {
    /// How many times longer than trained the text may be. DeepSeek V3 gives it as
    /// `max_position_embeddings / original_max_position_embeddings`.
    pub factor: f64,
    /// The trained length.
    pub original_max_position_embeddings: usize,
    /// Pairs that turn more often than this within the trained length are kept; 32 in the paper.
    pub beta_fast: f64,
    /// Pairs that turn less often than this are interpolated; 1 in the paper.
    pub beta_slow: f64,
    /// What cosines and sines are multiplied by. If it is `None`: `m(mscale) / m(mscale_all_dim)` if
    /// both are given and not 0, else `m(1)`, with `m(s) = 0.1 · s · ln(factor) + 1`.
    pub attention_factor: Option<f64>,
    /// The numerator's scale in the attention factor.
    pub mscale: Option<f64>,
    /// The denominator's scale in the attention factor.
    pub mscale_all_dim: Option<f64>,
    /// Whether `low` is rounded down and `high` up, as in most models; gpt-oss does not.
    pub truncate: bool,
}

impl YarnScaling {
    /// The paper's betas and attention factor, for a trained length and a factor.
    #[must_use]
    pub fn new(factor: f64, original_max_position_embeddings: usize) -> Self {
        Self {
            factor,
            original_max_position_embeddings,
            beta_fast: 32.0,
            beta_slow: 1.0,
            attention_factor: None,
            mscale: None,
            mscale_all_dim: None,
            truncate: true,
        }
    }

    /// The attention factor, given or computed.
    ///
    /// - errors: [`TensorError::NotPositive`]
    pub fn attention_factor(&self) -> Result<f64, TensorError> {
        positive_factor(self.factor)?;
        let scale = |mscale: f64| {
            if self.factor <= 1.0 { 1.0 } else { 0.1 * mscale * libm::log(self.factor) + 1.0 }
        };
        let given = |mscale: Option<f64>| mscale.filter(|&mscale| mscale != 0.0);
        let computed = match (given(self.mscale), given(self.mscale_all_dim)) {
            (Some(mscale), Some(all_dim)) => scale(mscale) / scale(all_dim),
            _ => scale(1.0),
        };
        let factor = self.attention_factor.unwrap_or(computed);
        TensorError::unless_positive("the attention factor of YaRN", factor)?;
        Ok(factor)
    }

    pub(super) fn scaled(
        &self,
        paper: RopeFrequencies,
        base: f64,
        features: usize,
    ) -> Result<RopeFrequencies, TensorError> {
        let attention_factor = self.attention_factor()?;
        TensorError::unless_above("the base of RoPE with YaRN", base, 1.0)?;
        TensorError::unless_positive("beta_fast", self.beta_fast)?;
        TensorError::unless_positive("beta_slow", self.beta_slow)?;
        let name = "original_max_position_embeddings";
        let original = positive_length(name, self.original_max_position_embeddings)?;
        let n = features as f64;
        let turns =
            |often: f64| n * libm::log(original / (often * 2.0 * PI)) / (2.0 * libm::log(base));
        let (mut low, mut high) = (turns(self.beta_fast), turns(self.beta_slow));
        if self.truncate {
            (low, high) = (libm::floor(low), libm::ceil(high));
        }
        (low, high) = (low.max(0.0), high.min(n - 1.0));
        if low == high {
            high += 0.001;
        }
        let scaled = paper.each(|c, frequency| {
            let ramp = ((c as f64 - low) / (high - low)).clamp(0.0, 1.0);
            frequency / self.factor * ramp + frequency * (1.0 - ramp)
        });
        Ok(RopeFrequencies { attention_factor, ..scaled })
    }
}
