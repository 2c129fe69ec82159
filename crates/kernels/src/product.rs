//! Matrix products of any shape.

use std::ops::Range;

use crate::error::{Error, check_length};
use crate::panels::{Cell, Panels};
use crate::tile::{PANEL, ROWS, Tile};

/// The depth of a block. A panel of this depth fits the first-level cache.
const DEPTH: usize = 384;
/// The number of rows of a block, which fits the second-level cache.
const ROWS_OF_BLOCK: usize = 128;

/// Whether the right operand of a product is transposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Right {
    /// `out = a · b`, where `b` is (depth, columns).
    Plain,
    /// `out = a · bᵀ`, where `b` is (columns, depth).
    Transposed,
}

/// A right operand in the layout that products read, for several products.
#[derive(Clone, Debug)]
pub struct RightOperand {
    panels: Panels,
    depth: usize,
    columns: usize,
}

impl RightOperand {
    /// Packs a matrix (depth, columns), or (columns, depth) if it is transposed. 16-bit numbers are widened.
    ///
    /// # Errors
    ///
    /// [`Error::Length`]
    pub fn new<B: Cell>(
        b: &[B],
        right: Right,
        [depth, columns]: [usize; 2],
    ) -> Result<Self, Error> {
        let (rows, width) = match right {
            Right::Plain => (depth, columns),
            Right::Transposed => (columns, depth),
        };
        check_length("the right operand", b.len(), rows, width)?;
        let panels = match right {
            Right::Plain => Panels::of_columns(b, depth, columns),
            Right::Transposed => Panels::of_rows(b, depth, columns),
        };
        Ok(Self { panels, depth, columns })
    }

    /// Packs a matrix (depth, columns) whose rows are read one after the other: `read` writes the row of an index.
    pub fn from_rows([depth, columns]: [usize; 2], read: impl FnMut(usize, &mut [f32])) -> Self {
        Self { panels: Panels::from_rows(depth, columns, read), depth, columns }
    }

    /// The rows of the operand.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// The columns of the operand, and of each product.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The product `out[i, j] = Σ_c a[i, c] · b[c, j]`, with `a` (rows, depth) and `out` (rows, columns).
    ///
    /// Sums are in 32 bits, in blocks of 384 products. A block of `a` stays in the second-level cache, and a
    /// panel of the operand in the first-level cache, while all rows of the block are multiplied with it.
    ///
    /// # Errors
    ///
    /// [`Error::Length`]
    pub fn product<A: Cell>(&self, a: &[A], rows: usize, out: &mut [f32]) -> Result<(), Error> {
        let Self { depth, columns, .. } = *self;
        check_length("the left operand", a.len(), rows, depth)?;
        check_length("the product", out.len(), rows, columns)?;
        if depth == 0 || columns == 0 {
            out.fill(0.0);
            return Ok(());
        }
        let floats = A::as_floats(a);
        let mut block = match floats {
            Some(_) => Vec::new(),
            None => vec![0.0; ROWS_OF_BLOCK.min(rows) * DEPTH],
        };
        for first in (0..rows).step_by(ROWS_OF_BLOCK) {
            let count = ROWS_OF_BLOCK.min(rows - first);
            let out = &mut out[first * columns..][..count * columns];
            for from in (0..depth).step_by(DEPTH) {
                let part = from..depth.min(from + DEPTH);
                if let Some(floats) = floats {
                    // Products with the blocks of a large matrix would copy the same rows again and again.
                    let rows = &floats[first * depth + from..];
                    self.add_block(rows, depth, part, count, out);
                    continue;
                }
                for (row, line) in block.chunks_exact_mut(DEPTH).take(count).enumerate() {
                    let cells = &a[(first + row) * depth + from..][..part.len()];
                    line.iter_mut().zip(cells).for_each(|(to, cell)| *to = cell.widened());
                }
                self.add_block(&block, DEPTH, part, count, out);
            }
        }
        Ok(())
    }

    /// Adds the products of a block of rows with a part of the depth. The first part overwrites `out`.
    ///
    /// - `stride`: how far apart the rows are in the block
    fn add_block(
        &self,
        block: &[f32],
        stride: usize,
        part: Range<usize>,
        rows: usize,
        out: &mut [f32],
    ) {
        let line = |row: usize| &block[row * stride..][..part.len()];
        for panel in 0..self.columns.div_ceil(PANEL) {
            let cells = &self.panels.panel(panel)[part.clone()];
            for pair in 0..rows.div_ceil(ROWS) {
                let mut tile = Tile::zero();
                // Of an odd number of rows, the last one is computed twice.
                tile.accumulate([line(ROWS * pair), line((ROWS * pair + 1).min(rows - 1))], cells);
                let is_first = part.start == 0;
                for row in 0..ROWS.min(rows - ROWS * pair) {
                    let line = &mut out[(ROWS * pair + row) * self.columns..][..self.columns];
                    match line[PANEL * panel..].first_chunk_mut::<PANEL>() {
                        Some(sums) if is_first => tile.store(row, sums),
                        Some(sums) => tile.add(row, sums),
                        None => {
                            let mut sums = [0.0; PANEL];
                            tile.store(row, &mut sums);
                            for (to, sum) in line[PANEL * panel..].iter_mut().zip(sums) {
                                *to = if is_first { sum } else { *to + sum };
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A matrix product: `out[i, j] = Σ_c a[i, c] · b[c, j]`, or with `b[j, c]`.
///
/// Packing widens 16-bit numbers. To multiply several times with the same `b`, pack it once with
/// [`RightOperand`].
///
/// - `a`: (rows, depth); `out`: (rows, columns)
/// - errors: [`Error::Length`]
/// - source: Goto and van de Geijn, "Anatomy of high-performance matrix multiplication", 2008
pub fn product<A: Cell, B: Cell>(
    a: &[A],
    (b, right): (&[B], Right),
    [rows, depth, columns]: [usize; 3],
    out: &mut [f32],
) -> Result<(), Error> {
    RightOperand::new(b, right, [depth, columns])?.product(a, rows, out)
}
