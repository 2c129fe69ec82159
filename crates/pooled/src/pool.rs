//! A whole mask in one pass, pooled to one figure a pixel.

use crate::alibi::distance;
use crate::error::Error;
use crate::row::{added, masked, softmax};
use crate::scores::Scores;
use crate::view::{View, part};

/// One figure a pixel, row by row, of the pixel rows that show a query.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pooled {
    /// How many of the pixel's pairs are allowed, 0 to 1. Of the pairs that are shown: a row that
    /// is shown in part is not half forbidden.
    pub shares: Vec<f32>,
    /// The mean of the allowed scores, ALiBi included; 0 where none is allowed.
    pub scores: Vec<f32>,
    /// The largest of the weights, because a single bright key must not vanish; 0 where no pair is
    /// allowed.
    pub weights: Vec<f32>,
    /// Shown queries that may attend to no key.
    pub empty_queries: usize,
    /// The largest of all weights.
    pub largest_weight: f64,
}

/// Below this a sum of exponentials has lost the small ones among its terms, or all.
const LEAST_SUM: f64 = 1e-25;

impl Scores {
    /// Works scores and weights under a mask.
    ///
    /// - `mask`: the words of each row; rows that are missing forbid everything
    /// - errors: [`Error::Count`], [`Error::Beyond`]
    pub fn pool<'a>(
        &mut self,
        view: &View,
        mask: impl Iterator<Item = &'a [u64]>,
    ) -> Result<Pooled, Error> {
        self.cover_view(view)?;
        let cols: Vec<u32> = (0..view.cols)
            .flat_map(|col| part(col, view.cols, view.keys).map(move |_| col as u32))
            .collect();
        let widths: Vec<f32> =
            (0..view.cols).map(|col| part(col, view.cols, view.keys).len() as f32).collect();
        let far = view.queries + view.keys;
        let penalties: Vec<f32> = match view.alibi {
            None => Vec::new(),
            Some(alibi) => (0..far).map(|distance| alibi.penalty(distance) as f32).collect(),
        };
        let decays: Vec<f32> = penalties.iter().map(|penalty| libm::expf(-penalty)).collect();
        let mut pooled = Pooled::default();
        let mut mask = mask.fuse();
        let mut line = Line::new(view.cols);
        for row in 0..view.rows_shown() {
            let queries = part(row, view.rows, view.queries);
            let queries = queries.start..queries.end.min(view.shown);
            let height = queries.len() as f32;
            for query in queries {
                let words = mask.next().unwrap_or_default();
                let scores = self.row_of(&self.scores, query, view.keys);
                let exponentials = self.row_of(&self.exponentials, query, view.keys);
                let sum = if view.alibi.is_none() {
                    line.add(words, &cols, |key| (scores[key], exponentials[key]))
                } else {
                    line.add(words, &cols, |key| {
                        let distance = distance(query, key, view.queries, view.keys);
                        (scores[key] - penalties[distance], exponentials[key] * decays[distance])
                    })
                };
                if line.is_empty() {
                    pooled.empty_queries += 1;
                } else if sum.is_finite() && sum > LEAST_SUM {
                    line.finish(1.0 / sum);
                } else {
                    let (exact, bias) = self.exact(query, (view.queries, view.keys), view.alibi);
                    let weights = softmax(&masked(&added(&exact, bias.as_deref()), words));
                    line.replace(&weights, &cols);
                }
            }
            line.take(&mut pooled, &widths, height);
        }
        Ok(pooled)
    }
}

/// One row of pixels while the queries that fall into it are worked.
struct Line {
    counts: Vec<u32>,
    sums: Vec<f32>,
    /// Of the query that is being worked.
    largest: Vec<f32>,
    weights: Vec<f32>,
    /// Whether the query that is being worked has any key.
    any: bool,
}

impl Line {
    fn new(cols: usize) -> Self {
        Self {
            counts: vec![0; cols],
            sums: vec![0.0; cols],
            largest: vec![0.0; cols],
            weights: vec![0.0; cols],
            any: false,
        }
    }

    fn is_empty(&self) -> bool {
        !self.any
    }

    /// Adds the allowed keys of a query, each with its score and its exponential, and gives the sum
    /// of the exponentials.
    fn add(&mut self, words: &[u64], cols: &[u32], key: impl Fn(usize) -> (f32, f32)) -> f64 {
        let mut total = 0.0;
        self.any = false;
        for (index, &word) in words.iter().enumerate() {
            let mut left = word;
            self.any |= word != 0;
            while left != 0 {
                let at = index * 64 + left.trailing_zeros() as usize;
                left &= left - 1;
                let (score, exponential) = key(at);
                let col = cols[at] as usize;
                total += f64::from(exponential);
                self.counts[col] += 1;
                self.sums[col] += score;
                self.largest[col] = self.largest[col].max(exponential);
            }
        }
        total
    }

    /// Takes the query's weights into the pixels.
    fn finish(&mut self, scale: f64) {
        for (weight, largest) in self.weights.iter_mut().zip(&mut self.largest) {
            *weight = weight.max((f64::from(*largest) * scale) as f32);
            *largest = 0.0;
        }
    }

    /// The same with weights that were worked elsewhere.
    fn replace(&mut self, weights: &[f64], cols: &[u32]) {
        self.largest.fill(0.0);
        for (weight, &col) in weights.iter().zip(cols) {
            let pixel = &mut self.weights[col as usize];
            *pixel = pixel.max(*weight as f32);
        }
    }

    /// Moves the row of pixels into the picture.
    fn take(&mut self, pooled: &mut Pooled, widths: &[f32], height: f32) {
        for (col, &width) in widths.iter().enumerate() {
            let count = self.counts[col] as f32;
            pooled.shares.push(count / (width * height));
            pooled.scores.push(if count > 0.0 { self.sums[col] / count } else { 0.0 });
            pooled.largest_weight = pooled.largest_weight.max(f64::from(self.weights[col]));
        }
        pooled.weights.append(&mut self.weights);
        *self = Self::new(widths.len());
    }
}
