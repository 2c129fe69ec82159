//! What a run keeps of a text, or of a variant: enough to draw every map when it is viewed.

use heedmap_kernels::{Head, Scoring};

use crate::config::Config;
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
    /// The queries of all heads as scores use them, with norms and rotation, (heads, tokens, features).
    pub q: Vec<f32>,
    /// The keys as scores use them, (key and value heads, tokens, features).
    pub k: Vec<f32>,
    /// The values, (key and value heads, tokens, features).
    pub v: Vec<f32>,
    /// The outputs of all heads, (tokens, heads, features).
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
    pub(crate) sizes: Sizes,
}

/// The sizes of a layer's heads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sizes {
    pub(crate) tokens: usize,
    pub(crate) heads: usize,
    pub(crate) kv_heads: usize,
    pub(crate) features: usize,
}

impl Sizes {
    pub(crate) fn new(config: &Config, tokens: usize) -> Self {
        let &Config { heads, kv_heads, head_size, .. } = config;
        Self { tokens, heads, kv_heads, features: head_size }
    }

    /// The key and value head of a query head.
    pub(crate) fn kv_head(self, head: usize) -> usize {
        head / (self.heads / self.kv_heads.max(1)).max(1)
    }
}

impl LayerTrace {
    /// A head, for the functions of `heedmap-kernels`: its weights, rows, cells or output.
    ///
    /// - errors: [`Error::Missing`]
    pub fn head(&self, head: usize) -> Result<Head<'_>, Error> {
        let Sizes { tokens, heads, features, .. } = self.sizes;
        let Some(scoring) = self.scoring.filter(|_| head < heads) else {
            return Err(Error::Missing { what: "head", index: head, count: heads });
        };
        let size = tokens * features;
        let kv_head = self.sizes.kv_head(head);
        Ok(Head {
            q: &self.q[head * size..][..size],
            k: &self.k[kv_head * size..][..size],
            queries: tokens,
            keys: tokens,
            features,
            scoring: scoring.with_sink(self.sinks.get(head).copied()),
        })
    }

    /// The weights of a head, (queries, keys).
    ///
    /// - errors: [`Error::Missing`]
    pub fn weights(&self, head: usize) -> Result<Vec<f32>, Error> {
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

    /// The values of the key and value head that a query head reads, (tokens, features).
    ///
    /// - errors: [`Error::Missing`]
    pub fn values(&self, head: usize) -> Result<&[f32], Error> {
        let Sizes { tokens, heads, features, .. } = self.sizes;
        if head >= heads {
            return Err(Error::Missing { what: "head", index: head, count: heads });
        }
        let size = tokens * features;
        Ok(&self.v[self.sizes.kv_head(head) * size..][..size])
    }
}
