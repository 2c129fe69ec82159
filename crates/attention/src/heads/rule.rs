//! The keys that a query may attend to, by position and by boolean masks.

use std::ops::Range;

use super::options::HeadOptions;
use super::sizes::Sizes;
use super::window::Window;
use crate::real::Real;
use crate::tensor::{Broadcast, TensorError};

/// Everything that excludes keys, except -∞ in an additive mask.
pub(super) struct Rule<'a, T> {
    options: &'a HeadOptions<'a, T>,
    boolean: Option<Broadcast<'a, bool>>,
    pattern: Option<Broadcast<'a, bool>>,
    padding: Option<Broadcast<'a, bool>>,
}

impl<'a, T: Real> Rule<'a, T> {
    pub(super) fn new(options: &'a HeadOptions<'a, T>, sizes: &Sizes) -> Result<Self, TensorError> {
        let masks = &options.masks;
        let onto_scores = |name| move |mask| Broadcast::new(name, mask, &sizes.scores());
        let keys = [sizes.batches, sizes.keys];
        let onto_keys = |mask| Broadcast::new("the padding", mask, &keys);
        Ok(Self {
            options,
            boolean: masks.boolean.map(onto_scores("the boolean mask")).transpose()?,
            pattern: masks.pattern.map(onto_scores("the pattern")).transpose()?,
            padding: masks.padding.map(onto_keys).transpose()?,
        })
    }

    /// The keys that the query at this position may attend to, as far as positions decide.
    ///
    /// `reached = (not causal or j <= position or j < prefix) and |window| and j < valid keys`,
    /// which is always one range. The prefix affects the causal mask alone: other masks still
    /// exclude its keys.
    pub(super) fn reached(&self, b: usize, position: i64, keys: usize) -> Range<usize> {
        let options = self.options;
        let clamped = |key: i64| usize::try_from(key.max(0)).map_or(keys, |key| key.min(keys));
        let after = |last: i64| clamped(last.saturating_add(1));
        let Window { left, right } = options.window;
        let start = if left < 0 { 0 } else { clamped(position.saturating_sub(left)) };
        let mut end = keys;
        if options.causal {
            end = end.min(after(position).max(options.prefix));
        }
        if right >= 0 {
            end = end.min(after(position.saturating_add(right)));
        }
        if let Some(&valid) = options.masks.valid_keys.and_then(|lengths| lengths.get(b)) {
            end = end.min(valid);
        }
        start..end.max(start)
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
