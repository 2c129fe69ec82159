//! What heads read and write, as tokens: their circuits from token to token.

mod heads;
mod vocabulary;

use std::ops::Range;
use std::sync::Arc;

use crate::config::Block;
use crate::error::Error;
use crate::fetch::{Fetch, Read};
use crate::model::{LayerParameters, Model};
use crate::run::Run;
use crate::run::kept::Kept;
use crate::score_parts::Cell;
use heads::HeadCircuit;
use vocabulary::Vocabulary;

/// The number of tokens, from the beginning of the vocabulary, that circuits are computed over.
///
/// Byte-level BPE numbers its tokens in the order in which they were merged, so these are the most frequent ones.
const TOKENS: usize = 4096;
/// The number of tokens that are listed.
const LISTED: usize = 10;

/// The circuits of heads.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Circuits {
    /// The number of tokens that they were computed over, from the beginning of the vocabulary.
    pub tokens: usize,
    /// The layers that were read.
    pub layers: Range<usize>,
    /// The copying score of each head of these layers, (layers, heads): see [`CircuitReader`].
    pub copying: Vec<f64>,
    /// What the head of a cell reads and writes, if the reader began with a cell.
    pub cell: Option<CellTokens>,
}

/// What a head reads and writes, as tokens.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CellTokens {
    /// The token of the query, and the ten tokens with the largest scores as its keys, largest first.
    pub query: u32,
    /// See `query`.
    pub read: Vec<(u32, f32)>,
    /// The token of the key, and the ten tokens that the head makes likeliest when it looks at it, with what it
    /// writes directly to their logits, largest first.
    pub key: u32,
    /// See `key`.
    pub written: Vec<(u32, f32)>,
    /// The place of the key's own token among all that are written, from 1 on; `None` if it is beyond
    /// [`Circuits::tokens`].
    pub place: Option<usize>,
}

/// Reads what heads do from token to token, from the parameters alone: no text takes part.
///
/// The stream of a token `t` is taken to be its embedding, and for heads behind the first layer also what the first
/// MLP writes for it: `x_t = E_t`, or `E_t + MLP_0(norm(E_t))`. Positions and other tokens are left out. With
/// `n_t = norm(x_t)` and the projections of a head:
///
/// ```text
/// QK   s[a, b] = (n_a W_q + b_q) · (n_b W_k + b_k) · scale       the score of query token a and key token b
/// OV   o[t, u] = ((n_t − n̄) W_v) W_o · U_u                       what the head writes for u when it looks at t
/// copying      = Σ_i λ_i / Σ_i |λ_i|                             over the eigenvalues λ_i of the matrix o
/// ```
///
/// `n̄` is the mean over all tokens, because a head writes some tokens whatever it looks at. `U` is the matrix of the
/// logits behind the last norm, whose scale is held at its value for the query of the cell. Norms of queries and keys
/// are applied; a rotation is left out, as between equal positions. The scale of a norm of what attention writes is
/// left out: it is positive, so that it changes neither the order of the tokens nor the copying score.
///
/// The copying score is 1 if a head raises the token that it looks at, and -1 if it lowers it; the eigenvalues of a
/// random matrix give about 0. It is 0 if there are no eigenvalues besides 0.
///
/// The tokens are the first 4,096 of the vocabulary at most, for `t` and for `u`.
///
/// - source: Elhage et al., "A Mathematical Framework for Transformer Circuits", 2021 (circuits and eigenvalues); Wang
///   et al., "Interpretability in the Wild", 2022 (the stream behind the first MLP)
#[derive(Debug)]
pub struct CircuitReader {
    model: Arc<Model>,
    cell: Option<Cell>,
    phase: Phase,
    fetch: Fetch,
    found: Circuits,
}

#[derive(Debug)]
enum Phase {
    /// Reads the vocabulary and the first layer.
    Start(Fixed),
    /// Computes the streams and their products.
    Prepare(Box<Vocabulary>),
    /// Reads a layer and computes its heads, one in each step.
    Layer {
        vocabulary: Box<Vocabulary>,
        layer: usize,
        heads: Option<(LayerParameters, usize)>,
    },
    Done,
}

/// What the reader began with.
#[derive(Clone, Copy, Debug, Default)]
struct Fixed {
    /// The tokens of the query and of the key.
    ids: Option<[u32; 2]>,
    /// The scale of the last norm.
    scale: f64,
}

impl CircuitReader {
    /// Starts with the copying scores of all heads.
    ///
    /// - errors: [`Error::Unsupported`] for models without logits, and for post-norm models
    pub fn new(model: Arc<Model>) -> Result<Self, Error> {
        let layers = 0..model.config().layers.len();
        Self::start(model, layers, None, Fixed { ids: None, scale: 1.0 })
    }

