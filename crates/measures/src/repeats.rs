//! Where the token of a position has stood before.

use std::collections::HashMap;

/// For each position the nearest earlier one with the same token, so that all earlier ones are a
/// walk.
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

    /// The earlier positions with the token of this one, the latest first; none for a position that
    /// is not there.
    pub(crate) fn earlier(&self, position: usize) -> impl Iterator<Item = usize> {
        let before = |at: usize| self.before.get(at).copied().flatten();
        std::iter::successors(before(position), move |&at| before(at))
    }
}
