//! What the measures have to be told, because weights alone do not say it.

use crate::error::Error;

/// The furthest that queries may stand from the keys.
pub const MAX_OFFSET: i64 = 1 << 31;

/// Where the queries stand, how wide some measures look, and which tokens are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings<'a> {
    /// Query `i` stands at position `i + offset` among the keys; 0 by default.
    pub offset: i64,
    /// How many keys at the beginning are the sink; 1 by default.
    pub sink_keys: usize,
    /// How far from the query a key may be and still be on the diagonal; 1 by default.
    pub diagonal_reach: usize,
    /// One number a key, the same for equal tokens. Without them nothing can be said about
    /// repetitions.
    pub tokens: Option<&'a [u32]>,
}

impl Default for Settings<'_> {
    fn default() -> Self {
        Self { offset: 0, sink_keys: 1, diagonal_reach: 1, tokens: None }
    }
}

impl Settings<'_> {
    /// - errors: [`Error::Offset`], [`Error::Nothing`] for a sink of no key, [`Error::Entries`]
    pub(crate) fn check(&self, keys: usize) -> Result<(), Error> {
        if !(-MAX_OFFSET..=MAX_OFFSET).contains(&self.offset) {
            return Err(Error::Offset { offset: self.offset, most: MAX_OFFSET });
        }
        Error::unless_any("keys of the sink", self.sink_keys)?;
        match self.tokens {
            None => Ok(()),
            Some(tokens) => Error::unless_one_each(("tokens", tokens.len()), ("keys", keys)),
        }
    }
}
