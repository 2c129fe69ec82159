//! Stacks the steps of generation.

use crate::{HeadMap, MAX_CELLS};

use super::error::{Error, filled};

/// Stacks the rows of all parts, each padded with zeros to `keys` keys.
///
/// A model that generates token by token returns the weights of the prompt as a square, and then one
/// row for each token, each with one more key. Keys that did not exist when a row was computed have
/// weight 0 here, as under a causal mask.
///
/// - edge cases: without parts, the map has no queries
/// - errors: [`Error::Longer`], `TooLarge`, [`Error::Memory`]
pub fn stacked(parts: &[&HeadMap], keys: usize) -> Result<HeadMap, Error> {
    let name = "the map of all steps";
    let queries = parts.iter().map(|part| part.queries()).fold(0, usize::saturating_add);
    if let Some((part, longer)) = parts.iter().enumerate().find(|(_, part)| part.keys() > keys) {
        return Err(Error::Longer { part, got: longer.keys(), keys });
    }
    let cells = queries.saturating_mul(keys);
    if cells > MAX_CELLS {
        return Err(crate::Error::TooLarge { name, queries, keys }.into());
    }
    let mut cells = filled(name, cells, 0.0)?;
    let rows = parts.iter().flat_map(|part| part.rows());
    for (to, row) in cells.chunks_exact_mut(keys.max(1)).zip(rows) {
        to[..row.len()].copy_from_slice(row);
    }
    Ok(HeadMap::new(name, queries, keys, cells)?)
}
