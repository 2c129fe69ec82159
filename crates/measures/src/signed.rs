//! Measures of signed weights, which need not sum to 1: those of linear layers and of differential attention.

use crate::error::Error;
use crate::found::{Mean, NotWeights, RowSum, RowSums};
use crate::head_map::RowCount;
use crate::settings::Settings;

/// What can be said of one row of weights of either sign.
///
/// Entropy and the largest weight assume a distribution, so they are not among these measures. All of these also hold
/// for the weights of a softmax, whose sum is 1 and which have no negative share.
///
/// ```
/// use heedmap_measures::SignedRow;
///
/// // Query 3 adds 0.5 and 0.25 of the last two tokens, and subtracts 0.25 of the first.
/// let row = SignedRow::of(&[-0.25, 0.0, 0.25, 0.5], 3).ok_or("no weights")?;
/// assert_eq!((row.sum, row.absolute), (0.5, 1.0));
/// assert_eq!(row.negative_share, 0.25);
/// // Half of the weight is on its own token.
/// assert_eq!(row.span, 0);
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct SignedRow {
    /// `Σⱼ w[i, j]`.
    pub sum: f64,
    /// `Σⱼ |w[i, j]|`.
    pub absolute: f64,
    /// `Σ |w|` over the negative weights, by `Σ |w|` over all: from 0 to 1.
    pub negative_share: f64,
    /// The effective span: the smallest distance `r` with `Σ |w[i, j]|` over `|p - j| ≤ r` at least half of `Σ |w|`, in
    /// tokens.
    pub span: usize,
}

impl SignedRow {
    /// The measures of a row whose query is at a position among the keys; `None` if all weights are 0, or if one is
    /// not finite.
    ///
    /// - `weights`: one for each key
    #[must_use]
    pub fn of(weights: &[f32], position: i64) -> Option<Self> {
        let (mut sum, mut absolute, mut negative) = (0.0, 0.0, 0.0);
        for &weight in weights {
            let weight = f64::from(weight);
            sum += weight;
            absolute += weight.abs();
            negative += (-weight).max(0.0);
        }
        if !absolute.is_finite() || absolute == 0.0 {
            return None;
        }
        let (negative_share, span) = (negative / absolute, span(weights, position, absolute / 2.0));
        Some(Self { sum, absolute, negative_share, span })
    }
}

/// The smallest distance from a position within which the weights have this absolute sum.
fn span(weights: &[f32], position: i64, wanted: f64) -> usize {
    let at = |key: i64| -> f64 {
        let weight = usize::try_from(key).ok().and_then(|key| weights.get(key));
        weight.map_or(0.0, |&weight| f64::from(weight).abs())
    };
    // Distances at which there is a key. A position may lie outside the keys.
    let last = i64::try_from(weights.len()).unwrap_or(i64::MAX) - 1;
    let nearest = position.clamp(0, last.max(0)).abs_diff(position);
    let farthest = position.abs_diff(0).max(position.abs_diff(last));
    let mut within = 0.0;
    for distance in nearest..=farthest {
        let signed = i64::try_from(distance).unwrap_or(i64::MAX);
        within += at(position.saturating_sub(signed));
        if distance > 0 {
            within += at(position.saturating_add(signed));
        }
        if within >= wanted {
            return usize::try_from(distance).unwrap_or(usize::MAX);
        }
    }
    // The terms were added in another order than their sum, which may round it below half.
    usize::try_from(farthest).unwrap_or(usize::MAX)
}

/// The signed measures of a head whose weights arrive row by row.
#[derive(Clone, Debug)]
pub struct SignedMeasures {
    count: RowCount,
    offset: i64,
    absolute: Mean,
    negative_share: Mean,
    span: Mean,
    rows: usize,
    rows_without_key: usize,
    not_weights: Option<NotWeights>,
    row_sums: Option<RowSums>,
    sum: Mean,
}

/// The means of the measures of [`SignedRow`] over the rows of a head; `None` if no row has weights.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SignedHead {
    /// The mean of the sums of the rows.
    pub sum: Option<f64>,
    /// The mean of the absolute sums.
    pub absolute: Option<f64>,
    /// The mean of the negative shares.
    pub negative_share: Option<f64>,
    /// The mean of the effective spans, in tokens.
    pub span: Option<f64>,
    /// The number of rows in the means.
    pub rows: usize,
    /// The number of rows whose weights are all 0.
    pub rows_without_key: usize,
    /// The rows with NaN or an infinity, if any.
    pub not_weights: Option<NotWeights>,
    /// The least and the greatest sum of a row.
    pub row_sums: Option<RowSums>,
}

impl SignedMeasures {
    /// Prepares to measure `queries` rows of `keys` weights; either may be 0. Query `i` is at position `i + offset`.
    ///
    /// - errors: [`Error::Offset`]
    pub fn new(queries: usize, keys: usize, offset: i64) -> Result<Self, Error> {
        Settings { offset, ..Settings::default() }.check(keys)?;
        Ok(Self {
            count: RowCount::new(queries, keys),
            offset,
            absolute: Mean::default(),
            negative_share: Mean::default(),
            span: Mean::default(),
            rows: 0,
            rows_without_key: 0,
            not_weights: None,
            row_sums: None,
            sum: Mean::default(),
        })
    }

    /// Adds the weights of the next query.
    ///
    /// - errors: [`Error::NoSuchRow`], [`Error::RowLength`]; then the row is not added
    pub fn row(&mut self, weights: &[f32]) -> Result<(), Error> {
        let query = self.count.next(weights)?;
        let position = i64::try_from(query).unwrap_or(i64::MAX).saturating_add(self.offset);
        let Some(row) = SignedRow::of(weights, position) else {
            if weights.iter().all(|&weight| weight == 0.0) {
                self.rows_without_key += 1;
            } else {
                let found = self.not_weights.unwrap_or(NotWeights { rows: 0, first: query });
                self.not_weights = Some(NotWeights { rows: found.rows + 1, ..found });
            }
            return Ok(());
        };
        self.rows += 1;
        self.row_sums = Some(RowSums::with(self.row_sums, RowSum { query, sum: row.sum }));
        self.sum.add(row.sum);
        self.absolute.add(row.absolute);
        self.negative_share.add(row.negative_share);
        self.span.add(row.span as f64);
        Ok(())
    }

    /// The means over all rows.
    ///
    /// - errors: [`Error::RowsMissing`]
    pub fn finish(self) -> Result<SignedHead, Error> {
        self.count.finish()?;
        Ok(SignedHead {
            sum: self.sum.get(),
            absolute: self.absolute.get(),
            negative_share: self.negative_share.get(),
            span: self.span.get(),
            rows: self.rows,
            rows_without_key: self.rows_without_key,
            not_weights: self.not_weights,
            row_sums: self.row_sums,
        })
    }
}
