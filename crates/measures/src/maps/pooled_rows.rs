//! Pools several groups of rows of a map that does not fit into memory.

use std::ops::Range;

use super::error::filled;
use super::{Error, KnownRow, Pools, RowFigures};

/// A rectangle of a map in which `group` rows by `side` columns are pooled into one cell.
///
/// The cells are those of [`Pools`], one of which covers a group of rows.
#[derive(Clone, Debug)]
pub struct PooledGrid {
    group: usize,
    pools: Vec<Pools>,
}

impl PooledGrid {
    /// Creates empty cells for (rows, columns) weights. A group and a side have at least one row and column.
    ///
    /// - errors: [`Error::Memory`]
    pub fn new([rows, columns]: [usize; 2], [group, side]: [usize; 2]) -> Result<Self, Error> {
        let group = group.max(1);
        let pools = (0..rows.div_ceil(group)).map(|_| Pools::new(columns, side));
        Ok(Self { group, pools: pools.collect::<Result<_, _>>()? })
    }

    /// The cells for signed weights, which are pooled to the one farthest from 0.
    #[must_use]
    pub fn signed(self) -> Self {
        Self { pools: self.pools.into_iter().map(Pools::signed).collect(), ..self }
    }

    /// Adds weights of a row. NaN is skipped. A row that the rectangle does not have is ignored.
    ///
    /// - `row`: its index in the rectangle; `reached`: the columns that are not masked, as ascending ranges
    /// - `weights`: one for each column
    pub fn add(&mut self, row: usize, reached: &[Range<usize>], weights: &[f32]) {
        if let Some(pools) = self.pools.get_mut(row / self.group) {
            for range in reached {
                pools.add(range.clone(), weights);
            }
        }
    }

    /// The largest number of each cell, row by row; NaN where there is none.
    #[must_use]
    pub fn greatest(&self) -> Vec<f32> {
        self.pools.iter().flat_map(Pools::greatest).copied().collect()
    }

    /// The sum of each cell, row by row; NaN where there is no number.
    #[must_use]
    pub fn sums(&self) -> Vec<f32> {
        self.pools.iter().flat_map(Pools::sums).copied().collect()
    }
}

/// Whole rows of a map, pooled as they are added, with the figures of each row and a sum for each key.
#[derive(Clone, Debug)]
pub struct PooledRows {
    grid: PooledGrid,
    count: usize,
    figures: Vec<RowFigures>,
    key_sums: Vec<f32>,
    signed: bool,
}

impl PooledRows {
    /// Prepares to pool (rows, keys) weights.
    ///
    /// - `group`, `side`: the number of rows and of keys of a cell, at least one
    /// - errors: [`Error::Memory`]
    pub fn new(shape: [usize; 2], cell: [usize; 2]) -> Result<Self, Error> {
        Ok(Self {
            grid: PooledGrid::new(shape, cell)?,
            count: 0,
            figures: Vec::new(),
            key_sums: filled("sums of keys", shape[1], 0.0)?,
            signed: false,
        })
    }

    /// The rows of a map of signed weights. They have a sum, but no other figure, because they are no distributions.
    #[must_use]
    pub fn signed(self) -> Self {
        Self { grid: self.grid.signed(), signed: true, ..self }
    }

    /// Adds the next row.
    ///
    /// - `reached`: the keys that are not masked, as ascending ranges
    /// - `position`, `known`: see [`RowFigures::of`]
    pub fn add(
        &mut self,
        weights: &[f32],
        reached: &[Range<usize>],
        position: i64,
        known: Option<KnownRow>,
    ) {
        self.grid.add(self.count, reached, weights);
        self.count += 1;
        let count = reached.iter().map(Range::len).sum();
        let figures = match self.signed {
            true => {
                RowFigures::of_sum(reached.iter().filter_map(|range| weights.get(range.clone())))
            }
            false => RowFigures::of(weights, position, count, known),
        };
        if !figures.entropy.is_nan() {
            for range in reached {
                let (Some(sums), Some(part)) =
                    (self.key_sums.get_mut(range.clone()), weights.get(range.clone()))
                else {
                    continue;
                };
                for (sum, weight) in sums.iter_mut().zip(part) {
                    *sum += if weight.is_nan() { 0.0 } else { *weight };
                }
            }
        }
        self.figures.push(figures);
    }

    /// The pooled cells.
    #[must_use]
    pub fn grid(&self) -> &PooledGrid {
        &self.grid
    }

    /// The figures of each row, in the order in which the rows were added.
    #[must_use]
    pub fn figures(&self) -> &[RowFigures] {
        &self.figures
    }

    /// The sum of the weights of each key over the rows that have figures. NaN is skipped.
    #[must_use]
    pub fn key_sums(&self) -> &[f32] {
        &self.key_sums
    }
}
