//! One row of a layer with one decay for each token, four keys at once.
//!
//! Decays by token only scale `w`, so they are kept apart. Then the keys `a, b, …` of a four, from the last to the first, give
//!
//! ```text
//! s[b] = k[b]·w        m[b] = β[b] (s[b] - Σ_{a before b} m[a] k[a]·k[b])        w ← w - Σ m[b] k[b]
//! ```
//!
//! with `w` before the four. It is read and written once for four keys, their products with it do not wait for each other,
//! and the products of keys do not depend on the query.

use std::ops::Range;

use crate::head::LinearHead;
use crate::number::Number;
use crate::walk::{Decays, Walk};

/// The keys of a four.
const KEYS: usize = 4;
/// The features that are multiplied at once: all sums fit in the registers of WebAssembly.
const LANES: usize = 2;
/// The fours between two tests of whether a row may stop.
const TEST_FOURS: usize = 8;

/// `k[a]·k[b]` of the keys of each four, for `a` from 0 and `b < a`, counted from the last key; empty for layers that do not
/// erase.
pub(crate) type Products = Vec<[f64; KEYS * (KEYS - 1) / 2]>;

/// The products of a head with these keys, (tokens, stride).
pub(crate) fn products<T: Number>(k: &[T], stride: usize) -> Products {
    let of_four = |keys: &[T]| {
        let mut found = [0.0; KEYS * (KEYS - 1) / 2];
        let key = |at: usize| keys.chunks_exact(stride).nth(KEYS - 1 - at);
        let pairs = (1..KEYS).flat_map(|a| (0..a).map(move |b| (a, b)));
        for (to, (a, b)) in found.iter_mut().zip(pairs) {
            if let (Some(a), Some(b)) = (key(a), key(b)) {
                *to = dot(a, b);
            }
        }
        found
    };
    k.chunks(KEYS * stride.max(1)).map(of_four).collect()
}

/// A product, in four sums.
fn dot<T: Number>(a: &[T], b: &[T]) -> f64 {
    let mut sums = [0.0; KEYS];
    for (a, b) in a.as_chunks::<KEYS>().0.iter().zip(b.as_chunks::<KEYS>().0) {
        for lane in 0..KEYS {
            sums[lane] += a[lane].into() * b[lane].into();
        }
    }
    (sums[0] + sums[1]) + (sums[2] + sums[3])
}

impl<T: Number> LinearHead<T> {
    /// Computes the weights of a query for a range of keys, and returns the first key that was computed; `None` for decays by
    /// channel.
    pub(crate) fn in_fours(
        &self,
        query: usize,
        keys: &Range<usize>,
        threshold: f64,
        line: &mut [T],
    ) -> Option<usize> {
        let Decays::Token(decays) = &self.decays else { return None };
        line.fill(T::rounded(0.0));
        let zeros = vec![T::rounded(0.0); self.stride];
        let mut walk = Walk::of(self, query);
        let mut weights = [0.0; KEYS];
        let mut after = [zeros.as_slice(); KEYS];
        // The decays between the query and a key, which `w` does not contain.
        let (mut decay, mut decay_before) = (1.0, 1.0);
        let mut start = query + 1;
        for four in (keys.start / KEYS..=query / KEYS).rev() {
            let last = (four * KEYS + KEYS - 1).min(query);
            if four.is_multiple_of(TEST_FOURS) && last < query {
                // `w` does not contain what the keys of the four before change.
                let from = (last + KEYS).min(query);
                if walk.length() * decay_before * self.bounds[from] <= threshold.max(T::UNDERFLOW) {
                    break;
                }
            }
            decay_before = decay;
            let keys_of_four: [usize; KEYS] = std::array::from_fn(|at| four * KEYS + KEYS - 1 - at);
            let own = keys_of_four.map(|j| match j <= query {
                true => &self.k[j * self.stride..][..self.stride],
                false => zeros.as_slice(),
            });
            let mut dots = if self.erases {
                pass::<true, T>(walk.w_mut(), &weights, after, own)
            } else {
                pass::<false, T>(walk.w_mut(), &weights, after, own)
            };
            for (at, j) in keys_of_four.into_iter().enumerate() {
                if j > query {
                    continue;
                }
                if self.erases {
                    let products = &self.products[four][at * at.saturating_sub(1) / 2..][..at];
                    let earlier = products.iter().zip(&weights);
                    dots[at] -= earlier.map(|(product, weight)| product * weight).sum::<f64>();
                }
                weights[at] = self.writes[j] * dots[at];
                if j < query {
                    decay *= decays[j + 1];
                }
                if keys.contains(&j) {
                    let skip = if j == query { self.skip } else { 0.0 };
                    line[j - keys.start] = T::rounded(decay * weights[at] + skip);
                }
            }
            start = keys_of_four[KEYS - 1].max(keys.start);
            after = own;
        }
        Some(start)
    }
}

/// Changes `w` by four keys, and multiplies it with the four keys before them.
#[inline(always)]
fn pass<const ERASE: bool, T: Number>(
    w: &mut [f64],
    weights: &[f64; KEYS],
    after: [&[T]; KEYS],
    keys: [&[T]; KEYS],
) -> [f64; KEYS] {
    let (w, _) = w.as_chunks_mut::<LANES>();
    let count = w.len();
    let after = after.map(|key| &key.as_chunks::<LANES>().0[..count]);
    let keys = keys.map(|key| &key.as_chunks::<LANES>().0[..count]);
    let mut sums = [[0.0; LANES]; KEYS];
    for at in 0..count {
        let mut x = w[at];
        if ERASE {
            for (weight, key) in weights.iter().zip(&after) {
                for lane in 0..LANES {
                    x[lane] -= weight * key[at][lane].into();
                }
            }
            w[at] = x;
        }
        for (sums, key) in sums.iter_mut().zip(&keys) {
            for lane in 0..LANES {
                sums[lane] += x[lane] * key[at][lane].into();
            }
        }
    }
    sums.map(|sums| sums.iter().sum())
}
