//! The end of a run: from residual streams to logits.

use super::State;
use super::trace::LayerTrace;
use crate::config::Config;
use crate::error::{Error, zeros};
use crate::fetch::Fetch;
use crate::model::{Entry, Model, Role};
use crate::norm::Factors;
use crate::parameter::Parameter;
use crate::projection::Projection;
use crate::request::Request;

/// The number of bytes of the matrix of the logits that are held at once.
const BYTES: u64 = 1 << 21;
/// The number of multiply-adds of a slice.
const MULTIPLY_ADDS: usize = 1 << 26;
/// The number of tokens with the largest logits that are kept.
const BEST: usize = 10;

/// What is read as logits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The end of a text: the logits of the model.
    Text(usize),
    /// The end of a variant.
    Variant(usize),
    /// The residual stream of a text after the attention of a layer (logit lens).
    AfterAttention {
        /// The text.
        text: usize,
        /// The layer.
        layer: usize,
    },
    /// The residual stream of a text after a layer (logit lens).
    AfterLayer {
        /// The text.
        text: usize,
        /// The layer.
        layer: usize,
    },
    /// What a head writes directly.
    Head {
        /// The text.
        text: usize,
        /// The layer.
        layer: usize,
        /// The query head.
        head: usize,
    },
    /// What an MLP writes directly.
    Mlp {
        /// The text.
        text: usize,
        /// The layer.
        layer: usize,
    },
    /// What the bias of a layer's attention writes directly.
    OutputBias {
        /// The text.
        text: usize,
        /// The layer.
        layer: usize,
    },
    /// What the embedding of the token gives directly.
    Embedding(usize),
    /// What the tables of positions and segments give directly.
    Positions(usize),
    /// The bias of the last norm.
    NormBias(usize),
}

impl Source {
    /// Whether it is a part of a residual stream. The logits of all parts sum to those of the text, before the
    /// softcap of models that have one.
    #[must_use]
    pub fn is_part(self) -> bool {
        !matches!(
            self,
            Self::Text(_)
                | Self::Variant(_)
                | Self::AfterAttention { .. }
                | Self::AfterLayer { .. }
        )
    }
}

/// The logits of one source at one position.
#[derive(Clone, Debug, PartialEq)]
pub struct Readout {
    /// What was read.
    pub source: Source,
    /// The position.
    pub position: usize,
    /// The logits of the tokens that the request watches, in their order.
    pub watched: Vec<f32>,
    /// The tokens with the largest logits, largest first, at most ten.
    pub best: Vec<(u32, f32)>,
    /// `ln Σ exp(logit)`, in nats; the probability of a token is `exp(logit − log_sum_exp)`. It means nothing for
    /// parts.
    pub log_sum_exp: f64,
    /// The logits of all tokens, for texts, and for variants that are kept.
    pub logits: Vec<f32>,
}

impl Readout {
    /// The probability of the token with this logit.
    #[must_use]
    pub fn probability(&self, logit: f32) -> f64 {
        (f64::from(logit) - self.log_sum_exp).exp()
    }

    fn new(source: Source, position: usize, request: &Request) -> Self {
        let watched = vec![0.0; request.watched.len()];
        let (best, logits) = (Vec::new(), Vec::new());
        Self { source, position, watched, best, log_sum_exp: f64::NEG_INFINITY, logits }
    }

    /// Adds the logits of the tokens from `first` on.
    fn add(&mut self, first: usize, logits: &[f32], request: &Request) {
        for (id, &logit) in (first as u32..).zip(logits) {
            if self.best.len() < BEST || self.best.last().is_some_and(|(_, least)| logit > *least) {
                let at = self.best.partition_point(|(_, other)| *other >= logit);
                self.best.insert(at, (id, logit));
                self.best.truncate(BEST);
            }
        }
        for (&id, to) in request.watched.iter().zip(&mut self.watched) {
            if let Some(&logit) = (id as usize).checked_sub(first).and_then(|at| logits.get(at)) {
                *to = logit;
            }
        }
        let is_whole = match self.source {
            Source::Text(_) => true,
            Source::Variant(variant) => request.variants.get(variant).is_some_and(|one| one.kept),
            _ => false,
        };
        if is_whole {
            self.logits.extend_from_slice(logits);
        }
    }
}

