//! A run: texts go through the model, layer by layer.

pub(crate) mod attend;
mod delta;
mod earlier;
pub(crate) mod edit;
mod embed;
mod experts;
pub(crate) mod kept;
mod layer;
mod program;
mod readout;
mod received;
pub(crate) mod rows;
mod share;
pub(crate) mod trace;

use std::sync::Arc;

use crate::error::{Error, at_most};
use crate::fetch::Read;
use crate::model::Model;
use crate::request::Request;
use earlier::shared;
use edit::Edit;
use embed::EmbedRun;
use layer::LayerRun;
use readout::ReadoutRun;
pub use readout::{Readout, Source};
use trace::{LayerTrace, Trace};

/// The maximum number of cells of the residual streams of a run.
const MAX_CELLS: u64 = 1 << 29;

/// Texts and their variants on their way through a model.
///
/// A run does no input or output, and it never holds the whole model: it requests the bytes of a layer, computes the
/// layer for all texts and variants while its parameters are in memory, and releases them. So the file is read once,
/// whatever the number of variants.
///
/// Each [`Run::step`] is a small part of the work, some milliseconds for a small model; a caller can stop between
/// any two steps.
///
/// ```no_run
/// use std::sync::Arc;
///
/// use heedmap_model::{Error, Model, Request, Run, Step};
///
/// fn run(model: Arc<Model>, ids: &[u32], file: &[u8]) -> Result<Run, Error> {
///     let mut run = Run::new(model, Request::of(ids))?;
///     loop {
///         match run.step()? {
///             Step::Read(part) => run.supply(&file[part.offset as usize..part.end() as usize])?,
///             Step::Layer(layer) => println!("layer {layer} is done"),
///             Step::Work => {}
///             Step::Done => return Ok(run),
///         }
///     }
/// }
/// ```
#[derive(Debug)]
pub struct Run {
    model: Arc<Model>,
    request: Request,
    state: State,
    phase: Phase,
    /// The largest number of bytes of parameters that were held at once.
    peak: u64,
}

/// What a step of a run did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Nothing: these bytes are needed first.
    Read(Read),
    /// A part of the work.
    Work,
    /// The last part of this layer. Its heads can be drawn.
    Layer(usize),
    /// The last part of all. The readouts are complete.
    Done,
}

/// The texts and variants so far.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) tokens: usize,
    /// The number of first tokens whose rows are those of an earlier run.
    pub(crate) first: usize,
    pub(crate) sequences: Vec<Sequence>,
    /// The positions for which logits are computed.
    pub(crate) positions: Vec<usize>,
}

/// A text or a variant.
#[derive(Debug)]
pub(crate) struct Sequence {
    pub(crate) text: usize,
    /// The first layer that is computed.
    pub(crate) start: usize,
    pub(crate) edits: Vec<Edit>,
    /// The residual stream of the tokens that are computed, (tokens, width); empty before the first layer that is
    /// computed.
    pub(crate) residual: Vec<f32>,
    /// Whether the stream has only the rows whose logits are read.
    pub(crate) has_ended: bool,
    pub(crate) trace: Option<Trace>,
    /// What an earlier run kept of the first tokens; each layer is released when it has been used.
    pub(crate) earlier: Vec<Option<LayerTrace>>,
}

impl State {
    /// The number of tokens of each text that are computed: those behind the first ones.
    pub(crate) fn computed(&self) -> usize {
        self.tokens - self.first
    }
}

#[derive(Debug)]
enum Phase {
    Embed(EmbedRun),
    Layer(Box<LayerRun>),
    Readout(Box<ReadoutRun>),
    Done(Vec<Readout>),
    /// Another instance of the program computes the layers.
    Received,
    Failed,
}

