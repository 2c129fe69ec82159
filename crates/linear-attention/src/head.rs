//! One head of a linear layer.

use crate::blocks::Blocks;
use crate::bounds;
use crate::checks;
use crate::decays::Decays;
use crate::error::Error;
use crate::number::Number;

/// The most cells of a whole map, `tokens · tokens`.
pub const MAX_CELLS: usize = 1 << 28;
/// Features are filled up to a multiple of this, so that they are whole parts of `blocks.rs` and whole tiles of `chunks.rs`.
const STRIDE: usize = 8;

/// One head of a layer without a softmax, whose weights are computed row by row.
///
/// ```text
/// S[t] = (I - β[t] k[t] k[t]ᵀ) D[t] S[t-1] + β[t] k[t] v[t]ᵀ      o[t] = S[t]ᵀ (scale · q[t]) + skip · v[t]
/// o = M V
/// ```
///
/// - shapes: `q` and `k` are (tokens, features), row-major; a map is (queries, keys), with as many of each
/// - edge cases: see the documentation of the crate
#[derive(Clone, Debug)]
pub struct LinearHead<T> {
    /// The queries, (tokens, stride): features, then zeros.
    pub(crate) q: Vec<T>,
    pub(crate) blocks: Blocks<T>,
    pub(crate) features: usize,
    pub(crate) stride: usize,
    /// What the value of each token is multiplied by when it is written.
    pub(crate) writes: Vec<f64>,
    /// The decay of each token; by channel, the largest.
    pub(crate) decays: Vec<f64>,
    pub(crate) erases: bool,
    pub(crate) scale: f64,
    pub(crate) skip: f64,
    /// `B` of the derivation, one for each token.
    pub(crate) bounds: Vec<f64>,
}

/// The arrays of a head after their checks.
pub(crate) struct Parts<'a, T> {
    pub(crate) q: &'a [T],
    pub(crate) k: &'a [T],
    pub(crate) features: usize,
    pub(crate) writes: Vec<f64>,
    pub(crate) decays: Decays<T>,
    pub(crate) erases: bool,
    pub(crate) scale: f64,
}

impl<T: Number> LinearHead<T> {
    pub(crate) fn new(parts: Parts<'_, T>) -> Self {
        let Parts { q, k, features, writes, decays, erases, scale } = parts;
        let stride = features.next_multiple_of(STRIDE);
        let mut padded = Vec::with_capacity(q.len() / features * stride);
        for vector in q.chunks_exact(features) {
            padded.extend_from_slice(vector);
            padded.resize(padded.len().next_multiple_of(stride), T::rounded(0.0));
        }
        let Decays { largest: decays, changes } = decays;
        let blocks = Blocks::new(k, changes.as_deref(), features, stride);
        let bounds = bounds::of(&blocks, &writes, &decays, erases);
        let blocks = blocks.erasing(erases.then_some(&writes));
        let q = padded;
        Self { q, blocks, features, stride, writes, decays, erases, scale, skip: 0.0, bounds }
    }

    /// The head with another scale of its queries. The default is `1/√features`, and 1 for Mamba-2 and lightning attention.
    #[must_use]
    pub fn scale(mut self, scale: f64) -> Self {
        self.scale = scale;
        self
    }

    /// The head with a skip connection, `D` of Mamba-2: each output also gets `skip` times its own value, so the
    /// diagonal of the map is larger by `skip`.
    #[must_use]
    pub fn skip(mut self, skip: f64) -> Self {
        self.skip = skip;
        self
    }

    /// The same head without the erase term, `M[i, j] = scale · β[j] (q[i] · k[j]) Γ[i, j]`.
    ///
    /// Its map is not that of the model: it shows what the erase term changes. For layers that do not erase, it is the
    /// same head.
    #[must_use]
    pub fn without_erase(&self) -> Self {
        let bounds = bounds::of(&self.blocks, &self.writes, &self.decays, false);
        let head = self.clone();
        Self { erases: false, bounds, blocks: head.blocks.erasing(None), ..head }
    }

    /// The number of tokens: of queries, and of keys.
    #[must_use]
    pub fn tokens(&self) -> usize {
        self.writes.len()
    }

    /// The number of features of a query and of a key.
    #[must_use]
    pub fn features(&self) -> usize {
        self.features
    }

    /// Whether a write erases what its key reads.
    #[must_use]
    pub fn erases(&self) -> bool {
        self.erases
    }

    /// The bytes of memory that it uses.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of::<T>() * self.q.len() + self.blocks.bytes() + 24 * self.tokens()
    }

    /// What is left at a query of what each token wrote, without what later tokens erased.
    ///
    /// `decay[j] = exp(g[j+1] + … + g[query])`, for a decay by channel its mean over the channels; 0 for keys after the
    /// query.
    ///
    /// - `decays`: one number for each token
    /// - errors: [`Error::Missing`], [`Error::Room`]
    pub fn decays_at(&self, query: usize, decays: &mut [f64]) -> Result<(), Error> {
        self.check_query(query)?;
        checks_room("the decays", decays.len(), self.tokens())?;
        decays[query + 1..].fill(0.0);
        let mut left = vec![1.0; if self.blocks.by_channel() { self.features } else { 1 }];
        for j in (0..=query).rev() {
            decays[j] = left.iter().sum::<f64>() / left.len() as f64;
            left.iter_mut().zip(self.decays_of(j)).for_each(|(left, decay)| *left *= decay);
        }
        Ok(())
    }

    /// The decay of each channel at a token.
    pub(crate) fn decays_of(&self, token: usize) -> Vec<f64> {
        match self.blocks.changes(token) {
            Some(changes) => changes.map(|change| 1.0 + change).collect(),
            None => vec![self.decays[token]; self.features],
        }
    }

    pub(crate) fn check_query(&self, index: usize) -> Result<(), Error> {
        let count = self.tokens();
        if index < count { Ok(()) } else { Err(Error::Missing { name: "query", index, count }) }
    }

    pub(crate) fn check_settings(&self) -> Result<(), Error> {
        checks::setting("the scale", self.scale)?;
        checks::setting("the skip connection", self.skip)
    }
}

/// Rejects a slice for results with the wrong length.
pub(crate) fn checks_room(name: &'static str, found: usize, wanted: usize) -> Result<(), Error> {
    if found == wanted { Ok(()) } else { Err(Error::Room { name, found, wanted }) }
}
