//! What is added to the scores: the additive mask and ALiBi.

use super::options::HeadOptions;
use super::sizes::Sizes;
use crate::real::Real;
use crate::tensor::{Broadcast, TensorError};

/// The numbers that one head's scores are moved by.
pub(super) struct Bias<'a, T> {
    additive: Option<Broadcast<'a, T>>,
    slopes: Option<&'a [T]>,
}

impl<'a, T: Real> Bias<'a, T> {
    pub(super) fn new(options: &'a HeadOptions<'a, T>, sizes: &Sizes) -> Result<Self, TensorError> {
        let onto_scores = |mask| Broadcast::new("the additive mask", mask, &sizes.scores());
        let additive = options.masks.additive.map(onto_scores).transpose()?;
        Ok(Self { additive, slopes: options.alibi })
    }

    /// The capped scores of one query with the biases added, -∞ where the additive mask says so.
    ///
    /// `z[j] + additive[j] - slope · |position - j|`. It selects where the mask is -∞ and does not
    /// add, because NaN and +∞ plus -∞ are NaN: what stands in an excluded key must not matter.
    pub(super) fn add(&self, [b, h, i]: [usize; 3], position: i64, scores: &[T]) -> Vec<T> {
        let additive = self.additive.as_ref().map(|mask| (mask, mask.start(&[b, h, i])));
        let slope = self.slopes.and_then(|slopes| slopes.get(h).copied());
        let moved = |(j, &score): (usize, &T)| {
            let mut score = score;
            if let Some(bias) = additive.as_ref().and_then(|(mask, start)| mask.at(*start, j)) {
                if *bias == T::NEG_INFINITY {
                    return T::NEG_INFINITY;
                }
                score = score + *bias;
            }
            if let Some(slope) = slope {
                let at = i64::try_from(j).unwrap_or(i64::MAX);
                let distance = position.saturating_sub(at).unsigned_abs() as f64;
                score = score - slope * T::from_f64(distance);
            }
            score
        };
        scores.iter().enumerate().map(moved).collect()
    }
}
