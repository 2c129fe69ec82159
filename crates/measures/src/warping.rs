//! The path of dynamic time warping through a head.

use crate::error::Error;
use crate::head_map::HeadMap;

/// How a path reaches a cell: from the cell before in both directions, from the query before, or from the key before.
const BOTH: u8 = 0;
const QUERY: u8 = 1;
const KEY: u8 = 2;

/// The path of dynamic time warping from the first to the last cell, as (query, key) of each of its cells.
///
/// Each step goes to the next query, to the next key, or to both. In cross-attention of a speech model, keys are frames of
/// sound, so the path says which frames belong to which token. With the mean `μ[j]` and the standard deviation `σ[j]` of the
/// weights on key `j` over the queries:
///
/// ```text
/// c[i, j] = −(w[i, j] − μ[j]) / σ[j]
/// D[0, 0] = c[0, 0]
/// D[i, j] = c[i, j] + min(D[i−1, j−1], D[i−1, j], D[i, j−1])
/// ```
///
/// and the path goes back from the last cell to the first one, each time to the cell that gave the minimum. Weights are never
/// negative, so without `μ` no cell would cost anything, and longer paths would always be cheaper. With `μ`, a cell costs something
/// unless its query gives the frame more weight than queries do on average.
///
/// - edge cases: the cost is 0 for NaN and infinities, which are in no mean, and where `σ[j]` is 0. Of equal sums, the step in both
///   directions is taken before that to the next query, and this before that to the next key
/// - `weights`: (queries, keys), both at least 1
/// - returns: (query, key) of at most queries + keys − 1 cells, in order
/// - memory: a byte for each cell, and four rows in 64 bits
/// - errors: [`Error::Nothing`]
/// - source: Sakoe and Chiba 1978; with these steps and this cost in Whisper (Radford et al. 2022), which also smooths the
///   cost over time with a median of seven frames. This is not done here
pub fn warping_path(weights: &HeadMap) -> Result<Vec<(usize, usize)>, Error> {
    let (queries, keys) = (weights.queries(), weights.keys());
    Error::check_nonzero("queries", queries)?;
    Error::check_nonzero("keys", keys)?;
    let (means, deviations) = columns(weights);
    let mut steps = vec![KEY; queries * keys];
    let (mut before, mut own) = (vec![f64::INFINITY; keys], vec![f64::INFINITY; keys]);
    for (query, row) in weights.rows().enumerate() {
        for (key, &weight) in row.iter().enumerate() {
            let is_plain = weight.is_finite() && deviations[key] > 0.0;
            let cost =
                if is_plain { (means[key] - f64::from(weight)) / deviations[key] } else { 0.0 };
            let left = |row: &[f64]| key.checked_sub(1).map_or(f64::INFINITY, |key| row[key]);
            let sums = [(BOTH, left(&before)), (QUERY, before[key]), (KEY, left(&own))];
            let mut least = sums[0];
            for each in &sums[1..] {
                if each.1 < least.1 {
                    least = *each;
                }
            }
            let is_first = query == 0 && key == 0;
            own[key] = cost + if is_first { 0.0 } else { least.1 };
            steps[query * keys + key] = least.0;
        }
        std::mem::swap(&mut before, &mut own);
    }
    let (mut query, mut key) = (queries - 1, keys - 1);
    let mut path = vec![(query, key)];
    while (query, key) != (0, 0) {
        // At an edge, only one step stays in the map.
        match steps[query * keys + key] {
            _ if query == 0 => key -= 1,
            _ if key == 0 => query -= 1,
            BOTH => (query, key) = (query - 1, key - 1),
            QUERY => query -= 1,
            _ => key -= 1,
        }
        path.push((query, key));
    }
    path.reverse();
    Ok(path)
}

/// The mean and the standard deviation of each column, without numbers that are not finite.
fn columns(weights: &HeadMap) -> (Vec<f64>, Vec<f64>) {
    let keys = weights.keys();
    let sum_of = |term: &dyn Fn(usize, f64) -> f64| {
        let (mut sums, mut counts) = (vec![0.0; keys], vec![0_u32; keys]);
        for row in weights.rows() {
            for (key, &weight) in row.iter().enumerate().filter(|(_, weight)| weight.is_finite()) {
                sums[key] += term(key, f64::from(weight));
                counts[key] += 1;
            }
        }
        let mean = |(sum, count): (&f64, &u32)| sum / f64::from(*count).max(1.0);
        sums.iter().zip(&counts).map(mean).collect::<Vec<f64>>()
    };
    let means = sum_of(&|_, weight| weight);
    let squares = sum_of(&|key, weight| (weight - means[key]) * (weight - means[key]));
    (means, squares.into_iter().map(libm::sqrt).collect())
}
