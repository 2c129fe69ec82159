//! The hatch of masked cells: diagonal lines, rising to the right.

use crate::Rgb;
use crate::color::mix;
use crate::theme::Marking;

/// A hatch. The lines are anchored in the image, not in the cell, so that they continue from one
/// masked cell to the next.
pub(crate) struct Hatch {
    /// The color of each diagonal `x + y`, over one period.
    diagonals: Vec<Rgb>,
}

/// The share of the period that a line covers: thin enough to be unobtrusive, thick enough to be
/// visible in small cells.
const LINE_SHARE: f64 = 0.24;

impl Hatch {
    /// The hatch for cells whose shorter side is `side` pixels, with about five lines in each cell:
    /// finer lines would blur into grey, and coarser ones would look like a drawing.
    pub(crate) fn new(side: usize, colors: Marking) -> Self {
        let period = (side / 5).clamp(4, 16);
        let diagonals = (0..period)
            .map(|sum| mix(colors.ground, colors.line, coverage(sum as f64, period as f64)))
            .collect();
        Self { diagonals }
    }

    /// The period of the hatch in pixels, horizontally and vertically.
    pub(crate) fn period(&self) -> usize {
        self.diagonals.len()
    }

    /// The color of a pixel.
    pub(crate) fn at(&self, x: usize, y: usize) -> Rgb {
        self.diagonals[(x + y) % self.diagonals.len()]
    }
}

/// The share of a pixel on the diagonal `x + y = sum` that a line covers, 0 to 1.
///
/// Projected onto the diagonal, a square pixel has the density of a tent between s - 1 and s + 1. The
/// line is a band around half a period, and the coverage is the area of the tent inside the band.
fn coverage(sum: f64, period: f64) -> f64 {
    let half = LINE_SHARE * period / 2.0;
    let from = period / 2.0 - half - sum;
    let to = period / 2.0 + half - sum;
    tent_area(to) - tent_area(from)
}

/// The area of the tent `max(0, 1 - |s|)` left of `s`.
fn tent_area(s: f64) -> f64 {
    let s = s.clamp(-1.0, 1.0);
    if s < 0.0 { (1.0 + s) * (1.0 + s) / 2.0 } else { 1.0 - (1.0 - s) * (1.0 - s) / 2.0 }
}
