//! Transposes a map.

use crate::HeadMap;

use super::error::{Error, filled};

/// The side of a block that is transposed at a time, so that both sides stay in the CPU cache.
const BLOCK: usize = 32;

/// The transposed map, for files with the order (keys, queries). It needs memory for both maps.
///
/// - errors: [`Error::Memory`]
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
