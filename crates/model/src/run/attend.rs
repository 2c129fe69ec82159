//! The heads of a group of texts and variants in one layer.

use std::ops::Range;

use heedmap_attention::{RopePairs, Tensor, rotate};
use heedmap_attention_rule::{AttentionRule, Causal, Window};
use heedmap_kernels::{Head, Scoring, output};

use super::earlier::joined;
use super::edit::Edit;
use super::trace::{LayerTrace, Sizes};
use crate::config::{Config, Projections, Rotation};
use crate::error::{Error, zeros};
use crate::model::LayerParameters;
use crate::norm::Norm;
use crate::parameter::Part;

/// The queries, keys and values of a group.
#[derive(Debug)]
pub(super) struct Attention {
    layer: usize,
    sizes: Sizes,
    /// The number of first tokens whose rows an earlier run has computed.
    first: usize,
    /// The cosines and sines of each computed position and pair of features.
    rotation: Option<(Tensor<f32>, Tensor<f32>, RopePairs)>,
    scoring: Scoring,
    /// The score of the sink of each head; empty if there are none.
    sinks: Vec<f32>,
    /// (sequences, heads, tokens, features)
    q: Vec<f32>,
    /// (sequences, key and value heads, tokens, features)
    k: Vec<f32>,
    v: Vec<f32>,
}

impl Attention {
    /// - `positions`: of the tokens that are computed. Those before them are from an earlier run
    pub(super) fn new(
        config: &Config,
        layer: usize,
        positions: Range<usize>,
    ) -> Result<Self, Error> {
        let tokens = positions.end;
        let rotation = match &config.layers[layer].rope {
            Some(rope) => Some(rotation(rope, config.head_size, positions.clone())?),
            None => None,
        };
        let scoring = scoring(config, layer, tokens)?;
        let (q, k, v) = (Vec::new(), Vec::new(), Vec::new());
        let sizes = Sizes::new(config, tokens);
        let first = positions.start;
        Ok(Self { layer, sizes, first, rotation, scoring, sinks: Vec::new(), q, k, v })
    }

    /// Splits the products into heads, and normalizes and rotates queries and keys.
    ///
    /// - `projected`: (sequences, computed tokens, all queries, keys and values)
    /// - `earlier`: what an earlier run kept of each sequence, whose rows come before these
    pub(super) fn split(
        &mut self,
        config: &Config,
        parameters: &LayerParameters,
        projected: &[f32],
        earlier: &[Option<&LayerTrace>],
    ) -> Result<(), Error> {
        let Sizes { tokens, heads, kv_heads, features } = self.sizes;
        let (sequences, computed) = (earlier.len(), tokens - self.first);
        let by_head = config.projections == Projections::FusedByHead;
        let (size, queries) = (config.head_size, config.query_width());
        // The first feature of a head's queries, keys or values among the columns.
        let [of_q, of_k, of_v]: [Box<dyn Fn(usize) -> usize>; 3] = if by_head {
            [
                Box::new(move |head| 3 * head * size),
                Box::new(move |head| (3 * head + 1) * size),
                Box::new(move |head| (3 * head + 2) * size),
            ]
        } else {
            let keys = config.key_width();
            [
                Box::new(move |head| head * size),
                Box::new(move |head| queries + head * size),
                Box::new(move |head| queries + keys + head * size),
            ]
        };
        self.q = self.heads_of(projected, sequences, heads, &*of_q)?;
        self.k = self.heads_of(projected, sequences, kv_heads, &*of_k)?;
        self.v = self.heads_of(projected, sequences, kv_heads, &*of_v)?;
        if let Some(sinks) = parameters.factors(Part::Sinks) {
            self.sinks.clone_from(&sinks.factor);
        }
        let norm = Norm { centered: false, ..config.norm };
        for (part, rows) in [(Part::QueryNorm, &mut self.q), (Part::KeyNorm, &mut self.k)] {
            if let Some(factors) = parameters.factors(part) {
                norm.apply(rows, factors);
            }
        }
        if let Some((cosines, sines, pairs)) = &self.rotation {
            for (rows, heads) in [(&mut self.q, heads), (&mut self.k, kv_heads)] {
                let shape = [sequences, heads, computed, features];
                let tensor = Tensor::new("rows", &shape, std::mem::take(rows))?;
                *rows = rotate(&tensor, (cosines, sines), *pairs)?.into_data();
            }
        }
        let sizes = [self.first, computed, features];
        let first: Vec<_> = earlier.iter().copied().flatten().collect();
        joined(&mut self.q, |one| &one.q, &first, sizes);
        joined(&mut self.k, |one| &one.k, &first, sizes);
        joined(&mut self.v, |one| &one.v, &first, sizes);
        Ok(())
    }

    /// The values of one text or variant, (key and value heads, tokens, features).
    pub(super) fn values(&self, sequence: usize) -> &[f32] {
        let Sizes { tokens, kv_heads, features, .. } = self.sizes;
        let size = kv_heads * tokens * features;
        &self.v[sequence * size..][..size]
    }

