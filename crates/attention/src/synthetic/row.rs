//! One row in full: the weights that the mask removes, and where they go.

use super::alibi::Alibi;
use super::error::SyntheticError;
use super::scores::SyntheticScores;
use super::view::MAX_TOKENS;
use crate::softmax_row;

/// The row of one query, with one number for each key.
#[derive(Clone, Debug, PartialEq)]
pub struct SyntheticRow {
    /// `q · k / √d`.
    pub scores: Vec<f64>,
    /// ALiBi's bias, if there is any.
    pub bias: Option<Vec<f64>>,
    /// Scores and bias together, -∞ where the mask forbids.
    pub masked: Vec<f64>,
    /// The softmax of the masked scores; 0 everywhere if no key is allowed.
    pub weights: Vec<f64>,
    /// The weights without the mask.
    pub unmasked: Vec<f64>,
    /// The sum of the unmasked weights that the mask removes, 0 to 1. It goes to the remaining
    /// keys; 1 if there are none.
    pub removed: f64,
}

impl SyntheticScores {
    /// Computes the row of one query in 64 bits.
    ///
    /// `weights[j] = exp(z[j] - m) / Σ exp(z - m)` over the allowed keys, with `m` the largest of
    /// their scores.
    ///
    /// - `allowed`: the words of the query's row
    /// - errors: [`SyntheticError::Count`], [`SyntheticError::NoSuchQuery`]
    pub fn row(
        &mut self,
        query: usize,
        (queries, keys): (usize, usize),
        alibi: Option<Alibi>,
        allowed: &[u64],
    ) -> Result<SyntheticRow, SyntheticError> {
        SyntheticError::unless_within("queries", queries, MAX_TOKENS)?;
        SyntheticError::unless_within("keys", keys, MAX_TOKENS)?;
        if query >= queries {
            return Err(SyntheticError::NoSuchQuery { query, queries });
        }
        self.draw(keys.max(query + 1));
        let (scores, bias) = self.exact(query, (queries, keys), alibi);
        let biased = added(&scores, bias.as_deref());
        let masked = masked(&biased, allowed);
        let (weights, unmasked) = (softmax(masked.clone()), softmax(biased));
        let taken = unmasked.iter().zip(&masked).filter(|(_, score)| **score == f64::NEG_INFINITY);
        let removed = taken.fold(0.0, |sum, (weight, _)| sum + weight);
        Ok(SyntheticRow { scores, bias, masked, weights, unmasked, removed })
    }
}

/// The scores plus ALiBi's bias.
pub(crate) fn added(scores: &[f64], bias: Option<&[f64]>) -> Vec<f64> {
    match bias {
        None => scores.to_vec(),
        Some(bias) => scores.iter().zip(bias).map(|(score, bias)| score + bias).collect(),
    }
}

/// Scores with -∞ where the mask forbids.
pub(crate) fn masked(scores: &[f64], allowed: &[u64]) -> Vec<f64> {
    let allows = |key: usize| allowed.get(key / 64).is_some_and(|word| word >> (key % 64) & 1 == 1);
    scores
        .iter()
        .enumerate()
        .map(|(key, &score)| if allows(key) { score } else { f64::NEG_INFINITY })
        .collect()
}

/// The softmax of a row; 0 everywhere if all scores are -∞.
pub(crate) fn softmax(mut row: Vec<f64>) -> Vec<f64> {
    softmax_row(&mut row);
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nan_in_a_row_makes_all_its_weights_nan() {
        assert!(softmax(vec![1.0, f64::NAN, 2.0]).iter().all(|weight| weight.is_nan()));
        assert_eq!(softmax(vec![f64::NEG_INFINITY; 2]), [0.0, 0.0]);
    }
}
