//! One row of pixels, while the queries in it are computed.

use std::ops::Range;

use super::bands::{Band, Bands};
use super::cells::{Cells, larger_non_negative};
use super::columns::Columns;
use super::pooled::Pooled;

/// The figures of each pixel so far.
pub(crate) struct Line {
    counts: Vec<u32>,
    /// In 64 bits, because a pixel with many cells would lose the last digits.
    scores: Vec<f64>,
    weights: Vec<f32>,
    /// The largest exponentials of the current query.
    peaks: Vec<f32>,
    /// The sum of all weights of pixels so far, and the number of pixels with any.
    bright: (f64, u32),
    /// The columns that the current query may have changed.
    touched: Range<usize>,
}

impl Line {
    pub(crate) fn new(cols: usize) -> Self {
        let zeros = vec![0.0; cols];
        let (scores, weights) = (vec![0.0; cols], zeros.clone());
        Self {
            counts: vec![0; cols],
            scores,
            weights,
            peaks: zeros,
            bright: (0.0, 0),
            touched: 0..0,
        }
    }

    /// Adds the allowed keys of a query to the pixels, and returns the sum of their exponentials,
    /// or `None` if no key is allowed. [`Line::finish`] or [`Line::replace`] must be called before
    /// the next query.
    pub(crate) fn add(
        &mut self,
        words: &[u64],
        columns: &Columns,
        cells: Cells<'_>,
        (bands, query): (&mut Bands, usize),
    ) -> Option<f64> {
        let first = words.iter().position(|&word| word != 0)?;
        let last = words.iter().rposition(|&word| word != 0)?;
        self.touched = columns.of(first * 64)..columns.last_of(last * 64 + 63) + 1;
        let mut sum = 0.0;
        let mut word = first;
        let band = words.contains(&u64::MAX).then(|| bands.of_query(query, columns, cells));
        while word <= last {
            let run = words[word..].iter().take_while(|&&word| word == u64::MAX).count();
            if let Some(band) = band.filter(|_| run > 0) {
                sum += band.sums[word..word + run].iter().fold(0.0, |sum, next| sum + next);
                self.add_run(word * 64..(word + run) * 64, columns, cells, band);
                word += run;
            } else {
                sum += self.add_bits(word * 64, words[word], columns, cells);
                word += 1;
            }
        }
        Some(sum)
    }

    /// Adds a run of allowed keys; most of its pixels are precomputed.
    fn add_run(&mut self, keys: Range<usize>, columns: &Columns, cells: Cells<'_>, band: Band<'_>) {
        let whole = columns.within(&keys);
        let inner = columns.keys_of(&whole);
        // A run within one column ends before the inner columns begin.
        for key in (keys.start..inner.start.min(keys.end)).chain(inner.end..keys.end) {
            self.add_cell(columns.of(key), cells.at(key));
        }
        let counts = self.counts[whole.clone()].iter_mut().zip(columns.widths(&whole));
        counts.for_each(|(count, width)| *count += width);
        let scores = self.scores[whole.clone()].iter_mut().zip(&band.totals[whole.clone()]);
        scores.for_each(|(score, &total)| *score += f64::from(total));
        let peaks = self.peaks[whole.clone()].iter_mut().zip(&band.peaks[whole]);
        peaks.for_each(|(peak, &largest)| *peak = larger_non_negative(*peak, largest));
    }

    /// Adds the keys from `first` on whose bits are set, and returns the sum of their exponentials.
    fn add_bits(&mut self, first: usize, word: u64, columns: &Columns, cells: Cells<'_>) -> f64 {
        let mut sum = 0.0;
        let mut left = word;
        while left != 0 {
            let key = first + left.trailing_zeros() as usize;
            left &= left - 1;
            let cell = cells.at(key);
            self.add_cell(columns.of(key), cell);
            sum += f64::from(cell.1);
        }
        sum
    }

    fn add_cell(&mut self, col: usize, (score, exponential): (f32, f32)) {
        self.counts[col] += 1;
        self.scores[col] += f64::from(score);
        self.peaks[col] = larger_non_negative(self.peaks[col], exponential);
    }

    /// Adds the weights of the query to the pixels: its exponentials over their sum.
    pub(crate) fn finish(&mut self, sum: f64) {
        let scale = 1.0 / sum;
        let touched = self.touched.clone();
        let pixels = self.weights[touched.clone()].iter_mut().zip(&mut self.peaks[touched]);
        for (weight, peak) in pixels {
            *weight = larger_non_negative(*weight, (f64::from(*peak) * scale) as f32);
            *peak = 0.0;
        }
    }

    /// Like [`Line::finish`], with weights that were computed elsewhere.
    pub(crate) fn replace(&mut self, weights: &[f64], columns: &Columns) {
        self.peaks.fill(0.0);
        for (key, &weight) in weights.iter().enumerate() {
            let col = columns.of(key);
            self.weights[col] = larger_non_negative(self.weights[col], weight as f32);
        }
    }

    /// The mean weight of all pixels in pictures that have any.
    pub(crate) fn mean_weight(&self) -> f32 {
        (self.bright.0 / f64::from(self.bright.1.max(1))) as f32
    }

    /// Moves the row of pixels, which has this number of queries, into the picture.
    pub(crate) fn take(&mut self, pooled: &mut Pooled, columns: &Columns, queries: usize) {
        let all = 0..self.counts.len();
        let pairs = columns.widths(&all).map(|width| width * queries as u32);
        let shares = self.counts.iter().zip(pairs).map(|(&count, of)| count as f32 / of as f32);
        pooled.shares.extend(shares);
        // Without scores, the sum is 0.
        let means = self.scores.iter().zip(&self.counts);
        pooled.scores.extend(means.map(|(&sum, &count)| sum as f32 / count.max(1) as f32));
        pooled.weights.extend_from_slice(&self.weights);
        let largest =
            self.weights.iter().fold(pooled.largest_weight, |a, &b| larger_non_negative(a, b));
        pooled.largest_weight = largest;
        for &weight in &self.weights {
            self.bright.0 += f64::from(weight);
            self.bright.1 += u32::from(weight > 0.0);
        }
        self.counts.fill(0);
        self.scores.fill(0.0);
        self.weights.fill(0.0);
    }
}
