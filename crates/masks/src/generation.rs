//! Generation with a mask, row by row: which keys are read from the cache and which are written.

use crate::bits::{Bits, count_in};
use crate::shape::{clipped, signed};

/// One step of generation: one row of the mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The query, counted from 0.
    pub query: usize,
    /// The number of keys it reads, including its own.
    pub reads: u64,
    /// The number of keys it may attend to that have not been written yet. If this is not 0, the
    /// mask cannot be used for generation, because those keys belong to future tokens.
    pub ahead: u64,
    /// The number of keys it writes: its own, or none while its position is before key 0.
    pub writes: u64,
    /// The number of written keys that this query or a later one reads: the size of the cache in this
    /// step, if it drops keys that are not read again.
    pub kept: u64,
    /// The number of keys read up to this row, with repetitions.
    pub total_reads: u64,
    /// The number of keys written up to this row.
    pub total_writes: u64,
}

/// Simulates generation with a mask, from its first row to its last.
///
/// The last query is at the last key, so query `i` is at key `i + M - N` and writes it. With as
/// many queries as keys, every key is written; with fewer queries, `M - N` keys are in the cache at
/// the start.
///
/// - edge case: with more queries than keys, the first `N - M` queries write nothing, and all keys
///   they may attend to are in the future
/// - returns: one step for each query
#[must_use]
pub fn play(bits: &Bits) -> Vec<Step> {
    let shape = bits.shape();
    let keys = shape.keys();
    let kept = kept(bits);
    let (mut total_reads, mut total_writes) = (0, 0);
    let rows = bits.rows().zip(kept).enumerate();
    rows.map(|(query, (row, kept))| {
        let written = written(bits, query);
        let reads = count_in(row, 0..written);
        let ahead = count_in(row, written..keys);
        let writes = u64::from(written > 0);
        total_reads += reads;
        total_writes += writes;
        Step { query, reads, ahead, writes, kept, total_reads, total_writes }
    })
    .collect()
}

/// The number of written keys after a query has written its own.
fn written(bits: &Bits, query: usize) -> usize {
    let shape = bits.shape();
    clipped(0, signed(query) + shape.lower_right_offset() + 1, shape.keys()).end
}

/// [`Step::kept`] for each query.
fn kept(bits: &Bits) -> Vec<u64> {
    let mut wanted = vec![0; bits.row(0).len()];
    let mut kept = vec![0; bits.shape().queries()];
    for (query, kept) in kept.iter_mut().enumerate().rev() {
        for (wanted, word) in wanted.iter_mut().zip(bits.row(query)) {
            *wanted |= word;
        }
        *kept = count_in(&wanted, 0..written(bits, query));
    }
    kept
}
