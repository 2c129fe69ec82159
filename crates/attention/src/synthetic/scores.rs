//! Scores and their exponentials, computed once for all masks.

use super::alibi::{Alibi, distance};
use super::bands::Bands;
use super::error::SyntheticError;
use super::tokens::Tokens;
use super::view::View;

/// The scores of synthetic tokens, `q · k / √d`, and their exponentials, computed as far as needed.
///
/// They do not depend on the mask, nor on the number of tokens: more tokens only add rows and
/// columns. They are kept in 32 bits (32 MB for four million of each), which is more precise than
/// pixels can show. Numbers that are shown as text come from [`SyntheticScores::row`], in 64 bits.
///
/// The exponentials are not shifted by the largest score of their row, which would depend on the
/// mask. No precision is lost: the scores have variance 1, so `exp` is far from both ends of the
/// range of 32 bits. If ALiBi takes it there, the row is computed again in 64 bits.
#[derive(Clone, Debug)]
pub struct SyntheticScores {
    tokens: Tokens,
    /// The numbers of rows and columns that are computed.
    computed: (usize, usize),
    /// The rows and columns that are being computed in parts.
    growing: Option<Growing>,
    /// The distance from the start of a row to the start of the next.
    stride: usize,
    scores: Vec<f32>,
    exponentials: Vec<f32>,
    pub(crate) bands: Option<Bands>,
    /// The largest magnitude of a score, and the numbers of rows and columns that it covers.
    largest: Option<((usize, usize), f32)>,
}

/// Scores that grow in parts: the first `next` rows have all `cols` columns.
#[derive(Clone, Copy, Debug)]
struct Growing {
    rows: usize,
    cols: usize,
    next: usize,
}

impl SyntheticScores {
    /// Empty scores; see [`Tokens::new`].
    ///
    /// - errors: those of [`Tokens::new`]
    pub fn new(seed: f64, size: usize) -> Result<Self, SyntheticError> {
        let tokens = Tokens::new(seed, size)?;
        let (scores, exponentials) = (Vec::new(), Vec::new());
        let (computed, stride) = ((0, 0), 0);
        Ok(Self {
            tokens,
            computed,
            growing: None,
            stride,
            scores,
            exponentials,
            bands: None,
            largest: None,
        })
    }

    /// The tokens that have been drawn.
    #[must_use]
    pub fn tokens(&self) -> &Tokens {
        &self.tokens
    }

    /// The end of a symmetric scale of scores that is the same for every mask: the largest score
    /// without ALiBi, over `√n` if n pairs share a pixel.
    ///
    /// The mean of n independent scores is `√n` times smaller than the scores, and would be pale.
    ///
    /// - errors: like [`SyntheticScores::pool`]
    pub fn reach(&mut self, view: &View) -> Result<f64, SyntheticError> {
        view.check()?;
        let &View { queries, keys, rows, cols, .. } = view;
        self.cover(queries, keys);
        let largest = match self.largest {
            Some((of, largest)) if of == (queries, keys) => largest,
            _ => (0..queries)
                .flat_map(|query| self.rows_of(query, keys).0)
                .fold(0.0, |most: f32, score| most.max(score.abs())),
        };
        self.largest = Some(((queries, keys), largest));
        let pairs = (queries * keys) as f64 / (rows * cols) as f64;
        Ok(f64::from(largest) / libm::sqrt(pairs))
    }

    /// The scores of one query with its keys in 64 bits, and ALiBi's biases.
    pub(crate) fn exact(
        &self,
        query: usize,
        (queries, keys): (usize, usize),
        alibi: Option<Alibi>,
    ) -> (Vec<f64>, Option<Vec<f64>>) {
        let q = self.tokens.query(query);
        let root = libm::sqrt(self.tokens.size() as f64);
        let scores = (0..keys).map(|key| dot(q, self.tokens.key(key)) / root).collect();
        let bias = |alibi: Alibi| {
            (0..keys).map(|key| -alibi.penalty(distance(query, key, queries, keys))).collect()
        };
        (scores, alibi.map(bias))
    }

    pub(crate) fn draw(&mut self, tokens: usize) {
        self.tokens.draw(tokens);
    }

