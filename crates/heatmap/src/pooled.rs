//! Cells that are partly masked, for images in which many cells share a pixel.

use std::ops::Range;

use crate::cross::Cross;
use crate::grid::image_size;
use crate::hatch::Hatch;
use crate::table::{STEPS, Table};
use crate::{Error, Map, Rgb, Scale, Theme};

/// The options of [`paint_pooled`], which fits the cells to the image.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PooledOptions {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
    /// Width in pixels, at least one for each column. The widths of two columns differ by at most one
    /// pixel.
    pub width: usize,
    /// Height in pixels, at least one for each row.
    pub height: usize,
    /// Background between two neighbors, taken from inside the cells.
    pub gap: usize,
    /// Maps values to places on the color map.
    pub scale: Scale,
    /// Maps places to colors.
    pub map: Map,
    /// Light or dark.
    pub theme: Theme,
}

/// The place on the map whose color marks an allowed cell without a value: strong in both themes.
const ALLOWED: f64 = 0.58;

/// Marks a missing value. Colors are opaque, so no color is 0.
const MISSING: u32 = 0;

/// Paints cells that may be partly masked: (height, width) pixels as red, green, blue, alpha.
///
/// - `values`: (rows, cols) or fewer whole rows, row by row; a NaN is missing and gets a cross.
///   Without values, the picture shows the mask itself: a cell that is fully allowed has one strong
///   color, and a partly allowed one has that color mixed with the hatch
/// - `shares`: for each value, how much of its cell is allowed, 0 to 1. A cell of share 0 is
///   hatched whatever its value. Any other cell has exactly the color of its value, as the legend
///   shows it
///
/// Rows without values show the background, as gaps do.
///
/// # Errors
/// [`Error::Empty`], [`Error::Gap`], [`Error::TooLarge`], and [`Error::Values`] if there are more
/// values than cells, a row is incomplete, or the number of shares is not the number of values.
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
    let palette: Vec<u32> = table.colors().map(packed).collect();
    // The cast saturates, so a place outside 0 to 1 is an end of the palette.
    let at = |place: f64| palette[((place * STEPS as f64 + 0.5) as usize).min(STEPS)];
    let linear = scale.linear();
    let color = |value: f64| match linear {
        Some((low, factor)) => at((value - low) * factor),
        None => at(scale.place(value).unwrap_or_default()),
    };
    let cross = Cross::new(cell_width - gap, cell_height - gap, theme.cross());
    // The hatch moves by a pixel from one row to the next, so each row is a part of one longer row.
    let hatch = Hatch::new(cell_width.min(cell_height), theme.hatch());
    let period = hatch.period();
    let hatch: Vec<u32> = (0..width + period).map(|x| packed(hatch.at(x, 0))).collect();
    let across: Vec<Range<usize>> = (0..cols).map(|col| filled(col, cols, width, gap)).collect();
    let mut pixels = vec![0; width * height * 4];
    let (mut line, mut colors) = (vec![0; width], vec![at(ALLOWED); cols]);
    for (row, shares) in shares.chunks_exact(cols).enumerate() {
        if let Some(values) = values {
            let values = &values[row * cols..(row + 1) * cols];
            for (painted, &value) in colors.iter_mut().zip(values) {
                *painted = if value.is_nan() { MISSING } else { color(f64::from(value)) };
            }
        }
        let has_missing = colors.contains(&MISSING);
        let down = filled(row, rows, height, gap);
        for y in down.clone() {
            line.copy_from_slice(&hatch[y % period..y % period + width]);
            let cells = shares.iter().zip(&colors);
            if width == cols {
                for (pixel, (&share, &color)) in line.iter_mut().zip(cells) {
                    *pixel = over(*pixel, color, share, mixes);
                }
            } else {
                for (across, (&share, &color)) in across.iter().zip(cells) {
                    for pixel in &mut line[across.clone()] {
                        *pixel = over(*pixel, color, share, mixes);
                    }
                }
            }
            if has_missing {
                for (col, across) in across.iter().enumerate() {
                    if colors[col] == MISSING && shares[col] > 0.0 {
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

/// The hatch, mixed with the color by the share of the cell that is allowed.
fn over(hatch: u32, color: u32, share: f32, mixes: bool) -> u32 {
    if share <= 0.0 {
        hatch
    } else if share >= 1.0 || !mixes {
        color
    } else {
        mixed(hatch, color, (share * 256.0) as u32)
    }
}

/// The four bytes of an opaque pixel in one number.
pub(crate) fn packed(Rgb([red, green, blue]): Rgb) -> u32 {
    u32::from_le_bytes([red, green, blue, 255])
}

/// Mixes two opaque colors: `share` / 256 of the way from the first to the second.
///
/// Red and blue are mixed in one operation: each has sixteen bits to itself.
fn mixed(from: u32, to: u32, share: u32) -> u32 {
    const ODD: u32 = 0x00FF_00FF;
    let part = |from: u32, to: u32| (from * (256 - share) + to * share + 0x0080_0080) >> 8 & ODD;
    0xFF00_0000 | part(from & ODD, to & ODD) | (part(from >> 8 & 0xFF, to >> 8 & 0xFF) << 8)
}

/// The pixels of one of `cells` cells along a side, without the gap.
fn filled(index: usize, cells: usize, side: usize, gap: usize) -> Range<usize> {
    let before = gap / 2;
    index * side / cells + before..(index + 1) * side / cells - (gap - before)
}