/// The sum of the exponentials of logits, with the largest one held apart. It is added token by token, so
/// that its bits do not depend on the size of the slices, which depends on the number of variants.
#[derive(Clone, Copy, Debug)]
struct ExpSum {
    most: f64,
    sum: f64,
}

impl ExpSum {
    const EMPTY: Self = Self { most: f64::NEG_INFINITY, sum: 0.0 };

    fn add(&mut self, logits: &[f32]) {
        for logit in logits.iter().copied().map(f64::from) {
            if logit <= self.most {
                self.sum += (logit - self.most).exp();
            } else {
                self.sum = self.sum * (self.most - logit).exp() + 1.0;
                self.most = logit;
            }
        }
    }

    fn ln(self) -> f64 {
        self.most + self.sum.ln()
    }
}

/// Reads the matrix of the logits in slices, and multiplies each with all rows.
#[derive(Debug)]
pub(super) struct ReadoutRun {
    pub(super) fetch: Fetch,
    /// Before the rows are made, `None`.
    rows: Option<Vec<f32>>,
    readouts: Vec<Readout>,
    /// Of each readout.
    sums: Vec<ExpSum>,
    /// The tokens of the slice that is read.
    slice: std::ops::Range<usize>,
}

impl ReadoutRun {
    pub(super) fn new(model: &Model) -> Self {
        let norm = [Role::Weight, Role::Bias].map(|role| model.entry(Parameter::FinalNorm, role));
        let fetch = Fetch::new(norm.into_iter().flatten().map(Entry::read));
        Self { fetch, rows: None, readouts: Vec::new(), sums: Vec::new(), slice: 0..0 }
    }

    /// Does a part of the work; returns the readouts after the last one.
    pub(super) fn step(
        &mut self,
        model: &Model,
        request: &Request,
        state: &State,
    ) -> Result<Option<Vec<Readout>>, Error> {
        let config = model.config();
        let Some(table) = model.unembedding() else {
            return Ok(Some(Vec::new()));
        };
        let bytes = self.fetch.finish();
        match &self.rows {
            None => {
                self.rows = Some(self.collect(model, &bytes, request, state)?);
                self.sums = vec![ExpSum::EMPTY; self.readouts.len()];
            }
            Some(rows) => {
                let bytes = bytes.into_iter().next().unwrap_or_default();
                let count = self.slice.len();
                let matrix =
                    Projection::new(bytes, table.element, table.axes, [config.width, count])?;
                let mut logits = zeros("logits", self.readouts.len() * count)?;
                matrix.product(rows, self.readouts.len(), 0..count, &mut logits)?;
                let sums = self.readouts.iter_mut().zip(&mut self.sums);
                for ((readout, sum), logits) in sums.zip(logits.chunks_exact_mut(count)) {
                    let is_text = matches!(readout.source, Source::Text(_));
                    let bad = logits.iter().position(|logit| !logit.is_finite());
                    if let Some(at) = bad.filter(|_| is_text) {
                        let (name, token) = (table.name.clone(), self.slice.start + at);
                        return Err(Error::NotFiniteLogit { name, token });
                    }
                    if let Some(cap) = config.final_softcap.filter(|_| !readout.source.is_part()) {
                        let cap = cap as f32;
                        logits.iter_mut().for_each(|logit| *logit = cap * (*logit / cap).tanh());
                    }
                    sum.add(logits);
                    readout.add(self.slice.start, logits, request);
                }
            }
        }
        let next = self.slice.end;
        if next == config.vocabulary {
            for (readout, sum) in self.readouts.iter_mut().zip(&self.sums) {
                readout.log_sum_exp = sum.ln();
            }
            return Ok(Some(std::mem::take(&mut self.readouts)));
        }
        let row = table.rows(0, 1).length.max(1);
        let one = self.readouts.len() * config.width;
        let count = ((BYTES / row) as usize).min(MULTIPLY_ADDS / one.max(1));
        let count = count.max(16).min(config.vocabulary - next);
        self.slice = next..next + count;
        self.fetch = Fetch::new([table.rows(next, count)]);
        Ok(None)
    }

