//! Merges tokens into words.

use crate::error::Error;
use crate::head_map::HeadMap;

/// The weights between groups of tokens, such as words.
///
/// ```text
/// w[a, b] = 1/|a| Σ_{i in a} Σ_{j in b} w[i, j]
/// ```
///
/// The weight on a word is the sum of the weights on its pieces, so keys are summed. The weights of a
/// word are the mean of the weights of its pieces, so queries are averaged. Rows that sum to 1 still do.
///
/// - edge cases: NaN affects only the cells of its groups. A query without a key counts as a row of
///   zeros
/// - `query_groups`, `key_groups`: the group of each query and of each key, numbered from 0 without
///   gaps; the tokens of a group need not be neighbors
/// - returns: (groups of queries, groups of keys)
/// - errors: [`Error::Entries`], [`Error::Group`], [`Error::EmptyGroup`]
/// - source: Clark et al. 2019, section 4.1
pub fn merge(
    weights: &HeadMap,
    query_groups: &[usize],
    key_groups: &[usize],
) -> Result<HeadMap, Error> {
    let queries = group_sizes("query", query_groups, ("queries", weights.queries()))?;
    let keys = group_sizes("key", key_groups, ("keys", weights.keys()))?.len();
    let mut sums = vec![0.0; queries.len() * keys];
    for (row, group) in weights.rows().zip(query_groups) {
        let merged = &mut sums[group * keys..(group + 1) * keys];
        for (&weight, &group) in row.iter().zip(key_groups) {
            merged[group] += f64::from(weight);
        }
    }
    let mean = |(at, sum): (usize, &f64)| (sum / queries[at / keys] as f64) as f32;
    let cells = sums.iter().enumerate().map(mean).collect();
    Ok(HeadMap::made(queries.len(), keys, cells))
}

/// The number of tokens in each group.
fn group_sizes(
    name: &'static str,
    groups: &[usize],
    (of, tokens): (&'static str, usize),
) -> Result<Vec<usize>, Error> {
    Error::check_count(("groups", groups.len()), (of, tokens))?;
    let mut sizes = Vec::new();
    for (token, &group) in groups.iter().enumerate() {
        if group >= tokens {
            return Err(Error::Group { name, token, group, tokens });
        }
        if group >= sizes.len() {
            sizes.resize(group + 1, 0);
        }
        sizes[group] += 1;
    }
    match sizes.iter().position(|&size| size == 0) {
        Some(group) => Err(Error::EmptyGroup { name, group, last: sizes.len() - 1 }),
        None => Ok(sizes),
    }
}
