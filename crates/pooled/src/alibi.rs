//! ALiBi beside a mask: the penalty of one head on distance.

use heedmap_attention::alibi_slopes;

use crate::error::Error;

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

/// How far a key is from where the query stands among so many of both.
pub(crate) fn distance(query: usize, key: usize, queries: usize, keys: usize) -> usize {
    (query + keys).abs_diff(key + queries)
}
