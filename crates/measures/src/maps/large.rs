//! Heads whose weights do not fit into memory as a whole.
//!
//! Rows of such a head are computed or read on demand, in any order. [`LargeHead`] keeps what is known of them: a
//! pyramid of pools for zooming, the margins, the measures and the outstanding cells. At first there is only a
//! sample of rows ([`RowSample`]), from which measures are estimated with their standard errors
//! ([`estimated_mean`]).

mod estimate;
mod mask;
mod outstanding;
mod pyramid;
mod sample;
mod sampled;
mod tiles;

pub use self::estimate::{Estimate, estimated_mean};
pub use self::mask::PositionMask;
pub use self::outstanding::OutstandingCell;
pub use self::pyramid::{PoolValue, UNIT};
pub use self::sample::{RowSample, STRATA};
pub use self::sampled::{Estimates, SampledHead, estimates, sampled_head};
pub use self::tiles::{TilePlan, TileWeights};

use self::outstanding::OutstandingCells;
use self::pyramid::{Pyramid, base_of};
use super::error::{Error, allocate, filled};
use super::{Margins, RowFigures, Span, quantiles};
use crate::Measure;
use crate::found::Mean;

/// The number of columns of the first sample, from which the colors are chosen until enough rows are known.
const COLUMNS: usize = 512;
/// The number of known units from which colors are chosen from the pools.
const ENOUGH: usize = 16;

/// What is known of a head whose weights do not fit into memory.
///
/// Its rows are computed elsewhere in units of 64 rows, which [`LargeHead::take_unit`] assigns and
/// [`LargeHead::add_unit`] adds. Tiles of a level are computed in two steps: [`LargeHead::plan`] says which weights
/// are missing, and [`LargeHead::tile`] takes them.
#[derive(Clone, Debug)]
pub struct LargeHead {
    shape: [usize; 2],
    mask: PositionMask,
    /// The number of keys of each query, if the mask does not say it; empty if it does.
    key_counts: Vec<usize>,
    sample: RowSample,
    estimated: Estimates,
    quantiles: Vec<f32>,
    entropies: Vec<f32>,
    greatest: f32,
    pyramid: Pyramid,
    /// Units in the order in which they are computed.
    order: Vec<usize>,
    /// Units that are being computed.
    taken: Vec<bool>,
    /// The measures of each known unit.
    means: Vec<Option<[Mean; Measure::ALL.len()]>>,
    margins: Margins,
    key_sums: Vec<f64>,
    /// The number of known rows that have weights.
    weighted: usize,
    outstanding: OutstandingCells,
    /// Ends of color scales; they change after each quarter of the units.
    color_ends: Vec<(ColorKey, f32)>,
}

/// The pooling, the level, the quarter of the units and the bits of the share for which a color scale ends somewhere.
type ColorKey = (PoolValue, usize, usize, u64);

/// Rows that are computed at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Its index.
    pub index: usize,
    /// Its rows.
    pub rows: Span,
    /// The number of rows, and of columns, of a pool.
    pub side: usize,
}

/// The results of the rows of a unit.
#[derive(Clone, Copy, Debug)]
pub struct UnitResults<'a> {
    /// The greatest weight of each pool; NaN where all weights are masked or missing.
    pub greatest: &'a [f32],
    /// The sum of each pool.
    pub sums: &'a [f32],
    /// The figures of each row.
    pub figures: &'a [RowFigures],
    /// The sum of each key over the rows that have weights.
    pub key_sums: &'a [f32],
}

impl LargeHead {
    /// A head of (queries, keys) weights, of which nothing is known.
    ///
    /// - errors: [`Error::Memory`]
    pub fn new(shape: [usize; 2]) -> Result<Self, Error> {
        let [queries, keys] = shape;
        let pyramid = Pyramid::new(shape, base_of(shape))?;
        let (units, name) = (pyramid.units(), "the margins of a head");
        Ok(Self {
            shape,
            mask: PositionMask::default(),
            key_counts: Vec::new(),
            sample: RowSample::new(queries, STRATA, 0),
            estimated: Estimates::default(),
            quantiles: Vec::new(),
            entropies: Vec::new(),
            greatest: 0.0,
            pyramid,
            order: ordered(queries)?,
            taken: filled(name, units, false)?,
            means: filled(name, units, None)?,
            margins: Margins {
                query_entropy: filled(name, queries, f32::NAN)?,
                query_sum: filled(name, queries, f32::NAN)?,
                key_mean: filled(name, keys, 0.0)?,
            },
            key_sums: filled(name, keys, 0.0)?,
            weighted: 0,
            outstanding: OutstandingCells::default(),
            color_ends: Vec::new(),
        })
    }

