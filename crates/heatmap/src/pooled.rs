//! Cells of which a part may be masked, as when many cells share a pixel.

use std::ops::Range;

use crate::cross::Cross;
use crate::grid::image_size;
use crate::hatch::Hatch;
use crate::table::Table;
use crate::{Error, Map, Rgb, Scale, Theme};

/// How to draw cells that fill an image, whatever its size.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PooledOptions {
    /// Cells down.
    pub rows: usize,
    /// Cells across.
    pub cols: usize,
    /// Pixels across, at least one a column. Cells are as equal as whole pixels can be.
    pub width: usize,
    /// Pixels down, at least one a row.
    pub height: usize,
    /// Ground between two neighbours, taken off inside the cells.
    pub gap: usize,
    /// From values to places on the map.
    pub scale: Scale,
    /// From places to colours.
    pub map: Map,
    /// The ground.
    pub theme: Theme,
}

/// Where on the map the colour of a cell lies that has no value but is allowed: strong on paper as at night.
const ALLOWED: f64 = 0.58;

/// Paints cells of which a part may be masked: (height, width) pixels as red, green, blue, alpha.
///
/// - `values`: (rows, cols) or fewer whole rows, row by row; NaN is missing and bears a cross. Without them every
///   allowed cell has one colour: the picture of a mask itself
/// - `shares`: as many as values, how much of each cell is allowed, 0 to 1. A cell of share 0 is hatched whatever its
///   value; one between 0 and 1 is mixed with the hatch if `mixes`, and else has its value's colour
///
/// Rows that are not given let the ground through, as gaps do.
///
/// # Errors
/// [`Error::Empty`], [`Error::Gap`], [`Error::TooLarge`], and [`Error::Values`] if there are not as many values as
/// shares, more than cells, or a part of a row.
pub fn paint_pooled(
    options: &PooledOptions,
    values: Option<&[f32]>,
    shares: &[f32],
    mixes: bool,
) -> Result<Vec<u8>, Error> {
    let &PooledOptions { rows, cols, width, height, gap, scale, map, theme } = options;
    if rows == 0 || cols == 0 {
        return Err(Error::Empty { rows, cols });
    }
    let (cell_width, cell_height) = (width / cols, height / rows);
    if gap >= cell_width || gap >= cell_height {
        return Err(Error::Gap { gap, cell_width, cell_height });
    }
    image_size(width, height)?;
    let count = values.map_or(shares.len(), <[f32]>::len);
    if count != shares.len() || count > rows * cols || !count.is_multiple_of(cols) {
        return Err(Error::Values { rows, cols, values: count });
    }
    let table = Table::of(map, scale.kind(), theme);
    let linear = scale.linear();
    let colour = |value: f32| match linear {
        Some((low, factor)) => table.near((f64::from(value) - low) * factor),
        None => table.near(scale.place(f64::from(value)).unwrap_or_default()),
    };
    let allowed = table.near(ALLOWED);
    let hatch = Hatch::new(cell_width.min(cell_height), theme.hatch());
    let cross = Cross::new(cell_width - gap, cell_height - gap, theme.cross());
    let across: Vec<Range<usize>> = (0..cols).map(|col| filled(col, cols, width, gap)).collect();
    let mut pixels = vec![0; width * height * 4];
    for (row, shares) in shares.chunks_exact(cols).enumerate() {
        let values = values.map(|values| &values[row * cols..(row + 1) * cols]);
        let down = filled(row, rows, height, gap);
        for y in down.clone() {
            let line = &mut pixels[y * width * 4..(y + 1) * width * 4];
            for (col, (across, &share)) in across.iter().zip(shares).enumerate() {
                let value = values.map(|values| values[col]);
                let hatched = |x| hatch.at(across.start + x, y);
                let run = &mut line[across.start * 4..across.end * 4];
                if share <= 0.0 {
                    fill(run, hatched);
                } else if value.is_some_and(f32::is_nan) {
                    fill(run, |x| cross.at(x, y - down.start));
                } else {
                    let colour = value.map_or(allowed, colour);
                    if share >= 1.0 || !mixes {
                        fill(run, |_| colour);
                    } else {
                        fill(run, |x| mixed(hatched(x), colour, (share * 256.0) as u32));
                    }
                }
            }
        }
    }
    Ok(pixels)
}

/// Gives each pixel of a run its opaque colour, from its place in the run.
fn fill(run: &mut [u8], colour: impl Fn(usize) -> Rgb) {
    for (x, pixel) in run.chunks_exact_mut(4).enumerate() {
        let Rgb([red, green, blue]) = colour(x);
        // Put together before they are stored, they are stored at once.
        let packed = u32::from_le_bytes([red, green, blue, 255]);
        pixel.copy_from_slice(&packed.to_le_bytes());
    }
}

/// A colour between two, `share` of 256 parts from the first.
fn mixed(Rgb(from): Rgb, Rgb(to): Rgb, share: u32) -> Rgb {
    let channel = |from: u8, to: u8| {
        ((u32::from(from) * (256 - share) + u32::from(to) * share + 128) >> 8) as u8
    };
    Rgb([channel(from[0], to[0]), channel(from[1], to[1]), channel(from[2], to[2])])
}

/// The pixels of one of so many cells that share a side, gap left out.
fn filled(index: usize, cells: usize, side: usize, gap: usize) -> Range<usize> {
    let before = gap / 2;
    index * side / cells + before..(index + 1) * side / cells - (gap - before)
}
