//! The layers without a softmax.

use serde::Serialize;

/// How a layer computes its weights without a softmax.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum LinearKind {
    /// Gated DeltaNet: one beta and one log decay for each token.
    GatedDelta,
    /// KDA: one beta for each token, and a log decay for each token and feature.
    Kda,
    /// Mamba-2: q is `C`, k is `B`, beta is `Δ`, and the log decay is `A Δ`.
    Mamba2,
    /// Simple GLA: one log decay for each token.
    SimpleGla,
    /// Lightning attention: like simple GLA, and scores are not scaled by default.
    Lightning,
    /// Differential attention: one softmax minus a share of another. It keeps no state.
    Differential,
}

impl LinearKind {
    pub(crate) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "gated_delta" => Self::GatedDelta,
            "kda" => Self::Kda,
            "mamba2" => Self::Mamba2,
            "simple_gla" => Self::SimpleGla,
            "lightning" => Self::Lightning,
            "differential" => Self::Differential,
            _ => return None,
        })
    }

    /// The name in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::GatedDelta => "gated_delta",
            Self::Kda => "kda",
            Self::Mamba2 => "mamba2",
            Self::SimpleGla => "simple_gla",
            Self::Lightning => "lightning",
            Self::Differential => "differential",
        }
    }

    /// Whether the layer has a state in place of a softmax. Of its rule, it follows only the scale.
    pub(crate) fn keeps_state(self) -> bool {
        self != Self::Differential
    }

    pub(crate) fn has_beta(self) -> bool {
        matches!(self, Self::GatedDelta | Self::Kda | Self::Mamba2)
    }
}