    /// The rows of the first sample, whose figures [`LargeHead::open`] takes.
    #[must_use]
    pub fn sample(&self) -> &RowSample {
        &self.sample
    }

    /// The rows and columns whose weights [`LargeHead::open`] takes.
    #[must_use]
    pub fn color_sample(&self) -> [Vec<u32>; 2] {
        [self.sample.even().to_vec(), sample::evenly(COLUMNS, self.shape[1])]
    }

    /// Sets the mask and the first sample.
    ///
    /// - `figures`: of the rows of [`LargeHead::sample`]
    /// - `weights`: of the rows and columns of [`LargeHead::color_sample`]
    /// - errors: `Entries` if there are not as many figures as rows, [`Error::Memory`]
    pub fn open(
        &mut self,
        mask: PositionMask,
        figures: &[RowFigures],
        weights: &[f32],
    ) -> Result<(), Error> {
        let sampled = ("sampled rows", self.sample.rows.len());
        crate::Error::check_count(("figures of rows", figures.len()), sampled)?;
        self.mask = mask;
        self.greatest = weights.iter().fold(self.greatest, |most, weight| most.max(weight.abs()));
        self.quantiles = quantiles(weights)?;
        self.estimated = estimates(figures, &self.sample.sizes);
        let rows = self.sample.rows.clone();
        self.add_figures(rows.iter().map(|&row| row as usize), figures);
        let entropies =
            self.sample.even().iter().map(|&row| self.margins.query_entropy[row as usize]);
        self.entropies = entropies.filter(|entropy| !entropy.is_nan()).collect();
        Ok(())
    }

    /// Assigns the next unit of some rows that is neither known nor assigned; `None` if there is none. Any first
    /// units are spread evenly over the head.
    pub fn take_unit(&mut self, rows: Span) -> Option<Unit> {
        let index = self.next_unit(rows)?;
        self.taken[index] = true;
        let rows = self.pyramid.rows_of(index);
        let rows = Span { start: rows.start, length: rows.len() };
        Some(Unit { index, rows, side: 1 << self.pyramid.base() })
    }

    /// Whether [`LargeHead::take_unit`] would assign a unit.
    #[must_use]
    pub fn has_unit(&self, rows: Span) -> bool {
        self.next_unit(rows).is_some()
    }

    fn next_unit(&self, rows: Span) -> Option<usize> {
        let units = self.pyramid.units_of(rows);
        let is_open = |unit: &usize| !self.pyramid.is_known(*unit) && !self.taken[*unit];
        self.order.iter().copied().filter(|unit| units.contains(unit)).find(is_open)
    }

    /// Returns a unit whose rows could not be computed.
    pub fn give_back(&mut self, unit: usize) {
        if let Some(taken) = self.taken.get_mut(unit) {
            *taken = false;
        }
    }

    /// Adds the rows of a unit.
    ///
    /// - errors: [`Error::Outside`] if the unit does not exist, `Entries` if a list has another length
    pub fn add_unit(&mut self, unit: usize, results: &UnitResults<'_>) -> Result<(), Error> {
        let UnitResults { greatest, sums, figures, key_sums } = *results;
        let there = self.pyramid.units();
        if unit >= there {
            return Err(Error::Outside { side: "units", start: unit, length: 1, there });
        }
        let rows = self.pyramid.rows_of(unit);
        crate::Error::check_count(("figures of rows", figures.len()), ("rows", rows.len()))?;
        crate::Error::check_count(("sums of keys", key_sums.len()), ("keys", self.shape[1]))?;
        self.pyramid.add(unit, greatest, sums)?;
        self.greatest = greatest.iter().fold(self.greatest, |most, weight| most.max(weight.abs()));
        self.taken[unit] = false;
        if self.means[unit].is_none() {
            self.weighted += figures.iter().filter(|row| !row.entropy.is_nan()).count();
            for (all, &sum) in self.key_sums.iter_mut().zip(key_sums) {
                *all += f64::from(sum);
            }
            let weighted = self.weighted as f64;
            for (mean, sum) in self.margins.key_mean.iter_mut().zip(&self.key_sums) {
                // The mean of no rows, 0 / 0, is NaN.
                *mean = (sum / weighted) as f32;
            }
        }
        let mut means = [Mean::default(); Measure::ALL.len()];
        for (mean, measure) in means.iter_mut().zip(Measure::ALL) {
            let values = figures.iter().filter_map(|row| row.measure(measure));
            values.for_each(|value| mean.add(f64::from(value)));
        }
        self.means[unit] = Some(means);
        self.add_figures(rows, figures);
        Ok(())
    }

