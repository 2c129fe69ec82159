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
    let allowed = table.at(ALLOWED).0;
    let hatch = Hatch::new(cell_width.min(cell_height), theme.hatch());
    let cross = Cross::new(cell_width - gap, cell_height - gap, theme.cross());
    let across: Vec<Range<usize>> = (0..cols).map(|col| filled(col, cols, width, gap)).collect();
    let mut pixels = vec![0; width * height * 4];
    let mut cells: Vec<Cell> = Vec::with_capacity(cols);
    for (row, shares) in shares.chunks_exact(cols).enumerate() {
        cells.clear();
        cells.extend(shares.iter().enumerate().map(|(col, &share)| {
            let value = values.map(|values| f64::from(values[row * cols + col]));
            match value.map(|value| scale.place(value)) {
                _ if share <= 0.0 => Cell::Masked,
                Some(None) => Cell::Missing,
                Some(Some(place)) => Cell::of(table.at(place).0, share, mixes),
                None => Cell::of(allowed, share, mixes),
            }
        }));
        let down = filled(row, rows, height, gap);
        for y in down.clone() {
            let line = &mut pixels[y * width * 4..(y + 1) * width * 4];
            for (cell, across) in cells.iter().zip(&across) {
                let run = &mut line[across.start * 4..across.end * 4];
                for (pixel, x) in run.chunks_exact_mut(4).zip(across.clone()) {
                    let Rgb([red, green, blue]) = match *cell {
                        Cell::Plain(colour) => colour,
                        Cell::Masked => hatch.at(x, y),
                        Cell::Mixed(colour, share) => mixed(hatch.at(x, y), colour, share),
                        Cell::Missing => cross.at(x - across.start, y - down.start),
                    };
                    pixel.copy_from_slice(&[red, green, blue, 255]);
                }
            }
        }
    }
    Ok(pixels)
}

/// What a cell looks like.
#[derive(Clone, Copy)]
enum Cell {
    Plain(Rgb),
    Masked,
    /// The colour, and how much of it there is, 0 to 256.
    Mixed(Rgb, u32),
    Missing,
}

impl Cell {
    fn of(colour: Rgb, share: f32, mixes: bool) -> Self {
        if mixes && share < 1.0 {
            Self::Mixed(colour, (share * 256.0).round() as u32)
        } else {
            Self::Plain(colour)
        }
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
