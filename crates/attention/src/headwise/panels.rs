//! The keys, laid out for many dot products at once.

use std::ops::Range;

/// How many keys stand side by side. As many sums that do not wait for each other are worked in the
/// time of a few, and two or four of them fit the registers of most processors.
const SIDE: usize = 8;

/// The keys in panels of eight: feature by feature, and of each feature one number a key.
///
/// A sum over features that lie one after the other waits for each addition, and its order cannot
/// be changed without changing digits. Sums of neighbouring keys can be worked at once.
pub(crate) struct Panels {
    cells: Vec<[f32; SIDE]>,
    size: usize,
}

impl Panels {
    /// Lays out keys of `size` features, at least 1. The last panel is filled up with 0.
    pub(crate) fn new(keys: &[f32], size: usize) -> Self {
        let count = (keys.len() / size).div_ceil(SIDE);
        let mut cells = vec![[0.0; SIDE]; count * size];
        for (key, features) in keys.chunks_exact(size).enumerate() {
            let panel = &mut cells[key / SIDE * size..][..size];
            for (side, &feature) in panel.iter_mut().zip(features) {
                side[key % SIDE] = feature;
            }
        }
        Self { cells, size }
    }

    /// The dot products of a query with some keys, into `row`, which has one place for each of them.
    ///
    /// Each is summed from the first feature to the last, beginning with the first product.
    pub(crate) fn dots(&self, q: &[f32], keys: Range<usize>, row: &mut [f32]) {
        let Some((&q_first, q_rest)) = q.split_first() else { return };
        let mut key = keys.start;
        let mut row = row;
        while key < keys.end {
            let panel = &self.cells[key / SIDE * self.size..][..self.size];
            let Some((first, rest)) = panel.split_first() else { return };
            let mut sums = first.map(|k| q_first * k);
            for (&q, side) in q_rest.iter().zip(rest) {
                for (sum, &k) in sums.iter_mut().zip(side) {
                    *sum += q * k;
                }
            }
            let sums = &sums[key % SIDE..];
            let count = sums.len().min(keys.end - key);
            let (these, others) = row.split_at_mut(count);
            these.copy_from_slice(&sums[..count]);
            row = others;
            key += count;
        }
    }
}
