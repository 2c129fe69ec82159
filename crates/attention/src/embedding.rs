//! From embeddings and positions to the input of attention, `x = s · embeddings + positions`.
//!
//! "Attention Is All You Need", sections 3.4 (the factor) and 3.5 (the sum). The lookup in a
//! vocabulary is not part of this crate: embeddings are given as a matrix.

use crate::error::Error;
use crate::matrix::{Matrix, cell_count, check_same_shape};

/// The factor of the embeddings before positions are added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum EmbeddingScale {
    /// No factor.
    #[default]
    None,
    /// The square root of `d_model`, which keeps the positions from dominating the words.
    SqrtDModel,
}

/// The steps from embeddings to `x`.
#[derive(Clone, Debug, PartialEq)]
pub struct Embedded {
    /// The input, (tokens, `d_model`).
    pub embeddings: Matrix,
    /// The embeddings times the scale, (tokens, `d_model`).
    pub scaled_embeddings: Matrix,
    /// The positions, (tokens, `d_model`), or `None` without positions.
    pub positions: Option<Matrix>,
    /// The input of attention, (tokens, `d_model`).
    pub x: Matrix,
}

/// Scales the embeddings and adds the positions.
///
/// `x[r, i] = s · embeddings[r, i] + positions[r, i]`, with `s = √d_model` or 1.
///
/// - edge case: without positions `x` is the scaled embeddings, bit for bit
/// - `embeddings`, `positions`: (tokens, `d_model`)
/// - errors: [`Error::NoTokens`], [`Error::NoFeatures`], [`Error::TooManyCells`], and
///   [`Error::ShapesDiffer`] if the positions do not have the shape of the embeddings
pub fn embed(
    embeddings: Matrix,
    scale: EmbeddingScale,
    positions: Option<Matrix>,
) -> Result<Embedded, Error> {
    let (rows, cols) = embeddings.shape();
    Error::if_no_tokens("embeddings", rows)?;
    Error::if_no_features("embeddings", cols)?;
    cell_count("embeddings", rows, cols)?;
    let scaled_embeddings = match scale {
        EmbeddingScale::None => embeddings.clone(),
        EmbeddingScale::SqrtDModel => {
            let factor = libm::sqrt(cols as f64);
            embeddings.map(|value| value * factor)
        }
    };
    let x = match &positions {
        None => scaled_embeddings.clone(),
        Some(positions) => {
            check_same_shape(("positions", positions), ("embeddings", &embeddings))?;
            scaled_embeddings.zip_map(positions, |word, place| word + place)
        }
    };
    Ok(Embedded { embeddings, scaled_embeddings, positions, x })
}
