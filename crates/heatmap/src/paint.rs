//! Paints a matrix of numbers as an image.

use crate::cross::Cross;
use crate::grid::Grid;
use crate::hatch::Hatch;
use crate::table::Table;
use crate::{Error, Ink, Map, Rgb, Scale, State, Theme};

/// The options of [`paint`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PaintOptions {
    /// The cells and their size.
    pub grid: Grid,
    /// Maps values to places on the color map.
    pub scale: Scale,
    /// Maps places to colors.
    pub map: Map,
    /// Light or dark.
    pub theme: Theme,
}

/// An image, and the ink for each cell's digits.
#[derive(Debug, Clone, PartialEq)]
pub struct Painted {
    /// Red, green, blue and alpha of each pixel, row by row from the upper left. Alpha is 255, or 0
    /// where the background shows: in gaps and blank cells.
    pub pixels: Vec<u8>,
    /// Width in pixels.
    pub width: usize,
    /// Height in pixels.
    pub height: usize,
    /// One ink for each cell, row by row.
    pub inks: Vec<Ink>,
}

/// Paints every cell of a matrix.
///
/// - `values`: (rows, cols), row by row; only values of cells in [`State::Value`] are read
/// - `states`: (rows, cols), row by row
///
/// Digits have a contrast of at least 4.5 to every pixel of their cell, including hatch and cross.
///
/// # Errors
/// [`Error::Values`] or [`Error::States`] if their number is not the number of cells, and the errors of
/// [`Grid::size`].
pub fn paint(options: &PaintOptions, values: &[f64], states: &[State]) -> Result<Painted, Error> {
    let &PaintOptions { grid, scale, map, theme } = options;
    let (width, height) = grid.size()?;
    let Grid { rows, cols, .. } = grid;
    if values.len() != rows * cols {
        return Err(Error::Values { rows, cols, values: values.len() });
    }
    if states.len() != rows * cols {
        return Err(Error::States { rows, cols, states: states.len() });
    }
    let table = Table::of(map, scale.kind(), theme);
    let hatch = Hatch::new(grid.cell_width.min(grid.cell_height), theme.hatch());
    let cross = Cross::new(grid.across(0).len(), grid.down(0).len(), theme.cross());
    let mut pixels = vec![0; width * height * 4];
    let mut inks = Vec::with_capacity(rows * cols);
    for (cell, (&value, &state)) in values.iter().zip(states).enumerate() {
        let mut canvas =
            Canvas { pixels: &mut pixels, width, grid, row: cell / cols, col: cell % cols };
        inks.push(match (state, scale.place(value)) {
            (State::Value, Some(place)) => {
                let (color, ink) = table.at(place);
                canvas.fill(|_, _| color);
                ink
            }
            (State::Value, None) => {
                let (left, top) = canvas.corner();
                canvas.fill(|x, y| cross.at(x - left, y - top));
                theme.ink()
            }
            (State::Masked, _) => {
                canvas.fill(|x, y| hatch.at(x, y));
                theme.ink()
            }
            (State::Blank, _) => theme.ink(),
            (State::Unpicked, _) => {
                canvas.fill(|_, _| theme.unpicked());
                theme.ink()
            }
        });
    }
    Ok(Painted { pixels, width, height, inks })
}

/// The part of the image that belongs to one cell.
struct Canvas<'a> {
    pixels: &'a mut [u8],
    width: usize,
    grid: Grid,
    row: usize,
    col: usize,
}

impl Canvas<'_> {
    /// The upper left pixel of the filled part.
    fn corner(&self) -> (usize, usize) {
        (self.grid.across(self.col).start, self.grid.down(self.row).start)
    }

    /// Fills the cell with opaque pixels; the color depends on the position in the image.
    fn fill(&mut self, color: impl Fn(usize, usize) -> Rgb) {
        let across = self.grid.across(self.col);
        for y in self.grid.down(self.row) {
            let line = y * self.width;
            let row = &mut self.pixels[(line + across.start) * 4..(line + across.end) * 4];
            for (pixel, x) in row.chunks_exact_mut(4).zip(across.clone()) {
                let Rgb([red, green, blue]) = color(x, y);
                pixel.copy_from_slice(&[red, green, blue, 255]);
            }
        }
    }
}
