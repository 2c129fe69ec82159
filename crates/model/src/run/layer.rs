//! One layer of a run, slice by slice.

mod writes;

use std::ops::Range;

use super::attend::Attention;
use super::earlier::{earlier, keep_stream, outputs};
use super::edit::Edit;
use super::experts::Experts;
use super::program::{Op, program};
use super::rows::Rows;
use super::share::Share;
use super::{Sequence, State};
use crate::config::Config;
use crate::error::Error;
use crate::fetch::Fetch;
use crate::model::{LayerParameters, Model};
use crate::parameter::Part;
use crate::request::Request;

/// The number of rows, tokens of texts and variants, that are computed together. The bytes of a matrix are widened
/// once for each group.
const ROWS: usize = 1024;

/// A layer that reads its parameters and computes all texts, and all variants that have begun.
#[derive(Debug)]
pub(super) struct LayerRun {
    pub(super) layer: usize,
    pub(super) fetch: Fetch,
    parameters: Option<LayerParameters>,
    ops: Vec<Op>,
    /// The texts and variants that are computed, texts first, and those with the same share beside each other.
    active: Vec<usize>,
    /// The part of the active ones that is computed now, and what is computed of it.
    group: Range<usize>,
    share: Share,
    /// The number of rows of each of them.
    each: usize,
    op: usize,
    slice: usize,
    rows: Rows,
    attention: Attention,
    experts: Experts,
    /// The values, and what the heads and the MLP of each text gave, for the variants that take it from there.
    of_texts: OfTexts,
}

/// The outputs of the texts in a layer.
#[derive(Debug)]
pub(super) struct OfTexts {
    values: Vec<Option<Vec<f32>>>,
    pub(super) heads: Vec<Option<Vec<f32>>>,
    mlps: Vec<Option<Vec<f32>>>,
}

impl LayerRun {
    pub(super) fn new(
        model: &Model,
        layer: usize,
        request: &Request,
        state: &mut State,
    ) -> Result<Self, Error> {
        for index in request.texts.len()..state.sequences.len() {
            let Sequence { text, start, .. } = state.sequences[index];
            if start > layer {
                continue;
            }
            // Until its first change, a variant is its text.
            let mut residual = match start == layer {
                true => state.sequences[text].residual.clone(),
                false => std::mem::take(&mut state.sequences[index].residual),
            };
            for edit in &state.sequences[index].edits {
                replace_stream(edit, layer, &mut residual, state, model.config().width);
            }
            state.sequences[index].residual = residual;
        }
        let begun = |index: &usize| state.sequences[*index].start <= layer;
        let mut active: Vec<usize> = (0..state.sequences.len()).filter(begun).collect();
        active
            .sort_by_key(|&index| Share::of(&state.sequences[index], layer, model.config(), state));
        let texts = request.texts.len();
        let mut run = Self {
            layer,
            fetch: LayerParameters::fetch(model, layer),
            parameters: None,
            ops: program(model.config(), layer),
            active,
            group: 0..0,
            share: Share::default(),
            each: 0,
            op: 0,
            slice: 0,
            rows: Rows::default(),
            attention: Attention::new(model.config(), layer, state.first..state.tokens)?,
            experts: Experts::default(),
            of_texts: OfTexts {
                values: vec![None; texts],
                heads: vec![None; texts],
                mlps: vec![None; texts],
            },
        };
        run.next_group(model.config(), state)?;
        Ok(run)
    }

    /// Starts the next group; an empty one after the last.
    fn next_group(&mut self, config: &Config, state: &State) -> Result<(), Error> {
        let start = self.group.end;
        self.each = state.computed();
        let most = (ROWS / self.each).max(1);
        let of = |index: &usize| Share::of(&state.sequences[*index], self.layer, config, state);
        let left = &self.active[start..];
        self.share = left.first().map_or(Share::default(), of);
        let same = left.iter().take(most).take_while(|index| of(index) == self.share);
        self.group = start..start + same.count();
        let rows = self.group.len() * self.each;
        if rows != self.rows.count {
            self.rows = Rows::new(rows, self.layer, config)?;
        }
        Ok(())
    }

