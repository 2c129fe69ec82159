//! The shown cells of a map in plain loops that are obviously right.

use heedmap_measures::HeadMap;

/// The settings of a view, without borrowed data.
#[derive(Clone, Debug)]
pub(crate) struct How {
    pub(crate) leave_out: usize,
    pub(crate) reach: Option<Vec<u32>>,
    pub(crate) per_row: bool,
    pub(crate) minus: Option<HeadMap>,
}

/// A cell of a map, or of the difference; NaN if it has no value.
pub(crate) fn cell(map: &HeadMap, how: &How, query: usize, key: usize) -> f32 {
    if !is_shown(how, query, key) {
        return f32::NAN;
    }
    let at = |map: &HeadMap| map.cells()[query * map.keys() + key];
    at(map) - how.minus.as_ref().map_or(0.0, at)
}

pub(crate) fn is_shown(how: &How, query: usize, key: usize) -> bool {
    key >= how.leave_out && how.reach.as_ref().is_none_or(|reach| key < reach[query] as usize)
}

/// The cells as they are shown, row by row.
pub(crate) fn shown(map: &HeadMap, how: &How) -> Vec<Vec<f32>> {
    let row = |query| {
        let mut row: Vec<f32> = (0..map.keys()).map(|key| cell(map, how, query, key)).collect();
        let mut most = 0.0;
        for &cell in &row {
            let size = if how.minus.is_some() { cell.abs() } else { cell };
            if size.is_finite() && size > most {
                most = size;
            }
        }
        if how.per_row && most > 0.0 {
            row.iter_mut().for_each(|cell| *cell /= most);
        }
        row
    };
    (0..map.queries()).map(row).collect()
}

/// The cells of a level: for each, the largest of the cells that it covers, or the one farthest
/// from 0.
pub(crate) fn level(cells: &[Vec<f32>], keys: usize, level: usize, signed: bool) -> Vec<f32> {
    let side = 1 << level;
    let mut found = Vec::new();
    for top in (0..cells.len()).step_by(side) {
        for left in (0..keys).step_by(side) {
            let rows = cells.iter().skip(top).take(side);
            let covered = rows.flat_map(|row| row.iter().skip(left).take(side).copied());
            let mut there: Vec<f32> = covered.filter(|cell| !cell.is_nan()).collect();
            let size = |cell: &f32| if signed { cell.abs() } else { *cell };
            // The largest comes last; of two cells equally far from 0, the positive one.
            there.sort_by(|a, b| size(a).total_cmp(&size(b)).then(a.total_cmp(b)));
            found.push(there.last().copied().unwrap_or(f32::NAN));
        }
    }
    found
}

/// The quantiles of all finite cells.
pub(crate) fn quantiles(cells: impl Iterator<Item = f32>) -> Vec<f32> {
    let mut sorted: Vec<f32> = cells.filter(|cell| cell.is_finite()).collect();
    sorted.sort_by(f32::total_cmp);
    let last = sorted.len().wrapping_sub(1);
    let place = |at: usize| (at as f64 / 256.0 * last as f64).round() as usize;
    (0..257).filter(|_| !sorted.is_empty()).map(|at| sorted[place(at)]).collect()
}
