//! RoPE that has yet to be applied to q and k.

use serde::{Deserialize, Serialize};

/// Which two features form a pair.
///
/// Models differ, and weights do not show which they use: a wrong guess gives fluent nonsense.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
}

/// A rotation of q and k.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rope {
    /// The base of the angles, `rope_theta` of transformers; 10000 if it is not given.
    #[serde(default = "default_base")]
    pub base: f64,
    /// How features are paired.
    pub pairs: Pairs,
    /// The number of rotated features, from the first on; `None` for all. `features` is an earlier name.
    #[serde(default, alias = "features")]
    pub dim: Option<usize>,
    /// The position of key 0, which is added to the positions of queries as well.
    #[serde(default, alias = "firstPosition", skip_serializing_if = "is_zero")]
    pub first_position: i64,
}

impl Default for Rope {
    /// The rotation of the paper: the base 10000, all features, from position 0 on.
    fn default() -> Self {
        Self { base: default_base(), pairs: Pairs::Half, dim: None, first_position: 0 }
    }
}

fn default_base() -> f64 {
    10_000.0
}

/// Whether a position is left out of the serde form.
fn is_zero(position: &i64) -> bool {
    *position == 0
}
