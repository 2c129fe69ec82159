//! A map at every size, for zooming.

use crate::HeadMap;

use super::error::{Error, room};

/// A map and its halves, the halves of those, and so on to a single cell.
///
/// Each cell of a level is the largest of the two by two below it that are there, or of a
/// difference the one farthest from 0, of `d` and `-d` the positive one; NaN if none is there. So
/// no bright cell vanishes, at any size. NaN does not spread: with the first key left out, a whole
/// column of every level would be empty. All levels together have a third more cells than the map.
///
/// - edge cases: a map of one cell or none has no smaller one
/// - errors: [`Error::Memory`]
pub(crate) fn levels(map: HeadMap, signed: bool) -> Result<Vec<HeadMap>, Error> {
    let mut levels = vec![map];
    while let Some(last) = levels.last().filter(|last| last.cells().len() > 1) {
        let half = if signed { halved(last, farther) } else { halved(last, f32::max) }?;
        levels.push(half);
    }
    Ok(levels)
}

/// A map half as large each way; at an odd edge, rounded up.
fn halved(map: &HeadMap, pick: impl Fn(f32, f32) -> f32 + Copy) -> Result<HeadMap, Error> {
    let (queries, keys) = (map.queries().div_ceil(2), map.keys().div_ceil(2));
    let mut half: Vec<f32> = room("smaller maps", queries * keys)?;
    for (query, row) in map.rows().enumerate() {
        let (pairs, odd) = row.as_chunks::<2>();
        let pairs = pairs.iter().map(|&[left, right]| pick(left, right));
        let pairs = pairs.chain(odd.iter().copied());
        if query.is_multiple_of(2) {
            half.extend(pairs);
        } else {
            let begun = half.len() - keys;
            for (cell, pair) in half[begun..].iter_mut().zip(pairs) {
                *cell = pick(*cell, pair);
            }
        }
    }
    Ok(HeadMap::new("half of the map", queries, keys, half)?)
}

/// The cell that is farther from 0, or the one that is there.
fn farther(most: f32, cell: f32) -> f32 {
    let (size, most_size) = (cell.abs(), most.abs());
    let wins = size > most_size || (size == most_size && cell > most) || most.is_nan();
    if wins { cell } else { most }
}
