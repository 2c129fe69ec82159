//! One pixel a cell: maps of more cells than could be drawn one by one.

use crate::grid::image_size;
use crate::percentiles::at_least;
use crate::pooled::packed;
use crate::table::{STEPS, Table};
use crate::{Error, Kind, Map, Percentiles, Scale, Theme};

/// How values become places on a colour map.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Shading<'a> {
    /// By their size.
    Scale(Scale),
    /// By their rank.
    Percentiles(Percentiles<'a>),
}

/// How to paint cells of one pixel each.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PixelOptions<'a> {
    /// Cells down.
    pub rows: usize,
    /// Cells across.
    pub cols: usize,
    /// From values to places on the map.
    pub shading: Shading<'a>,
    /// From places to colours.
    pub map: Map,
    /// The ground.
    pub theme: Theme,
}

/// Paints cells of one pixel each: (rows, cols) pixels as red, green, blue, alpha.
///
/// A missing value (NaN) is transparent, and what is drawn below it shows through: one pixel has no room for a mark.
///
/// - `values`: (rows, cols), row by row
///
/// # Errors
/// [`Error::Empty`], [`Error::TooLarge`], and [`Error::Values`] unless there is one value a cell.
pub fn paint_pixels(options: &PixelOptions<'_>, values: &[f32]) -> Result<Vec<u8>, Error> {
    let &PixelOptions { rows, cols, shading, map, theme } = options;
    if rows == 0 || cols == 0 {
        return Err(Error::Empty { rows, cols });
    }
    image_size(cols, rows)?;
    if values.len() != rows * cols {
        return Err(Error::Values { rows, cols, values: values.len() });
    }
    let kind = if let Shading::Scale(scale) = shading { scale.kind() } else { Kind::Sequential };
    let palette: Vec<u32> = Table::of(map, kind, theme).colours().map(packed).collect();
    Ok(match shading {
        Shading::Percentiles(percentiles) => by_bounds(&palette, &percentiles.bounds(), values),
        Shading::Scale(scale) => match (scale.linear(), scale.log_bounds(STEPS)) {
            (Some((low, factor)), _) => {
                // The cast saturates, so that a place outside is an end of the palette.
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

/// Paints each value in the colour of as many steps as bounds are not above it.
fn by_bounds(palette: &[u32], bounds: &[f32], values: &[f32]) -> Vec<u8> {
    painted(values, |value| palette[bounds.partition_point(|&bound| bound <= value).min(STEPS)])
}

/// The pixels of values, each in its colour, or transparent where it is missing.
fn painted(values: &[f32], colour: impl Fn(f32) -> u32) -> Vec<u8> {
    let mut pixels = vec![0; values.len() * 4];
    for (pixel, &value) in pixels.chunks_exact_mut(4).zip(values) {
        if !value.is_nan() {
            pixel.copy_from_slice(&colour(value).to_le_bytes());
        }
    }
    pixels
}
