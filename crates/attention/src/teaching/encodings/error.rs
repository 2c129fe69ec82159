//! Errors of a comparison of encodings.

use crate::error::Error;
use crate::tensor::TensorError;
use heedmap_counted::{are, counted};

/// Why a comparison was rejected, as one sentence with the figures.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs, reason = "the sentence says what each figure is")]
#[non_exhaustive]
pub enum EncodingError {
    /// Matrices do not match, or the base is not above 0.
    #[error(transparent)]
    Matrix(#[from] Error),

    /// Features that cannot be rotated in pairs.
    #[error(transparent)]
    Rope(#[from] TensorError),

    /// The head does not exist.
    #[error(
        "head {head} is out of range: there {} {}, counted from 0",
        are(*heads), counted(*heads, "heads")
    )]
    NoSuchHead { head: usize, heads: usize },

    /// The token does not exist.
    #[error(
        "{side} {token} is out of range: there {} {}, counted from 0",
        are(*tokens), counted(*tokens, "tokens")
    )]
    NoSuchToken { side: &'static str, token: usize, tokens: usize },

    /// The distance is beyond the curves.
    #[error("distance {distance} is out of range: the curves reach from 0 to {reach}")]
    Distance { distance: usize, reach: usize },
}
