//! Settings of the measures that weights alone do not determine.

use crate::error::Error;

/// The maximum offset between queries and keys.
pub const MAX_OFFSET: i64 = 1 << 31;

/// The offset of the queries, the parameters of some measures, and the tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings<'a> {
    /// Query `i` is at position `i + offset` among the keys; 0 by default.
    pub offset: i64,
    /// The number of keys at the beginning that form the sink; 1 by default.
    pub sink_keys: usize,
    /// The maximum distance from the query of a key on the diagonal; 1 by default.
    pub diagonal_reach: usize,
    /// One number for each key, equal for equal tokens. Without them, measures of repetitions are
    /// `None`.
    pub tokens: Option<&'a [u32]>,
}

impl Default for Settings<'_> {
    fn default() -> Self {
        Self { offset: 0, sink_keys: 1, diagonal_reach: 1, tokens: None }
    }
}

impl Settings<'_> {
    /// - errors: [`Error::Offset`], [`Error::Nothing`] for a sink without keys, [`Error::Entries`]
    pub(crate) fn check(&self, keys: usize) -> Result<(), Error> {
        if !(-MAX_OFFSET..=MAX_OFFSET).contains(&self.offset) {
            return Err(Error::Offset { offset: self.offset, most: MAX_OFFSET });
        }
        Error::check_nonzero("keys of the sink", self.sink_keys)?;
        match self.tokens {
            None => Ok(()),
            Some(tokens) => Error::check_count(("tokens", tokens.len()), ("keys", keys)),
        }
    }
}
