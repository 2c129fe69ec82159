//! Compressed entries: one column that stands for several tokens.

use std::ops::Range;

use crate::attended::complete_entries;
use crate::error::{Error, check_finite, check_length, check_positive};
use crate::selected::signed;

/// The entries of CSA and HCA in DeepSeek V4, before their norm and their rotation.
///
/// ```text
/// C[w] = Σ_j softmax_j(Z[j] + B[j]) ⊙ c[j]            the softmax is over the tokens that entry w pools, for each channel
/// ```
///
/// Entry `w` stands for the `m` tokens from `w m` to `w m + m - 1`. HCA pools these; CSA pools twice as many: of its own tokens
/// one set of channels, and of the `m` tokens before them another.
///
/// - source: `DeepseekV4HCACompressor` and `DeepseekV4CSACompressor` of transformers
#[derive(Clone, Debug, PartialEq)]
pub struct Entries {
    /// (entries, features), row-major.
    pub cells: Vec<f64>,
    /// What each channel pools: (entries, pooled, features), where pooled is `m` for HCA and `2 m` for CSA, the earlier tokens
    /// first.
    pub shares: Vec<f64>,
    features: usize,
    m: usize,
    overlaps: bool,
}

impl Entries {
    /// The entries of HCA: each pools its own `m` tokens.
    ///
    /// - `c`, `z`: (tokens, features); `b`: (`m`, features). Tokens after the last complete entry are not pooled
    /// - errors: [`Error::Zero`], [`Error::Length`], [`Error::NotFinite`]
    pub fn hca(c: &[f64], z: &[f64], b: &[f64], features: usize, m: usize) -> Result<Self, Error> {
        Self::new(c, z, b, features, m, false)
    }

    /// The entries of CSA: each pools its own `m` tokens and the `m` before them. The first entry pools only its own.
    ///
    /// - `c`, `z`: (tokens, 2 features), for each token first what the next entry pools of it, then what its own does; `b`: (`m`, 2
    ///   features)
    /// - errors: [`Error::Zero`], [`Error::Length`], [`Error::NotFinite`]
    pub fn csa(c: &[f64], z: &[f64], b: &[f64], features: usize, m: usize) -> Result<Self, Error> {
        Self::new(c, z, b, features, m, true)
    }

    fn new(
        c: &[f64],
        z: &[f64],
        b: &[f64],
        features: usize,
        m: usize,
        overlaps: bool,
    ) -> Result<Self, Error> {
        check_positive("the number of features", features)?;
        check_positive("the number of tokens of an entry", m)?;
        let width = features.saturating_mul(if overlaps { 2 } else { 1 });
        let tokens = c.len() / width;
        check_length("the values of the entries", c.len(), tokens, width)?;
        check_length("the gates of the entries", z.len(), tokens, width)?;
        check_length("the position bias", b.len(), m, width)?;
        for (name, cells) in [("the values of the entries", c), ("the gates of the entries", z)] {
            check_finite(name, cells)?;
        }
        check_finite("the position bias", b)?;
        let count = tokens / m;
        let pooled = if overlaps { 2 * m } else { m };
        let mut cells = vec![0.0; count * features];
        let mut shares = vec![0.0; count * pooled * features];
        for w in 0..count {
            for channel in 0..features {
                // (place among the pooled tokens, token, column): earlier tokens have the first columns.
                let earlier = (0..m).filter(|_| overlaps && w > 0);
                let earlier = earlier.map(|p| (p, (w - 1) * m + p, channel));
                let own = (0..m).map(|p| (pooled - m + p, w * m + p, width - features + channel));
                let sources: Vec<_> = earlier.chain(own).collect();
                let gate = |&(_, token, column): &(usize, usize, usize)| {
                    z[token * width + column] + b[token % m * width + column]
                };
                let most = sources.iter().map(gate).fold(f64::NEG_INFINITY, f64::max);
                let terms: Vec<f64> =
                    sources.iter().map(|source| libm::exp(gate(source) - most)).collect();
                let sum: f64 = terms.iter().sum();
                for (&(place, token, column), term) in sources.iter().zip(terms) {
                    let share = term / sum;
                    shares[(w * pooled + place) * features + channel] = share;
                    cells[w * features + channel] += share * c[token * width + column];
                }
            }
        }
        Ok(Self { cells, shares, features, m, overlaps })
    }

    /// The number of entries.
    #[must_use]
    pub fn count(&self) -> usize {
        self.cells.len() / self.features
    }

    /// The tokens that an entry stands for.
    #[must_use]
    pub fn tokens(&self, entry: usize) -> Range<usize> {
        let first = entry.saturating_mul(self.m);
        first..first.saturating_add(self.m)
    }

    /// The tokens that an entry pools: in CSA twice as many as it stands for, except for the first.
    #[must_use]
    pub fn pooled(&self, entry: usize) -> Range<usize> {
        let Range { start, end } = self.tokens(entry);
        if self.overlaps { start.saturating_sub(self.m)..end } else { start..end }
    }

    /// The number of entries that the query at a position may see: see [`complete_entries`].
    #[must_use]
    pub fn visible(&self, position: usize) -> usize {
        complete_entries(signed(position), self.m, self.count())
    }
}
