//! The beginning of a run: from tokens to the residual stream.

use std::collections::BTreeMap;

use super::State;
use crate::error::{Error, zeros};
use crate::fetch::{Fetch, Read};
use crate::model::{Entry, Model, Role};
use crate::norm::Factors;
use crate::parameter::Parameter;

/// Rows of a table that are further apart are requested apart.
const GAP: u64 = 1 << 14;

/// Reads the rows of the tables that the texts need.
#[derive(Debug)]
pub(super) struct EmbedRun {
    pub(super) fetch: Fetch,
    /// The runs of rows of the table of tokens, each its first row and their number.
    runs: Vec<(usize, usize)>,
    /// The other tensors, in the order of the requests after the runs.
    others: Vec<(Parameter, Role)>,
}

impl EmbedRun {
    pub(super) fn new(model: &Model, texts: &[Vec<u32>]) -> Self {
        let tokens = texts.first().map_or(0, Vec::len);
        let mut ids: Vec<usize> = texts.iter().flatten().map(|&id| id as usize).collect();
        ids.sort_unstable();
        let mut runs: Vec<(usize, usize)> = Vec::new();
        let (mut reads, mut others) = (Vec::new(), Vec::new());
        if let Some(table) = model.entry(Parameter::Tokens, Role::Weight) {
            let row = table.rows(0, 1).length.max(1);
            for id in ids {
                match runs.last_mut() {
                    Some((first, count))
                        if (id - *first).saturating_sub(*count) as u64 * row <= GAP =>
                    {
                        *count = (id - *first + 1).max(*count);
                    }
                    _ => runs.push((id, 1)),
                }
            }
            reads.extend(runs.iter().map(|&(first, count)| table.rows(first, count)));
        }
        let mut also = |parameter, role, read: fn(&Entry, usize, usize) -> Read, first| {
            if let Some(entry) = model.entry(parameter, role) {
                reads.push(read(entry, first, tokens));
                others.push((parameter, role));
            }
        };
        let first = model.config().first_position.unwrap_or(0);
        also(
            Parameter::Positions,
            Role::Weight,
            |entry, first, tokens| entry.rows(first, tokens),
            first,
        );
        also(Parameter::Segments, Role::Weight, |entry, _, _| entry.rows(0, 1), 0);
        also(Parameter::EmbeddingNorm, Role::Weight, |entry, _, _| entry.read(), 0);
        also(Parameter::EmbeddingNorm, Role::Bias, |entry, _, _| entry.read(), 0);
        Self { fetch: Fetch::new(reads), runs, others }
    }

    /// The residual stream before the first layer: `norm(scale · tokens + positions + segment)`, where only
    /// some models have a norm.
    pub(super) fn finish(
        &mut self,
        model: &Model,
        texts: &[Vec<u32>],
        state: &mut State,
    ) -> Result<(), Error> {
        let config = model.config();
        let bytes = self.fetch.finish();
        let (runs, others) = bytes.split_at(self.runs.len().min(bytes.len()));
        let mut rest: BTreeMap<(Parameter, bool), Vec<f32>> = BTreeMap::new();
        for (&(parameter, role), bytes) in self.others.iter().zip(others) {
            let Some(entry) = model.entry(parameter, role) else { continue };
            let rows = bytes.len() / entry.rows(0, 1).length.max(1) as usize;
            let width = entry.shape.last().copied().unwrap_or(1) as usize;
            let mut cells =
                zeros("embeddings", if entry.shape.len() == 1 { width } else { rows * width })?;
            entry.element.widen(bytes, &mut cells);
            rest.insert((parameter, role == Role::Bias), cells);
        }
        let positions = self.positions(&rest, state.tokens, config.width)?;
        let factors = rest.get(&(Parameter::EmbeddingNorm, false)).map(|factor| Factors {
            factor: factor.clone(),
            bias: rest.get(&(Parameter::EmbeddingNorm, true)).cloned(),
        });
        for (text, sequence) in texts.iter().zip(&mut state.sequences) {
            let mut embeddings = zeros("embeddings", state.tokens * config.width)?;
            for (&id, row) in text.iter().zip(embeddings.chunks_exact_mut(config.width)) {
                self.row(model, runs, id as usize, row);
                row.iter_mut().for_each(|cell| *cell *= config.embedding_scale);
            }
            let mut residual = embeddings.clone();
            residual.iter_mut().zip(&positions).for_each(|(cell, other)| *cell += other);
            if let Some(factors) = &factors {
                config.norm.apply(&mut residual, factors);
            }
            if residual.iter().any(|cell| !cell.is_finite()) {
                return Err(self.not_finite(model, text, runs, others));
            }
            sequence.residual = residual.split_off(state.first * config.width);
            if let Some(trace) = &mut sequence.trace {
                (trace.embeddings, trace.positions) = (embeddings, positions.clone());
            }
        }
        Ok(())
    }

