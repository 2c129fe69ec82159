//! Names of options, some of which other programs have too.

use heedmap_attention::{RopePairs, SoftmaxAxis};
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

/// The cells whose weights sum to 1.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "snake_case", remote = "SoftmaxAxis")]
pub enum SoftmaxAxisName {
    /// Those of a row.
    Rows,
    /// Those of a column.
    Columns,
    /// All of them.
    All,
}
