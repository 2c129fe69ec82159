//! What a run keeps of a text, or of a variant: enough to draw every map when it is viewed.

use heedmap_kernels::{Head, Scoring};
use heedmap_linear_attention::LinearHead;

use crate::config::{Config, GatedDelta};
use crate::error::Error;

/// What a run keeps of a text or a variant.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// The embeddings of the tokens, (tokens, width).
    pub embeddings: Vec<f32>,
    /// The rows of the tables of positions and segments, (tokens, width); empty if the model has none.
    pub positions: Vec<f32>,
    /// The layers that were computed. A variant has none before its first change: there it is its text.
    pub layers: Vec<Option<LayerTrace>>,
}

/// What a run keeps of a layer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LayerTrace {
    /// The queries of all heads as scores use them, with norms and rotation, (heads, tokens, features). In a layer that
    /// keeps a state, as the state sees them, (key heads, tokens, key features).
    pub q: Vec<f32>,
    /// The keys as scores use them, (key and value heads, tokens, features), or as the state sees them, like the queries.
    pub k: Vec<f32>,
    /// The values, (key and value heads, tokens, features), or (heads, tokens, value features).
    pub v: Vec<f32>,
    /// What each value is multiplied by when the state is written, (heads, tokens); empty in a layer with a softmax.
    pub betas: Vec<f32>,
    /// The logarithm of what is left of the state after each token, (heads, tokens); empty in a layer with a softmax.
    pub log_decays: Vec<f32>,
    /// The outputs of all heads with their gates, as the projection to the stream reads them, (tokens, heads, features).
    pub outputs: Vec<f32>,
    /// The residual stream between attention and MLP, (tokens, width).
    pub after_attention: Vec<f32>,
    /// The residual stream after the layer, (tokens, width).
    pub after: Vec<f32>,
    /// What each head writes to the residual stream, (heads, positions, width), for the positions of the
    /// readouts, or all positions if the request says so.
    pub writes: Vec<f32>,
    /// What attention writes to each position besides the heads, (width): the bias of its output.
    pub output_bias: Vec<f32>,
    /// How the scores of the heads are computed.
    pub(crate) scoring: Option<Scoring>,
    /// The score of the sink of each head; empty if there are none.
    pub(crate) sinks: Vec<f32>,
    /// The queries, keys and values of a layer that keeps a state before their convolution, (tokens, channels).
    pub(crate) channels: Vec<f32>,
    /// The heads of a layer that keeps a state.
    pub(crate) delta: Option<GatedDelta>,
    pub(crate) sizes: Sizes,
}

/// The sizes of a layer's heads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sizes {
    pub(crate) tokens: usize,
    pub(crate) heads: usize,
    /// The number of heads that queries, keys and values have.
    pub(crate) query_heads: usize,
    pub(crate) key_heads: usize,
    pub(crate) value_heads: usize,
    /// The number of features of a query and of a key.
    pub(crate) features: usize,
    /// The number of features of a value, and of an output.
    pub(crate) values: usize,
}

impl Sizes {
    pub(crate) fn new(config: &Config, layer: usize, tokens: usize) -> Self {
        let heads = config.heads_of(layer);
        let (queries, keys, features) = match config.delta_of(layer) {
            Some(delta) => (delta.key_heads, delta.key_heads, delta.key_size),
            None => (heads, config.kv_heads, config.head_size),
        };
        Self {
            tokens,
            heads,
            query_heads: queries,
            key_heads: keys,
            value_heads: config.value_heads_of(layer),
            features,
            values: config.value_size_of(layer),
        }
    }

    /// The head whose values a head reads, and whose keys in a layer with a softmax.
    pub(crate) fn value_head(self, head: usize) -> usize {
        head / (self.heads / self.value_heads.max(1)).max(1)
    }

    /// The cells of one of the heads of queries or keys.
    pub(crate) fn key_cells(self, cells: &[f32], head: usize) -> &[f32] {
        let size = self.tokens * self.features;
        &cells[head * size..][..size]
    }

    /// The cells of one of the heads of values.
    pub(crate) fn value_cells(self, cells: &[f32], head: usize) -> &[f32] {
        let size = self.tokens * self.values;
        &cells[head * size..][..size]
    }
}