impl Run {
    /// Starts a run.
    ///
    /// - errors: [`Error::NoTokens`], [`Error::TooLong`], [`Error::NoSuchToken`], [`Error::Lengths`],
    ///   [`Error::Missing`] for what the request refers to, [`Error::Limit`]
    pub fn new(model: Arc<Model>, request: Request) -> Result<Self, Error> {
        let config = model.config();
        let tokens = request.tokens();
        if request.texts.is_empty() {
            return Err(Error::NoTokens);
        }
        for text in &request.texts {
            model.check_text(text)?;
        }
        request.check(config)?;
        let count = request.texts.len() + request.variants.len();
        let cells = (count as u64).saturating_mul((tokens * config.width) as u64);
        at_most("cells of residual streams", cells, MAX_CELLS)?;
        let layers = config.layers.len();
        let empty = || Trace { layers: vec![None; layers], ..Trace::default() };
        let texts = (0..request.texts.len()).map(|text| Sequence {
            text,
            start: 0,
            edits: Vec::new(),
            residual: Vec::new(),
            has_ended: false,
            trace: Some(empty()),
            earlier: Vec::new(),
        });
        let variants = request.variants.iter().map(|variant| Sequence {
            text: variant.text,
            start: variant.start(config),
            edits: variant.edits.clone(),
            residual: Vec::new(),
            has_ended: false,
            trace: variant.kept.then(empty),
            earlier: Vec::new(),
        });
        let sequences = texts.chain(variants).collect();
        let positions = match &request.positions[..] {
            [] => vec![tokens - 1],
            positions => positions.to_vec(),
        };
        let phase = Phase::Embed(EmbedRun::new(&model, &request.texts));
        let state = State { tokens, first: 0, sequences, positions };
        Ok(Self { state, model, request, phase, peak: 0 })
    }

    /// Starts a run that computes only the tokens behind those that its texts share with the texts of an earlier run.
    ///
    /// In a causal model, a row depends on its token and the tokens before it. So the queries, keys, values and
    /// streams of the first tokens are those of the earlier run, and what later tokens add is computed from them. The
    /// results are those of [`Run::new`], bit for bit: a row of a product, a norm or a softmax is summed in an order
    /// that does not depend on the other rows, and a key that a query does not see adds zeros.
    ///
    /// Everything is computed if the two runs share nothing, if there are variants, whose changes may depend on all
    /// tokens, or if the model has layers that see later tokens. The first position that is read as logits is computed too.
    ///
    /// - `earlier`: a finished run of the same [`Model`]
    /// - errors: those of [`Run::new`]
    pub fn after(model: Arc<Model>, request: Request, earlier: &Self) -> Result<Self, Error> {
        let mut run = Self::new(model, request)?;
        run.state.first = shared(&run, earlier);
        if run.state.first > 0 {
            for (sequence, before) in run.state.sequences.iter_mut().zip(&earlier.state.sequences) {
                sequence.earlier =
                    before.trace.as_ref().map_or(Vec::new(), |one| one.layers.clone());
            }
        }
        Ok(run)
    }

    /// The number of first tokens that are not computed, because an earlier run has computed them.
    #[must_use]
    pub fn reused(&self) -> usize {
        self.state.first
    }

    /// Does the next part of the work, or says which bytes it needs.
    ///
    /// - errors: [`Error::NotFinite`] and [`Error::NotFiniteOutside`], [`Error::Memory`], [`Error::Ended`] after an
    ///   error
    pub fn step(&mut self) -> Result<Step, Error> {
        let step = self.try_step();
        if step.is_err() {
            self.phase = Phase::Failed;
        }
        step
    }

    fn try_step(&mut self) -> Result<Step, Error> {
        match &mut self.phase {
            Phase::Embed(embed) => {
                if let Some(need) = embed.fetch.need() {
                    return Ok(Step::Read(need));
                }
                embed.finish(&self.model, &self.request.texts, &mut self.state)?;
                self.start_layer(0)?;
                Ok(Step::Work)
            }
            Phase::Layer(layer) => {
                if let Some(need) = layer.fetch.need() {
                    return Ok(Step::Read(need));
                }
                if !layer.step(&self.model, &self.request, &mut self.state)? {
                    return Ok(Step::Work);
                }
                let done = layer.layer;
                self.start_layer(done + 1)?;
                Ok(Step::Layer(done))
            }
            Phase::Readout(readout) => {
                if let Some(need) = readout.fetch.need() {
                    return Ok(Step::Read(need));
                }
                match readout.step(&self.model, &self.request, &self.state)? {
                    None => Ok(Step::Work),
                    Some(readouts) => {
                        self.phase = Phase::Done(readouts);
                        Ok(Step::Done)
                    }
                }
            }
            Phase::Done(_) => Ok(Step::Done),
            Phase::Received | Phase::Failed => Err(Error::Ended),
        }
    }

