//! Matrix products of any shape.

use crate::error::{Error, check_length};
use crate::panels::{Cell, Panels};
use crate::tile::{PANEL, ROWS, Tile};

/// The depth that is summed before the next rows are read: a panel of it fits the first-level cache.
const DEPTH: usize = 256;

/// Whether the right operand of a product is read by rows or by columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Right {
    /// `out = a · b`, where `b` is (depth, columns).
    Plain,
    /// `out = a · bᵀ`, where `b` is (columns, depth).
    Transposed,
}

/// A matrix product: `out[i, j] = Σ_c a[i, c] · b[c, j]`, or with `b[j, c]`.
///
/// Numbers of 16 bits are widened when they are packed. Sums are in 32 bits, in blocks of 256 products.
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
    check_length("the left operand", a.len(), rows, depth)?;
    let [b_rows, b_columns] = match right {
        Right::Plain => [depth, columns],
        Right::Transposed => [columns, depth],
    };
    check_length("the right operand", b.len(), b_rows, b_columns)?;
    check_length("the product", out.len(), rows, columns)?;
    out.fill(0.0);
    if depth == 0 || columns == 0 {
        return Ok(());
    }
    let panels = match right {
        Right::Plain => Panels::of_columns(b, depth, columns),
        Right::Transposed => Panels::of_rows(b, depth, 0..columns),
    };
    let mut pair = vec![0.0; ROWS * DEPTH];
    for from in (0..depth).step_by(DEPTH) {
        let part = DEPTH.min(depth - from);
        for first in (0..rows).step_by(ROWS) {
            let count = ROWS.min(rows - first);
            for (row, line) in pair.chunks_exact_mut(DEPTH).enumerate() {
                line.fill(0.0);
                if row < count {
                    let cells = &a[(first + row) * depth + from..][..part];
                    line.iter_mut().zip(cells).for_each(|(to, cell)| *to = cell.widened());
                }
            }
            let (above, below) = pair.split_at(DEPTH);
            for panel in 0..columns.div_ceil(PANEL) {
                let mut tile = Tile::zero();
                tile.accumulate(
                    [&above[..part], &below[..part]],
                    &panels.panel(panel)[from..from + part],
                );
                for row in 0..count {
                    let mut cells = [0.0; PANEL];
                    tile.store(row, &mut cells);
                    let line = &mut out[(first + row) * columns..][..columns];
                    line[PANEL * panel..].iter_mut().zip(cells).for_each(|(to, sum)| *to += sum);
                }
            }
        }
    }
    Ok(())
}
