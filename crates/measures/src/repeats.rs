//! Earlier occurrences of tokens.

use std::collections::HashMap;

/// For each position, the nearest earlier one with the same token. Following these links gives all
/// earlier occurrences.
#[derive(Clone, Debug)]
pub(crate) struct Repeats {
    before: Vec<Option<usize>>,
}

impl Repeats {
    pub(crate) fn new(tokens: &[u32]) -> Self {
        let mut last = HashMap::new();
        let before = tokens.iter().enumerate().map(|(at, &token)| last.insert(token, at)).collect();
        Self { before }
    }

    /// The earlier positions with the same token, from the latest; none if the position does not
    /// exist.
    pub(crate) fn earlier(&self, position: usize) -> impl Iterator<Item = usize> {
        let before = |at: usize| self.before.get(at).copied().flatten();
        std::iter::successors(before(position), move |&at| before(at))
    }
}
