//! The penalty that ALiBi adds to the scores of one head, in addition to a mask.

use crate::alibi_slopes;

use super::error::SyntheticError;

/// The ALiBi of one head: `score - slope * |p - j|`, where query `i` is at `p = i + M - N`.
///
/// The last query is at the last key, as in generation with a cache.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Alibi {
    slope: f64,
}

impl Alibi {
    /// The penalty of one of `heads` heads.
    ///
    /// - errors: [`SyntheticError::Count`] unless there are 1 to 1024 heads, [`SyntheticError::NoSuchHead`]
    pub fn new(heads: usize, head: usize) -> Result<Self, SyntheticError> {
        SyntheticError::unless_within("heads of ALiBi", heads, 1024)?;
        let slope = alibi_slopes(heads).get(head).copied();
        slope.map(|slope| Self { slope }).ok_or(SyntheticError::NoSuchHead { head, heads })
    }

    /// The penalty for each token of distance.
    #[must_use]
    pub fn slope(self) -> f64 {
        self.slope
    }

    /// The penalty for a distance.
    pub(crate) fn penalty(self, distance: usize) -> f64 {
        self.slope * distance as f64
    }
}

/// The penalties of all distances; those of a row are a slice of them.
pub(crate) struct Distances {
    /// The penalties before the query and after it, with distance 0 in the middle.
    penalties: Vec<f32>,
    /// `exp` of their negatives.
    decays: Vec<f32>,
    queries: usize,
    keys: usize,
}

impl Distances {
    pub(crate) fn new(alibi: Alibi, queries: usize, keys: usize) -> Self {
        let far = queries + keys;
        let penalties: Vec<f32> =
            (0..2 * far).map(|at| alibi.penalty(at.abs_diff(far)) as f32).collect();
        let decays = penalties.iter().map(|penalty| libm::expf(-penalty)).collect();
        Self { penalties, decays, queries, keys }
    }

    /// The penalties of a query, one for each key, and `exp` of their negatives.
    pub(crate) fn of(&self, query: usize) -> (&[f32], &[f32]) {
        // Key j is at distance |j - p| with p = query + keys - queries; distance 0 is at `far`.
        let start = 2 * self.queries - query;
        let row = start..start + self.keys;
        (&self.penalties[row.clone()], &self.decays[row])
    }
}

/// The distance of a key from the position of a query.
pub(crate) fn distance(query: usize, key: usize, queries: usize, keys: usize) -> usize {
    (query + keys).abs_diff(key + queries)
}
