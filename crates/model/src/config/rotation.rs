//! How queries and keys are rotated in a layer.

use heedmap_attention::{RopeFrequencies, RopePairs, RopeRotation, RopeScaling, TensorError};

/// How queries and keys are rotated in a layer (RoPE).
#[derive(Clone, Debug, PartialEq)]
pub struct Rotation {
    /// The base of the wavelengths.
    pub base: f64,
    /// The number of features that are rotated, from the first on; `None` means all.
    pub features: Option<usize>,
    /// The features that are rotated together. Files of the architecture `llama` in GGUF have them
    /// [interleaved](RopePairs::Interleaved), because their projections are permuted; the same model in a Hugging
    /// Face folder has them in [halves](RopePairs::Half). A wrong choice gives fluent text of a worse model.
    pub pairs: RopePairs,
    /// How the frequencies differ from those of the paper.
    pub scaling: RopeScaling,
}

impl Rotation {
    /// The rotation of the paper with this base.
    #[must_use]
    pub fn new(base: f64) -> Self {
        Self { base, features: None, pairs: RopePairs::Half, scaling: RopeScaling::Default }
    }

    /// The rotation of heads of this size, for a text of this length.
    ///
    /// - errors: [`TensorError`] for features, a base or a scaling that cannot be
    pub fn of(&self, head_size: usize, tokens: usize) -> Result<RopeRotation, TensorError> {
        let turned = self.features.unwrap_or(head_size);
        if turned > head_size {
            return Err(TensorError::Pairs { turned, features: head_size });
        }
        let frequencies = RopeFrequencies::new(self.base, turned, &self.scaling, tokens)?;
        Ok(RopeRotation::new(frequencies).pairs(self.pairs))
    }
}