    /// The rows that are multiplied with the matrix, after the last norm.
    fn collect(
        &mut self,
        model: &Model,
        norm: &[Vec<u8>],
        request: &Request,
        state: &State,
    ) -> Result<Vec<f32>, Error> {
        let config = model.config();
        let entry = |role| model.entry(Parameter::FinalNorm, role);
        let mut roles = [Role::Weight, Role::Bias].into_iter().filter_map(entry).zip(norm);
        let mut numbers = || roles.next().map(|(entry, bytes)| entry.finite(bytes)).transpose();
        let factors = Factors { factor: numbers()?.unwrap_or_default(), bias: numbers()? };
        let (width, texts) = (config.width, request.texts.len());
        let mut rows = Vec::new();
        let mut push = |source, position, row: &[f32]| {
            self.readouts.push(Readout::new(source, position, request));
            rows.extend_from_slice(row);
        };
        let whole = |row: &[f32]| {
            let mut row = row.to_vec();
            config.norm.apply(&mut row, &factors);
            row
        };
        for (read, &position) in state.positions.iter().enumerate() {
            let at = |stream: &[f32]| stream[position * width..][..width].to_vec();
            // The residual stream begins behind the first tokens, which an earlier run has computed.
            let end = |stream: &[f32]| stream[(position - state.first) * width..][..width].to_vec();
            for (index, sequence) in state.sequences.iter().enumerate() {
                let source = match index.checked_sub(texts) {
                    None => Source::Text(index),
                    Some(variant) => Source::Variant(variant),
                };
                // A variant without changes is its text.
                let row = match &sequence.residual[..] {
                    [] => end(&state.sequences[sequence.text].residual),
                    stream if sequence.has_ended => stream[read * width..][..width].to_vec(),
                    stream => end(stream),
                };
                push(source, position, &whole(&row));
            }
            for (text, sequence) in state.sequences[..texts].iter().enumerate() {
                let Some(trace) = &sequence.trace else { continue };
                let scale = config.norm.scale(&end(&sequence.residual));
                let part = |row: &[f32]| {
                    let mut row = row.to_vec();
                    config.norm.apply_held(&mut row, &factors, scale);
                    row
                };
                for (layer, one) in trace.layers.iter().enumerate() {
                    let Some(one) = one else { continue };
                    let middle = at(&one.after_attention);
                    let after = at(&one.after);
                    if request.lens {
                        push(Source::AfterAttention { text, layer }, position, &whole(&middle));
                        push(Source::AfterLayer { text, layer }, position, &whole(&after));
                    }
                    if request.direct {
                        for head in 0..config.heads_of(layer) {
                            let row = written(one, config, request, state, (head, position));
                            push(Source::Head { text, layer, head }, position, &part(row));
                        }
                        let mlp: Vec<f32> = after.iter().zip(&middle).map(|(a, b)| a - b).collect();
                        push(Source::Mlp { text, layer }, position, &part(&mlp));
                        if !one.output_bias.is_empty() {
                            let row = part(&one.output_bias);
                            push(Source::OutputBias { text, layer }, position, &row);
                        }
                    }
                }
                if request.direct {
                    push(Source::Embedding(text), position, &part(&at(&trace.embeddings)));
                    if !trace.positions.is_empty() {
                        push(Source::Positions(text), position, &part(&at(&trace.positions)));
                    }
                    if let Some(bias) = &factors.bias {
                        push(Source::NormBias(text), position, bias);
                    }
                }
            }
        }
        Ok(rows)
    }
}

/// What a head writes at a position.
fn written<'a>(
    layer: &'a LayerTrace,
    config: &Config,
    request: &Request,
    state: &State,
    (head, position): (usize, usize),
) -> &'a [f32] {
    let (count, row) = if request.writes {
        (state.tokens, position)
    } else {
        let row = state.positions.iter().position(|&other| other == position).unwrap_or(0);
        (state.positions.len(), row)
    };
    layer
        .writes
        .get((head * count + row) * config.width..)
        .and_then(|row| row.get(..config.width))
        .unwrap_or(&[])
}