    /// The rows of some columns, as (sequences, heads, computed tokens, features).
    fn heads_of(
        &self,
        projected: &[f32],
        sequences: usize,
        heads: usize,
        column: &dyn Fn(usize) -> usize,
    ) -> Result<Vec<f32>, Error> {
        let Sizes { tokens, features, .. } = self.sizes;
        let tokens = tokens - self.first;
        let mut cells = zeros("heads", sequences * heads * tokens * features)?;
        let width = projected.len() / (sequences * tokens).max(1);
        for (at, row) in cells.chunks_exact_mut(features).enumerate() {
            let (token, head, sequence) = (at % tokens, at / tokens % heads, at / tokens / heads);
            let from = (sequence * tokens + token) * width + column(head);
            row.copy_from_slice(&projected[from..][..features]);
        }
        Ok(cells)
    }

    /// Applies the edits of values of one text or variant.
    ///
    /// - `texts`: the values of each text that is computed
    pub(super) fn edit_values(
        &mut self,
        sequence: usize,
        edits: &[Edit],
        texts: &[Option<Vec<f32>>],
    ) {
        let Sizes { tokens, kv_heads, features, .. } = self.sizes;
        let before = self.values(sequence).to_vec();
        for edit in edits {
            let Edit::Value { layer, head: of, token, with } = *edit else { continue };
            if layer != self.layer {
                continue;
            }
            for head in (0..kv_heads).filter(|&head| of.is_none_or(|of| of == head)) {
                let first = head * tokens * features;
                let mut of_head = before[first..][..tokens * features].to_vec();
                let others: Vec<_> = texts
                    .iter()
                    .map(|all| all.as_ref().map(|all| all[first..][..of_head.len()].to_vec()))
                    .collect();
                with.apply((&mut of_head, features), (0, features), Some(token), &others);
                let row = (sequence * kv_heads + head) * tokens + token;
                self.v[row * features..][..features]
                    .copy_from_slice(&of_head[token * features..][..features]);
            }
        }
    }

    /// Computes the output of one head for the computed tokens, into its columns of the rows.
    pub(super) fn output(
        &self,
        sequence: usize,
        head: usize,
        rows: &mut [f32],
    ) -> Result<(), heedmap_kernels::Error> {
        let Sizes { tokens, heads, kv_heads, features } = self.sizes;
        let size = tokens * features;
        let shared = sequence * kv_heads + self.sizes.kv_head(head);
        let of_head = Head {
            q: &self.q[(sequence * heads + head) * size..][..size],
            k: &self.k[shared * size..][..size],
            queries: tokens,
            keys: tokens,
            features,
            scoring: self.scoring.with_sink(self.sinks.get(head).copied()),
        };
        let of_head = of_head.part(self.first..tokens)?;
        let computed = of_head.queries;
        let mut mixed = vec![0.0; computed * features];
        output(&of_head, &self.v[shared * size..][..size], features, &mut mixed)?;
        let width = heads * features;
        let lines = rows[sequence * computed * width..].chunks_exact_mut(width);
        for (line, part) in lines.zip(mixed.chunks_exact(features)) {
            line[head * features..][..features].copy_from_slice(part);
        }
        Ok(())
    }

    /// The queries, keys and values of one text or variant.
    pub(super) fn trace(&self, sequence: usize) -> LayerTrace {
        let Sizes { tokens, heads, kv_heads, features } = self.sizes;
        let part = |cells: &[f32], heads: usize| {
            let size = heads * tokens * features;
            cells[sequence * size..][..size].to_vec()
        };
        LayerTrace {
            q: part(&self.q, heads),
            k: part(&self.k, kv_heads),
            v: part(&self.v, kv_heads),
            scoring: Some(self.scoring),
            sinks: self.sinks.clone(),
            sizes: self.sizes,
            ..LayerTrace::default()
        }
    }
}

/// How the scores of a layer are computed.
pub(super) fn scoring(config: &Config, layer: usize, tokens: usize) -> Result<Scoring, Error> {
    let rule = AttentionRule {
        scale: Some(config.scale),
        softcap: config.softcap,
        causal: if config.causal { Causal::UpperLeft } else { Causal::None },
        window: config.layers[layer]
            .window
            .map(|window| Window { left: Some(window - 1), right: None }),
        ..AttentionRule::default()
    };
    Scoring::of(&rule, [tokens, tokens], config.head_size)
        .map_err(|_| Error::NotFiniteOutside { what: "the scale of scores" })
}

/// The cosines and sines of positions of a text.
///
/// A pair (1, 0) is rotated to (cos, sin), so the rules of the rotation are those of
/// [`RopeRotation`](heedmap_attention::RopeRotation).
fn rotation(
    rope: &Rotation,
    features: usize,
    positions: Range<usize>,
) -> Result<(Tensor<f32>, Tensor<f32>, RopePairs), Error> {
    let tokens = positions.len();
    let of_rows = rope.of(features, positions.end)?.pairs(RopePairs::Half);
    let pairs = of_rows.frequencies.frequencies.len();
    let mut rows = zeros("a rotation", tokens * features)?;
    for row in rows.chunks_exact_mut(features) {
        row[..pairs].fill(1.0);
    }
    let positions: Vec<i64> = positions.map(|position| position as i64).collect();
    of_rows.turn_rows(&mut rows, features, &positions)?;
    let part = |first: usize| {
        let cells = rows.chunks_exact(features).flat_map(|row| &row[first..first + pairs]);
        Tensor::new("a rotation", &[1, tokens, pairs], cells.copied().collect())
    };
    Ok((part(0)?, part(pairs)?, rope.pairs))
}
