//! Biases of scores as lists of numbers.

use crate::AttentionRule;

/// What a bias depends on, and so where the bias of a query and a key is in its list. The biases of a query are next to
/// each other, one for each key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BiasBy {
    /// The key alone: a number for each key.
    Key,
    /// The distance: `queries + keys − 1` numbers, of which number `key − query + queries − 1` is that of a pair.
    Distance,
    /// The query and the key: `queries · keys` numbers, row by row.
    Pair,
}

impl BiasBy {
    /// How many numbers there are.
    #[must_use]
    pub fn count(self, queries: usize, keys: usize) -> usize {
        match self {
            Self::Key => keys,
            Self::Distance => (queries + keys).saturating_sub(1),
            Self::Pair => queries.saturating_mul(keys),
        }
    }

    /// The index of the bias of key 0 for a query, which is one of `queries`.
    #[must_use]
    pub fn start(self, query: usize, queries: usize, keys: usize) -> usize {
        match self {
            Self::Key => 0,
            Self::Distance => queries.saturating_sub(1 + query),
            Self::Pair => query * keys,
        }
    }
}

impl AttentionRule {
    /// The lists of biases of the rule, whose numbers are added to the scores.
    pub fn biases(&self) -> impl Iterator<Item = (BiasBy, &[f64])> {
        let all = [
            (BiasBy::Key, &self.key_bias),
            (BiasBy::Distance, &self.relative_bias),
            (BiasBy::Pair, &self.score_bias),
        ];
        all.into_iter().filter_map(|(by, list)| Some((by, list.as_deref()?)))
    }

    /// Takes these lists out of the rule, for computations that get them apart from it.
    pub fn take_biases(&mut self) -> Vec<(BiasBy, Vec<f64>)> {
        let all = [
            (BiasBy::Key, self.key_bias.take()),
            (BiasBy::Distance, self.relative_bias.take()),
            (BiasBy::Pair, self.score_bias.take()),
        ];
        all.into_iter().filter_map(|(by, list)| Some((by, list?))).collect()
    }
}
