//! Where the token of a position has stood before.

/// For each position the nearest earlier one with the same token, so that all earlier ones are a
/// walk.
#[derive(Clone, Debug)]
pub(crate) struct Repeats {
    before: Vec<Option<usize>>,
}

impl Repeats {
    pub(crate) fn new(tokens: &[u32]) -> Self {
        let mut order: Vec<usize> = (0..tokens.len()).collect();
        order.sort_by_key(|&at| tokens[at]);
        let mut before = vec![None; tokens.len()];
        // The order of equal tokens is that of the text.
        for pair in order.windows(2) {
            if tokens[pair[0]] == tokens[pair[1]] {
                before[pair[1]] = Some(pair[0]);
            }
        }
        Self { before }
    }

    /// The earlier positions with the token of this one, the latest first; none for a position that
    /// is not there.
    pub(crate) fn earlier(&self, position: usize) -> impl Iterator<Item = usize> {
        let before = |at: usize| self.before.get(at).copied().flatten();
        std::iter::successors(before(position), move |&at| before(at))
    }
}
