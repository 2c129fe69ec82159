//! The tokens of the vocabulary as the circuits of heads see them.

use heedmap_kernels::{Right, RightOperand};

use super::TOKENS;
use crate::config::Config;
use crate::error::{Error, zeros};
use crate::fetch::Fetch;
use crate::model::{Entry, LayerParameters, Model, Role};
use crate::norm::{Factors, Norm};
use crate::parameter::{Parameter, Part};
use crate::run::rows::Rows;

/// The number of rows that are computed in a step.
const ROWS: usize = 128;

/// The streams of tokens without a text, and the matrix of their logits.
#[derive(Debug)]
pub(super) struct Vocabulary {
    /// The number of tokens. Behind them, the streams have a row for the query and one for the key of the cell.
    pub(super) count: usize,
    /// The tokens of the query and of the key.
    pub(super) ids: Option<[u32; 2]>,
    /// Before the first layer, (rows, width).
    before: Vec<f32>,
    /// With what the first MLP writes, as far as it is computed, (rows, width).
    after: Vec<f32>,
    /// The matrix of the logits, (tokens, width).
    pub(super) unembedding: Vec<f32>,
    /// The last norm, and the scale that is held.
    pub(super) last: Factors,
    pub(super) scale: f64,
    first: LayerParameters,
    /// `Σ_t U_t ⊗ (n_t − n̄)`, (width, width), for heads of the first layer and for those behind it.
    products: [Product; 2],
}

/// A sum of products over all tokens.
#[derive(Debug, Default)]
struct Product {
    /// `n̄`
    mean: Vec<f32>,
    centered: Option<RightOperand>,
    cells: Vec<f32>,
}

/// The requests for the bytes of the vocabulary, of the tokens of a cell, and of the first layer.
pub(super) fn fetch(model: &Model, ids: Option<[u32; 2]>) -> Fetch {
    let count = model.config().vocabulary.min(TOKENS);
    let mut reads = Vec::new();
    if let Some(table) = model.entry(Parameter::Tokens, Role::Weight) {
        reads.push(table.rows(0, count));
        reads.extend(ids.into_iter().flatten().map(|id| table.rows(id as usize, 1)));
    }
    reads.extend(model.unembedding().map(|table| table.rows(0, count)));
    let last = [Role::Weight, Role::Bias].map(|role| model.entry(Parameter::FinalNorm, role));
    reads.extend(last.into_iter().flatten().map(Entry::read));
    reads.extend(LayerParameters::reads(model, 0));
    Fetch::new(reads)
}

impl Vocabulary {
    pub(super) fn new(
        model: &Model,
        ids: Option<[u32; 2]>,
        scale: f64,
        bytes: Vec<Vec<u8>>,
    ) -> Result<Self, Error> {
        let config = model.config();
        let (width, count) = (config.width, config.vocabulary.min(TOKENS));
        let missing = |name: &str| Error::NoTensor { name: name.to_owned() };
        let table = model.entry(Parameter::Tokens, Role::Weight);
        let table = table.ok_or_else(|| missing("the embeddings"))?;
        let logits = model.unembedding().ok_or_else(|| missing("the matrix of the logits"))?;
        let mut bytes = bytes.into_iter();
        let mut next = || bytes.next().unwrap_or_default();
        let rows = |entry: &Entry, count: usize, bytes: &[u8]| {
            let mut cells = zeros("a vocabulary", count * width)?;
            entry.element.widen(bytes, &mut cells);
            Ok::<_, Error>(cells)
        };
        let mut before = rows(table, count, &next())?;
        for _ in ids.iter().flatten() {
            before.extend(rows(table, 1, &next())?);
        }
        before.iter_mut().for_each(|cell| *cell *= config.embedding_scale);
        let unembedding = rows(logits, count, &next())?;
        let mut last = Factors::default();
        for role in [Role::Weight, Role::Bias] {
            if let Some(entry) = model.entry(Parameter::FinalNorm, role) {
                let numbers = entry.widened(&next())?;
                match role {
                    Role::Weight => last.factor = numbers,
                    Role::Bias => last.bias = Some(numbers),
                }
            }
        }
        let first = LayerParameters::new(model, 0, bytes.collect())?;
        let (after, products) = (Vec::new(), Default::default());
        Ok(Self { count, ids, before, after, unembedding, last, scale, first, products })
    }

