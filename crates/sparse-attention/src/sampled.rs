//! What some queries of a large head keep. Their dense rows are given one after the other, so the map is never in memory.

use std::ops::Range;

use crate::error::{Error, check_length, check_positive};
use crate::mass::{mass_lost, seen};
use crate::policy::{Policy, Recall, Recalls, keep_seen, window};
use crate::top_k::{descending, top_k};

/// What keeps the keys of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeper<'a> {
    /// A policy that needs no other row: [`Policy::Best`] or [`Policy::Window`].
    Policy(Policy, usize),
    /// Keys that were picked, as ascending ranges.
    Picked(&'a [Range<usize>]),
}

/// What is kept of some rows of a map.
#[derive(Clone, Debug, Default)]
pub struct KeptRows {
    keys: usize,
    budgets: Vec<usize>,
    lost: Vec<f64>,
    kept: Vec<usize>,
    visible: Vec<usize>,
    /// For each row and budget, what the largest weights hold, and what a policy holds.
    best: Vec<f64>,
    own: Vec<f64>,
}

impl KeptRows {
    /// No rows yet, of `keys` keys.
    ///
    /// - `budgets`: the numbers of keys for which the recall is computed, in ascending order
    #[must_use]
    pub fn new(keys: usize, budgets: &[usize]) -> Self {
        Self { keys, budgets: budgets.to_vec(), ..Self::default() }
    }

    /// Adds the row of a query, and returns the keys that it keeps, ascending.
    ///
    /// - `position`: of the query among the keys
    /// - `weights`: the dense weights of all keys, NaN for keys that the query cannot see
    /// - edge case: a kept key that the query cannot see, or that does not exist, is left out
    /// - errors: [`Error::Length`]; [`Error::OtherRows`] for a policy that needs other rows; [`Error::Zero`] for a budget of 0
    pub fn add(
        &mut self,
        position: usize,
        weights: &[f32],
        keeper: Keeper<'_>,
    ) -> Result<Vec<usize>, Error> {
        check_length("the weights", weights.len(), 1, self.keys)?;
        let mut keys = match keeper {
            Keeper::Policy(policy, budget) => kept_of_row(position, weights, policy, budget)?,
            Keeper::Picked(ranges) => {
                ranges.iter().flat_map(|range| range.start..range.end.min(self.keys)).collect()
            }
        };
        keep_seen(&mut keys, weights);
        let visible = weights.iter().filter(|weight| !weight.is_nan()).count();
        let lost = mass_lost(weights, &keys)?;
        if let Keeper::Policy(Policy::Window, _) = keeper {
            self.own.extend(
                self.budgets.iter().map(|&budget| held(weights, &window(position, budget))),
            );
        }
        self.best.extend(best_of(weights, &self.budgets));
        self.lost.push(lost);
        self.kept.push(keys.len());
        self.visible.push(visible);
        Ok(keys)
    }

    /// For each row, the share of its dense weights that is lost: [`mass_lost`](crate::mass_lost).
    #[must_use]
    pub fn lost(&self) -> &[f64] {
        &self.lost
    }

    /// The number of kept keys of all rows, and of those that they could have kept.
    #[must_use]
    pub fn counts(&self) -> [usize; 2] {
        [self.kept.iter().sum(), self.visible.iter().sum()]
    }

    /// How much weight each budget keeps over the rows, and in one of them: of the largest weights.
    ///
    /// - `row`: counted in the order of [`KeptRows::add`]; empty for one that was not added
    #[must_use]
    pub fn best(&self, row: usize) -> Vec<Recall> {
        self.recall(&self.best, row)
    }

    /// The same for the policy; empty for [`Policy::Best`], of which it is the same, and for picked keys.
    #[must_use]
    pub fn own(&self, row: usize) -> Vec<Recall> {
        self.recall(&self.own, row)
    }

    fn recall(&self, held: &[f64], row: usize) -> Vec<Recall> {
        let column = |at: usize| held.iter().skip(at).step_by(self.budgets.len().max(1)).copied();
        (0..self.budgets.len())
            .filter_map(|at| Recalls::among(column(at).collect()).at(row))
            .collect()
    }
}

