//! A mask played row by row, as in generation: what is read from the cache, what is written.

use crate::bits::{Bits, count_in};
use crate::shape::{clipped, signed};

/// One row of the play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The query, counted from 0.
    pub query: usize,
    /// How many keys it reads, its own included.
    pub reads: u64,
    /// How many keys it may attend to that have not been written yet. Where this is not 0, the
    /// mask cannot be generated with: those keys belong to tokens that do not exist.
    pub ahead: u64,
    /// How many keys it writes: its own, or none while it stands before key 0.
    pub writes: u64,
    /// How many of the keys written by now this query or a later one reads: the size that the
    /// cache needs while this row is worked, if it forgets what nobody reads again.
    pub kept: u64,
    /// How many keys have been read up to this row, each as often as it was.
    pub total_reads: u64,
    /// How many keys have been written up to this row.
    pub total_writes: u64,
}

/// Plays a mask from its first row to its last.
///
/// The last query stands at the last key, so that query `i` stands at, and writes, key
/// `i + M - N`. With as many queries as keys every key is written on the way; with fewer queries,
/// `M - N` keys are in the cache at the start.
///
/// - edge case: with more queries than keys the first `N - M` write nothing, and what they may
///   attend to is ahead of them
/// - returns: one step a query
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

/// How many keys there are once a query has written its own.
fn written(bits: &Bits, query: usize) -> usize {
    let shape = bits.shape();
    clipped(0, signed(query) + shape.lower_right_offset() + 1, shape.keys()).end
}

/// For each query, how many of the keys written by then it or a later one reads.
fn kept(bits: &Bits) -> Vec<u64> {
    let mut wanted = vec![0; bits.row(0).len()];
    let mut kept: Vec<u64> = bits
        .rows()
        .enumerate()
        .rev()
        .map(|(query, row)| {
            for (wanted, word) in wanted.iter_mut().zip(row) {
                *wanted |= word;
            }
            count_in(&wanted, 0..written(bits, query))
        })
        .collect();
    kept.reverse();
    kept
}
