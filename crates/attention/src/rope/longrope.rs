//! LongRoPE: a divisor for each pair, found by search.

use super::frequencies::{RopeFrequencies, positive_factor};
use crate::tensor::TensorError;

/// The scaling of LongRoPE: a divisor for each pair.
///
/// `frequency[c] = f[c] / factors[c]`, with `long_factor` for texts that are longer than the trained
/// length and `short_factor` for others. All tokens of a text use the same factors, so the frequencies
/// change when a text grows beyond the trained length.
///
/// - source: Ding et al., "LongRoPE: Extending LLM Context Window Beyond 2 Million Tokens", 2024;
///   `_compute_longrope_parameters` of transformers
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LongRopeScaling {
    /// The divisor of each pair up to the trained length.
    pub short_factor: Vec<f64>,
    /// The divisor of each pair beyond the trained length.
    pub long_factor: Vec<f64>,
    /// How many times longer than trained the text may be. Phi-3 gives it as
    /// `max_position_embeddings / original_max_position_embeddings`.
    pub factor: f64,
    /// The trained length.
    pub original_max_position_embeddings: usize,
    /// What cosines and sines are multiplied by. If it is `None`: `sqrt(1 + ln(factor) / ln(original))`,
    /// or 1 for a factor of at most 1.
    pub attention_factor: Option<f64>,
}

impl LongRopeScaling {
    /// These divisors, for a trained length and a factor.
    #[must_use]
    pub fn new(
        short_factor: Vec<f64>,
        long_factor: Vec<f64>,
        factor: f64,
        original_max_position_embeddings: usize,
    ) -> Self {
        let attention_factor = None;
        Self {
            short_factor,
            long_factor,
            factor,
            original_max_position_embeddings,
            attention_factor,
        }
    }

    /// The attention factor, given or computed.
    ///
    /// - errors: [`TensorError::NotPositive`], [`TensorError::NotAbove`]
    pub fn attention_factor(&self) -> Result<f64, TensorError> {
        positive_factor(self.factor)?;
        let factor = match self.attention_factor {
            Some(factor) => factor,
            None if self.factor <= 1.0 => 1.0,
            None => {
                let original = self.original_max_position_embeddings as f64;
                TensorError::unless_above("original_max_position_embeddings", original, 1.0)?;
                libm::sqrt(1.0 + libm::log(self.factor) / libm::log(original))
            }
        };
        TensorError::unless_positive("the attention factor of LongRoPE", factor)?;
        Ok(factor)
    }

    pub(super) fn scaled(
        &self,
        paper: &RopeFrequencies,
        length: usize,
    ) -> Result<RopeFrequencies, TensorError> {
        let attention_factor = self.attention_factor()?;
        let wanted = paper.frequencies.len();
        for (name, factors) in
            [("short factors", &self.short_factor), ("long factors", &self.long_factor)]
        {
            let got = factors.len();
            if got != wanted {
                return Err(TensorError::Entries { name, got, of: "pairs of features", wanted });
            }
            for &factor in factors {
                TensorError::unless_positive("a factor of LongRoPE", factor)?;
            }
        }
        let is_long = length > self.original_max_position_embeddings;
        let factors = if is_long { &self.long_factor } else { &self.short_factor };
        let frequencies =
            paper.frequencies.iter().zip(factors).map(|(frequency, factor)| frequency / factor);
        Ok(RopeFrequencies { frequencies: frequencies.collect(), attention_factor })
    }
}