    /// Does a slice of the work; returns whether it was the last one.
    pub(super) fn step(
        &mut self,
        model: &Model,
        request: &Request,
        state: &mut State,
    ) -> Result<bool, Error> {
        let Some(parameters) = self.parameters.take() else {
            let bytes = self.fetch.finish();
            self.parameters = Some(LayerParameters::new(model, self.layer, bytes)?);
            return Ok(false);
        };
        let config = model.config();
        let op = self.ops[self.op];
        let slices = self.slices(op, (config, request), &parameters, state)?;
        if slices > 0 {
            self.compute(op, &parameters, (config, request), state)?;
        }
        self.parameters = Some(parameters);
        self.slice += 1;
        if self.slice < slices {
            return Ok(false);
        }
        (self.slice, self.op) = (0, self.op + 1);
        if self.op < self.ops.len() {
            return Ok(false);
        }
        self.op = 0;
        self.finish_group(request.texts.len(), config, state)?;
        self.next_group(config, state)?;
        Ok(self.group.is_empty())
    }

    /// The number of slices of an operation.
    fn slices(
        &self,
        op: Op,
        (config, request): (&Config, &Request),
        parameters: &LayerParameters,
        state: &State,
    ) -> Result<usize, Error> {
        let is_known = self.share.begins && self.ops[self.op..].contains(&Op::Attend);
        Ok(match op {
            // What the heads read. Before them, a parallel layer also has what its MLP reads, which is needed.
            Op::Input(_) if is_known && self.op == 0 => 0,
            Op::Project(_) if is_known => 0,
            Op::Attend if is_known => 1,
            Op::Project(part) => self.rows.slices(parameters.matrix(part)?),
            // One for the queries, keys and values, and one for each head of each text.
            Op::Attend => 1 + self.group.len() * config.heads_of(self.layer),
            Op::Writes => self.writers(request, state).len() * config.heads_of(self.layer),
            Op::Experts => config.experts.map_or(0, |experts| experts.count),
            _ => 1,
        })
    }

    /// Computes the current slice of an operation.
    fn compute(
        &mut self,
        op: Op,
        parameters: &LayerParameters,
        (config, request): (&Config, &Request),
        state: &mut State,
    ) -> Result<(), Error> {
        match op {
            Op::Input(norm) => {
                let size = self.each * config.width;
                for (index, rows) in
                    self.active[self.group.clone()].iter().zip(self.rows.h.chunks_mut(size))
                {
                    rows.copy_from_slice(&state.sequences[*index].residual);
                }
                if let Some(factors) = norm.and_then(|part| parameters.factors(part)) {
                    config.norm.apply(&mut self.rows.h, factors);
                }
            }
            Op::Project(part) => self.rows.project(part, self.slice, parameters, config)?,
            Op::Attend => {
                if self.attend(parameters, config, state)? && self.share.ends {
                    self.end(config, state)?;
                }
            }
            Op::Writes => self.write(parameters, (config, request), state)?,
            Op::After(part) => {
                if let Some(factors) = parameters.factors(part) {
                    config.norm.apply(&mut self.rows.y, factors);
                }
            }
            Op::AddAttention => self.add(state, config),
            Op::Route => self.experts = Experts::route(&mut self.rows, parameters, config)?,
            Op::Experts => self.experts.add(self.slice, &mut self.rows, parameters, config)?,
            Op::Activate => self.rows.activate(config),
            Op::AddMlp => {
                self.edit_mlps(state, config);
                self.add(state, config);
            }
            Op::Stream(part) => {
                if let Some(factors) = parameters.factors(part) {
                    for &index in &self.active[self.group.clone()] {
                        config.norm.apply(&mut state.sequences[index].residual, factors);
                    }
                }
            }
            Op::KeepMiddle => {
                for &index in &self.active[self.group.clone()] {
                    let first = state.first * config.width;
                    let sequence = &mut state.sequences[index];
                    keep_stream(sequence, self.layer, first, |one| &mut one.after_attention);
                }
            }
        }
        Ok(())
    }

