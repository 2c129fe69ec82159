//! Computes all measures of a head in one pass over its rows.

use crate::error::Error;
use crate::found::{HeadMeasures, Mean, NotWeights, RowSum, RowSums};
use crate::head_map::{HeadMap, RowCount};
use crate::measure::Measure;
use crate::repeats::Repeats;
use crate::row::{Sums, are_weights, keys_between, total};
use crate::settings::Settings;

/// The measures of a head whose weights arrive row by row.
///
/// Only sums of a row are kept, so files of any size can be measured.
///
/// ```
/// use heedmap_measures::{Measure, Measures, Settings};
///
/// // The second "a" (7) attends to the token after the first, and "b" (8) evenly to both of its keys.
/// let settings = Settings { tokens: Some(&[7, 8, 7]), ..Settings::default() };
/// let mut measures = Measures::new(3, 3, &settings)?;
/// for row in [[1., 0., 0.], [0.5, 0.5, 0.], [0., 1., 0.]] {
///     measures.row(&row)?;
/// }
/// let found = measures.finish()?;
///
/// assert_eq!(found.get(Measure::Induction), Some(1.0));
/// assert_eq!(found.get(Measure::DuplicateToken), Some(0.0));
/// assert_eq!(found.get(Measure::Entropy), Some(2_f64.ln() / 3.0));
/// # Ok::<(), heedmap_measures::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Measures {
    count: RowCount,
    offset: i64,
    sink: i64,
    reach: i64,
    repeats: Option<Repeats>,
    means: [Mean; Measure::ALL.len()],
    /// The normalized entropy if the head turns out to be causal; `means` has the value if it does not.
    normalized_causal: Mean,
    /// Whether any weight after its query is not 0.
    beyond: bool,
    rows: usize,
    rows_without_key: usize,
    not_weights: Option<NotWeights>,
    row_sums: Option<RowSums>,
}

impl Measures {
    /// Prepares to measure `queries` rows of `keys` weights; either may be 0.
    ///
    /// - errors: [`Error::Offset`], [`Error::Nothing`], [`Error::Entries`] for the settings
    pub fn new(queries: usize, keys: usize, settings: &Settings<'_>) -> Result<Self, Error> {
        settings.check(keys)?;
        let whole = |size: usize| i64::try_from(size).unwrap_or(i64::MAX);
        Ok(Self {
            count: RowCount::new(queries, keys),
            offset: settings.offset,
            sink: whole(settings.sink_keys),
            reach: whole(settings.diagonal_reach),
            repeats: settings.tokens.map(Repeats::new),
            means: [Mean::default(); Measure::ALL.len()],
            normalized_causal: Mean::default(),
            beyond: false,
            rows: 0,
            rows_without_key: 0,
            not_weights: None,
            row_sums: None,
        })
    }

    /// Adds the weights of the next query.
    ///
    /// - errors: [`Error::NoSuchRow`], [`Error::RowLength`]; then the row is not added
    pub fn row(&mut self, weights: &[f32]) -> Result<(), Error> {
        let query = self.count.next(weights)?;
        if !are_weights(weights) {
            let found = self.not_weights.unwrap_or(NotWeights { rows: 0, first: query });
            self.not_weights = Some(NotWeights { rows: found.rows + 1, ..found });
            return Ok(());
        }
        let position = i64::try_from(query).unwrap_or(i64::MAX).saturating_add(self.offset);
        let past = keys_between(0, position, self.count.keys()).end;
        let before = Sums::of(&weights[..past], 0, position);
        let after = Sums::of(&weights[past..], past, position);
        let sum = before.weight + after.weight;
        if sum == 0.0 {
            self.rows_without_key += 1;
            return Ok(());
        }
        self.rows += 1;
        self.row_sums = Some(RowSums::with(self.row_sums, RowSum { query, sum }));
        self.beyond |= after.weight > 0.0;
        self.add(Measure::CausalShare, before.weight);
        self.add(Measure::MeanDistance, before.distance + after.distance);
        self.entropy(before.entropy + after.entropy, past);
        self.positions(weights, position);
        self.repetitions(weights, position);
        Ok(())
    }

    /// The means over all rows.
    ///
    /// - errors: [`Error::RowsMissing`]
    pub fn finish(self) -> Result<HeadMeasures, Error> {
        self.count.finish()?;
        let mut values = self.means.map(Mean::get);
        if !self.beyond {
            values[Measure::NormalisedEntropy.index()] = self.normalized_causal.get();
        }
        Ok(HeadMeasures {
            values,
            causal: !self.beyond,
            rows: self.rows,
            rows_without_key: self.rows_without_key,
            not_weights: self.not_weights,
            row_sums: self.row_sums,
        })
    }

    /// Adds the entropy of a row with `past` keys up to its query.
    fn entropy(&mut self, entropy: f64, past: usize) {
        let keys = self.count.keys();
        self.add(Measure::Entropy, entropy);
        if keys > 1 {
            self.add(Measure::NormalisedEntropy, entropy / libm::log(keys as f64));
        }
        if past > 1 {
            self.normalized_causal.add(entropy / libm::log(past as f64));
        }
    }

    /// Adds the measures of a row that depend on positions.
    fn positions(&mut self, weights: &[f32], position: i64) {
        let sum_between = |first, last| total(&weights[keys_between(first, last, weights.len())]);
        let reach = self.reach;
        self.add(Measure::SinkShare, sum_between(0, self.sink - 1));
        let (first, last) = (position.saturating_sub(reach), position.saturating_add(reach));
        self.add(Measure::DiagonalShare, sum_between(first, last));
        for (measure, key) in
            [(Measure::PreviousToken, position - 1), (Measure::NextToken, position + 1)]
        {
            if let Some(&weight) = usize::try_from(key).ok().and_then(|key| weights.get(key)) {
                self.add(measure, f64::from(weight));
            }
        }
    }

    /// Adds the weights on earlier occurrences of the row's token, and on the tokens after those.
    fn repetitions(&mut self, weights: &[f32], position: i64) {
        let (Some(repeats), Ok(position)) = (&self.repeats, usize::try_from(position)) else {
            return;
        };
        let (mut earlier, mut after, mut any) = (0.0, 0.0, false);
        for at in repeats.earlier(position) {
            // The token after an earlier occurrence is at or before the query, so it exists.
            earlier += f64::from(weights[at]);
            after += f64::from(weights[at + 1]);
            any = true;
        }
        if any {
            self.add(Measure::DuplicateToken, earlier);
            self.add(Measure::Induction, after);
        }
    }

    fn add(&mut self, measure: Measure, term: f64) {
        self.means[measure.index()].add(term);
    }
}

/// The measures of a whole head.
///
/// - errors: like [`Measures::new`]
pub fn measures(weights: &HeadMap, settings: &Settings<'_>) -> Result<HeadMeasures, Error> {
    let mut measures = Measures::new(weights.queries(), weights.keys(), settings)?;
    for row in weights.rows() {
        measures.row(row)?;
    }
    measures.finish()
}
