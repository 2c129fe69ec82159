//! The mark for a missing value: a small cross in the middle of its cell.

use crate::Rgb;
use crate::color::mix;
use crate::theme::Marking;

/// A cross for cells of one size.
pub(crate) struct Cross {
    center: (f64, f64),
    /// The length of the arms, horizontally and vertically.
    reach: f64,
    /// Half the thickness of an arm.
    half: f64,
    colors: Marking,
}

impl Cross {
    /// The cross of a cell whose filled part is `width` x `height` pixels. It takes about a third
    /// of the cell. In a very small cell it takes all of it, so that a cell of one pixel shows only
    /// the mark.
    pub(crate) fn new(width: usize, height: usize, colors: Marking) -> Self {
        let side = width.min(height) as f64;
        Self {
            center: (width as f64 / 2.0, height as f64 / 2.0),
            reach: (side * 0.18).max(side.min(5.0) / 2.0),
            half: (side / 40.0).max(0.55),
            colors,
        }
    }

    /// The color of a pixel, with coordinates from the cell's corner.
    pub(crate) fn at(&self, x: usize, y: usize) -> Rgb {
        let across = (x as f64 + 0.5 - self.center.0).abs();
        let down = (y as f64 + 0.5 - self.center.1).abs();
        // By symmetry, one arm from the center to (reach, reach) represents all four.
        let along = ((across + down) / 2.0).min(self.reach);
        let (aside, beyond) = (across - along, down - along);
        let distance = (aside * aside + beyond * beyond).sqrt();
        // Coverage falls from 1 to 0 over a distance of one pixel.
        mix(self.colors.ground, self.colors.line, (self.half + 0.5 - distance).clamp(0.0, 1.0))
    }
}
