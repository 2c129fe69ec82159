//! The keys that a query may attend to, by position and by boolean masks.

use std::ops::Range;

use heedmap_attention_rule::AttentionRule;

use super::sizes::{HeadInputs, Sizes};
use crate::real::Real;
use crate::tensor::{Broadcast, TensorError};

/// Everything that excludes keys, except -∞ in an additive mask.
pub(super) struct Visible<'a, T> {
    rule: &'a AttentionRule,
    inputs: &'a HeadInputs<'a, T>,
    /// The position of query 0 by the rule.
    first_position: i64,
    boolean: Option<Broadcast<'a, bool>>,
    pattern: Option<Broadcast<'a, bool>>,
    padding: Option<Broadcast<'a, bool>>,
}

impl<'a, T: Real> Visible<'a, T> {
    pub(super) fn new(
        rule: &'a AttentionRule,
        inputs: &'a HeadInputs<'a, T>,
        sizes: &Sizes,
    ) -> Result<Self, TensorError> {
        let masks = &inputs.masks;
        let onto_scores = |name| move |mask| Broadcast::new(name, mask, &sizes.scores());
        let keys = [sizes.batches, sizes.keys];
        let onto_keys = |mask| Broadcast::new("the padding", mask, &keys);
        Ok(Self {
            rule,
            inputs,
            first_position: rule.first_position(sizes.queries, sizes.keys),
            boolean: masks.boolean.map(onto_scores("the boolean mask")).transpose()?,
            pattern: masks.pattern.map(onto_scores("the pattern")).transpose()?,
            padding: masks.padding.map(onto_keys).transpose()?,
        })
    }

    /// The position of a query among the keys of its batch entry.
    pub(super) fn position(&self, batch: usize, query: usize) -> i64 {
        let given = self.inputs.offsets.and_then(|offsets| offsets.get(batch).copied());
        // Sizes are far below 2⁶³.
        let query = i64::try_from(query).unwrap_or(i64::MAX);
        given.unwrap_or(self.first_position).saturating_add(query)
    }

    /// The keys that the query at this position may attend to, as far as positions decide: those of
    /// [`AttentionRule::seen`] that are valid, which is always one range.
    pub(super) fn reached(&self, b: usize, position: i64, keys: usize) -> Range<usize> {
        let Range { start, end } = self.rule.seen(position, keys);
        let valid = self.inputs.masks.valid_keys.and_then(|lengths| lengths.get(b).copied());
        start..end.min(valid.unwrap_or(keys)).max(start)
    }

    /// Sets the logits to -∞ that a boolean mask or the padding excludes.
    ///
    /// - `logits`: the logits of the keys from `first` on
    pub(super) fn exclude(&self, [b, h, i]: [usize; 3], first: usize, logits: &mut [T]) {
        let of_row = |mask: &'_ Broadcast<'a, bool>| mask.start(&[b, h, i]);
        let boolean = self.boolean.as_ref().map(|mask| (mask, of_row(mask)));
        let pattern = self.pattern.as_ref().map(|mask| (mask, of_row(mask)));
        let padding = self.padding.as_ref().map(|mask| (mask, mask.start(&[b])));
        for (mask, start) in [boolean, pattern, padding].into_iter().flatten() {
            for (j, logit) in (first..).zip(logits.iter_mut()) {
                if mask.at(start, j) != Some(&true) {
                    *logit = T::NEG_INFINITY;
                }
            }
        }
    }
}
