//! The heads of a group of texts and variants in one layer.

use std::ops::Range;

use heedmap_attention::{RopePairs, Tensor, rotate};
use heedmap_attention_rule::{AttentionRule, Causal, Window};
use heedmap_kernels::{Head, Scoring, output};

use super::delta::{DeltaHeads, sigmoid};
use super::earlier::joined;
use super::edit::Edit;
use super::rows::heads_of;
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
    kind: Kind,
    /// (sequences, query heads, tokens, features)
    q: Vec<f32>,
    /// (sequences, key heads, tokens, features)
    k: Vec<f32>,
    /// (sequences, value heads, tokens, value features)
    v: Vec<f32>,
}

/// How the outputs of heads follow from queries, keys and values.
#[derive(Debug)]
enum Kind {
    Softmax(Softmax),
    /// By a state; `None` before the first products.
    State(Option<DeltaHeads>),
}

#[derive(Debug)]
struct Softmax {
    /// The cosines and sines of each computed position and pair of features.
    rotation: Option<(Tensor<f32>, Tensor<f32>, RopePairs)>,
    scoring: Scoring,
    /// The score of the sink of each head; empty if there are none.
    sinks: Vec<f32>,
    /// What outputs are multiplied by, (sequences, heads, computed tokens, features); empty without gates.
    gates: Vec<f32>,
}

impl Attention {
    /// - `positions`: of the tokens that are computed. Those before them are from an earlier run
    pub(super) fn new(
        config: &Config,
        layer: usize,
        positions: Range<usize>,
    ) -> Result<Self, Error> {
        let (first, tokens) = (positions.start, positions.end);
        let kind = if let Some(scoring) = scoring(config, layer, tokens)? {
            let rope = config.layers[layer].rope.as_ref();
            let rotation =
                rope.map(|rope| rotation(rope, config.head_size, positions)).transpose()?;
            Kind::Softmax(Softmax { rotation, scoring, sinks: Vec::new(), gates: Vec::new() })
        } else {
            Kind::State(None)
        };
        let sizes = Sizes::new(config, layer, tokens);
        Ok(Self { layer, sizes, first, kind, q: Vec::new(), k: Vec::new(), v: Vec::new() })
    }

