//! The size of the cache of keys and values, depending on how many query heads share them.

/// One number of key and value heads that the query heads can share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sharing {
    /// The number of key and value heads: the number of query heads in multi-head attention, one in
    /// multi-query attention, a number between in grouped-query attention.
    pub kv_heads: usize,
    /// The bytes that a token adds to the cache of one layer.
    pub cache_bytes: usize,
}

/// Every number of key and value heads that divides the query heads, from the one without sharing.
///
/// `cache_bytes = kv_heads · (d_k + d_v) · number_bytes`, that is `2 · kv_heads · head size ·
/// number_bytes` if keys and values have the same width.
///
/// A model that generates keeps the keys and values of every earlier token in every layer, and
/// reads all of them for each new token. Queries are not kept, so their number does not matter.
///
/// - edge cases: no heads give an empty list; a number of bytes that overflows saturates
/// - `d_k`, `d_v`: the numbers of features of a key and of a value of one head
/// - source: Shazeer, "Fast Transformer Decoding", 2019; Ainslie et al., "GQA", 2023
///
/// ```
/// use heedmap_attention::teaching::sharing::sharings;
///
/// // 32 heads of 128 features in 16 bits: 16 KiB a token and layer, or 4 KiB with 8 shared heads.
/// let all = sharings(32, (128, 128), 2);
/// assert_eq!(all.iter().find(|sharing| sharing.kv_heads == 8).unwrap().cache_bytes, 4096);
/// assert_eq!(all[0].cache_bytes, 16_384);
/// ```
#[must_use]
pub fn sharings(heads: usize, (d_k, d_v): (usize, usize), number_bytes: usize) -> Vec<Sharing> {
    let bytes = d_k.saturating_add(d_v).saturating_mul(number_bytes);
    let divisors = (1..=heads).rev().filter(|kv_heads| heads.is_multiple_of(*kv_heads));
    let sharing =
        |kv_heads: usize| Sharing { kv_heads, cache_bytes: kv_heads.saturating_mul(bytes) };
    divisors.map(sharing).collect()
}
