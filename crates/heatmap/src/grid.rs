//! The positions of cells in an image.

use std::ops::Range;

use crate::Error;

/// The longest side of an image, in pixels: the longest canvas that all browsers draw.
pub const MAX_IMAGE_SIDE: usize = 16_384;
/// The largest number of pixels of an image (64 MB): the largest canvas that phones draw.
pub const MAX_PIXELS: usize = 1 << 24;

/// Cells in rows and columns, in device pixels.
///
/// `cell_width` and `cell_height` are the distance from one cell to the next, so that cell (i, j)
/// begins at `(j * cell_width, i * cell_height)` whatever the gap, and the image is exactly `cols *
/// cell_width` wide and `rows * cell_height` high. The gap is background inside each cell, half of
/// it on each side; if it is odd, the larger half is at the right and at the bottom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grid {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
    /// From the left edge of a cell to the left edge of the next.
    pub cell_width: usize,
    /// From the upper edge of a cell to the upper edge of the next.
    pub cell_height: usize,
    /// Background between two neighbors, in pixels.
    pub gap: usize,
}

impl Grid {
    /// Width and height of the image.
    ///
    /// # Errors
    /// [`Error::Empty`] without a row or a column, [`Error::Gap`] if the gap leaves nothing of a cell,
    /// [`Error::TooLarge`] beyond [`MAX_IMAGE_SIDE`] or [`MAX_PIXELS`].
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

    /// The columns of pixels that cell column `j` fills, without the gap.
    pub(crate) fn across(&self, j: usize) -> Range<usize> {
        filled(j, self.cell_width, self.gap)
    }

    /// The rows of pixels that cell row `i` fills, without the gap.
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
    if width <= MAX_IMAGE_SIDE
        && height <= MAX_IMAGE_SIDE
        && width.saturating_mul(height) <= MAX_PIXELS
    {
        Ok((width, height))
    } else {
        Err(Error::TooLarge { width, height })
    }
}
