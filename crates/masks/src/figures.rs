//! The costs of a mask, and its savings compared with no mask.

use crate::bits::{Bits, count, count_in};
use crate::error::Error;
use crate::generation::play;

/// The maximum of heads, features of a head, and block sizes. With it, the largest products stay
/// below 2⁶³.
pub const MAX_FIGURE: u64 = 65_536;

/// The model that uses the mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Model {
    /// d, the number of features of a query, a key and a value.
    pub head_size: u64,
    /// Number of query heads.
    pub heads: u64,
    /// Number of key heads in the cache; each has a value head.
    pub kv_heads: u64,
    /// Bytes of one number in the cache: 2 for f16 and bf16.
    pub bytes_per_element: u64,
}

impl Model {
    /// Rejects a model with invalid numbers.
    ///
    /// - errors: like [`figures`]
    pub fn check(&self) -> Result<(), Error> {
        within("the head size", self.head_size, MAX_FIGURE)?;
        within("the number of heads", self.heads, MAX_FIGURE)?;
        within("the number of key heads", self.kv_heads, MAX_FIGURE)?;
        within("the number of bytes an element", self.bytes_per_element, 16)?;
        let &Model { heads, kv_heads, .. } = self;
        if heads % kv_heads == 0 { Ok(()) } else { Err(Error::Heads { heads, kv_heads }) }
    }

    /// Bytes of keys and their values in the cache: `2 · kv_heads · d · bytes_per_element · keys`.
    #[must_use]
    pub fn cache_bytes(&self, keys: u64) -> u64 {
        2 * self.kv_heads * self.head_size * self.bytes_per_element * keys
    }
}

/// The figures of a mask.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figures {
    /// Number of allowed pairs.
    pub allowed: u64,
    /// Number of all pairs: N · M.
    pub pairs: u64,
    /// `allowed / pairs`, 0 to 1.
    pub share: f64,
    /// Multiply-adds: `2 d · heads · allowed`, d for a score and d for its value.
    pub multiply_adds: u64,
    /// Multiply-adds without a mask: `2 d · heads · N · M`.
    pub multiply_adds_unmasked: u64,
    /// Queries that may attend to no key.
    pub empty_queries: u64,
    /// The smallest number of keys that a query reads.
    pub fewest_keys: u64,
    /// The largest number of keys that a query reads.
    pub most_keys: u64,
    /// Keys that at least one query reads.
    pub keys_read: u64,
    /// Keys that are written during generation; see [`play`].
    pub keys_written: u64,
    /// The largest number of keys that the cache holds at once; see
    /// [`Step::kept`](crate::Step::kept).
    pub keys_kept: u64,
    /// Bytes of those keys; see [`Model::cache_bytes`].
    pub cache_bytes: u64,
    /// Bytes of all M keys, if none is dropped.
    pub cache_bytes_of_all: u64,
}

/// Computes the costs of a mask in a model.
///
/// - errors: [`Error::Figure`] if a number of the model is 0 or above [`MAX_FIGURE`];
///   `bytes_per_element` is at most 16; [`Error::Heads`]
pub fn figures(bits: &Bits, model: &Model) -> Result<Figures, Error> {
    model.check()?;
    let shape = bits.shape();
    let (allowed, pairs) = (bits.count(), shape.pairs());
    let per_query = || bits.rows().map(count);
    let mut read = vec![0; bits.row(0).len()];
    for row in bits.rows() {
        read.iter_mut().zip(row).for_each(|(read, word)| *read |= word);
    }
    let steps = play(bits);
    let keys_kept = steps.iter().map(|step| step.kept).max().unwrap_or(0);
    let multiply_adds = 2 * model.head_size * model.heads;
    Ok(Figures {
        allowed,
        pairs,
        share: allowed as f64 / pairs as f64,
        multiply_adds: multiply_adds * allowed,
        multiply_adds_unmasked: multiply_adds * pairs,
        empty_queries: per_query().filter(|&keys| keys == 0).count() as u64,
        fewest_keys: per_query().min().unwrap_or(0),
        most_keys: per_query().max().unwrap_or(0),
        keys_read: count(&read),
        keys_written: steps.last().map_or(0, |step| step.total_writes),
        keys_kept,
        cache_bytes: model.cache_bytes(keys_kept),
        cache_bytes_of_all: model.cache_bytes(shape.keys() as u64),
    })
}

/// The blocks that a block-sparse kernel computes for a mask.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Blocks {
    /// Blocks without a forbidden pair: computed without the mask.
    pub full: u64,
    /// Blocks with allowed and forbidden pairs: computed and masked.
    pub partial: u64,
    /// Blocks without an allowed pair: skipped.
    pub skipped: u64,
}

impl Blocks {
    /// Number of computed blocks.
    #[must_use]
    pub fn kept(self) -> u64 {
        self.full + self.partial
    }

    /// Number of all blocks.
    #[must_use]
    pub fn all(self) -> u64 {
        self.kept() + self.skipped
    }
}

/// Counts the blocks of `size` queries by `size` keys that a block-sparse kernel computes.
///
/// Blocks at the right and the lower edge may be smaller. Only existing pairs count, so a mask that
/// allows everything has only full blocks. FlexAttention's blocks are 128 x 128.
///
/// - errors: [`Error::Figure`] if the size is 0 or above [`MAX_FIGURE`]
pub fn blocks(bits: &Bits, size: u64) -> Result<Blocks, Error> {
    within("the block size", size, MAX_FIGURE)?;
    let shape = bits.shape();
    // A size beyond the mask makes one block.
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    let mut blocks = Blocks::default();
    for first_query in (0..shape.queries()).step_by(size) {
        let queries = first_query..(first_query + size).min(shape.queries());
        for first_key in (0..shape.keys()).step_by(size) {
            let keys = first_key..(first_key + size).min(shape.keys());
            let rows = queries.clone().map(|query| bits.row(query));
            let allowed: u64 = rows.map(|row| count_in(row, keys.clone())).sum();
            match allowed {
                0 => blocks.skipped += 1,
                all if all == (queries.len() * keys.len()) as u64 => blocks.full += 1,
                _ => blocks.partial += 1,
            }
        }
    }
    Ok(blocks)
}

fn within(name: &'static str, value: u64, most: u64) -> Result<(), Error> {
    if (1..=most).contains(&value) { Ok(()) } else { Err(Error::Figure { name, value, most }) }
}
