//! What a run keeps, as bytes: another instance of the program, as in a Worker, computes it, and this one reads it.

use std::sync::Arc;

use super::attend::scoring;
use super::trace::{LayerTrace, Sizes, Trace};
use super::{Phase, Run};
use crate::config::Config;
use crate::error::Error;
use crate::model::Model;
use crate::request::Request;

/// The number of lists of numbers of a layer.
const PARTS: usize = 11;

impl Run {
    /// Starts a run that another instance of the program computes: its layers are given by [`Run::receive`].
    ///
    /// What is kept of them can then be read as if they were computed here, with the same bits. Logits are not
    /// given, and [`Run::step`] has nothing to do.
    ///
    /// - errors: those of [`Run::new`]
    pub fn received(model: Arc<Model>, request: Request) -> Result<Self, Error> {
        let mut run = Self::new(model, request)?;
        run.phase = Phase::Received;
        Ok(run)
    }

    /// What was kept of a layer of all texts, and of the variants that are kept, for [`Run::receive`].
    ///
    /// For each of them, the lists of numbers of [`LayerTrace`], in 32 bits, each behind its length. The first
    /// layer begins with the embeddings.
    ///
    /// - errors: [`Error::Missing`]
    pub fn layer_bytes(&self, layer: usize) -> Result<Vec<u8>, Error> {
        let count = self.model.config().layers.len();
        if layer >= count {
            return Err(Error::Missing { what: "layer", index: layer, count });
        }
        let mut bytes = Vec::new();
        let mut write = |numbers: &[f32]| {
            bytes.extend((numbers.len() as u32).to_le_bytes());
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        };
        for trace in self.state.sequences.iter().filter_map(|sequence| sequence.trace.as_ref()) {
            if layer == 0 {
                write(&trace.embeddings);
                write(&trace.positions);
            }
            let none = LayerTrace::default();
            for part in lists(trace.layers[layer].as_ref().unwrap_or(&none)) {
                write(part);
            }
        }
        Ok(bytes)
    }

    /// Takes what [`Run::layer_bytes`] gave for a run with the same model and request.
    ///
    /// - errors: [`Error::Missing`]; [`Error::Length`] if the lengths are not those of this run
    pub fn receive(&mut self, layer: usize, bytes: &[u8]) -> Result<(), Error> {
        let config = self.model.config();
        let count = config.layers.len();
        if layer >= count {
            return Err(Error::Missing { what: "layer", index: layer, count });
        }
        let mut rest = bytes;
        let texts = self.request.texts.len();
        for (index, sequence) in self.state.sequences.iter_mut().enumerate() {
            let Some(trace) = &mut sequence.trace else { continue };
            if layer == 0 {
                (trace.embeddings, trace.positions) = (read(&mut rest)?, read(&mut rest)?);
                let cells = self.state.tokens * config.width;
                same(trace.embeddings.len(), &[if index < texts { cells } else { 0 }])?;
                same(trace.positions.len(), &[0, cells])?;
            }
            take(trace, layer, config, (&self.request, self.state.tokens), &mut rest)?;
        }
        same(rest.len(), &[0])
    }
}

/// The lists of numbers of a layer, in their order.
fn lists(layer: &LayerTrace) -> [&[f32]; PARTS] {
    let LayerTrace { q, k, v, betas, log_decays, outputs, after_attention, after, writes, .. } =
        layer;
    let (output_bias, sinks) = (&layer.output_bias, &layer.sinks);
    [q, k, v, betas, log_decays, outputs, after_attention, after, writes, output_bias, sinks]
}

/// Reads what was kept of a layer of a text or a variant, which may be nothing.
fn take(
    trace: &mut Trace,
    layer: usize,
    config: &Config,
    (request, tokens): (&Request, usize),
    rest: &mut &[u8],
) -> Result<(), Error> {
    let sizes = Sizes::new(config, layer, tokens);
    let mut parts: [Vec<f32>; PARTS] = Default::default();
    for part in &mut parts {
        *part = read(rest)?;
    }
    let [q, k, v, betas, log_decays, outputs, after_attention, after, writes, output_bias, sinks] =
        parts;
    if q.is_empty() {
        trace.layers[layer] = None;
        return Ok(());
    }
    let delta = config.delta_of(layer).copied();
    let gates = if delta.is_some() { sizes.heads * tokens } else { 0 };
    let stream = tokens * config.width;
    let positions = request.positions.len().max(1) * config.width;
    for (part, wanted) in [
        (&q, &[sizes.query_heads * tokens * sizes.features][..]),
        (&k, &[sizes.key_heads * tokens * sizes.features]),
        (&v, &[sizes.value_heads * tokens * sizes.values]),
        (&betas, &[gates]),
        (&log_decays, &[gates]),
        (&outputs, &[sizes.heads * tokens * sizes.values]),
        (&after_attention, &[stream]),
        (&after, &[stream]),
        (&writes, &[0, sizes.heads * stream, sizes.heads * positions]),
        (&output_bias, &[0, config.width]),
        (&sinks, &[0, sizes.heads]),
    ] {
        same(part.len(), wanted)?;
    }
    let scoring = scoring(config, layer, tokens)?;
    let kept = LayerTrace {
        q,
        k,
        v,
        betas,
        log_decays,
        outputs,
        after_attention,
        after,
        writes,
        output_bias,
        scoring,
        sinks,
        channels: Vec::new(),
        delta,
        sizes,
    };
    trace.layers[layer] = Some(kept);
    Ok(())
}

/// Reads a list of numbers.
fn read(rest: &mut &[u8]) -> Result<Vec<f32>, Error> {
    let short = |got: usize, wanted: usize| {
        let (what, got, wanted) = ("bytes of a layer", got as u64, wanted as u64);
        Error::Length { what, got, wanted }
    };
    let (length, after) = rest.split_first_chunk::<4>().ok_or(short(rest.len(), 4))?;
    let bytes = (u32::from_le_bytes(*length) as usize).saturating_mul(4);
    let numbers = after.get(..bytes).ok_or(short(after.len(), bytes))?;
    *rest = &after[bytes..];
    Ok(numbers.as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect())
}

/// Fails unless a length is one of these.
fn same(got: usize, wanted: &[usize]) -> Result<(), Error> {
    if wanted.contains(&got) {
        return Ok(());
    }
    let (what, wanted) = ("numbers of a layer", wanted.last().copied().unwrap_or(0) as u64);
    Err(Error::Length { what, got: got as u64, wanted })
}
