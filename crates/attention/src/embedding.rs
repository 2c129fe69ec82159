//! From embeddings and positions to the input of attention, `x = s · embeddings + positions`.
//!
//! "Attention Is All You Need", sections 3.4 (the factor) and 3.5 (the sum). Looking a token up
//! in a vocabulary is not done here: embeddings come in as a matrix.

use crate::error::Error;
use crate::matrix::{Matrix, cell_count};

/// What embeddings are multiplied by before positions are added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EmbeddingScale {
    /// Nothing: the embeddings as they are.
    #[default]
    None,
    /// The square root of `d_model`, which keeps the positions from drowning the words.
    SqrtDModel,
}

/// Embeddings on their way to `x`, every stage kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Embedded {
    /// What came in, (tokens, `d_model`).
    pub embeddings: Matrix,
    /// The embeddings times the scale, (tokens, `d_model`).
    pub scaled_embeddings: Matrix,
    /// What was added, (tokens, `d_model`), or `None` when nothing was.
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
///   [`Error::ShapesDiffer`] when the positions do not cover the embeddings
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
            Error::unless_same_shape(("positions", positions), ("embeddings", &embeddings))?;
            scaled_embeddings.zip_map(positions, |word, place| word + place)
        }
    };
    Ok(Embedded { embeddings, scaled_embeddings, positions, x })
}
