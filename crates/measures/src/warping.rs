//! The path of dynamic time warping through a head.

use crate::error::Error;
use crate::head_map::HeadMap;

/// How a path reaches a cell: from the cell before in both directions, from the query before, or from the key before.
const BOTH: u8 = 0;
const QUERY: u8 = 1;
const KEY: u8 = 2;

/// The path from the first to the last cell with the largest sum of weights, as (query, key) of each of its cells.
///
/// Each step goes to the next query, to the next key, or to both. In cross-attention of a speech model, keys are frames of
/// sound, so the path says which frames belong to which token. With the cost `c = −w`:
///
/// ```text
/// D[0, 0] = c[0, 0]
/// D[i, j] = c[i, j] + min(D[i−1, j−1], D[i−1, j], D[i, j−1])
/// ```
///
/// and the path goes back from the last cell to the first one, each time to the cell that gave the minimum.
///
/// - edge cases: of equal sums, the step in both directions is taken before that to the next query, and this before that to
///   the next key. NaN counts as 0
/// - `weights`: (queries, keys), both at least 1
/// - returns: (query, key) of at most queries + keys − 1 cells, in order
/// - memory: a byte for each cell, and two rows in 64 bits
/// - errors: [`Error::Nothing`]
/// - source: Sakoe and Chiba 1978; with these steps and this cost in Whisper (Radford et al. 2022), which first divides the
///   weights of each frame by their standard deviation, and smooths them over time. Neither is done here
pub fn warping_path(weights: &HeadMap) -> Result<Vec<(usize, usize)>, Error> {
    let (queries, keys) = (weights.queries(), weights.keys());
    Error::check_nonzero("queries", queries)?;
    Error::check_nonzero("keys", keys)?;
    let mut steps = vec![KEY; queries * keys];
    let (mut before, mut own) = (vec![f64::INFINITY; keys], vec![f64::INFINITY; keys]);
    for (query, row) in weights.rows().enumerate() {
        for (key, &weight) in row.iter().enumerate() {
            let cost = if weight.is_nan() { 0.0 } else { -f64::from(weight) };
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
