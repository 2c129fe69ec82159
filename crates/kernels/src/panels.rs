//! Matrices packed into panels of 16 columns, the order in which a tile reads them.

use half::{bf16, f16};

use crate::tile::PANEL;

/// A number that a kernel takes: it is widened to 32 bits when it is packed.
pub trait Cell: Copy {
    /// The same number in 32 bits.
    fn widened(self) -> f32;
}

impl Cell for f32 {
    #[inline(always)]
    fn widened(self) -> f32 {
        self
    }
}

impl Cell for f16 {
    #[inline(always)]
    fn widened(self) -> f32 {
        self.to_f32()
    }
}

impl Cell for bf16 {
    #[inline(always)]
    fn widened(self) -> f32 {
        self.to_f32()
    }
}

/// Panels of 16 columns. Panel `p`, row `c` has the columns `16 p` to `16 p + 15`; missing columns are 0.
pub(crate) struct Panels {
    cells: Vec<[f32; PANEL]>,
    depth: usize,
}

impl Panels {
    /// The rows of a row-major matrix as columns: panel row `c` has feature `c` of 16 neighbouring rows.
    ///
    /// - `rows`: which rows, in this order
    pub(crate) fn of_rows<C: Cell>(
        matrix: &[C],
        depth: usize,
        rows: impl ExactSizeIterator<Item = usize>,
    ) -> Self {
        let mut cells = vec![[0.0; PANEL]; rows.len().div_ceil(PANEL) * depth];
        for (column, row) in rows.enumerate() {
            let panel = &mut cells[column / PANEL * depth..][..depth];
            for (line, &cell) in panel.iter_mut().zip(&matrix[row * depth..]) {
                line[column % PANEL] = cell.widened();
            }
        }
        Self { cells, depth }
    }

    /// The columns of a row-major matrix as they are.
    pub(crate) fn of_columns<C: Cell>(matrix: &[C], rows: usize, columns: usize) -> Self {
        let mut cells = vec![[0.0; PANEL]; columns.div_ceil(PANEL) * rows];
        for (row, line) in matrix.chunks_exact(columns.max(1)).take(rows).enumerate() {
            for (panel, part) in line.chunks(PANEL).enumerate() {
                for (to, cell) in cells[panel * rows + row].iter_mut().zip(part) {
                    *to = cell.widened();
                }
            }
        }
        Self { cells, depth: rows }
    }

    /// The rows of one panel.
    #[inline(always)]
    pub(crate) fn panel(&self, panel: usize) -> &[[f32; PANEL]] {
        &self.cells[panel * self.depth..][..self.depth]
    }
}
