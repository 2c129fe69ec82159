//! How fast each pair of features turns.

use super::frequency;
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

/// The factor of a scaling, which must be above 0.
pub(super) fn positive_factor(factor: f64) -> Result<(), TensorError> {
    TensorError::unless_positive("the factor of the RoPE scaling", factor)
}

/// A trained length, which must be at least 1.
pub(super) fn positive_length(name: &'static str, length: usize) -> Result<f64, TensorError> {
    let length = length as f64;
    TensorError::unless_positive(name, length)?;
    Ok(length)
}
