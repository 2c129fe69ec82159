//! Queries and keys with positions under each encoding, and their scores.

use super::{EncodingError, EncodingInputs, EncodingOptions, PerEncoding};
use crate::alibi::{alibi_bias, alibi_slopes};
use crate::embedding::{EmbeddingScale, embed};
use crate::error::Error;
use crate::matrix::{Matrix, cell_count, named_product, row};
use crate::positions::{Exponent, sinusoidal_of_base};
use crate::rope::{Rope, turn};
use crate::scores::{Scale, scaled, scores};

/// The options, checked.
pub(super) struct Rules {
    rope: Rope,
    /// The number of rotated features.
    turned: usize,
    pub(super) slope: f64,
}

impl Rules {
    pub(super) fn of(
        inputs: &EncodingInputs<'_>,
        options: &EncodingOptions,
    ) -> Result<Self, EncodingError> {
        let &EncodingOptions { base, pairs, features, heads, head, .. } = options;
        Error::unless_positive("the base", base)?;
        let (left_cols, right_cols) = (inputs.w_q.ncols(), inputs.w_k.ncols());
        if left_cols != right_cols {
            return Err(
                Error::WidthsDiffer { left: "wQ", left_cols, right: "wK", right_cols }.into()
            );
        }
        let rope = Rope { pairs, features, base, first_position: 0 };
        let turned = rope.turned(inputs.w_q.ncols())?;
        cell_count("the slopes", 1, heads)?;
        let slopes = alibi_slopes(heads);
        let slope = *slopes.get(head).ok_or(EncodingError::NoSuchHead { head, heads })?;
        Ok(Self { rope, turned, slope })
    }

    /// The angle of each pair at each position, in radians, (positions, pairs).
    pub(super) fn angles(&self, first: u32, positions: usize) -> Matrix {
        let rope = Rope { first_position: i64::from(first), ..self.rope };
        Matrix::from_fn(positions, self.turned / 2, |r, c| rope.angle(r as i64, c, self.turned))
    }

    /// The rows, rotated by the angles of their positions.
    fn turned_from(&self, first: u32, rows: &Matrix) -> Matrix {
        let rope = Rope { first_position: i64::from(first), ..self.rope };
        let mut out = rows.clone();
        for r in 0..rows.nrows() {
            let (cosines, sines) = rope.angles::<f64>(r as i64, self.turned);
            let mut features = row(rows, r);
            turn(&mut features, &cosines, &sines, rope.pairs);
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
        first: u32,
        (name, projection): (&'static str, &Matrix),
        rules: &Rules,
    ) -> Result<Self, Error> {
        let (tokens, d_model) = words.shape();
        Error::if_no_tokens("embeddings", tokens)?;
        Error::if_no_features("embeddings", d_model)?;
        cell_count("embeddings", tokens, d_model)?;
        let base = rules.rope.base;
        let positions =
            sinusoidal_of_base(base, f64::from(first), tokens, d_model, Exponent::Textbook)?;
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
    let score = |q: &Matrix, k: &Matrix| scaled(&scores(q, k)?, Scale::InverseSqrtDk, k.ncols());
    let none = score(&q.plain, &k.plain)?;
    let bias = alibi_bias(slope, none.nrows(), none.ncols());
    Ok(PerEncoding {
        sinusoidal: score(&q.sinusoidal, &k.sinusoidal)?,
        rope: score(&q.turned, &k.turned)?,
        alibi: none.zip_map(&bias, |score, bias| score + bias),
        none,
    })
}
