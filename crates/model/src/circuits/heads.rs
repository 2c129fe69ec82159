//! The circuits of one head.

use nalgebra::{DMatrix, Schur};

use super::vocabulary::{Vocabulary, normalize};
use super::{CellTokens, LISTED};
use crate::config::{Config, Projections};
use crate::error::{Error, zeros};
use crate::model::LayerParameters;
use crate::norm::{Factors, Norm};
use crate::parameter::Part;

/// The maximum number of iterations for the eigenvalues of a head; a few for each feature are usual.
const ITERATIONS: usize = 100_000;

/// A head with the parameters of its layer.
pub(super) struct HeadCircuit<'a> {
    pub(super) config: &'a Config,
    pub(super) vocabulary: &'a Vocabulary,
    pub(super) parameters: &'a LayerParameters,
    pub(super) layer: usize,
    pub(super) head: usize,
}

impl HeadCircuit<'_> {
    /// `Σ λ / Σ |λ|` over the eigenvalues of what the head writes for each token when it looks at each token.
    ///
    /// That matrix is `B A`, where `B` is (tokens, features) and `A` (features, tokens). `A B` has the same eigenvalues
    /// besides 0, and as many rows as the head has features.
    pub(super) fn copying(&self) -> Result<f64, Error> {
        let Config { width, head_size: size, .. } = *self.config;
        let mut products = self.vocabulary.product(self.layer).to_vec();
        self.scale_by_norm(&mut products);
        let (part, first) = self.columns(Part::Value);
        let mut values = zeros("values", width * size)?;
        self.parameters.matrix(part)?.product(
            &products,
            width,
            first..first + size,
            &mut values,
        )?;
        let mut rows = zeros("outputs", size * size)?;
        rows.iter_mut().step_by(size + 1).for_each(|cell| *cell = 1.0);
        let written = self.written(&rows, 1.0)?;
        let mut small = DMatrix::<f64>::zeros(size, size);
        for (a, row) in written.chunks_exact(width).enumerate() {
            for (b, cell) in small.row_mut(a).iter_mut().enumerate() {
                let column = values.iter().skip(b).step_by(size);
                *cell = row.iter().zip(column).map(|(x, y)| f64::from(*x) * f64::from(*y)).sum();
            }
        }
        let not_finite = Error::NotFinite { layer: self.layer };
        if small.iter().any(|cell| !cell.is_finite()) {
            return Err(not_finite);
        }
        let schur = Schur::try_new(small, f64::EPSILON, ITERATIONS).ok_or(not_finite)?;
        let values = schur.complex_eigenvalues();
        let sizes: f64 = values.iter().map(|value| value.re.hypot(value.im)).sum();
        let sum: f64 = values.iter().map(|value| value.re).sum();
        Ok(if sizes > 0.0 { sum / sizes } else { 0.0 })
    }

    /// What the head reads for the query of the cell, and writes for its key.
    pub(super) fn tokens(&self) -> Result<CellTokens, Error> {
        let Vocabulary { count, ids, unembedding, scale, .. } = self.vocabulary;
        let Some([query, key]) = *ids else { return Ok(CellTokens::default()) };
        let Config { width, head_size: size, .. } = *self.config;
        let stream = self.vocabulary.stream(self.layer);
        let of_query = &stream[count * width..][..width];
        let of_key = &stream[(count + 1) * width..][..width];

        let q = self.projected(of_query, Part::Query, Part::QueryNorm)?;
        let k = self.projected(&stream[..count * width], Part::Key, Part::KeyNorm)?;
        let scores: Vec<f32> =
            k.chunks_exact(size).map(|k| (dot(&q, k) * self.config.scale) as f32).collect();

        let mut row = of_key.to_vec();
        normalize(&self.config.norm, &mut row, width);
        row.iter_mut().zip(self.vocabulary.mean(self.layer)).for_each(|(cell, mean)| *cell -= mean);
        self.scale_by_norm(&mut row);
        let (part, first) = self.columns(Part::Value);
        let mut value = zeros("a value", size)?;
        self.parameters.matrix(part)?.product(&row, 1, first..first + size, &mut value)?;
        let written = self.written(&value, *scale)?;
        let logits: Vec<f32> =
            unembedding.chunks_exact(width).map(|token| dot(&written, token) as f32).collect();
        let own = logits.get(key as usize);
        let place = own.map(|own| 1 + logits.iter().filter(|logit| *logit > own).count());
        Ok(CellTokens { query, read: largest(&scores), key, written: largest(&logits), place })
    }

    /// Queries or keys of rows of the stream, with their norm, without rotation.
    fn projected(&self, stream: &[f32], part: Part, norm: Part) -> Result<Vec<f32>, Error> {
        let Config { width, head_size: size, .. } = *self.config;
        let mut rows = stream.to_vec();
        if let Some(factors) = self.parameters.factors(Part::AttentionNorm) {
            self.config.norm.apply(&mut rows, factors);
        }
        let (part, first) = self.columns(part);
        let count = rows.len() / width;
        let mut heads = zeros("heads", count * size)?;
        self.parameters.matrix(part)?.product(&rows, count, first..first + size, &mut heads)?;
        if let Some(bias) = self.parameters.bias(part).and_then(|bias| bias.get(first..)) {
            for row in heads.chunks_exact_mut(size) {
                row.iter_mut().zip(bias).for_each(|(cell, bias)| *cell += bias);
            }
        }
        if let Some(factors) = self.parameters.factors(norm) {
            Norm { centered: false, ..self.config.norm }.apply(&mut heads, factors);
        }
        Ok(heads)
    }

    /// What outputs of the head write to the residual stream, behind the last norm with its scale held.
    fn written(&self, outputs: &[f32], scale: f64) -> Result<Vec<f32>, Error> {
        let Config { width, head_size: size, .. } = *self.config;
        let all = self.config.query_width();
        let mut wide = zeros("outputs", outputs.len() / size * all)?;
        for (line, row) in wide.chunks_exact_mut(all).zip(outputs.chunks_exact(size)) {
            line[self.head * size..][..size].copy_from_slice(row);
        }
        let count = outputs.len() / size;
        let mut written = zeros("what a head writes", count * width)?;
        let matrix = self.parameters.matrix(Part::Output)?;
        matrix.product(&wide, count, 0..width, &mut written)?;
        let norm = &self.config.norm;
        for row in written.chunks_exact_mut(width) {
            if let Some(after) = self.parameters.factors(Part::AttentionNormAfter) {
                norm.apply_held(row, after, 1.0);
            }
            norm.apply_held(row, &self.vocabulary.last, scale);
        }
        Ok(written)
    }

    /// Multiplies rows by the factors of the norm before attention.
    fn scale_by_norm(&self, rows: &mut [f32]) {
        let none = Factors::default();
        let factors = self.parameters.factors(Part::AttentionNorm).unwrap_or(&none);
        let norm = Norm { centered: false, ..self.config.norm };
        for row in rows.chunks_exact_mut(self.config.width) {
            norm.apply_held(row, factors, 1.0);
        }
    }

    /// The projection to queries, keys or values, and its first column for this head.
    fn columns(&self, part: Part) -> (Part, usize) {
        let config = self.config;
        let size = config.head_size;
        let head = if part == Part::Query {
            self.head
        } else {
            self.head / (config.heads / config.kv_heads.max(1)).max(1)
        };
        let which = match part {
            Part::Query => 0,
            Part::Key => 1,
            _ => 2,
        };
        match config.projections {
            Projections::Separate => (part, head * size),
            Projections::FusedByHead => (Part::QueryKeyValue, (3 * self.head + which) * size),
            Projections::Fused => {
                let before = [0, config.query_width(), config.query_width() + config.key_width()];
                (Part::QueryKeyValue, before[which] + head * size)
            }
        }
    }
}

fn dot(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum()
}

/// The tokens with the largest numbers, largest first.
fn largest(numbers: &[f32]) -> Vec<(u32, f32)> {
    let mut best: Vec<(u32, f32)> = Vec::new();
    for (id, &number) in (0..).zip(numbers) {
        let at = best.partition_point(|(_, other)| *other >= number);
        if at < LISTED {
            best.insert(at, (id, number));
            best.truncate(LISTED);
        }
    }
    best
}
