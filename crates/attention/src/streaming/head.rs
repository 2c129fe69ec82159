//! One head, one query at a time.

use std::ops::Range;

use heedmap_attention_rule::AttentionRule;

use crate::rule;
use crate::softmax::tempered;
use crate::{MAX_TENSOR_CELLS, Preparation, Real, TensorError, softmax_row};

use super::StreamingError;
use super::panels::Panels;

/// Consecutive vectors of one size: queries or keys.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vectors<'a> {
    /// (vectors, size), row-major.
    pub cells: &'a [f32],
    /// The number of features of each.
    pub size: usize,
}

impl Vectors<'_> {
    /// The number of vectors, or an error if they cannot be counted.
    fn count(&self, name: &'static str) -> Result<usize, StreamingError> {
        let &Self { cells, size } = self;
        if size == 0 {
            return Err(TensorError::Nothing { name, axis: "features" }.into());
        }
        if cells.len().is_multiple_of(size) {
            Ok(cells.len() / size)
        } else {
            Err(StreamingError::Vectors { name, cells: cells.len(), size })
        }
    }
}

/// One head that computes its weights row by row.
///
/// ```text
/// scaled = scale · q · k              capped = cap · tanh(scaled / cap), where there is a cap
/// logits = (capped − slope · distance + bias of the key) / temperature
/// weights = softmax of the logits over the keys that the query sees
///
/// with a sink:  e = exp(logits)       weights = exp(sink) / (exp(sink) + Σ e), then e / (exp(sink) + Σ e)
/// ```
///
/// Everything is in 32 bits, as in models, and each sum runs from its first term to its last, so
/// that the bits are those of [`attend_heads`](crate::attend_heads) in 32 bits.
///
/// - edge cases: a query that sees no key has a row of 0, except for a sink, which has all of it. A key that
///   is not seen contributes nothing, whatever its contents. NaN or +∞ among the scores of seen keys makes
///   the whole row NaN, and no other
/// - source: Vaswani et al., "Attention Is All You Need", 2017, equation 1
#[derive(Clone, Debug)]
pub struct HeadWeights {
    /// The queries, rotated if there is RoPE, (queries, size).
    q: Vec<f32>,
    k: Panels,
    size: usize,
    queries: usize,
    keys: usize,
    rule: AttentionRule,
}

impl HeadWeights {
    /// A head of these queries and keys, which must have the same size. NaN and infinities are
    /// allowed.
    ///
    /// - `q`: (queries, size), `k`: (keys, size); there may be no queries and no keys
    /// - errors: [`StreamingError::Vectors`], and as [`StreamingError::Tensor`]: vectors without features or of
    ///   two sizes, a number of the rule that is not finite in 32 bits, and features that RoPE cannot rotate
    pub fn new(
        q: Vectors<'_>,
        k: Vectors<'_>,
        rule: &AttentionRule,
    ) -> Result<Self, StreamingError> {
        let (queries, keys) = (q.count("q")?, k.count("k")?);
        if q.size != k.size {
            let (left, left_size, right, right_size) = ("q", q.size, "k", k.size);
            let axis = "features";
            return Err(
                TensorError::SizesDiffer { axis, left, left_size, right, right_size }.into()
            );
        }
        check(rule)?;
        rule::check_biases::<f32>(rule, queries, keys)?;
        let size = q.size;
        let mut q = q.cells.to_vec();
        let k = if Preparation::is_needed(rule) {
            let preparation = Preparation::new(rule, size, keys)?;
            preparation.queries(&mut q, rule.first_position(queries, keys))?;
            let mut k = k.cells.to_vec();
            preparation.keys(&mut k, 0)?;
            Panels::new(&k, size)
        } else {
            Panels::new(k.cells, size)
        };
        Ok(Self { q, k, size, queries, keys, rule: rule.clone() })
    }

    /// The number of rows.
    #[must_use]
    pub fn queries(&self) -> usize {
        self.queries
    }

    /// The number of keys.
    #[must_use]
    pub fn keys(&self) -> usize {
        self.keys
    }

