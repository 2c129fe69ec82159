//! One pixel for each cell, for maps with too many cells to draw them one by one.

use crate::grid::image_size;
use crate::percentiles::at_least;
use crate::pooled::packed;
use crate::table::{STEPS, Table};
use crate::{Error, Map, Percentiles, Scale, ScaleKind, Theme};

/// How values become places on a color map.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Shading<'a> {
    /// By value.
    Scale(Scale),
    /// By rank.
    Percentiles(Percentiles<'a>),
}

/// The options of [`paint_pixels`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PixelOptions<'a> {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
    /// Maps values to places on the color map.
    pub shading: Shading<'a>,
    /// Maps places to colors.
    pub map: Map,
    /// Light or dark.
    pub theme: Theme,
}

/// Paints cells of one pixel each: (rows, cols) pixels as red, green, blue, alpha.
///
/// A missing value (NaN) is transparent, because one pixel has no room for a mark.
///
/// - `values`: (rows, cols), row by row
///
/// # Errors
/// [`Error::Empty`], [`Error::TooLarge`], and [`Error::Values`] if the number of values is not the
/// number of cells.
pub fn paint_pixels(options: &PixelOptions<'_>, values: &[f32]) -> Result<Vec<u8>, Error> {
    let &PixelOptions { rows, cols, shading, map, theme } = options;
    if rows == 0 || cols == 0 {
        return Err(Error::Empty { rows, cols });
    }
    image_size(cols, rows)?;
    if values.len() != rows * cols {
        return Err(Error::Values { rows, cols, values: values.len() });
    }
    let kind =
        if let Shading::Scale(scale) = shading { scale.kind() } else { ScaleKind::Sequential };
    let palette: Vec<u32> = Table::of(map, kind, theme).colors().map(packed).collect();
    Ok(match shading {
        Shading::Percentiles(percentiles) => by_bounds(&palette, &percentiles.bounds(), values),
        Shading::Scale(scale) => match (scale.linear(), scale.log_bounds(STEPS)) {
            (Some((low, factor)), _) => {
                // The cast saturates, so a place outside 0 to 1 is an end of the palette.
                let step =
                    |value: f32| ((f64::from(value) - low) * factor * STEPS as f64 + 0.5) as usize;
                painted(values, |value| palette[step(value).min(STEPS)])
            }
            (None, Some(bounds)) => {
                by_bounds(&palette, &bounds.map(at_least).collect::<Vec<f32>>(), values)
            }
            (None, None) => {
                let place = |value: f32| scale.place(f64::from(value)).unwrap_or_default();
                painted(values, |value| {
                    palette[((place(value) * STEPS as f64 + 0.5) as usize).min(STEPS)]
                })
            }
        },
    })
}

/// Paints each value; its color step is the number of bounds that are not above it.
fn by_bounds(palette: &[u32], bounds: &[f32], values: &[f32]) -> Vec<u8> {
    painted(values, |value| palette[bounds.partition_point(|&bound| bound <= value).min(STEPS)])
}

/// The pixels of values: the color of each, or transparent if it is missing.
fn painted(values: &[f32], color: impl Fn(f32) -> u32) -> Vec<u8> {
    let mut pixels = vec![0; values.len() * 4];
    for (pixel, &value) in pixels.chunks_exact_mut(4).zip(values) {
        if !value.is_nan() {
            pixel.copy_from_slice(&color(value).to_le_bytes());
        }
    }
    pixels
}
