//! Cells of which a part may be masked, as when many cells share a pixel.

use std::ops::Range;

use crate::cross::Cross;
use crate::grid::image_size;
use crate::hatch::Hatch;
use crate::table::{STEPS, Table};
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

/// In the place of the colour of a missing value; colours are opaque.
const MISSING: u32 = 0;

/// Paints cells of which a part may be masked: (height, width) pixels as red, green, blue, alpha.
///
/// - `values`: (rows, cols) or fewer whole rows, row by row; NaN is missing and bears a cross. Without them the picture
///   is that of a mask itself: a cell of which all is allowed has one strong colour, one of which less is allowed that
///   colour mixed with the hatch
/// - `shares`: as many as values, how much of each cell is allowed, 0 to 1. A cell of share 0 is hatched whatever its
///   value. Any other has its value's colour and no mixture, or it would not be the one that a legend says
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
    let mixes = values.is_none();
    let table = Table::of(map, scale.kind(), theme);
    let palette: Vec<u32> = table.colours().map(packed).collect();
    // The cast saturates, so that a place outside is an end of the palette.
    let at = |place: f64| palette[((place * STEPS as f64 + 0.5) as usize).min(STEPS)];
    let linear = scale.linear();
    let colour = |value: f64| match linear {
        Some((low, factor)) => at((value - low) * factor),
        None => at(scale.place(value).unwrap_or_default()),
    };
    let cross = Cross::new(cell_width - gap, cell_height - gap, theme.cross());
    // A row's hatch is a part of a longer one: its lines move by a pixel from one row to the next.
    let hatch = Hatch::new(cell_width.min(cell_height), theme.hatch());
    let period = hatch.period();
    let hatch: Vec<u32> = (0..width + period).map(|x| packed(hatch.at(x, 0))).collect();
    let across: Vec<Range<usize>> = (0..cols).map(|col| filled(col, cols, width, gap)).collect();
    let mut pixels = vec![0; width * height * 4];
    let (mut line, mut colours) = (vec![0; width], vec![at(ALLOWED); cols]);
    for (row, shares) in shares.chunks_exact(cols).enumerate() {
        if let Some(values) = values {
            let values = &values[row * cols..(row + 1) * cols];
            for (painted, &value) in colours.iter_mut().zip(values) {
                *painted = if value.is_nan() { MISSING } else { colour(f64::from(value)) };
            }
        }
        let has_missing = colours.contains(&MISSING);
        let down = filled(row, rows, height, gap);
        for y in down.clone() {
            line.copy_from_slice(&hatch[y % period..y % period + width]);
            let cells = shares.iter().zip(&colours);
            if width == cols {
                for (pixel, (&share, &colour)) in line.iter_mut().zip(cells) {
                    *pixel = over(*pixel, colour, share, mixes);
                }
            } else {
                for (across, (&share, &colour)) in across.iter().zip(cells) {
                    for pixel in &mut line[across.clone()] {
                        *pixel = over(*pixel, colour, share, mixes);
                    }
                }
            }
            if has_missing {
                for (col, across) in across.iter().enumerate() {
                    if colours[col] == MISSING && shares[col] > 0.0 {
                        for x in across.clone() {
                            line[x] = packed(cross.at(x - across.start, y - down.start));
                        }
                    }
                }
            }
            if gap > 0 {
                let ends = across.iter().map(|across| across.end).chain([width]);
                let starts = across.iter().map(|across| across.start).chain([width]);
                for (end, start) in [0].into_iter().chain(ends).zip(starts) {
                    line[end..start].fill(0);
                }
            }
            let bytes = pixels[y * width * 4..(y + 1) * width * 4].chunks_exact_mut(4);
            for (bytes, pixel) in bytes.zip(&line) {
                bytes.copy_from_slice(&pixel.to_le_bytes());
            }
        }
    }
    Ok(pixels)
}

/// What the hatch becomes where so much of a cell is allowed.
fn over(hatch: u32, colour: u32, share: f32, mixes: bool) -> u32 {
    if share <= 0.0 {
        hatch
    } else if share >= 1.0 || !mixes {
        colour
    } else {
        mixed(hatch, colour, (share * 256.0) as u32)
    }
}

/// The four bytes of an opaque pixel in one number.
pub(crate) fn packed(Rgb([red, green, blue]): Rgb) -> u32 {
    u32::from_le_bytes([red, green, blue, 255])
}

/// A colour between two opaque ones, `share` of 256 parts from the first.
///
/// Red and blue are reckoned at once: neither reaches into the other's sixteen bits.
fn mixed(from: u32, to: u32, share: u32) -> u32 {
    const ODD: u32 = 0x00FF_00FF;
    let part = |from: u32, to: u32| (from * (256 - share) + to * share + 0x0080_0080) >> 8 & ODD;
    0xFF00_0000 | part(from & ODD, to & ODD) | (part(from >> 8 & 0xFF, to >> 8 & 0xFF) << 8)
}

/// The pixels of one of so many cells that share a side, gap left out.
fn filled(index: usize, cells: usize, side: usize, gap: usize) -> Range<usize> {
    let before = gap / 2;
    index * side / cells + before..(index + 1) * side / cells - (gap - before)
}
