//! Queries that grow with their position, so that the softmax over many keys stays sharp.

use crate::real::Real;
use crate::tensor::TensorError;

/// The factor of a query by its position.
///
/// ```text
/// factor(i) = 1 + scale · ln(1 + floor((i + first) / floor_scale))
/// ```
///
/// Scores are products with the query, so the factor is an inverse temperature of its softmax. Up to
/// `floor_scale` keys it is 1.
///
/// - source: Nakanishi, "Scalable-Softmax Is Superior for Attention", 2025; `Llama4TextAttention` and
///   `get_llama_4_attn_scale` of transformers
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct QueryTemperature {
    /// The scale of the logarithm; 0.1 in Llama 4.
    pub scale: f64,
    /// The number of positions with the same factor; 8192 in Llama 4.
    pub floor_scale: f64,
    /// What is added to positions, which start from 0: 1 in Llama 4, 0 in Ministral 3.
    pub first: i64,
}

impl QueryTemperature {
    /// Llama 4's, for its layers without RoPE, with the names of its configuration.
    #[must_use]
    pub fn llama4(attn_scale: f64, floor_scale: f64) -> Self {
        Self { scale: attn_scale, floor_scale, first: 1 }
    }

    /// Ministral 3's, for all layers, with the names of its configuration: the value of
    /// `llama_4_scaling_beta`, and the trained length.
    #[must_use]
    pub fn ministral3(beta: f64, original_max_position_embeddings: usize) -> Self {
        Self { scale: beta, floor_scale: original_max_position_embeddings as f64, first: 0 }
    }

    /// The factor of the query at a position, counted from 0.
    ///
    /// - edge case: before position 0 it is 1
    /// - errors: [`TensorError::NotFinite`], [`TensorError::NotPositive`]
    pub fn factor(&self, position: i64) -> Result<f64, TensorError> {
        TensorError::unless_finite("the scale of the temperature", self.scale)?;
        TensorError::unless_positive("floor_scale", self.floor_scale)?;
        let counted = position.saturating_add(self.first).max(0) as f64;
        Ok(1.0 + self.scale * libm::log1p(libm::floor(counted / self.floor_scale)))
    }

    /// Multiplies queries in place, the first of them at position `first`.
    ///
    /// - edge case: no rows give no rows
    /// - `rows`: (rows, features), row-major
    /// - errors: like [`QueryTemperature::factor`]
    pub fn scale_rows<T: Real>(
        &self,
        rows: &mut [T],
        features: usize,
        first: i64,
    ) -> Result<(), TensorError> {
        for (at, row) in rows.chunks_mut(features.max(1)).enumerate() {
            let at = i64::try_from(at).unwrap_or(i64::MAX);
            let factor = T::from_f64(self.factor(first.saturating_add(at))?);
            row.iter_mut().for_each(|x| *x = *x * factor);
        }
        Ok(())
    }
}
