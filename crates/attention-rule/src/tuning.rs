//! A factor of queries by their position.

use serde::{Deserialize, Serialize};

/// The factor `1 + attn_scale · ln(1 + floor((position + first) / floor_scale))` of each query.
///
/// Llama 4 has it in its layers without RoPE. Ministral 3 calls the first field `llama_4_scaling_beta` and the second one
/// `original_max_position_embeddings`, and counts from `first` 0.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(default)]
pub struct TemperatureTuning {
    /// The scale of the logarithm.
    pub attn_scale: f64,
    /// The number of positions with the same factor.
    pub floor_scale: f64,
    /// What is added to positions, which start from 0.
    pub first: i64,
}

impl Default for TemperatureTuning {
    /// That of Llama 4.
    fn default() -> Self {
        Self { attn_scale: 0.1, floor_scale: 8192.0, first: 1 }
    }
}
