//! The keys, laid out for many dot products at once.

use std::ops::Range;

/// The number of keys in a panel. Eight independent sums take hardly longer than one, and two or
/// four of them fit the registers of most processors.
const SIDE: usize = 8;

/// The keys in panels of eight: feature by feature, with one number for each key.
///
/// The additions of one sum must wait for each other, and their order must not change, because the
/// digits would change. Sums of neighboring keys are independent and can be computed together.
#[derive(Clone, Debug)]
pub(crate) struct Panels {
    cells: Vec<[f32; SIDE]>,
    size: usize,
}

impl Panels {
    /// Arranges keys of `size` features, at least 1. The last panel is padded with 0.
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

    /// The dot products of a query with some keys, written to `row`, which has one entry for each.
    ///
    /// Each sum runs from the first feature to the last and begins with the first product.
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