    /// The first scores of a query, and their exponentials.
    pub(crate) fn rows_of(&self, query: usize, keys: usize) -> (&[f32], &[f32]) {
        let start = query * self.stride;
        (&self.scores[start..start + keys], &self.exponentials[start..start + keys])
    }

    /// Computes a part of the missing scores of the first queries and keys: whole rows, until they took
    /// `multiplications` or more. Returns whether all scores are there.
    ///
    /// A caller that may not block for long calls it until it returns `true`, and can do other work
    /// between two calls. The scores are the same as without it.
    ///
    /// ```
    /// # use heedmap_attention::synthetic::SyntheticScores;
    /// let mut scores = SyntheticScores::new(42.0, 64)?;
    /// let mut parts = 1;
    /// while !scores.prepare(1000, 1000, 4_000_000) {
    ///     parts += 1;
    /// }
    /// assert_eq!(parts, 16);
    /// # Ok::<(), heedmap_attention::synthetic::SyntheticError>(())
    /// ```
    pub fn prepare(&mut self, queries: usize, keys: usize, multiplications: usize) -> bool {
        let (rows, cols) = self.computed;
        let complete = self.growing.is_some_and(|part| queries <= part.next && keys <= part.cols);
        if complete || (queries <= rows && keys <= cols) {
            return true;
        }
        let mut growing = match self.growing {
            Some(growing) if queries <= growing.rows && keys <= growing.cols => growing,
            _ => {
                let (rows, cols) = (queries.max(rows), keys.max(cols));
                self.tokens.draw(rows.max(cols));
                self.grow(rows, cols);
                Growing { rows, cols, next: 0 }
            }
        };
        let mut done = 0;
        while growing.next < growing.rows && done < multiplications {
            let first = if growing.next < rows { cols } else { 0 };
            self.compute(growing.next, first, growing.cols);
            done = done.saturating_add((growing.cols - first) * self.tokens.size());
            growing.next += 1;
        }
        let finished = growing.next == growing.rows;
        if finished {
            self.computed = (growing.rows, growing.cols);
        }
        self.growing = (!finished).then_some(growing);
        finished
    }

    /// Computes missing rows and columns up to these numbers.
    pub(crate) fn cover(&mut self, queries: usize, keys: usize) {
        self.prepare(queries, keys, usize::MAX);
    }

    /// Moves the rows apart if they have to become longer. The capacity doubles, so that growing
    /// token by token moves them only a few times.
    fn grow(&mut self, rows: usize, cols: usize) {
        if cols > self.stride {
            let stride = cols.next_power_of_two();
            for all in [&mut self.scores, &mut self.exponentials] {
                let mut moved = vec![0.0; rows * stride];
                for (row, kept) in moved.chunks_mut(stride).zip(all.chunks(self.stride.max(1))) {
                    row[..kept.len()].copy_from_slice(kept);
                }
                *all = moved;
            }
            self.stride = stride;
        }
        self.scores.resize(rows * self.stride, 0.0);
        self.exponentials.resize(rows * self.stride, 0.0);
    }

    /// Computes the scores of a query with the keys from `first` to `end`, with `end` excluded.
    fn compute(&mut self, query: usize, first: usize, end: usize) {
        let q = self.tokens.query(query);
        let root = libm::sqrt(self.tokens.size() as f64);
        let start = query * self.stride;
        let mut key = first;
        while key < end {
            // Four independent sums take as long as one.
            let keys =
                [key, key + 1, key + 2, key + 3].map(|key| self.tokens.key(key.min(end - 1)));
            for (key, dot) in (key..end).zip(dots(q, keys)) {
                let score = (dot / root) as f32;
                self.scores[start + key] = score;
                self.exponentials[start + key] = libm::expf(score);
            }
            key += 4;
        }
    }
}

/// The inner products of a query with four keys.
fn dots(q: &[f64], [a, b, c, d]: [&[f64]; 4]) -> [f64; 4] {
    let mut sums = [0.0; 4];
    for ((((q, a), b), c), d) in q.iter().zip(a).zip(b).zip(c).zip(d) {
        sums[0] += q * a;
        sums[1] += q * b;
        sums[2] += q * c;
        sums[3] += q * d;
    }
    sums
}

/// The inner product, from the first feature to the last, so that its bits are those of the rest of
/// the crate.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).fold(0.0, |sum, (a, b)| sum + a * b)
}
