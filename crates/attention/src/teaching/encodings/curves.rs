//! How one score changes as its query moves away from its key.

use super::placed::{EncodedTokens, Rules, scores_of};
use super::{EncodingError, EncodingInputs, EncodingOptions, PerEncoding};
use crate::error::Error;
use crate::matrix::{Matrix, cell_count, row};

/// A query and a key, both counted from 0 among the tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenPair {
    /// The token of the query.
    pub query: usize,
    /// The token of the key.
    pub key: usize,
}

/// The score of one query and one key at every distance.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreCurves {
    /// The scaled score with ALiBi's bias, one cell for each distance from 0 on, (reach + 1, 1).
    pub scores: PerEncoding<Matrix>,
    /// The scores at the requested distance.
    pub at: PerEncoding<f64>,
    /// The angle between query and key in each pair of RoPE at that distance, in radians, (1,
    /// pairs).
    pub turns: Matrix,
}

/// Moves a query away from its key step by step, and computes the score at each distance.
///
/// `scores[d]` is the score of [`compare_encodings`](super::compare_encodings) for the same two tokens
/// with the key at its position, `first_position + key`, and the query `d` positions after it.
///
/// The contents do not change, so every change comes from the encoding: nothing changes without
/// positions, the score is a sum of waves under sinusoids and RoPE, and a straight line under
/// ALiBi.
///
/// - edge cases: a reach of 0 has only the distance 0, where RoPE and ALiBi score as without
///   positions. At `d = query - key`, if that is not negative, the score is that of the matrix
/// - errors: [`EncodingError::NoSuchToken`], [`EncodingError::Distance`] for a distance beyond the reach,
///   and those of the comparison
pub fn score_curves(
    inputs: &EncodingInputs<'_>,
    options: &EncodingOptions,
    pair: TokenPair,
    reach: usize,
    distance: usize,
) -> Result<ScoreCurves, EncodingError> {
    let rules = Rules::of(inputs, options)?;
    let tokens = inputs.embeddings.nrows();
    for (side, token) in [("query", pair.query), ("key", pair.key)] {
        if token >= tokens {
            return Err(EncodingError::NoSuchToken { side, token, tokens });
        }
    }
    if distance > reach {
        return Err(EncodingError::Distance { distance, reach });
    }
    let at_key = options.rope.first_position.saturating_add(pair.key as i64);
    let queries = copies("the queries of the curves", inputs.embeddings, pair.query, reach)?;
    let keys = copies("the key of the curves", inputs.embeddings, pair.key, 0)?;
    let queries = EncodedTokens::of(&queries, at_key, ("wQ", inputs.w_q), &rules)?;
    let key = EncodedTokens::of(&keys, at_key, ("wK", inputs.w_k), &rules)?;
    let scores = scores_of(&queries, &key, rules.slope)?;
    let at = scores.map(|curve| curve[(distance, 0)]);
    Ok(ScoreCurves { scores, at, turns: rules.angles(distance as i64, 1) })
}

/// One token at each distance of the curves, from 0 to the reach.
fn copies(name: &'static str, words: &Matrix, token: usize, reach: usize) -> Result<Matrix, Error> {
    let distances = reach.saturating_add(1);
    cell_count(name, distances, words.ncols())?;
    let word = row(words, token);
    Ok(Matrix::from_fn(distances, words.ncols(), |_, c| word[c]))
}
