//! One row of pixels while the queries that fall into it are worked.

use std::ops::Range;

use crate::columns::Columns;
use crate::pool::Pooled;

/// The scores and exponentials of a query, and what ALiBi makes of them: a number a key each.
#[derive(Clone, Copy)]
pub(crate) struct Cells<'a> {
    pub(crate) scores: &'a [f32],
    pub(crate) exponentials: &'a [f32],
    /// What is subtracted from the scores, and `exp` of its negative.
    pub(crate) alibi: Option<(&'a [f32], &'a [f32])>,
}

/// The figures of each pixel so far.
pub(crate) struct Line {
    counts: Vec<u32>,
    /// In 64 bits: over a pixel of many cells the last digits would be lost.
    scores: Vec<f64>,
    weights: Vec<f32>,
    /// The largest exponentials of the query that is being worked.
    peaks: Vec<f32>,
    /// The columns that it may have any in.
    touched: Range<usize>,
}

impl Line {
    pub(crate) fn new(cols: usize) -> Self {
        let zeros = vec![0.0; cols];
        let (scores, weights) = (vec![0.0; cols], zeros.clone());
        Self { counts: vec![0; cols], scores, weights, peaks: zeros, touched: 0..0 }
    }

    /// Adds the allowed keys of a query to the pixels, and gives the sum of their exponentials;
    /// nothing if no key is allowed. Before the next query comes [`Line::finish`] or
    /// [`Line::replace`].
    pub(crate) fn add(
        &mut self,
        words: &[u64],
        columns: &Columns,
        cells: Cells<'_>,
    ) -> Option<f64> {
        match cells.alibi {
            None => {
                self.add_each(words, columns, |key| (cells.scores[key], cells.exponentials[key]))
            }
            Some((penalties, decays)) => self.add_each(words, columns, |key| {
                (cells.scores[key] - penalties[key], cells.exponentials[key] * decays[key])
            }),
        }
    }

    fn add_each(
        &mut self,
        words: &[u64],
        columns: &Columns,
        cell: impl Fn(usize) -> (f32, f32),
    ) -> Option<f64> {
        let mut sum = 0.0;
        let first = words.iter().position(|&word| word != 0)?;
        let last = words.iter().rposition(|&word| word != 0)?;
        self.touched = columns.of(first * 64)..columns.last_of(last * 64 + 63) + 1;
        for (index, &word) in words.iter().enumerate().take(last + 1).skip(first) {
            if word == u64::MAX {
                sum += self.add_range(index * 64, columns, &cell);
                continue;
            }
            let mut left = word;
            while left != 0 {
                let key = index * 64 + left.trailing_zeros() as usize;
                left &= left - 1;
                let (score, exponential) = cell(key);
                let col = columns.of(key);
                self.counts[col] += 1;
                self.scores[col] += f64::from(score);
                self.peaks[col] = larger(self.peaks[col], exponential);
                sum += f64::from(exponential);
            }
        }
        Some(sum)
    }

    /// Adds 64 neighbours that are all allowed, a pixel at a time.
    fn add_range(
        &mut self,
        first: usize,
        columns: &Columns,
        cell: &impl Fn(usize) -> (f32, f32),
    ) -> f64 {
        let (mut key, end) = (first, first + 64);
        let mut total = 0.0;
        let mut col = columns.of(key);
        while key < end {
            let next = columns.end(col).min(end);
            let (mut scores, mut sum, mut peak) = (0.0, 0.0, 0.0);
            for key in key..next {
                let (score, exponential) = cell(key);
                scores += score;
                sum += exponential;
                peak = larger(peak, exponential);
            }
            self.counts[col] += (next - key) as u32;
            self.scores[col] += f64::from(scores);
            self.peaks[col] = larger(self.peaks[col], peak);
            total += f64::from(sum);
            key = next;
            col += 1;
        }
        total
    }

    /// Takes the weights of the query into the pixels: its exponentials over their sum.
    pub(crate) fn finish(&mut self, sum: f64) {
        let scale = 1.0 / sum;
        let touched = self.touched.clone();
        let pixels = self.weights[touched.clone()].iter_mut().zip(&mut self.peaks[touched]);
        for (weight, peak) in pixels {
            *weight = larger(*weight, (f64::from(*peak) * scale) as f32);
            *peak = 0.0;
        }
    }

    /// The same with weights that were worked elsewhere.
    pub(crate) fn replace(&mut self, weights: &[f64], columns: &Columns) {
        self.peaks.fill(0.0);
        for (key, &weight) in weights.iter().enumerate() {
            let col = columns.of(key);
            self.weights[col] = larger(self.weights[col], weight as f32);
        }
    }

    /// Moves the row of pixels, of so many queries, into the picture.
    pub(crate) fn take(&mut self, pooled: &mut Pooled, columns: &Columns, queries: usize) {
        for col in 0..self.counts.len() {
            let count = self.counts[col];
            let pairs = (columns.width(col) * queries) as f32;
            pooled.shares.push(count as f32 / pairs);
            pooled.scores.push(if count == 0 {
                0.0
            } else {
                (self.scores[col] / f64::from(count)) as f32
            });
        }
        pooled.weights.extend_from_slice(&self.weights);
        let largest = self.weights.iter().fold(pooled.largest_weight, |a, &b| larger(a, b));
        pooled.largest_weight = largest;
        self.counts.fill(0);
        self.scores.fill(0.0);
        self.weights.fill(0.0);
    }
}

/// The larger of two numbers from 0 up.
///
/// They are ordered as their bits are. Of integers the larger can be had without a branch, and a branch
/// on random numbers is guessed wrong half of the time, four million times a picture.
fn larger(a: f32, b: f32) -> f32 {
    let (a, b) = (a.to_bits() as i32, b.to_bits() as i32);
    let more = b.wrapping_sub(a);
    f32::from_bits((a + (more & !(more >> 31))) as u32)
}