    /// Does a part of the work; returns whether it was the last one.
    pub(super) fn step(&mut self, config: &Config) -> Result<bool, Error> {
        if self.after.len() < self.before.len() {
            self.first_mlp(config)?;
            return Ok(false);
        }
        let width = config.width;
        for which in [0, 1] {
            let stream = if which == 0 { &self.before } else { &self.after };
            let product = &mut self.products[which];
            let Some(centered) = &product.centered else {
                let mut rows = stream[..self.count * width].to_vec();
                normalize(&config.norm, &mut rows, width);
                product.mean = mean(&rows, width);
                for row in rows.chunks_exact_mut(width) {
                    row.iter_mut().zip(&product.mean).for_each(|(cell, mean)| *cell -= mean);
                }
                let operand = RightOperand::new(&rows, Right::Plain, [self.count, width]);
                product.centered = Some(operand.map_err(not_finite)?);
                return Ok(false);
            };
            let done = product.cells.len() / width;
            if done < width {
                let features = done..(done + ROWS).min(width);
                let mut left = zeros("a vocabulary", features.len() * self.count)?;
                for (line, feature) in left.chunks_exact_mut(self.count).zip(features.clone()) {
                    let column = self.unembedding.iter().skip(feature).step_by(width);
                    line.iter_mut().zip(column).for_each(|(to, cell)| *to = *cell);
                }
                let mut cells = zeros("products of tokens", features.len() * width)?;
                centered.product(&left, features.len(), &mut cells).map_err(not_finite)?;
                product.cells.extend(cells);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Adds what the first MLP writes to some of the streams.
    fn first_mlp(&mut self, config: &Config) -> Result<(), Error> {
        let start = self.after.len();
        let end = (start + ROWS * config.width).min(self.before.len());
        let stream = &self.before[start..end];
        let mut rows = Rows::new(stream.len() / config.width, 0, config)?;
        rows.h.copy_from_slice(stream);
        if let Some(factors) = self.first.factors(Part::MlpNorm) {
            config.norm.apply(&mut rows.h, factors);
        }
        let gate = config.gated.then_some(Part::Gate);
        for part in gate.into_iter().chain([Part::Up, Part::Down]) {
            if part == Part::Down {
                rows.activate(config);
            }
            for slice in 0..rows.slices(self.first.matrix(part)?) {
                rows.project(part, slice, &self.first, config)?;
            }
        }
        if let Some(factors) = self.first.factors(Part::MlpNormAfter) {
            config.norm.apply(&mut rows.y, factors);
        }
        self.after.extend(stream.iter().zip(&rows.y).map(|(cell, written)| cell + written));
        Ok(())
    }

    /// The streams that the heads of a layer read, (rows, width).
    pub(super) fn stream(&self, layer: usize) -> &[f32] {
        if layer == 0 { &self.before } else { &self.after }
    }

    /// `n̄`, without the factors of the norm.
    pub(super) fn mean(&self, layer: usize) -> &[f32] {
        &self.products[layer.min(1)].mean
    }

    /// `Σ_t U_t ⊗ (n_t − n̄)` without the factors of the norm, (width, width).
    pub(super) fn product(&self, layer: usize) -> &[f32] {
        &self.products[layer.min(1)].cells
    }
}

/// Normalizes rows without the factors and the bias of the norm.
pub(super) fn normalize(norm: &Norm, rows: &mut [f32], width: usize) {
    let factor = vec![if norm.one_plus { 0.0 } else { 1.0 }; width];
    norm.apply(rows, &Factors { factor, bias: None });
}

fn mean(rows: &[f32], width: usize) -> Vec<f32> {
    let mut sums = vec![0.0; width];
    for row in rows.chunks_exact(width) {
        sums.iter_mut().zip(row).for_each(|(sum, &cell)| *sum += f64::from(cell));
    }
    let count = (rows.len() / width.max(1)).max(1) as f64;
    sums.into_iter().map(|sum: f64| (sum / count) as f32).collect()
}

/// The lengths were checked, so the kernels have no reason to reject them.
fn not_finite(_: heedmap_kernels::Error) -> Error {
    Error::NotFiniteOutside { what: "products" }
}
