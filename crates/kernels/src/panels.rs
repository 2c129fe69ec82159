//! Matrices packed into panels of 16 columns, the layout that tiles read.

use half::{bf16, f16};

use crate::error::{Error, check_length};
use crate::lanes::scale;
use crate::tile::PANEL;

/// A type of numbers that kernels accept: 32 bits, or 16 bits in either format. Packing widens them.
pub trait Cell: Copy {
    /// The same number in 32 bits.
    fn widened(self) -> f32;

    /// The same numbers, if they have 32 bits already.
    #[inline(always)]
    fn as_floats(_: &[Self]) -> Option<&[f32]> {
        None
    }
}

impl Cell for f32 {
    #[inline(always)]
    fn widened(self) -> f32 {
        self
    }

    #[inline(always)]
    fn as_floats(cells: &[Self]) -> Option<&[f32]> {
        Some(cells)
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

/// The bits of the largest absolute value; [`INFINITE`] or more if a number is infinite or NaN.
///
/// The bits of positive floats have the same order as the floats, with NaN above infinity, and the compiler
/// vectorizes the search for the largest integer.
pub(crate) fn largest_bits<C: Cell>(cells: &[C]) -> u32 {
    cells.iter().fold(0, |largest, cell| largest.max(cell.widened().to_bits() & 0x7fff_ffff))
}

/// The bits of infinity.
pub(crate) const INFINITE: u32 = 0x7f80_0000;

/// The keys of a head in the layout that the kernels read, for several calls with the same head. They take as
/// much memory as the keys in 32 bits.
#[derive(Clone, Debug)]
pub struct PackedKeys {
    pub(crate) panels: Panels,
    count: usize,
    /// The columns whose key has a number that is not finite, in ascending order. Their cells in the panels
    /// are 0.
    pub(crate) missing: Vec<usize>,
    /// The largest absolute value of the other keys.
    pub(crate) largest: f32,
}

impl PackedKeys {
    /// The missing columns from `first` to `end`, with `end` excluded.
    #[inline(always)]
    pub(crate) fn missing_between(&self, first: usize, end: usize) -> &[usize] {
        if self.missing.is_empty() {
            return &[];
        }
        let before = |bound: usize| self.missing.partition_point(|&key| key < bound);
        &self.missing[before(first)..before(end)]
    }

    /// Checks that they are this number of keys of this size.
    pub(crate) fn check(&self, keys: usize, features: usize) -> Result<(), Error> {
        check_length("the packed keys", self.count * self.panels.depth, keys, features)
    }
}

/// Panels of 16 columns. Panel `p`, row `c` has the columns `16 p` to `16 p + 15`; missing columns are 0.
#[derive(Clone, Debug)]
pub(crate) struct Panels {
    cells: Vec<[f32; PANEL]>,
    depth: usize,
}

impl Panels {
    /// Packs keys, the rows of a row-major matrix, as columns: panel row `c` has feature `c` of 16 keys.
    ///
    /// - `rows`: the indexes of the keys, in the order of the columns
    pub(crate) fn of_keys<C: Cell>(
        matrix: &[C],
        features: usize,
        rows: impl ExactSizeIterator<Item = usize>,
    ) -> PackedKeys {
        let mut cells = vec![[0.0; PANEL]; rows.len().div_ceil(PANEL) * features];
        let (count, mut missing, mut largest) = (rows.len(), Vec::new(), 0);
        for (column, row) in rows.enumerate() {
            let key = &matrix[row * features..][..features];
            let bits = largest_bits(key);
            if bits >= INFINITE {
                missing.push(column);
                continue;
            }
            largest = largest.max(bits);
            let panel = &mut cells[column / PANEL * features..][..features];
            for (line, cell) in panel.iter_mut().zip(key) {
                line[column % PANEL] = cell.widened();
            }
        }
        let panels = Self { cells, depth: features };
        PackedKeys { panels, count, missing, largest: f32::from_bits(largest) }
    }

    /// Packs the rows of a row-major matrix as columns.
    pub(crate) fn of_rows<C: Cell>(matrix: &[C], depth: usize, rows: usize) -> Self {
        let mut cells = vec![[0.0; PANEL]; rows.div_ceil(PANEL) * depth];
        for (column, row) in matrix.chunks_exact(depth.max(1)).take(rows).enumerate() {
            let panel = &mut cells[column / PANEL * depth..][..depth];
            for (line, cell) in panel.iter_mut().zip(row) {
                line[column % PANEL] = cell.widened();
            }
        }
        Self { cells, depth }
    }

    /// Packs the columns of a matrix that is read row by row, so that no other copy of it is written.
    pub(crate) fn from_rows(
        rows: usize,
        columns: usize,
        mut read: impl FnMut(usize, &mut [f32]),
    ) -> Self {
        let mut cells = vec![[0.0; PANEL]; columns.div_ceil(PANEL) * rows];
        let mut line = vec![0.0; columns.next_multiple_of(PANEL)];
        for row in 0..rows {
            read(row, &mut line[..columns]);
            for (panel, part) in line.as_chunks::<PANEL>().0.iter().enumerate() {
                cells[panel * rows + row] = *part;
            }
        }
        Self { cells, depth: rows }
    }

    /// Packs the columns of a row-major matrix.
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

    /// Multiplies each cell by a factor.
    pub(crate) fn scale(&mut self, factor: f32) {
        scale(self.cells.as_flattened_mut(), factor);
    }

    /// Packs some of the columns, in this order.
    pub(crate) fn select(&self, columns: &[usize]) -> Self {
        let mut cells = vec![[0.0; PANEL]; columns.len().div_ceil(PANEL) * self.depth];
        for (to, &from) in columns.iter().enumerate() {
            let lines = cells[to / PANEL * self.depth..].iter_mut();
            for (line, source) in lines.zip(self.panel(from / PANEL)) {
                line[to % PANEL] = source[from % PANEL];
            }
        }
        Self { cells, depth: self.depth }
    }

    /// The rows of one panel.
    #[inline(always)]
    pub(crate) fn panel(&self, panel: usize) -> &[[f32; PANEL]] {
        &self.cells[panel * self.depth..][..self.depth]
    }
}

/// Sets vectors with NaN or infinities to 0, and returns their indexes.
pub(crate) fn clear_missing(vectors: &mut [f32], features: usize) -> Vec<usize> {
    let mut missing = Vec::new();
    for (index, vector) in vectors.chunks_exact_mut(features.max(1)).enumerate() {
        if largest_bits(vector) >= INFINITE {
            vector.fill(0.0);
            missing.push(index);
        }
    }
    missing
}
