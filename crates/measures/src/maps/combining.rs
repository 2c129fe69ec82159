//! Combines several heads, which arrive one after the other.

use crate::HeadMap;
use crate::pool::max_or_nan;

use super::error::{Error, allocate, filled};

/// How the weights of several heads for one cell are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Combination {
    /// `Σₕ wₕ[i, j] / heads`. Rows that sum to 1 in every head still do.
    Mean,
    /// `maxₕ wₕ[i, j]`: a cell that is bright in any head stays bright. Rows no longer sum to 1.
    Max,
}

/// Combines maps one after the other, because all heads of a model may take gigabytes. It keeps the
/// sums of a mean in 64 bits, or the largest cells in 32 bits.
///
/// - edge cases: NaN in one map is NaN in the result, also for the maximum, so that it stays visible
#[derive(Clone, Debug)]
pub struct Combining {
    combination: Combination,
    shape: Option<(usize, usize)>,
    maps: usize,
    sums: Vec<f64>,
    most: Vec<f32>,
}

impl Combining {
    /// A combination without maps.
    #[must_use]
    pub fn new(combination: Combination) -> Self {
        Self { combination, shape: None, maps: 0, sums: Vec::new(), most: Vec::new() }
    }

    /// Adds the next map.
    ///
    /// - errors: `ShapesDiffer` if its shape differs from the earlier ones, [`Error::Memory`]; then
    ///   the map is not added
    pub fn add(&mut self, map: &HeadMap) -> Result<(), Error> {
        let (queries, keys) = self.shape.unwrap_or((map.queries(), map.keys()));
        if (queries, keys) != (map.queries(), map.keys()) {
            return Err(Error::Measures(crate::Error::ShapesDiffer {
                left: "the first head",
                left_queries: queries,
                left_keys: keys,
                right: "another",
                right_queries: map.queries(),
                right_keys: map.keys(),
            }));
        }
        let count = map.cells().len();
        match self.combination {
            Combination::Mean => {
                if self.sums.is_empty() {
                    self.sums = filled("sums", count, 0.0)?;
                }
                for (sum, &cell) in self.sums.iter_mut().zip(map.cells()) {
                    *sum += f64::from(cell);
                }
            }
            Combination::Max => {
                if self.most.is_empty() {
                    self.most = filled("the largest", count, f32::NEG_INFINITY)?;
                }
                for (most, &cell) in self.most.iter_mut().zip(map.cells()) {
                    *most = max_or_nan(*most, cell);
                }
            }
        }
        (self.shape, self.maps) = (Some((queries, keys)), self.maps + 1);
        Ok(())
    }

    /// The combination of all added maps.
    ///
    /// - errors: `Nothing` if no map was added, [`Error::Memory`]
    pub fn finish(self) -> Result<HeadMap, Error> {
        let Some((queries, keys)) = self.shape else {
            let name = "heads to combine";
            return Err(Error::Measures(crate::Error::Nothing { name }));
        };
        let cells = match self.combination {
            Combination::Mean => {
                let mut cells = allocate("the mean", self.sums.len())?;
                let maps = self.maps as f64;
                cells.extend(self.sums.iter().map(|sum| (sum / maps) as f32));
                cells
            }
            Combination::Max => self.most,
        };
        Ok(HeadMap::new("heads combined", queries, keys, cells)?)
    }
}