    /// Starts a layer, or the readouts after the last one.
    fn start_layer(&mut self, layer: usize) -> Result<(), Error> {
        if layer < self.model.config().layers.len() {
            let run = LayerRun::new(&self.model, layer, &self.request, &mut self.state)?;
            self.phase = Phase::Layer(Box::new(run));
        } else {
            self.phase = Phase::Readout(Box::new(ReadoutRun::new(&self.model)));
        }
        Ok(())
    }

    /// Supplies bytes from the beginning of the last request, in pieces of any size.
    ///
    /// - errors: [`Error::Unsupplied`] if there are none, [`Error::Memory`]
    pub fn supply(&mut self, bytes: &[u8]) -> Result<(), Error> {
        match &mut self.phase {
            Phase::Embed(embed) => embed.fetch.supply(bytes),
            Phase::Layer(layer) => layer.fetch.supply(bytes),
            Phase::Readout(readout) => readout.fetch.supply(bytes),
            Phase::Done(_) => Ok(()),
            Phase::Received | Phase::Failed => Err(Error::Ended),
        }?;
        self.peak = self.peak.max(self.parameter_bytes());
        Ok(())
    }

    /// The largest number of bytes of parameters that were held at once so far: of a layer, of the embeddings of the
    /// texts, or of a slice of the matrix of the logits.
    #[must_use]
    pub fn peak_parameter_bytes(&self) -> u64 {
        self.peak
    }

    /// The model.
    #[must_use]
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// The request.
    #[must_use]
    pub fn request(&self) -> &Request {
        &self.request
    }

    /// What was kept of a text, in the order of the request.
    ///
    /// - errors: [`Error::Missing`]
    pub fn text(&self, text: usize) -> Result<&Trace, Error> {
        let count = self.request.texts.len();
        let trace = self.state.sequences.get(text).filter(|_| text < count);
        let trace = trace.and_then(|sequence| sequence.trace.as_ref());
        trace.ok_or(Error::Missing { what: "text", index: text, count })
    }

    /// What was kept of a variant, in the order of the request.
    ///
    /// - errors: [`Error::Missing`]; [`Error::NotKept`] if the request did not ask for it
    pub fn variant(&self, variant: usize) -> Result<&Trace, Error> {
        let sequence = self.state.sequences.get(self.request.texts.len() + variant);
        let count = self.request.variants.len();
        let sequence = sequence.ok_or(Error::Missing { what: "variant", index: variant, count })?;
        sequence.trace.as_ref().ok_or(Error::NotKept { what: "the layers of this variant" })
    }

    /// The logits that were read. Empty until the run is done, and for models without logits.
    #[must_use]
    pub fn readouts(&self) -> &[Readout] {
        if let Phase::Done(readouts) = &self.phase { readouts } else { &[] }
    }

    /// The bytes of memory of the parameters that are held now.
    #[must_use]
    pub fn parameter_bytes(&self) -> u64 {
        match &self.phase {
            Phase::Embed(embed) => embed.fetch.bytes(),
            Phase::Layer(layer) => layer.fetch.bytes().max(self.model.layer_bytes(layer.layer)),
            Phase::Readout(readout) => readout.fetch.bytes(),
            Phase::Done(_) | Phase::Received | Phase::Failed => 0,
        }
    }

    /// The readout of a source at a position; `None` if the request did not ask for it.
    #[must_use]
    pub fn readout(&self, source: Source, position: usize) -> Option<&Readout> {
        self.readouts().iter().find(|one| one.source == source && one.position == position)
    }
}
