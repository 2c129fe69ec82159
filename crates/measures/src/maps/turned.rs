//! Keys and queries in the other order.

use crate::HeadMap;

use super::error::{Error, filled};

/// How many rows and columns are turned at a time, so that both sides stay in the cache.
const BLOCK: usize = 32;

/// The map with its columns for rows: what lies in a file as (keys, queries).
///
/// - errors: [`Error::Memory`]: there are two maps for a while
pub fn turned(map: &HeadMap) -> Result<HeadMap, Error> {
    let (queries, keys, from) = (map.queries(), map.keys(), map.cells());
    let mut cells = filled("a map turned round", from.len(), 0.0)?;
    for first in (0..queries).step_by(BLOCK) {
        for left in (0..keys).step_by(BLOCK) {
            for query in first..queries.min(first + BLOCK) {
                for key in left..keys.min(left + BLOCK) {
                    cells[key * queries + query] = from[query * keys + key];
                }
            }
        }
    }
    Ok(HeadMap::new("a map turned round", keys, queries, cells)?)
}
