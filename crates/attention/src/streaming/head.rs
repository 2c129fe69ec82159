//! One head, one query at a time.

use crate::{MAX_TENSOR_CELLS, Real, Scale, TensorError, softmax_row};

use super::StreamingError;
use super::options::StreamingOptions;
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
/// weights = softmax over the keys that the query sees of capped
///
/// with a sink:  e = exp(capped)       weights = exp(sink) / (exp(sink) + Σ e), then e / (exp(sink) + Σ e)
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
    options: StreamingOptions,
}

impl HeadWeights {
    /// A head of these queries and keys, which must have the same size. NaN and infinities are
    /// allowed.
    ///
    /// - `q`: (queries, size), `k`: (keys, size); there may be no queries and no keys
    /// - errors: [`StreamingError::Vectors`], [`StreamingError::EmptyWindow`], and as [`StreamingError::Tensor`]: vectors
    ///   without features or of two sizes, a scale or a softcap that is not finite in 32 bits, and
    ///   features that RoPE cannot rotate
    pub fn new(
        q: Vectors<'_>,
        k: Vectors<'_>,
        options: &StreamingOptions,
    ) -> Result<Self, StreamingError> {
        let (queries, keys) = (q.count("q")?, k.count("k")?);
        if q.size != k.size {
            let (left, left_size, right, right_size) = ("q", q.size, "k", k.size);
            let axis = "features";
            return Err(
                TensorError::SizesDiffer { axis, left, left_size, right, right_size }.into()
            );
        }
        options.check()?;
        let size = q.size;
        let mut q = q.cells.to_vec();
        let k = match &options.rope {
            None => Panels::new(k.cells, size),
            Some(rope) => {
                rope.turn_rows(&mut q, size, options.offset)?;
                let mut k = k.cells.to_vec();
                rope.turn_rows(&mut k, size, 0)?;
                Panels::new(&k, size)
            }
        };
        Ok(Self { q, k, size, queries, keys, options: *options })
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
        self.keys + usize::from(self.options.sink.is_some())
    }

    /// Writes the weights of one query, one for each column.
    ///
    /// - errors: [`StreamingError::NoSuchQuery`], [`StreamingError::Room`] if the length of the row is not the number
    ///   of columns
    pub fn row(&self, query: usize, row: &mut [f32]) -> Result<(), StreamingError> {
        let &Self { queries, keys, .. } = self;
        if query >= queries {
            return Err(StreamingError::NoSuchQuery { query, queries });
        }
        if row.len() != self.columns() {
            return Err(StreamingError::Room { room: row.len(), keys: self.columns() });
        }
        let position = i64::try_from(query).unwrap_or(i64::MAX);
        let position = self.options.first_position(queries, keys).saturating_add(position);
        let seen = self.options.seen(position, keys);
        let start = seen.start;
        let before = row.len() - keys;
        row[..before + start].fill(0.0);
        row[before + seen.end..].fill(0.0);
        let logits = &mut row[before..][seen.clone()];
        self.k.dots(&self.q[query * self.size..][..self.size], seen.clone(), logits);
        self.scale(logits);
        self.cap(logits);
        // The softmax needs the sink next to the visible keys. Its weight is moved to the front
        // afterwards.
        if let Some(sink) = self.options.sink {
            row[start] = sink as f32;
        }
        let logits = &mut row[start..before + seen.end];
        softmax_row(logits);
        // If one weight is NaN, all of the row are.
        if logits.first().is_some_and(|weight| weight.is_nan()) {
            row.fill(f32::NAN);
        } else if before > 0 {
            row.swap(0, start);
        }
        Ok(())
    }

    /// The default divides by the root and does not multiply by its rounded inverse, which saves
    /// one rounding.
    fn scale(&self, scores: &mut [f32]) {
        match self.options.scale {
            Scale::InverseSqrtDk => {
                let root = Real::sqrt(self.size as f32);
                scores.iter_mut().for_each(|score| *score /= root);
            }
            Scale::None => {}
            Scale::Factor(factor) => {
                let factor = factor as f32;
                scores.iter_mut().for_each(|score| *score *= factor);
            }
        }
    }

    fn cap(&self, scores: &mut [f32]) {
        let cap = self.options.softcap as f32;
        if cap > 0.0 {
            scores.iter_mut().for_each(|score| *score = cap * Real::tanh(*score / cap));
        }
    }
}

/// The weights of all queries, (queries, columns), row-major: see [`HeadWeights`].
///
/// - errors: like [`HeadWeights::new`], [`TensorError::TooLarge`] beyond [`MAX_TENSOR_CELLS`], and
///   [`TensorError::OutOfMemory`]
pub fn weights(
    q: Vectors<'_>,
    k: Vectors<'_>,
    options: &StreamingOptions,
) -> Result<Vec<f32>, StreamingError> {
    let head = HeadWeights::new(q, k, options)?;
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
        head.row(query, row)?;
    }
    Ok(cells)
}