    /// Starts with the head of a cell, and with the tokens of its query and key.
    ///
    /// - errors: [`Error::Missing`]; [`Error::NotKept`] if the run is not done; [`Error::Unsupported`]
    pub fn of_cell(run: &Run, cell: Cell) -> Result<Self, Error> {
        let (model, kept) = (run.model().clone(), Kept::new(run, cell.text, cell.variant)?);
        let config = model.config();
        let ids = &run.request().texts[kept.text()];
        for (what, index, count) in [
            ("layer", cell.layer, config.layers.len()),
            ("head", cell.head, config.heads_of(cell.layer)),
            ("query", cell.query, ids.len()),
            ("key", cell.key, ids.len()),
        ] {
            if index >= count {
                return Err(Error::Missing { what, index, count });
            }
        }
        let last = config.layers.len().checked_sub(1).and_then(|last| kept.layer(last));
        let last = last.ok_or(Error::NotKept { what: "the last layer" })?;
        let row =
            last.after.get(cell.query * config.width..).and_then(|row| row.get(..config.width));
        let scale = config.norm.scale(row.ok_or(Error::NotKept { what: "the last layer" })?);
        let ids = Some([ids[cell.query], ids[cell.key]]);
        let layers = cell.layer..cell.layer + 1;
        Self::start(model, layers, Some(cell), Fixed { ids, scale })
    }

    fn start(
        model: Arc<Model>,
        layers: Range<usize>,
        cell: Option<Cell>,
        fixed: Fixed,
    ) -> Result<Self, Error> {
        let config = model.config();
        let not = |field: &str, value: &str, hint| Error::Unsupported {
            field: field.to_owned(),
            value: value.to_owned(),
            hint,
        };
        if config.block == Block::PostNorm {
            let hint = ": its residual stream is not a sum of parts";
            return Err(not("the order of the layer", "post-norm", hint));
        }
        if config.experts.is_some() {
            let hint = ": the tokens after the first MLP depend on its experts";
            return Err(not("the MLP", "a mixture of experts", hint));
        }
        if config.output_gate {
            let hint = ": what a head writes depends on the token of its query, so it has no circuit of its own";
            return Err(not("the output of the heads", "gated", hint));
        }
        if !config.unembedding {
            return Err(not("the matrix of the logits", "missing", ": heads write no tokens"));
        }
        let fetch = vocabulary::fetch(&model, fixed.ids);
        let tokens = config.vocabulary.min(TOKENS);
        let found = Circuits { tokens, layers, ..Circuits::default() };
        Ok(Self { model, cell, phase: Phase::Start(fixed), fetch, found })
    }

    /// The bytes that are needed next; `None` if there is something to compute, or nothing left to do.
    #[must_use]
    pub fn need(&self) -> Option<Read> {
        self.fetch.need()
    }

    /// Supplies bytes from the beginning of the request, in pieces of any size.
    ///
    /// - errors: [`Error::Unsupplied`] if there are none, [`Error::Memory`]
    pub fn supply(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.fetch.supply(bytes)
    }

    /// Does the next part of the work, some milliseconds for a small model; returns whether it was the last one.
    ///
    /// - errors: [`Error::Unsupplied`], [`Error::Memory`], [`Error::NotFinite`], [`Error::NotFiniteOutside`]
    pub fn step(&mut self) -> Result<bool, Error> {
        if let Some(need) = self.fetch.need() {
            return Err(Error::Unsupplied { missing: need.length });
        }
        self.phase = match std::mem::replace(&mut self.phase, Phase::Done) {
            Phase::Start(fixed) => {
                let bytes = self.fetch.finish();
                Phase::Prepare(Box::new(Vocabulary::new(
                    &self.model,
                    fixed.ids,
                    fixed.scale,
                    bytes,
                )?))
            }
            Phase::Prepare(mut vocabulary) => {
                if vocabulary.step(self.model.config())? {
                    self.layer(vocabulary, self.found.layers.start)
                } else {
                    Phase::Prepare(vocabulary)
                }
            }
            Phase::Layer { vocabulary, layer, heads: None } => {
                let parameters = LayerParameters::new(&self.model, layer, self.fetch.finish())?;
                Phase::Layer { vocabulary, layer, heads: Some((parameters, 0)) }
            }
            Phase::Layer { vocabulary, layer, heads: Some((parameters, head)) } => {
                self.head(&vocabulary, &parameters, [layer, head])?;
                if head + 1 < self.model.config().heads {
                    Phase::Layer { vocabulary, layer, heads: Some((parameters, head + 1)) }
                } else if layer + 1 < self.found.layers.end {
                    self.layer(vocabulary, layer + 1)
                } else {
                    Phase::Done
                }
            }
            Phase::Done => Phase::Done,
        };
        Ok(matches!(self.phase, Phase::Done))
    }

    fn layer(&mut self, vocabulary: Box<Vocabulary>, layer: usize) -> Phase {
        self.fetch = LayerParameters::fetch(&self.model, layer);
        Phase::Layer { vocabulary, layer, heads: None }
    }

    fn head(
        &mut self,
        vocabulary: &Vocabulary,
        parameters: &LayerParameters,
        [layer, head]: [usize; 2],
    ) -> Result<(), Error> {
        let config = self.model.config();
        let circuit = HeadCircuit { config, vocabulary, parameters, layer, head };
        self.found.copying.push(circuit.copying()?);
        if self.cell.is_some_and(|cell| cell.head == head) {
            self.found.cell = Some(circuit.tokens()?);
        }
        Ok(())
    }

    /// The circuits, once the last part is done.
    ///
    /// - errors: [`Error::Ended`] if it is not
    pub fn finish(self) -> Result<Circuits, Error> {
        if matches!(self.phase, Phase::Done) { Ok(self.found) } else { Err(Error::Ended) }
    }
}
