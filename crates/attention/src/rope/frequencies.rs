//! How fast each pair of features turns.

use super::frequency;
use super::scaling::RopeScaling;
use crate::tensor::TensorError;

/// The frequency of each pair of features, and what the rotated features are multiplied by.
///
/// The angle of pair `c` at position `p` is `p · frequencies[c]`, in radians. transformers calls them
/// `inv_freq` and `attention_scaling`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RopeFrequencies {
    /// One frequency for each pair, in radians for each position.
    pub frequencies: Vec<f64>,
    /// What cosines and sines are multiplied by; 1 for most models. A score of a rotated query and a
    /// rotated key contains it twice.
    pub attention_factor: f64,
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

    /// The frequencies of the paper: `base^(-2 c / features)`, and the factor 1.
    pub(super) fn of_base(base: f64, features: usize) -> Self {
        let frequencies = (0..features / 2).map(|c| frequency(base, c, features)).collect();
        Self { frequencies, attention_factor: 1.0 }
    }

    /// The same factor, and each frequency changed.
    pub(super) fn each(mut self, change: impl Fn(usize, f64) -> f64) -> Self {
        for (c, frequency) in self.frequencies.iter_mut().enumerate() {
            *frequency = change(c, *frequency);
        }
        self
    }
}
