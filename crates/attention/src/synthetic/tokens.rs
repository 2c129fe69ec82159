//! Synthetic queries and keys.

use crate::random::RandomState;

use super::error::SyntheticError;

/// The maximum number of features of a query and a key.
pub const MAX_FEATURES: usize = 256;

/// Tokens, each with a query and a key of normal numbers, drawn from a seed as far as needed.
///
/// In NumPy: `np.random.RandomState(seed).randn(tokens, 2, size)`, where `[t, 0]` is the query of
/// token `t` and `[t, 1]` its key. More tokens do not change the earlier ones: a reader who drags
/// the number of tokens sees the picture grow, and not a different one.
#[derive(Clone, Debug)]
pub struct Tokens {
    random: RandomState,
    size: usize,
    /// In the order query, key, query, key.
    numbers: Vec<f64>,
}

impl Tokens {
    /// No tokens yet.
    ///
    /// - `size`: d, the number of features of a query and of a key
    /// - errors: [`SyntheticError::Seed`], [`SyntheticError::Count`] unless the size is 1 to [`MAX_FEATURES`]
    pub fn new(seed: f64, size: usize) -> Result<Self, SyntheticError> {
        SyntheticError::unless_within("features", size, MAX_FEATURES)?;
        Ok(Self { random: RandomState::from_number(seed)?, size, numbers: Vec::new() })
    }

    /// Draws tokens until there are this many.
    pub fn draw(&mut self, tokens: usize) {
        let wanted = tokens * 2 * self.size;
        while self.numbers.len() < wanted {
            self.numbers.push(self.random.randn());
        }
    }

    /// d, the number of features of a query and of a key.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// The query of a token; empty if the token was not drawn.
    #[must_use]
    pub fn query(&self, token: usize) -> &[f64] {
        self.part(2 * token)
    }

    /// The key of a token; empty if the token was not drawn.
    #[must_use]
    pub fn key(&self, token: usize) -> &[f64] {
        self.part(2 * token + 1)
    }

    fn part(&self, index: usize) -> &[f64] {
        self.numbers.get(index * self.size..(index + 1) * self.size).unwrap_or_default()
    }
}
