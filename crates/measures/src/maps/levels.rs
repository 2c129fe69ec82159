//! The levels of a map, for zooming.

use crate::HeadMap;

use super::error::{Error, allocate};

/// A map, the map at half its size, and so on down to a single cell.
///
/// Each cell of a level is the largest of two by two cells of the level before, so that a bright cell
/// is visible at every size. For a difference, it is the cell with the largest magnitude; of `d` and
/// `-d` it is the positive one. NaN is skipped: otherwise excluding the first key would empty a whole
/// column of every level. A cell is NaN if all four cells are NaN. All smaller levels together have a
/// third of the cells of the map.
///
/// - edge cases: a map of one cell or none has only one level
/// - errors: [`Error::Memory`]
pub(crate) fn levels(map: HeadMap, signed: bool) -> Result<Vec<HeadMap>, Error> {
    let mut levels = vec![map];
    while let Some(last) = levels.last().filter(|last| last.cells().len() > 1) {
        let half = if signed { halved(last, larger_magnitude) } else { halved(last, f32::max) }?;
        levels.push(half);
    }
    Ok(levels)
}

/// The (rows, columns) of the levels of a map of (queries, keys).
#[must_use]
pub fn level_shapes(shape: [usize; 2]) -> Vec<[usize; 2]> {
    let halved = |shape: &[usize; 2]| {
        shape.iter().any(|&side| side > 1).then(|| shape.map(|side| side.div_ceil(2)))
    };
    std::iter::successors(Some(shape), halved).collect()
}

/// A map at half the size; odd sides are rounded up.
fn halved(map: &HeadMap, pick: impl Fn(f32, f32) -> f32 + Copy) -> Result<HeadMap, Error> {
    let (queries, keys) = (map.queries().div_ceil(2), map.keys().div_ceil(2));
    let mut half: Vec<f32> = allocate("smaller maps", queries * keys)?;
    for (query, row) in map.rows().enumerate() {
        let (pairs, odd) = row.as_chunks::<2>();
        let pairs = pairs.iter().map(|&[left, right]| pick(left, right));
        let pairs = pairs.chain(odd.iter().copied());
        if query.is_multiple_of(2) {
            half.extend(pairs);
        } else {
            let start = half.len() - keys;
            for (cell, pair) in half[start..].iter_mut().zip(pairs) {
                *cell = pick(*cell, pair);
            }
        }
    }
    Ok(HeadMap::new("half of the map", queries, keys, half)?)
}

/// The cell with the larger magnitude. NaN loses against a value.
fn larger_magnitude(most: f32, cell: f32) -> f32 {
    let (size, most_size) = (cell.abs(), most.abs());
    let wins = size > most_size || (size == most_size && cell > most) || most.is_nan();
    if wins { cell } else { most }
}
