//! The bar of a legend, which shows the colors of a scale.

use crate::grid::image_size;
use crate::table::Table;
use crate::{Error, Map, ScaleKind, Theme};

/// A bar with the low end at the left and the high end at the right: (height, width) pixels as red, green,
/// blue, alpha.
///
/// The first and the last column are exactly the two ends; a bar of one column shows the low end.
///
/// # Errors
/// [`Error::NoPixels`] if a side is 0, [`Error::TooLarge`] if the bar is larger than a browser shows.
pub fn legend(
    map: Map,
    kind: ScaleKind,
    theme: Theme,
    width: usize,
    height: usize,
) -> Result<Vec<u8>, Error> {
    if width == 0 || height == 0 {
        return Err(Error::NoPixels { width, height });
    }
    image_size(width, height)?;
    let table = Table::of(map, kind, theme);
    let line: Vec<u8> = (0..width)
        .flat_map(|x| {
            let (color, _) = table.at(x as f64 / (width - 1).max(1) as f64);
            let [red, green, blue] = color.0;
            [red, green, blue, 255]
        })
        .collect();
    Ok(line.repeat(height))
}
