//! A random sample of the rows of a large head.

/// The number of strata of equal size.
pub const STRATA: usize = 64;
/// The most strata of equal size.
const MOST_STRATA: usize = 1 << 16;
/// The first stratum is divided into parts that grow by this factor.
const GROWTH: usize = 2;

/// A stratified random sample of rows: one row of each stratum, in ascending order.
///
/// The rows are divided into consecutive strata of equal size. The first one is divided further into parts of 1, 1,
/// 2, 4, 8 ... rows, because the first rows of a causal head may attend to few keys, so that their measures change
/// quickly. The same head always has the same sample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowSample {
    /// The selected row of each stratum.
    pub rows: Vec<u32>,
    /// The number of rows of each stratum.
    pub sizes: Vec<u32>,
    /// The number of equal strata. The last `strata` rows of the sample are spread evenly over the head.
    pub strata: usize,
}

impl RowSample {
    /// Selects rows of a head.
    ///
    /// - `count`: the number of rows of the head, less than 2³²
    /// - `parts`: the number of equal strata, of which at most 65,536 are used; [`STRATA`] unless fewer rows can be
    ///   read
    /// - edge case: a head with at most `parts` rows is sampled as a whole
    #[must_use]
    pub fn new(count: usize, parts: usize, seed: u32) -> Self {
        let strata = parts.min(count).min(MOST_STRATA);
        let ends = (1..=strata).map(|part| (part as u64 * count as u64 / strata as u64) as usize);
        let first = ends.clone().next().unwrap_or(0);
        let within = std::iter::successors(Some(1), |end: &usize| end.checked_mul(GROWTH))
            .take_while(|&end| end < first);
        let mut random = Random::new(seed, count as u32);
        let (mut rows, mut sizes, mut start) = (Vec::new(), Vec::new(), 0);
        for end in within.chain(ends) {
            let size = end - start;
            rows.push((start + (random.next() * size as f64) as usize) as u32);
            sizes.push(size as u32);
            start = end;
        }
        Self { rows, sizes, strata }
    }

    /// The rows that are spread evenly over the head.
    #[must_use]
    pub fn even(&self) -> &[u32] {
        &self.rows[self.rows.len() - self.strata..]
    }

    /// Whether it has all rows of the head.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.sizes.iter().all(|&size| size == 1)
    }
}

/// The indexes in the middle of equal parts of an axis.
pub(crate) fn evenly(parts: usize, count: usize) -> Vec<u32> {
    let length = parts.min(count);
    (0..length as u64)
        .map(|at| ((2 * at + 1) * count as u64 / (2 * length as u64)) as u32)
        .collect()
}

/// Random numbers from 0 to 1: mulberry32 by Tommy Ettinger, seeded with two numbers.
struct Random(u32);

impl Random {
    fn new(seed: u32, count: u32) -> Self {
        let seed = seed.wrapping_mul(2).wrapping_add(1).wrapping_mul(0x9e37_79b1);
        Self(seed ^ count.wrapping_add(7).wrapping_mul(0x85eb_ca6b))
    }

    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x6d2b_79f5);
        let state = self.0;
        let mut mixed = (state ^ (state >> 15)).wrapping_mul(1 | state);
        mixed ^= mixed.wrapping_add((mixed ^ (mixed >> 7)).wrapping_mul(61 | mixed));
        f64::from(mixed ^ (mixed >> 14)) / 4_294_967_296.0
    }
}
