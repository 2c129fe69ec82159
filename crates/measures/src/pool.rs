//! Pools a large head to a small picture.

use crate::error::Error;
use crate::head_map::{HeadMap, RowCount, cell_count};

/// How the cells of a tile are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Pooling {
    /// The largest cell: a single bright cell stays visible, but the whole picture looks brighter.
    Max,
    /// The mean: concentrated and distributed weights keep their proportions.
    Mean,
}

/// Pools a map that arrives row by row.
///
/// Query `i` is in the tile row `⌊i · tall / queries⌋`, and keys likewise. So the sizes of two tiles
/// differ by at most one row and one column, and no tile is empty. A map smaller than the requested
/// size is not enlarged.
///
/// - edge cases: NaN makes its tile NaN under both poolings, so that errors stay visible
#[derive(Clone, Debug)]
pub struct Pool {
    count: RowCount,
    tall: usize,
    pooling: Pooling,
    /// The first column of each tile, and the end of the last tile.
    starts: Vec<usize>,
    cells: Vec<f32>,
    /// The row of tiles that is being filled.
    sums: Vec<f64>,
    /// The number of its map rows so far.
    height: usize,
}

impl Pool {
    /// Prepares to pool a map of (queries, keys) to at most (tall, wide).
    ///
    /// - errors: [`Error::Nothing`] if a side of the picture is 0, [`Error::TooLarge`]
    pub fn new(
        (queries, keys): (usize, usize),
        (tall, wide): (usize, usize),
        pooling: Pooling,
    ) -> Result<Self, Error> {
        Error::check_nonzero("rows of a pooled map", tall)?;
        Error::check_nonzero("columns of a pooled map", wide)?;
        let (tall, wide) = (tall.min(queries), wide.min(keys));
        let cells = Vec::with_capacity(cell_count("the pooled map", tall, wide)?);
        let starts = (0..=wide).map(|tile| start(tile, wide, keys)).collect();
        let (count, sums) = (RowCount::new(queries, keys), vec![EMPTY[pooling as usize]; wide]);
        Ok(Self { count, tall, pooling, starts, cells, sums, height: 0 })
    }

    /// Adds the row of the next query.
    ///
    /// - errors: [`Error::NoSuchRow`], [`Error::RowLength`]; then the row is not added
    pub fn row(&mut self, cells: &[f32]) -> Result<(), Error> {
        let query = self.count.next(cells)?;
        let tiles = self.starts.windows(2).map(|ends| &cells[ends[0]..ends[1]]);
        for (sum, tile) in self.sums.iter_mut().zip(tiles) {
            match self.pooling {
                Pooling::Max => {
                    *sum = f64::from(
                        tile.iter().fold(*sum as f32, |most, &cell| max_or_nan(most, cell)),
                    );
                }
                Pooling::Mean => *sum += tile.iter().map(|&cell| f64::from(cell)).sum::<f64>(),
            }
        }
        self.height += 1;
        let row = self.cells.len() / self.sums.len().max(1);
        if query + 1 == start(row + 1, self.tall, self.count.queries()) {
            self.close();
        }
        Ok(())
    }

    /// Finishes a row of tiles.
    fn close(&mut self) {
        let widths = self.starts.windows(2).map(|ends| ends[1] - ends[0]);
        let height = std::mem::take(&mut self.height);
        for (sum, width) in self.sums.iter_mut().zip(widths) {
            let sum = std::mem::replace(sum, EMPTY[self.pooling as usize]);
            self.cells.push(match self.pooling {
                Pooling::Max => sum as f32,
                Pooling::Mean => (sum / (width * height) as f64) as f32,
            });
        }
    }

    /// The pooled map, at most (tall, wide).
    ///
    /// - errors: [`Error::RowsMissing`]
    pub fn finish(self) -> Result<HeadMap, Error> {
        self.count.finish()?;
        Ok(HeadMap::made(self.tall, self.sums.len(), self.cells))
    }
}

/// The initial value of a tile, by [`Pooling`].
const EMPTY: [f64; 2] = [f64::NEG_INFINITY, 0.0];

/// The first index of a tile, if `size` indexes are divided into `tiles`: the smallest `i` with
/// `⌊i · tiles / size⌋ = tile`.
fn start(tile: usize, tiles: usize, size: usize) -> usize {
    let start = (tile as u128 * size as u128).div_ceil(tiles.max(1) as u128);
    usize::try_from(start).unwrap_or(usize::MAX)
}

/// The larger of two numbers, or NaN if one of them is NaN, which `f32::max` would drop.
pub(crate) fn max_or_nan(most: f32, cell: f32) -> f32 {
    if cell > most || cell.is_nan() { cell } else { most }
}