impl LayerTrace {
    /// A head, for the functions of `heedmap-kernels`: its weights, rows, cells or output.
    ///
    /// - errors: [`Error::Missing`], [`Error::NoSoftmax`] in a layer that keeps a state
    pub fn head(&self, head: usize) -> Result<Head<'_>, Error> {
        let Sizes { tokens, features, .. } = self.sizes;
        self.check_head(head)?;
        let scoring = self.scoring.ok_or(Error::NoSoftmax { what: "scores" })?;
        Ok(Head {
            q: self.sizes.key_cells(&self.q, head),
            k: self.sizes.key_cells(&self.k, self.sizes.value_head(head)),
            queries: tokens,
            keys: tokens,
            features,
            scoring: scoring.with_sink(self.sinks.get(head).copied()),
        })
    }

    /// Whether the layer keeps a state in place of a softmax.
    #[must_use]
    pub fn is_delta(&self) -> bool {
        self.delta.is_some()
    }

    /// A head of a layer that keeps a state, for the functions of `heedmap-linear-attention`: its weights, rows or output.
    ///
    /// - errors: [`Error::Missing`]; [`Error::NoState`] in a layer with a softmax; [`Error::NotFiniteOutside`]
    pub fn linear_head(&self, head: usize) -> Result<LinearHead<f32>, Error> {
        self.check_head(head)?;
        let delta = self.delta.as_ref().ok_or(Error::NoState)?;
        linear_head(delta, self.sizes, [&self.q, &self.k, &self.betas, &self.log_decays], [0, head])
    }

    fn check_head(&self, head: usize) -> Result<(), Error> {
        let count = self.sizes.heads;
        if head < count { Ok(()) } else { Err(Error::Missing { what: "head", index: head, count }) }
    }

    /// The weights of a head, (queries, keys). In a layer that keeps a state they are signed, and need not sum to 1: the
    /// output before its norm and its gate is these weights times the values.
    ///
    /// - errors: [`Error::Missing`], [`Error::NotFiniteOutside`]
    pub fn weights(&self, head: usize) -> Result<Vec<f32>, Error> {
        if self.is_delta() {
            return self.linear_head(head)?.map().map_err(not_finite);
        }
        let of_head = self.head(head)?;
        let mut weights = crate::error::zeros("weights", of_head.queries * of_head.keys)?;
        let computed = heedmap_kernels::weights(&of_head, &mut weights);
        computed.map_err(|_| Error::NotFiniteOutside { what: "scores" })?;
        Ok(weights)
    }

    /// What a head writes at the first positions, if it was kept for all.
    pub(crate) fn first_writes(&self, head: usize, count: usize) -> Vec<f32> {
        let Sizes { tokens, heads, .. } = self.sizes;
        let width = self.writes.len() / (heads * tokens).max(1);
        self.writes[head * tokens * width..][..count * width].to_vec()
    }

    /// What each head writes at all positions, (heads, tokens, width); `None` if that was not kept.
    pub(crate) fn all_writes(&self, width: usize) -> Option<&[f32]> {
        let Sizes { tokens, heads, .. } = self.sizes;
        (self.writes.len() == heads * tokens * width).then_some(&self.writes)
    }

    /// The values that a head reads, (tokens, features).
    ///
    /// - errors: [`Error::Missing`]
    pub fn values(&self, head: usize) -> Result<&[f32], Error> {
        self.check_head(head)?;
        Ok(self.sizes.value_cells(&self.v, self.sizes.value_head(head)))
    }
}

/// A head of one text or variant.
///
/// - `[q, k, betas, log_decays]`: of all, (sequences, heads, tokens), for queries and keys with their features
/// - errors: [`Error::NotFiniteOutside`]
pub(super) fn linear_head(
    delta: &GatedDelta,
    sizes: Sizes,
    [q, k, betas, log_decays]: [&[f32]; 4],
    [sequence, head]: [usize; 2],
) -> Result<LinearHead<f32>, Error> {
    let key_head = sequence * delta.key_heads + delta.key_head(head);
    let first = (sequence * delta.heads + head) * sizes.tokens;
    LinearHead::gated_delta(
        sizes.key_cells(q, key_head),
        sizes.key_cells(k, key_head),
        sizes.features,
        &betas[first..][..sizes.tokens],
        &log_decays[first..][..sizes.tokens],
    )
    .map_err(not_finite)
}

/// The error for a state that is not finite.
pub(super) fn not_finite(_: heedmap_linear_attention::Error) -> Error {
    Error::NotFiniteOutside { what: "states" }
}
