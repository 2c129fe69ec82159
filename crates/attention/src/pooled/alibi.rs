//! ALiBi beside a mask: the penalty of one head on distance.

use crate::alibi_slopes;

use super::error::Error;
use super::view::View;

/// The ALiBi of one head: `score - slope * |p - j|`, where query `i` stands at `p = i + M - N`.
///
/// The last query stands at the last key, as in generation with a cache.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Alibi {
    slope: f64,
}

impl Alibi {
    /// The penalty of one of so many heads.
    ///
    /// - errors: [`Error::Count`] unless there are 1 to 1024 heads, [`Error::NoSuchHead`]
    pub fn new(heads: usize, head: usize) -> Result<Self, Error> {
        Error::unless_within("heads of ALiBi", heads, 1024)?;
        let slope = alibi_slopes(heads).get(head).copied();
        slope.map(|slope| Self { slope }).ok_or(Error::NoSuchHead { head, heads })
    }

    /// By how much the score falls with each token of distance.
    #[must_use]
    pub fn slope(self) -> f64 {
        self.slope
    }

    /// What is subtracted from a score at a distance.
    pub(crate) fn penalty(self, distance: usize) -> f64 {
        self.slope * distance as f64
    }
}

/// The penalties of all distances, so that those of a row are a part of them.
pub(crate) struct Distances {
    /// Before the query and after it: the distance of 0 stands in the middle.
    penalties: Vec<f32>,
    /// `exp` of their negatives.
    decays: Vec<f32>,
    queries: usize,
    keys: usize,
}

impl Distances {
    pub(crate) fn new(alibi: Alibi, &View { queries, keys, .. }: &View) -> Self {
        let far = queries + keys;
        let penalties: Vec<f32> =
            (0..2 * far).map(|at| alibi.penalty(at.abs_diff(far)) as f32).collect();
        let decays = penalties.iter().map(|penalty| libm::expf(-penalty)).collect();
        Self { penalties, decays, queries, keys }
    }

    /// What is subtracted from the scores of a query, a number a key, and `exp` of the negatives.
    pub(crate) fn of(&self, query: usize) -> (&[f32], &[f32]) {
        // Key j stands at distance |j - p| with p = query + keys - queries, and `far` at 0.
        let start = 2 * self.queries - query;
        let row = start..start + self.keys;
        (&self.penalties[row.clone()], &self.decays[row])
    }
}

/// How far a key is from where the query stands among so many of both.
pub(crate) fn distance(query: usize, key: usize, queries: usize, keys: usize) -> usize {
    (query + keys).abs_diff(key + queries)
}