    /// A slice of attention: the queries, keys and values, or one head of one text. Returns whether it was the last
    /// one.
    fn attend(
        &mut self,
        parameters: &LayerParameters,
        config: &Config,
        state: &mut State,
    ) -> Result<bool, Error> {
        let sequences = &self.active[self.group.clone()];
        let attention = &mut self.attention;
        let heads = config.heads_of(self.layer);
        let width = config.output_width_of(self.layer);
        let values = config.value_size_of(self.layer);
        let size = state.computed() * width;
        if self.share.begins {
            for (&index, rows) in sequences.iter().zip(self.rows.outputs.chunks_mut(size)) {
                if let Some(of_text) = &self.of_texts.heads[state.sequences[index].text] {
                    rows.copy_from_slice(of_text);
                }
            }
        } else if self.slice == 0 {
            let earlier =
                sequences.iter().map(|&index| earlier(&state.sequences[index], self.layer));
            attention.split(
                config,
                parameters,
                &self.rows.projected,
                &earlier.collect::<Vec<_>>(),
            )?;
            for (at, &index) in sequences.iter().enumerate() {
                if let Some(of_text) = self.of_texts.values.get_mut(index) {
                    *of_text = Some(attention.values(at).to_vec());
                }
                let Sequence { edits, text, .. } = &state.sequences[index];
                attention.edit_values(at, (edits, *text), &self.of_texts.values);
            }
            return Ok(false);
        } else {
            let (index, head) = ((self.slice - 1) / heads, (self.slice - 1) % heads);
            attention.output(index, head, &mut self.rows.outputs)?;
            if self.slice < sequences.len() * heads {
                return Ok(false);
            }
        }
        // All heads of the group are done.
        for (at, (&index, rows)) in
            sequences.iter().zip(self.rows.outputs.chunks_mut(size)).enumerate()
        {
            let sequence = &mut state.sequences[index];
            for edit in &sequence.edits {
                if let Edit::Head { layer, head, token, with } = *edit
                    && layer == self.layer
                {
                    let columns = (head * values, values);
                    let texts = (&self.of_texts.heads[..], sequence.text);
                    with.apply((rows, width), columns, token, texts);
                }
            }
            if let Some(of_text) = self.of_texts.heads.get_mut(index) {
                *of_text = Some(rows.to_vec());
            }
            let outputs = outputs(sequence, self.layer, state.first * width, rows);
            if let Some(trace) = &mut sequence.trace {
                let mut layer = attention.trace(at);
                layer.outputs = outputs;
                layer.output_bias = parameters.bias(Part::Output).unwrap_or_default().to_vec();
                trace.layers[self.layer] = Some(layer);
            }
        }
        Ok(true)
    }

    /// Keeps only the rows of the group whose logits are read.
    fn end(&mut self, config: &Config, state: &mut State) -> Result<(), Error> {
        let (before, positions) = (self.each, &state.positions);
        let picked = (0..self.group.len())
            .flat_map(|at| positions.iter().map(move |position| at * before + position));
        self.rows = self.rows.only(&picked.collect::<Vec<_>>(), config)?;
        self.each = positions.len();
        for &index in &self.active[self.group.clone()] {
            let sequence = &mut state.sequences[index];
            let row = |&position| &sequence.residual[position * config.width..][..config.width];
            sequence.residual = state.positions.iter().flat_map(row).copied().collect();
            sequence.has_ended = true;
        }
        Ok(())
    }

    /// Applies the edits of MLPs to what the MLPs of the group write.
    fn edit_mlps(&mut self, state: &State, config: &Config) {
        let size = self.each * config.width;
        for (&index, rows) in
            self.active[self.group.clone()].iter().zip(self.rows.y.chunks_mut(size))
        {
            let sequence = &state.sequences[index];
            for edit in &sequence.edits {
                if let Edit::Mlp { layer, token, with } = *edit
                    && layer == self.layer
                {
                    let (texts, columns) =
                        ((&self.of_texts.mlps[..], sequence.text), (0, config.width));
                    with.apply((rows, config.width), columns, token, texts);
                }
            }
            if let Some(of_text) = self.of_texts.mlps.get_mut(index) {
                *of_text = Some(rows.to_vec());
            }
        }
    }

    /// `x ← x + y`
    fn add(&mut self, state: &mut State, config: &Config) {
        let size = self.each * config.width;
        for (&index, rows) in self.active[self.group.clone()].iter().zip(self.rows.y.chunks(size)) {
            let residual = &mut state.sequences[index].residual;
            residual.iter_mut().zip(rows).for_each(|(cell, other)| *cell += other);
        }
    }

    /// Checks and keeps the residual streams of the group.
    fn finish_group(
        &mut self,
        texts: usize,
        config: &Config,
        state: &mut State,
    ) -> Result<(), Error> {
        for &index in &self.active[self.group.clone()] {
            let sequence = &mut state.sequences[index];
            if index < texts && sequence.residual.iter().any(|cell| !cell.is_finite()) {
                return Err(Error::NotFinite { layer: self.layer });
            }
            let first = state.first * config.width;
            keep_stream(sequence, self.layer, first, |one| &mut one.after);
            // The earlier run has nothing more to give to this layer.
            if let Some(layer) = sequence.earlier.get_mut(self.layer) {
                *layer = None;
            }
        }
        Ok(())
    }
}

/// Replaces a row of the stream before a layer, if an edit says so.
fn replace_stream(edit: &Edit, at: usize, residual: &mut [f32], state: &State, width: usize) {
    if let Edit::Stream { layer, token, text } = *edit
        && layer == at
    {
        let from = &state.sequences[text].residual[token * width..][..width];
        residual[token * width..][..width].copy_from_slice(from);
    }
}
