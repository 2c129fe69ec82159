//! Where the cells lie.

use std::ops::Range;

use crate::Error;

/// The longest side of an image, in pixels: the longest canvas that all browsers draw.
pub const MAX_SIDE: usize = 16_384;
/// The most pixels of an image, 64 MB of them: the largest canvas that phones draw.
pub const MAX_PIXELS: usize = 1 << 24;

/// Cells in rows and columns, in device pixels.
///
/// `cell_width` and `cell_height` are the distance from one cell to the next, so that cell (i, j) begins at
/// `(j * cell_width, i * cell_height)` whatever the gap, and the image is exactly `cols * cell_width` wide and
/// `rows * cell_height` high. The gap is ground taken off inside each cell, half of it on each side; of an odd gap the
/// larger half lies right and below.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grid {
    /// Cells down.
    pub rows: usize,
    /// Cells across.
    pub cols: usize,
    /// From the left edge of a cell to that of the next.
    pub cell_width: usize,
    /// From the upper edge of a cell to that of the next.
    pub cell_height: usize,
    /// Ground between two neighbours.
    pub gap: usize,
}

impl Grid {
    /// Width and height of the image.
    ///
    /// # Errors
    /// [`Error::Empty`] without a row or a column, [`Error::Gap`] if the gap leaves nothing of a cell,
    /// [`Error::TooLarge`] beyond [`MAX_SIDE`] or [`MAX_PIXELS`].
    pub fn size(&self) -> Result<(usize, usize), Error> {
        let &Self { rows, cols, cell_width, cell_height, gap } = self;
        if rows == 0 || cols == 0 {
            return Err(Error::Empty { rows, cols });
        }
        if gap >= cell_width || gap >= cell_height {
            return Err(Error::Gap { gap, cell_width, cell_height });
        }
        image_size(cols.saturating_mul(cell_width), rows.saturating_mul(cell_height))
    }

    /// The columns of pixels that cell column `j` fills, gap left out.
    pub(crate) fn across(&self, j: usize) -> Range<usize> {
        filled(j, self.cell_width, self.gap)
    }

    /// The rows of pixels that cell row `i` fills, gap left out.
    pub(crate) fn down(&self, i: usize) -> Range<usize> {
        filled(i, self.cell_height, self.gap)
    }
}

fn filled(index: usize, pitch: usize, gap: usize) -> Range<usize> {
    let before = gap / 2;
    index * pitch + before..(index + 1) * pitch - (gap - before)
}

/// The size of an image, if a browser can show it.
pub(crate) fn image_size(width: usize, height: usize) -> Result<(usize, usize), Error> {
    if width <= MAX_SIDE && height <= MAX_SIDE && width.saturating_mul(height) <= MAX_PIXELS {
        Ok((width, height))
    } else {
        Err(Error::TooLarge { width, height })
    }
}