/// The keys that one row keeps with a policy.
fn kept_of_row(
    position: usize,
    weights: &[f32],
    policy: Policy,
    budget: usize,
) -> Result<Vec<usize>, Error> {
    check_positive("the budget", budget)?;
    match policy {
        Policy::Best => {
            Ok(top_k(&weights.iter().map(|&weight| f64::from(weight)).collect::<Vec<_>>(), budget))
        }
        Policy::Window => Ok(window(position, budget)),
        Policy::H2o => Err(Error::OtherRows { policy: "h2o" }),
        Policy::SnapKv => Err(Error::OtherRows { policy: "snapkv" }),
    }
}

/// The sum of the weights of keys that the query sees.
fn held(weights: &[f32], keys: &[usize]) -> f64 {
    keys.iter().filter_map(|&key| weights.get(key)).map(|&weight| seen(weight)).sum()
}

/// What the largest weights hold, for each budget, in time linear in the keys if budgets grow by a factor.
fn best_of(weights: &[f32], budgets: &[usize]) -> Vec<f64> {
    let mut left: Vec<f64> =
        weights.iter().filter(|weight| !weight.is_nan()).map(|&weight| f64::from(weight)).collect();
    let mut found: Vec<f64> = Vec::with_capacity(budgets.len());
    for &budget in budgets.iter().rev() {
        if budget < left.len() {
            if budget > 0 {
                left.select_nth_unstable_by(budget - 1, |&a, &b| descending(a, b));
            }
            left.truncate(budget);
        }
        found.push(left.iter().sum());
    }
    found.reverse();
    found
}

/// The picture of a row in three states, with as many columns for each pixel as they are shared by: the largest weight of a
/// kept key in the pixel, -1 if its keys could have been kept, and NaN if none is visible.
///
/// - `weights`: of the row, NaN for keys that the query cannot see
/// - `kept`: visible keys, ascending; `columns`: those that are drawn
/// - `line`: one number for each pixel; pixel `x` has the columns from `x` to `x + 1` times their number over the length
/// - edge case: columns that do not exist are not visible
pub fn draw_kept(weights: &[f32], kept: &[usize], columns: &Range<usize>, line: &mut [f32]) {
    let pixels = pixels(columns, line.len());
    let mut next = 0;
    for (pixel, keys) in line.iter_mut().zip(pixels) {
        let seen = weights.get(keys.start..keys.end.min(weights.len())).unwrap_or_default();
        next += kept[next..].iter().take_while(|&&key| key < keys.start).count();
        let largest = kept[next..].iter().take_while(|&&key| key < keys.end);
        let largest = largest.map(|&key| weights[key]).reduce(f32::max);
        let is_seen = || seen.iter().any(|weight| !weight.is_nan());
        *pixel = largest.unwrap_or_else(|| if is_seen() { -1.0 } else { f32::NAN });
    }
}

/// The same without weights: the share of the visible keys that is picked, from 0 to 1; -1 if none is.
///
/// - `picked`, `seen`: ascending ranges; picked keys are seen
pub fn draw_picked(
    picked: &[Range<usize>],
    seen: &[Range<usize>],
    columns: &Range<usize>,
    line: &mut [f32],
) {
    let pixels = pixels(columns, line.len());
    let mut next = [0; 2];
    for (pixel, keys) in line.iter_mut().zip(pixels) {
        let [picked, seen] = [(picked, 0), (seen, 1)].map(|(ranges, of)| {
            let next = &mut next[of];
            *next += ranges[*next..].iter().take_while(|range| range.end <= keys.start).count();
            let own = ranges[*next..].iter().take_while(|range| range.start < keys.end);
            own.map(|range| range.end.min(keys.end) - range.start.max(keys.start)).sum::<usize>()
        });
        *pixel = match (picked, seen) {
            (_, 0) => f32::NAN,
            (0, _) => -1.0,
            _ => picked as f32 / seen as f32,
        };
    }
}

/// The columns of each pixel, at least one.
fn pixels(columns: &Range<usize>, count: usize) -> impl Iterator<Item = Range<usize>> + use<> {
    let (start, length) = (columns.start, columns.len());
    let edge = move |at: usize| (at as u128 * length as u128 / count as u128) as usize + start;
    (0..count).map(move |at| edge(at)..edge(at + 1).max(edge(at) + 1))
}
