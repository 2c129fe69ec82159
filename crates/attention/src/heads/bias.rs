//! The biases of the scores: the additive mask and ALiBi.

use heedmap_attention_rule::{AttentionRule, BiasBy};

use super::sizes::{HeadInputs, Sizes};
use crate::real::Real;
use crate::softmax::is_excluded;
use crate::tensor::{Broadcast, TensorError};

/// The biases of one head's scores.
pub(super) struct Bias<'a, T> {
    additive: Option<Broadcast<'a, T>>,
    /// The slope of each head, or one for all.
    slopes: Option<&'a [T]>,
    slope: Option<T>,
    /// The lists of biases, which are those of all heads, and the numbers of queries and keys.
    lists: Vec<(BiasBy, &'a [f64])>,
    sides: [usize; 2],
}

impl<'a, T: Real> Bias<'a, T> {
    pub(super) fn new(
        rule: &'a AttentionRule,
        inputs: &HeadInputs<'a, T>,
        sizes: &Sizes,
    ) -> Result<Self, TensorError> {
        let onto_scores = |mask| Broadcast::new("the additive mask", mask, &sizes.scores());
        let additive = inputs.masks.additive.map(onto_scores).transpose()?;
        let slope = rule.slope.map(T::from_f64);
        let lists = rule.biases().collect();
        let sides = [sizes.queries, sizes.keys];
        Ok(Self { additive, slopes: inputs.slopes, slope, lists, sides })
    }

    /// Adds the biases of one query to its capped scores; -∞ where the additive mask is -∞.
    ///
    /// `z[j] + additive[j] - slope · |position - j| + biases`. An additive -∞ replaces the score, because
    /// NaN and +∞ plus -∞ are NaN, and the contents of an excluded key must not matter.
    ///
    /// - `scores`: the scores of the keys from `first` on
    pub(super) fn add(&self, [b, h, i]: [usize; 3], position: i64, first: usize, scores: &mut [T]) {
        let additive = self.additive.as_ref().map(|mask| (mask, mask.start(&[b, h, i])));
        let slope = self.slopes.map_or(self.slope, |slopes| slopes.get(h).copied());
        if additive.is_none() && slope.is_none() && self.lists.is_empty() {
            return;
        }
        for (j, score) in (first..).zip(scores) {
            if let Some(&bias) = additive.and_then(|(mask, start)| mask.at(start, j)) {
                if is_excluded(bias) {
                    *score = bias;
                    continue;
                }
                *score = *score + bias;
            }
            if let Some(slope) = slope {
                let at = i64::try_from(j).unwrap_or(i64::MAX);
                let distance = position.saturating_sub(at).unsigned_abs() as f64;
                *score = *score - slope * T::from_f64(distance);
            }
            for (by, list) in &self.lists {
                let [queries, keys] = self.sides;
                if let Some(&bias) = list.get(by.start(i, queries, keys) + j) {
                    *score = *score + T::from_f64(bias);
                }
            }
        }
    }
}
