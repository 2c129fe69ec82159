//! Names of options.

use heedmap_attention::RopePairs;
use heedmap_wasm_common::NameOr;
use serde::Deserialize;
use tsify::Tsify;

/// The name of a factor of scores; `sqrt` is 1 / sqrt(d_k).
#[derive(Clone, Copy, Deserialize, Tsify)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ScaleName {
    Sqrt,
    None,
}

/// Converts a name or a factor to the scale of a rule.
pub(crate) fn scale(given: NameOr<ScaleName, f64>) -> Option<f64> {
    match given {
        NameOr::Name(ScaleName::Sqrt) => None,
        NameOr::Name(ScaleName::None) => Some(1.0),
        NameOr::Value(factor) => Some(factor),
    }
}

/// The features that RoPE rotates together.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "snake_case", remote = "RopePairs")]
pub(crate) enum RopePairing {
    Half,
    Interleaved,
}
