//! The scaling of Llama 3.1.

use std::f64::consts::PI;

use super::frequencies::{RopeFrequencies, positive_factor, positive_length};
use crate::tensor::TensorError;

/// The scaling of Llama 3.1: by wavelength.
///
/// ```text
/// wavelength = 2 π / f[c]          turns = original / wavelength, within the trained length
/// frequency  = f[c] / factor                                 if turns < low_freq_factor
///            = f[c]                                          if turns > high_freq_factor
///            = (1 - s) · f[c] / factor + s · f[c]            between, s = (turns - low) / (high - low)
/// ```
///
/// - source: `_compute_llama3_parameters` of transformers, after Llama 3.1's own code
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Llama3Scaling {
    /// What the frequencies of slow pairs are divided by; 8 in Llama 3.1.
    pub factor: f64,
    /// Pairs that turn less often than this within the trained length are slow; 1 in Llama 3.1.
    pub low_freq_factor: f64,
    /// Pairs that turn more often than this are kept; 4 in Llama 3.1.
    pub high_freq_factor: f64,
    /// The trained length; 8192 in Llama 3.1.
    pub original_max_position_embeddings: usize,
}

impl Llama3Scaling {
    /// The bounds 1 and 4 of Llama 3.1, for a trained length and a factor.
    #[must_use]
    pub fn new(factor: f64, original_max_position_embeddings: usize) -> Self {
        Self {
            factor,
            low_freq_factor: 1.0,
            high_freq_factor: 4.0,
            original_max_position_embeddings,
        }
    }

    pub(super) fn scaled(&self, paper: RopeFrequencies) -> Result<RopeFrequencies, TensorError> {
        let &Self { factor, low_freq_factor: low, high_freq_factor: high, .. } = self;
        positive_factor(factor)?;
        TensorError::unless_positive("low_freq_factor", low)?;
        TensorError::unless_above("high_freq_factor", high, low)?;
        let name = "original_max_position_embeddings";
        let original = positive_length(name, self.original_max_position_embeddings)?;
        Ok(paper.each(|_, frequency| {
            let wavelength = 2.0 * PI / frequency;
            if wavelength > original / low {
                frequency / factor
            } else if wavelength < original / high {
                frequency
            } else {
                let smooth = (original / wavelength - low) / (high - low);
                (1.0 - smooth) * frequency / factor + smooth * frequency
            }
        }))
    }
}