    /// Sets the number of keys that some queries may attend to, for masks that are not by position. It has to be
    /// known before the figures of these queries are added. Queries that do not exist are ignored.
    pub fn set_key_counts(&mut self, queries: &[usize], counts: &[usize]) {
        self.key_counts.resize(self.shape[0], 0);
        for (&query, &count) in queries.iter().zip(counts) {
            if let Some(known) = self.key_counts.get_mut(query) {
                *known = count;
            }
        }
    }

    fn add_figures(&mut self, rows: impl Iterator<Item = usize>, figures: &[RowFigures]) {
        for (row, figures) in rows.zip(figures) {
            let by_mask = || self.mask.key_count(row, self.shape[1]);
            let keys = self.key_counts.get(row).copied().unwrap_or_else(by_mask);
            self.outstanding.add(row, figures, keys);
            self.margins.query_entropy[row] = figures.entropy;
            self.margins.query_sum[row] = figures.sum;
            self.greatest = self.greatest.max(figures.greatest);
        }
    }

    /// The keys that a query may attend to.
    #[must_use]
    pub fn mask(&self) -> &PositionMask {
        &self.mask
    }

    /// The figures for each query and each key. Those of queries that are not known are NaN.
    #[must_use]
    pub fn margins(&self) -> &Margins {
        &self.margins
    }

    /// The quantiles of the first sample.
    #[must_use]
    pub fn quantiles(&self) -> &[f32] {
        &self.quantiles
    }

    /// The least weight of the first sample, at most 0, and the greatest known weight.
    #[must_use]
    pub fn range(&self) -> [f32; 2] {
        [self.quantiles.first().map_or(0.0, |least| least.min(0.0)), self.greatest]
    }

    /// The entropies of the first sample, for colors that do not change while rows are computed.
    #[must_use]
    pub fn entropies(&self) -> &[f32] {
        &self.entropies
    }

    /// The most outstanding known cells.
    #[must_use]
    pub fn outstanding(&self) -> &[OutstandingCell] {
        self.outstanding.cells()
    }

    /// The exponent of the finest level of the pyramid.
    #[must_use]
    pub fn base(&self) -> usize {
        self.pyramid.base()
    }

    /// The number of known units in a range of rows, and of all.
    #[must_use]
    pub fn progress(&self, rows: Span) -> [usize; 2] {
        self.pyramid.count_known(rows)
    }

    /// The bytes of memory that it uses.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let [queries, keys] = self.shape;
        self.pyramid.bytes()
            + 2 * size_of::<f32>() * queries
            + (size_of::<f32>() + size_of::<f64>()) * keys
    }

    /// The measures of the whole head, and whether they are exact. Until all rows are known, they are estimated from
    /// the sample: computed rows are not a random sample, because only visible ones are computed.
    #[must_use]
    pub fn measures(&self) -> (Estimates, bool) {
        let known: Option<Vec<_>> = self.means.iter().copied().collect();
        let Some(known) = known else {
            return (self.estimated, self.sample.is_whole());
        };
        let exact = std::array::from_fn(|measure| {
            let mut all = Mean::default();
            known.iter().for_each(|unit| all.merge(unit[measure]));
            all.get().map(|value| Estimate { value, error: 0.0 })
        });
        (Estimates(exact), true)
    }

    /// The quantile of the pools of a level where the color scale ends; 0 for single cells, and while too few rows
    /// are known.
    ///
    /// - errors: [`Error::Memory`]
    pub fn color_end(&mut self, value: PoolValue, level: usize, share: f64) -> Result<f32, Error> {
        let [known, all] = self.pyramid.count_known(Span { start: 0, length: self.shape[0] });
        if level == 0 || known < ENOUGH.min(all) {
            return Ok(0.0);
        }
        let quarter = 4 * known / all.max(1);
        let key = (value, level, quarter, share.to_bits());
        if let Some(&(_, end)) = self.color_ends.iter().find(|(known, _)| *known == key) {
            return Ok(end);
        }
        let end = self.pyramid.quantile(value, level, share)?;
        self.color_ends.push((key, end));
        Ok(end)
    }
}

fn ordered(queries: usize) -> Result<Vec<usize>, Error> {
    let mut order = allocate("the units of a head", queries.div_ceil(UNIT))?;
    order.extend(unit_order(queries));
    Ok(order)
}

/// The units of the rows of a head in the order in which they are computed. It is a van der Corput sequence: any
/// first units are spread evenly over the head.
pub fn unit_order(queries: usize) -> impl Iterator<Item = usize> {
    let units = queries.div_ceil(UNIT);
    let places = units.max(1).next_power_of_two();
    let unused = usize::BITS - places.trailing_zeros();
    let reversed = move |at: usize| at.reverse_bits().checked_shr(unused).unwrap_or(0);
    (0..places).map(reversed).filter(move |&unit| unit < units)
}