    /// The number of weights of a row: one for each key, and before them one for a sink.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.keys + usize::from(self.rule.sink.is_some())
    }

    /// Writes the weights of one query, one for each column, over the keys that it sees by `causal` and `window`.
    ///
    /// - errors: those of [`HeadWeights::row_over`], and [`StreamingError::Mask`] if the rule has a mask expression
    pub fn row(&self, query: usize, row: &mut [f32]) -> Result<(), StreamingError> {
        if let Some(mask) = &self.rule.mask {
            return Err(StreamingError::Mask { mask: mask.clone() });
        }
        let seen = self.rule.seen(self.position(query), self.keys);
        self.row_over(query, std::slice::from_ref(&seen), row)
    }

    /// Writes the weights of one query, one for each column, over these keys.
    ///
    /// - `seen`: ascending ranges that do not overlap
    /// - errors: [`StreamingError::NoSuchQuery`], [`StreamingError::Ranges`], [`StreamingError::Room`] if the length of
    ///   the row is not the number of columns
    pub fn row_over(
        &self,
        query: usize,
        seen: &[Range<usize>],
        row: &mut [f32],
    ) -> Result<(), StreamingError> {
        let &Self { queries, keys, .. } = self;
        if query >= queries {
            return Err(StreamingError::NoSuchQuery { query, queries });
        }
        if row.len() != self.columns() {
            return Err(StreamingError::Room { room: row.len(), keys: self.columns() });
        }
        let ends = seen.iter().try_fold(0, |end, range| {
            (end <= range.start && range.start <= range.end).then_some(range.end)
        });
        if ends.is_none_or(|end| end > keys) {
            return Err(StreamingError::Ranges { query, keys });
        }
        let before = row.len() - keys;
        // The logits of the visible keys are next to each other, behind that of the sink, for the softmax.
        let mut end = before;
        for range in seen {
            let logits = &mut row[end..end + range.len()];
            self.k.dots(&self.q[query * self.size..][..self.size], range.clone(), logits);
            self.finish(logits, query, range.start);
            end += range.len();
        }
        if let Some(sink) = self.rule.sink {
            row[0] = sink as f32;
        }
        if let Some(temperature) = self.rule.temperature {
            // All are shifted, so that none overflows.
            let scores = row[..end].to_vec();
            tempered(&scores, temperature as f32, &mut row[..end]);
        }
        softmax_row(&mut row[..end]);
        // If one weight is NaN, all of the row are.
        if row[..end].first().is_some_and(|weight| weight.is_nan()) {
            row.fill(f32::NAN);
            return Ok(());
        }
        // From the last range on, because its keys are the farthest from their places.
        row[end..].fill(0.0);
        for range in seen.iter().rev() {
            let place = before + range.start;
            let start = end - range.len();
            row.copy_within(start..end, place);
            let gap = start..place.min(end);
            row[gap].fill(0.0);
            end = start;
        }
        Ok(())
    }

    /// The position of a query among the keys.
    fn position(&self, query: usize) -> i64 {
        let query = i64::try_from(query).unwrap_or(i64::MAX);
        self.rule.first_position(self.queries, self.keys).saturating_add(query)
    }

    /// Converts products to scores, in place. `first` is the key of the first one.
    fn finish(&self, logits: &mut [f32], query: usize, first: usize) {
        self.scale(logits);
        self.cap(logits);
        if let Some(slope) = self.rule.slope {
            let (position, slope) = (self.position(query), slope as f32);
            for (key, score) in (first as i64..).zip(&mut *logits) {
                *score -= slope * position.abs_diff(key) as f32;
            }
        }
        for (by, bias) in self.rule.biases() {
            let biases = &bias[by.start(query, self.queries, self.keys) + first..];
            logits.iter_mut().zip(biases).for_each(|(score, &bias)| *score += bias as f32);
        }
    }

    /// The default divides by the root and does not multiply by its rounded inverse, which saves
    /// one rounding.
    fn scale(&self, scores: &mut [f32]) {
        match self.rule.scale {
            None => {
                let root = Real::sqrt(self.size as f32);
                scores.iter_mut().for_each(|score| *score /= root);
            }
            Some(factor) => {
                let factor = factor as f32;
                scores.iter_mut().for_each(|score| *score *= factor);
            }
        }
    }

    fn cap(&self, scores: &mut [f32]) {
        let cap = self.rule.softcap.unwrap_or(0.0) as f32;
        if cap > 0.0 {
            scores.iter_mut().for_each(|score| *score = cap * Real::tanh(*score / cap));
        }
    }
}

/// The weights of all queries, (queries, columns), row-major: see [`HeadWeights::row`].
///
/// - errors: like [`HeadWeights::new`] and [`HeadWeights::row`], [`TensorError::TooLarge`] beyond
///   [`MAX_TENSOR_CELLS`], and [`TensorError::OutOfMemory`]
pub fn weights(
    q: Vectors<'_>,
    k: Vectors<'_>,
    rule: &AttentionRule,
) -> Result<Vec<f32>, StreamingError> {
    let head = HeadWeights::new(q, k, rule)?;
    all_rows(&head, |query, row| head.row(query, row))
}

/// The weights of all queries over the keys that each sees: see [`HeadWeights::row_over`].
///
/// - `seen`: the keys of a query as ascending ranges
/// - errors: like [`weights`]
pub fn weights_over(
    q: Vectors<'_>,
    k: Vectors<'_>,
    rule: &AttentionRule,
    seen: &dyn Fn(usize) -> Vec<Range<usize>>,
) -> Result<Vec<f32>, StreamingError> {
    let head = HeadWeights::new(q, k, rule)?;
    all_rows(&head, |query, row| head.row_over(query, &seen(query), row))
}

fn all_rows(
    head: &HeadWeights,
    write: impl Fn(usize, &mut [f32]) -> Result<(), StreamingError>,
) -> Result<Vec<f32>, StreamingError> {
    let columns = head.columns();
    let count = head.queries.checked_mul(columns).filter(|&count| count <= MAX_TENSOR_CELLS);
    let Some(count) = count else {
        let shape = vec![head.queries, columns];
        return Err(TensorError::TooLarge { name: "weights".to_owned(), shape }.into());
    };
    let mut cells = Vec::new();
    if cells.try_reserve_exact(count).is_err() {
        let bytes = count as u64 * size_of::<f32>() as u64;
        return Err(TensorError::OutOfMemory { name: "the weights", bytes }.into());
    }
    cells.resize(count, 0.0);
    for (query, row) in cells.chunks_exact_mut(columns.max(1)).enumerate() {
        write(query, row)?;
    }
    Ok(cells)
}

/// Rejects numbers of a rule that cannot be used in 32 bits. RoPE is checked when it rotates.
///
/// - errors: a scale, a softcap or a slope that is not finite in 32 bits, a sink that is NaN or ∞, and a temperature
///   that is not above 0
pub fn check(rule: &AttentionRule) -> Result<(), TensorError> {
    rule::check::<f32>(rule)
}