    /// Which number of the tables is not finite: that of a token, of a position, or of the norm.
    fn not_finite(
        &self,
        model: &Model,
        text: &[u32],
        runs: &[Vec<u8>],
        others: &[Vec<u8>],
    ) -> Error {
        let is_bad = |cells: &[f32]| cells.iter().any(|cell| !cell.is_finite());
        if let Some(table) = model.entry(Parameter::Tokens, Role::Weight) {
            let mut row = vec![0.0; model.config().width];
            for (position, &id) in text.iter().enumerate() {
                self.row(model, runs, id as usize, &mut row);
                if is_bad(&row) {
                    return Error::NotFiniteToken { name: table.name.clone(), id, position };
                }
            }
        }
        for (&(parameter, role), bytes) in self.others.iter().zip(others) {
            let Some(entry) = model.entry(parameter, role) else { continue };
            let (name, is_table) = (entry.name.clone(), entry.shape.len() > 1);
            let length = if is_table { entry.rows(0, 1).length as usize } else { bytes.len() };
            let mut cells = vec![0.0; entry.shape.last().copied().unwrap_or(1) as usize];
            for (row, bytes) in bytes.chunks_exact(length.max(1)).enumerate() {
                entry.element.widen(bytes, &mut cells);
                if !is_bad(&cells) {
                    continue;
                }
                return match parameter {
                    _ if !is_table => Error::NotFiniteTensor { name },
                    Parameter::Segments => Error::NotFiniteRow { name, what: "segment", row },
                    _ => Error::NotFiniteRow { name, what: "position", row },
                };
            }
        }
        Error::NotFiniteOutside { what: "embeddings" }
    }

    /// The row of a token, from the run that has it.
    fn row(&self, model: &Model, runs: &[Vec<u8>], id: usize, row: &mut [f32]) {
        let run = self.runs.partition_point(|(first, _)| *first <= id).saturating_sub(1);
        let table = model.entry(Parameter::Tokens, Role::Weight);
        if let (Some((first, _)), Some(bytes), Some(table)) =
            (self.runs.get(run), runs.get(run), table)
        {
            let length = table.rows(0, 1).length as usize;
            table.element.widen(&bytes[(id - first) * length..][..length], row);
        }
    }

    /// The sum of the rows of positions and of the first segment; empty without either.
    fn positions(
        &self,
        rest: &BTreeMap<(Parameter, bool), Vec<f32>>,
        tokens: usize,
        width: usize,
    ) -> Result<Vec<f32>, Error> {
        let tables = [Parameter::Positions, Parameter::Segments];
        let tables: Vec<_> = tables.iter().filter_map(|table| rest.get(&(*table, false))).collect();
        if tables.is_empty() {
            return Ok(Vec::new());
        }
        let mut sum = zeros("positions", tokens * width)?;
        for table in tables {
            for (line, row) in sum.chunks_exact_mut(width).zip(table.chunks_exact(width).cycle()) {
                line.iter_mut().zip(row).for_each(|(cell, other)| *cell += other);
            }
        }
        Ok(sum)
    }
}
