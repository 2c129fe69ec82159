//! Queries and keys with positions under each encoding, and their scores.

use super::{EncodingError, EncodingInputs, EncodingOptions, PerEncoding};
use crate::alibi::{alibi_bias, alibi_slopes};
use crate::embedding::{EmbeddingScale, embed};
use crate::error::Error;
use crate::matrix::{Matrix, cell_count, named_product, row};
use crate::positions::{Exponent, sinusoidal_of_base};
use crate::rope::{Rope, angle, angles, rotated_dim, turn};
use crate::scores::{scaled, scores};

/// The options, checked.
pub(super) struct Rules {
    rope: Rope,
    /// The number of rotated features.
    dim: usize,
    pub(super) slope: f64,
}

impl Rules {
    pub(super) fn of(
        inputs: &EncodingInputs<'_>,
        options: &EncodingOptions,
    ) -> Result<Self, EncodingError> {
        let EncodingOptions { rope, heads, head, .. } = options;
        let (heads, head) = (*heads, *head);
        Error::unless_positive("the base", rope.base)?;
        let (left_cols, right_cols) = (inputs.w_q.ncols(), inputs.w_k.ncols());
        if left_cols != right_cols {
            return Err(
                Error::WidthsDiffer { left: "wQ", left_cols, right: "wK", right_cols }.into()
            );
        }
        let rope = Rope { first_position: 0, ..rope.clone() };
        let dim = rotated_dim(&rope, inputs.w_q.ncols())?;
        cell_count("the slopes", 1, heads)?;
        let slopes = alibi_slopes(heads);
        let slope = *slopes.get(head).ok_or(EncodingError::NoSuchHead { head, heads })?;
        Ok(Self { rope, dim, slope })
    }

    /// The angle of each pair at each position, in radians, (positions, pairs).
    pub(super) fn angles(&self, first: i64, positions: usize) -> Matrix {
        Matrix::from_fn(positions, self.dim / 2, |r, c| {
            angle(&self.rope, first.saturating_add(r as i64), c, self.dim)
        })
    }

    /// The rows, rotated by the angles of their positions.
    fn turned_from(&self, first: i64, rows: &Matrix) -> Matrix {
        let mut out = rows.clone();
        for r in 0..rows.nrows() {
            let position = first.saturating_add(r as i64);
            let (cosines, sines) = angles::<f64>(&self.rope, position, self.dim);
            let mut features = row(rows, r);
            turn(&mut features, &cosines, &sines, self.rope.pairs);
            for (c, value) in features.into_iter().enumerate() {
                out[(r, c)] = value;
            }
        }
        out
    }
}

/// Tokens as queries or as keys, under each encoding that changes them.
#[derive(Clone, Debug, PartialEq)]
pub struct EncodedTokens {
    /// The sinusoids of their positions, (tokens, `d_model`).
    pub positions: Matrix,
    /// Without positions, (tokens, `d_k`).
    pub plain: Matrix,
    /// With sinusoids in the embeddings, (tokens, `d_k`).
    pub sinusoidal: Matrix,
    /// Rotated by RoPE, (tokens, `d_k`).
    pub turned: Matrix,
}

impl EncodedTokens {
    /// Tokens at consecutive positions.
    ///
    /// - `words`: one row for each token, (tokens, `d_model`)
    /// - `first`: the position of the first token
    pub(super) fn of(
        words: &Matrix,
        first: i64,
        (name, projection): (&'static str, &Matrix),
        rules: &Rules,
    ) -> Result<Self, Error> {
        let (tokens, d_model) = words.shape();
        Error::if_no_tokens("embeddings", tokens)?;
        Error::if_no_features("embeddings", d_model)?;
        cell_count("embeddings", tokens, d_model)?;
        let base = rules.rope.base;
        let positions =
            sinusoidal_of_base(base, first as f64, tokens, d_model, Exponent::Textbook)?;
        let placed = embed(words.clone(), EmbeddingScale::None, Some(positions.clone()))?;
        let plain = named_product(("x", words), (name, projection))?;
        let sinusoidal = named_product(("x", &placed.x), (name, projection))?;
        let turned = rules.turned_from(first, &plain);
        Ok(Self { positions, plain, sinusoidal, turned })
    }
}

/// The scaled scores of queries and keys with the same first position, with ALiBi's bias, (queries,
/// keys).
pub(super) fn scores_of(
    q: &EncodedTokens,
    k: &EncodedTokens,
    slope: f64,
) -> Result<PerEncoding<Matrix>, Error> {
    let score = |q: &Matrix, k: &Matrix| scaled(&scores(q, k)?, None, k.ncols());
    let none = score(&q.plain, &k.plain)?;
    let bias = alibi_bias(slope, none.nrows(), none.ncols());
    Ok(PerEncoding {
        sinusoidal: score(&q.sinusoidal, &k.sinusoidal)?,
        rope: score(&q.turned, &k.turned)?,
        alibi: none.zip_map(&bias, |score, bias| score + bias),
        none,
    })
}
