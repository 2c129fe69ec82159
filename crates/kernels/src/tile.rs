//! The innermost loop of every kernel: two rows times one panel.

use crate::lanes::{Lanes, WIDTH};

/// The number of columns of a panel, and of a tile.
pub(crate) const PANEL: usize = 16;
/// The number of rows of a tile.
pub(crate) const ROWS: usize = 2;
/// The number of vectors in a row of a tile.
const VECTORS: usize = PANEL / WIDTH;

/// The sums of a tile, which stay in registers: 2 rows of 16 columns are 8 vectors. With 4 vectors of the
/// panel and one of the row, they take 13 of the 15 vector registers that V8 can use on x86. A larger tile
/// would spill to memory.
pub(crate) struct Tile([[Lanes; VECTORS]; ROWS]);

impl Tile {
    #[inline(always)]
    pub(crate) fn zero() -> Self {
        Self([[Lanes::splat(0.0); VECTORS]; ROWS])
    }

    /// `tile[i][j] += Σ_c rows[i][c] · panel[c][j]`, over the rows of the panel.
    ///
    /// The loop is not unrolled, because an unrolled loop has so many live vectors that V8 spills them.
    #[inline(always)]
    pub(crate) fn accumulate(&mut self, rows: [&[f32]; ROWS], panel: &[[f32; PANEL]]) {
        let mut sums = self.0;
        for ((line, &first), &second) in panel.iter().zip(rows[0]).zip(rows[1]) {
            let (vectors, _) = line.as_chunks::<WIDTH>();
            let vectors: [Lanes; VECTORS] = std::array::from_fn(|v| Lanes::load(&vectors[v]));
            for (sums, factor) in sums.iter_mut().zip([first, second]) {
                let factor = Lanes::splat(factor);
                for (sum, vector) in sums.iter_mut().zip(vectors) {
                    *sum = factor.mul_add(vector, *sum);
                }
            }
        }
        self.0 = sums;
    }

    /// Adds one row of the tile to a row.
    #[inline(always)]
    pub(crate) fn add(&self, row: usize, to: &mut [f32; PANEL]) {
        let (vectors, _) = to.as_chunks_mut::<WIDTH>();
        for (sum, vector) in self.0[row].iter().zip(vectors) {
            Lanes::load(vector).add(*sum).store(vector);
        }
    }

    /// Writes one row of the tile at the start of a line. If the line is shorter, as in the last panel, the rest
    /// of the row is dropped.
    #[inline(always)]
    pub(crate) fn store_in(&self, row: usize, line: &mut [f32]) {
        match line.first_chunk_mut::<PANEL>() {
            Some(cells) => self.store(row, cells),
            None => {
                let mut cells = [0.0; PANEL];
                self.store(row, &mut cells);
                line.copy_from_slice(&cells[..line.len()]);
            }
        }
    }

    /// Writes one row of the tile.
    #[inline(always)]
    pub(crate) fn store(&self, row: usize, to: &mut [f32; PANEL]) {
        let (vectors, _) = to.as_chunks_mut::<WIDTH>();
        for (sum, vector) in self.0[row].iter().zip(vectors) {
            sum.store(vector);
        }
    }
}
