//! Which keys a query may attend to, by position and by the masks that say yes or no.

use super::options::HeadOptions;
use super::sizes::Sizes;
use crate::real::Real;
use crate::tensor::{Broadcast, TensorError};

/// All that excludes keys, but for -∞ in an additive mask.
pub(super) struct Rule<'a, T> {
    options: &'a HeadOptions<'a, T>,
    boolean: Option<Broadcast<'a, bool>>,
    padding: Option<Broadcast<'a, bool>>,
}

impl<'a, T: Real> Rule<'a, T> {
    pub(super) fn new(options: &'a HeadOptions<'a, T>, sizes: &Sizes) -> Result<Self, TensorError> {
        let masks = &options.masks;
        let onto_scores = |mask| Broadcast::new("the boolean mask", mask, &sizes.scores());
        let keys = [sizes.batches, sizes.keys];
        let onto_keys = |mask| Broadcast::new("the padding", mask, &keys);
        Ok(Self {
            options,
            boolean: masks.boolean.map(onto_scores).transpose()?,
            padding: masks.padding.map(onto_keys).transpose()?,
        })
    }

    /// Which keys the query at this position may attend to.
    ///
    /// `admitted[j] = (not causal or j <= position or j < prefix) and |window| and boolean and
    /// padding and j < valid keys`. The prefix opens the causal mask alone: whatever else excludes
    /// a key still does.
    pub(super) fn admitted(&self, [b, h, i]: [usize; 3], position: i64, keys: usize) -> Vec<bool> {
        let options = self.options;
        let valid = options.masks.valid_keys.and_then(|lengths| lengths.get(b).copied());
        let boolean = self.boolean.as_ref().map(|mask| (mask, mask.start(&[b, h, i])));
        let padding = self.padding.as_ref().map(|mask| (mask, mask.start(&[b])));
        let says = |mask: &Option<(&Broadcast<'_, bool>, usize)>, j: usize| match mask {
            None => true,
            Some((mask, start)) => mask.at(*start, j).copied().unwrap_or(false),
        };
        (0..keys)
            .map(|j| {
                let at = i64::try_from(j).unwrap_or(i64::MAX);
                (!options.causal || at <= position || j < options.prefix)
                    && options.window.reaches(position, at)
                    && valid.is_none_or(|valid| j < valid)
                    && says(&boolean, j)
                    && says(&padding, j)
            })
            .collect()
    }
}