    /// Splits the products into heads. In a layer with a softmax, normalizes and rotates queries and keys.
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
        let Kind::Softmax(softmax) = &mut self.kind else {
            let delta = *config.delta_of(self.layer).ok_or(Error::NoState)?;
            let sizes = (self.sizes, self.first);
            let (heads, [q, k, v]) =
                DeltaHeads::split((config, delta), sizes, parameters, projected, earlier)?;
            (self.q, self.k, self.v) = (q, k, v);
            self.kind = Kind::State(Some(heads));
            return Ok(());
        };
        let Sizes { tokens, heads, key_heads, features, .. } = self.sizes;
        let (sequences, computed) = (earlier.len(), tokens - self.first);
        let by_head = config.projections == Projections::FusedByHead;
        let (size, keys) = (config.head_size, config.key_width());
        let queries = config.gated_query_width();
        let query = queries / heads;
        // The first feature of a head's queries, keys or values among the columns.
        let [of_q, of_k, of_v]: [Box<dyn Fn(usize) -> usize>; 3] = if by_head {
            [
                Box::new(move |head| 3 * head * size),
                Box::new(move |head| (3 * head + 1) * size),
                Box::new(move |head| (3 * head + 2) * size),
            ]
        } else {
            [
                Box::new(move |head| head * query),
                Box::new(move |head| queries + head * size),
                Box::new(move |head| queries + keys + head * size),
            ]
        };
        let part = |heads: usize, column: &dyn Fn(usize) -> usize| {
            heads_of(projected, [sequences, heads, computed, features], column)
        };
        self.q = part(heads, &*of_q)?;
        self.k = part(key_heads, &*of_k)?;
        self.v = part(key_heads, &*of_v)?;
        if config.output_gate {
            softmax.gates = part(heads, &|head| head * query + size)?;
            let gate = |cell: &mut f32| *cell = sigmoid(f64::from(*cell)) as f32;
            softmax.gates.iter_mut().for_each(gate);
        }
        if let Some(sinks) = parameters.factors(Part::Sinks) {
            softmax.sinks.clone_from(&sinks.factor);
        }
        let norm = Norm { centered: false, ..config.norm };
        for (part, rows) in [(Part::QueryNorm, &mut self.q), (Part::KeyNorm, &mut self.k)] {
            if let Some(factors) = parameters.factors(part) {
                norm.apply(rows, factors);
            }
        }
        if let Some((cosines, sines, pairs)) = &softmax.rotation {
            for (rows, heads) in [(&mut self.q, heads), (&mut self.k, key_heads)] {
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

    /// The values of one text or variant, (value heads, tokens, features).
    pub(super) fn values(&self, sequence: usize) -> &[f32] {
        let Sizes { tokens, value_heads, values, .. } = self.sizes;
        let size = value_heads * tokens * values;
        &self.v[sequence * size..][..size]
    }

    /// Applies the edits of values of one text or variant.
    ///
    /// - `text`: its text; `texts`: the values of each text
    pub(super) fn edit_values(
        &mut self,
        sequence: usize,
        (edits, text): (&[Edit], usize),
        texts: &[Option<Vec<f32>>],
    ) {
        let Sizes { tokens, value_heads, values: features, .. } = self.sizes;
        let before = self.values(sequence).to_vec();
        for edit in edits {
            let Edit::Value { layer, head: of, token, with } = *edit else { continue };
            if layer != self.layer {
                continue;
            }
            for head in (0..value_heads).filter(|&head| of.is_none_or(|of| of == head)) {
                let first = head * tokens * features;
                let mut of_head = before[first..][..tokens * features].to_vec();
                let others: Vec<_> = texts
                    .iter()
                    .map(|all| all.as_ref().map(|all| all[first..][..of_head.len()].to_vec()))
                    .collect();
                with.apply((&mut of_head, features), (0, features), Some(token), (&others, text));
                let row = (sequence * value_heads + head) * tokens + token;
                self.v[row * features..][..features]
                    .copy_from_slice(&of_head[token * features..][..features]);
            }
        }
    }

    /// Computes the output of one head for the computed tokens, into its columns of the rows.
    ///
    /// - errors: [`Error::NotFinite`]
    pub(super) fn output(
        &self,
        sequence: usize,
        head: usize,
        rows: &mut [f32],
    ) -> Result<(), Error> {
        let not_finite = Error::NotFinite { layer: self.layer };
        let mixed = match &self.kind {
            Kind::Softmax(softmax) => {
                self.mixed(softmax, sequence, head).map_err(|_| not_finite)?
            }
            Kind::State(None) => return Err(not_finite),
            Kind::State(Some(heads)) => heads
                .output((self.sizes, self.first), [&self.q, &self.k, &self.v], [sequence, head])
                .map_err(|_| not_finite)?,
        };
        let Sizes { tokens, heads, values, .. } = self.sizes;
        let width = heads * values;
        let lines = rows[sequence * (tokens - self.first) * width..].chunks_exact_mut(width);
        for (line, part) in lines.zip(mixed.chunks_exact(values)) {
            line[head * values..][..values].copy_from_slice(part);
        }
        Ok(())
    }

    /// The output of one head with a softmax for the computed tokens, (computed tokens, features).
    fn mixed(
        &self,
        softmax: &Softmax,
        sequence: usize,
        head: usize,
    ) -> Result<Vec<f32>, heedmap_kernels::Error> {
        let Sizes { tokens, heads, value_heads, features, .. } = self.sizes;
        let shared = sequence * value_heads + self.sizes.value_head(head);
        let of_head = Head {
            q: self.sizes.key_cells(&self.q, sequence * heads + head),
            k: self.sizes.key_cells(&self.k, shared),
            queries: tokens,
            keys: tokens,
            features,
            scoring: softmax.scoring.with_sink(softmax.sinks.get(head).copied()),
        };
        let of_head = of_head.part(self.first..tokens)?;
        let mut mixed = vec![0.0; of_head.queries * features];
        output(&of_head, self.sizes.value_cells(&self.v, shared), features, &mut mixed)?;
        let gates = softmax.gates.chunks_exact(mixed.len().max(1)).nth(sequence * heads + head);
        for (cell, gate) in mixed.iter_mut().zip(gates.unwrap_or_default()) {
            *cell *= gate;
        }
        Ok(mixed)
    }

    /// The queries, keys and values of one text or variant.
    pub(super) fn trace(&self, sequence: usize) -> LayerTrace {
        let Sizes { tokens, query_heads, key_heads, features, .. } = self.sizes;
        let part = |cells: &[f32], heads: usize| {
            let size = heads * tokens * features;
            cells[sequence * size..][..size].to_vec()
        };
        let mut trace = LayerTrace {
            q: part(&self.q, query_heads),
            k: part(&self.k, key_heads),
            v: self.values(sequence).to_vec(),
            sizes: self.sizes,
            ..LayerTrace::default()
        };
        match &self.kind {
            Kind::Softmax(Softmax { scoring, sinks, .. }) => {
                trace.scoring = Some(*scoring);
                trace.sinks.clone_from(sinks);
            }
            Kind::State(heads) => {
                if let Some(heads) = heads {
                    heads.keep(sequence, tokens, &mut trace);
                }
            }
        }
        trace
    }
}

/// How the scores of a layer are computed; `None` for a layer that keeps a state.
pub(crate) fn scoring(
    config: &Config,
    layer: usize,
    tokens: usize,
) -> Result<Option<Scoring>, Error> {
    if config.delta_of(layer).is_some() {
        return Ok(None);
    }
    let rule = AttentionRule {
        scale: Some(config.scale),
        softcap: config.softcap,
        causal: if config.causal { Causal::UpperLeft } else { Causal::None },
        // A causal mask hides the later keys of a window.
        window: config.layers[layer].window.map(Window::of),
        ..AttentionRule::default()
    };
    Scoring::of(&rule, [tokens, tokens], config.head_size)
        .map(Some)
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
