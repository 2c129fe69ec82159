//! Tiles of a large head: which weights they need, and their cells.

use super::super::error::{Error, filled};
use super::super::levels::level_shapes;
use super::{LargeHead, PoolValue};
use crate::maps::Span;

/// The weights that a tile needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TilePlan {
    /// None, because the pyramid has them.
    Known,
    /// The weights at these rows and columns.
    Sample([Vec<u32>; 2]),
    /// The pools of a rectangle of rows and columns, with this side.
    Pools([Span; 2], usize),
}

/// The weights for a tile, in the form of its [`TilePlan`].
#[derive(Clone, Debug, PartialEq)]
pub enum TileWeights {
    /// None. Cells that the pyramid does not have are NaN.
    Known,
    /// The weights at rows and columns.
    Sample(Vec<f32>),
    /// The greatest weight and the sum of each pool.
    Pools(Vec<f32>, Vec<f32>),
}

impl LargeHead {
    /// The weights that a tile needs. A pool is exact if its rows are known; otherwise it is one cell from its
    /// middle. Levels below the pyramid are pooled anew, once their rows are known.
    ///
    /// - errors: [`Error::NoSuchLevel`], [`Error::Outside`]
    pub fn plan(&self, level: usize, tile: [Span; 2]) -> Result<TilePlan, Error> {
        self.check(level, tile)?;
        let ([rows, cols], [queries, keys]) = (tile, self.shape);
        let part = |span: Span, side: usize| {
            let (start, end) =
                (span.start << level, ((span.start + span.length) << level).min(side));
            Span { start, length: end.saturating_sub(start) }
        };
        let covered = part(rows, queries);
        let [known, all] = self.pyramid.count_known(covered);
        if level > 0 && level < self.base() && known == all {
            return Ok(TilePlan::Pools([covered, part(cols, keys)], 1 << level));
        }
        if self.is_in_pyramid(level) && self.pyramid.is_covered(level, rows) {
            return Ok(TilePlan::Known);
        }
        let middles = |span: Span, side: usize| {
            let middle =
                |at: usize| ((at << level) + ((1 << level) >> 1)).min(side.saturating_sub(1));
            (span.start..span.start + span.length).map(|at| middle(at) as u32).collect()
        };
        Ok(TilePlan::Sample([middles(rows, queries), middles(cols, keys)]))
    }

    /// A tile of a level.
    ///
    /// - errors: those of [`LargeHead::plan`], [`Error::Memory`], `Entries` if there are not as many weights as
    ///   cells
    pub fn tile(
        &self,
        value: PoolValue,
        level: usize,
        tile: [Span; 2],
        weights: TileWeights,
    ) -> Result<Vec<f32>, Error> {
        self.check(level, tile)?;
        let [rows, cols] = tile;
        let cells = rows.length * cols.length;
        let check = |got| crate::Error::check_count(("weights", got), ("cells", cells));
        let mut data = match weights {
            TileWeights::Pools(greatest, sums) => {
                check(greatest.len())?;
                check(sums.len())?;
                let size =
                    |at: usize, side: usize| (1 << level).min(side - (at << level).min(side));
                let pools = greatest.into_iter().zip(sums).enumerate();
                return Ok(pools
                    .map(|(at, (most, sum))| {
                        let (row, col) = (at / cols.length, at % cols.length);
                        let [queries, keys] = self.shape;
                        let size = [size(rows.start + row, queries), size(cols.start + col, keys)];
                        value.of(most, f64::from(sum), size)
                    })
                    .collect());
            }
            TileWeights::Known => filled("a tile", cells, f32::NAN)?,
            TileWeights::Sample(mut sample) => {
                check(sample.len())?;
                // A cell stands for its pool, whose mass is that of all its keys.
                if value == PoolValue::Mass {
                    sample.iter_mut().for_each(|weight| *weight *= (1_u64 << level) as f32);
                }
                sample
            }
        };
        if self.is_in_pyramid(level) {
            self.pyramid.fill(value, level, tile, &mut data);
        }
        Ok(data)
    }

    fn is_in_pyramid(&self, level: usize) -> bool {
        level > 0 && level >= self.base()
    }

    fn check(&self, level: usize, [rows, cols]: [Span; 2]) -> Result<(), Error> {
        let shapes = level_shapes(self.shape);
        let levels = shapes.len();
        let [tall, wide] = shapes.get(level).ok_or(Error::NoSuchLevel { level, levels })?;
        rows.within("rows", *tall)?;
        cols.within("columns", *wide)?;
        Ok(())
    }
}
