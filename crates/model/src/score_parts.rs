//! A score as a sum over where the query and the key came from.

use std::sync::Arc;

use crate::config::{Block, Projections};
use crate::error::{Error, zeros};
use crate::fetch::{Fetch, Read};
use crate::model::{Entry, Model, Role};
use crate::norm::{Factors, Norm};
use crate::parameter::{Form, Parameter, Part};
use crate::projection::Projection;
use crate::run::Run;
use crate::run::attend::scoring;
use crate::run::kept::Kept;
use crate::run::trace::LayerTrace;

/// A cell of a head's map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// The text, in the order of the request.
    pub text: usize,
    /// A variant that was kept, in the order of the request: the cell is then that of its text with these changes, and
    /// `text` is not read.
    pub variant: Option<usize>,
    /// The layer.
    pub layer: usize,
    /// The query head.
    pub head: usize,
    /// The position of the query.
    pub query: usize,
    /// The position of the key.
    pub key: usize,
}

/// Where a part of a query or a key came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The embedding of the token.
    Embedding,
    /// The tables of positions and segments.
    Positions,
    /// A head of an earlier layer.
    Head {
        /// The layer.
        layer: usize,
        /// The query head.
        head: usize,
    },
    /// The bias of the attention of an earlier layer.
    OutputBias {
        /// The layer.
        layer: usize,
    },
    /// The MLP of an earlier layer.
    Mlp {
        /// The layer.
        layer: usize,
    },
    /// The biases of the norm and of the projection, which are the same for all tokens.
    Biases,
}

/// A score as a sum: `score = Σ_a Σ_b products[a, b]`.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreParts {
    /// The origins of the query and of the key: the rows and columns.
    pub origins: Vec<Origin>,
    /// The product of the part of the query from each origin with the part of the key from each origin, times the
    /// scale of the model, (origins, origins).
    pub products: Vec<f64>,
    /// The score without the rotation of queries and keys, as between equal positions; `None` if the layer has none.
    ///
    /// What is left of the score when this is subtracted is what the rotation changes: the effect of the distance.
    pub unrotated: Option<f64>,
}

impl ScoreParts {
    /// The score: the sum of all parts, before a softcap.
    #[must_use]
    pub fn score(&self) -> f64 {
        self.products.iter().sum()
    }

    /// The part of each origin of the query, summed over the key's.
    #[must_use]
    pub fn by_query(&self) -> Vec<f64> {
        self.products.chunks_exact(self.origins.len().max(1)).map(|row| row.iter().sum()).collect()
    }

    /// The part of each origin of the key, summed over the query's.
    #[must_use]
    pub fn by_key(&self) -> Vec<f64> {
        let count = self.origins.len().max(1);
        (0..self.origins.len()).map(|b| self.products.iter().skip(b).step_by(count).sum()).collect()
    }
}

/// Splits the score of a cell into a sum over origins.
///
/// The residual stream is a sum: of the embedding, the position, and what each earlier head and MLP wrote. A norm is
/// linear while its scale is held at the value that it has for the whole stream, and so are the projection and the
/// rotation. So a query is a sum of parts, a key too, and a score a sum over pairs of parts. The sum is exact; a
/// part says nothing about what would change without it, because then the scale changes too.
///
/// It reads the projections of one layer: like a [`Run`] it requests bytes, and the caller supplies them.
#[derive(Debug)]
pub struct ScoreReader {
    model: Arc<Model>,
    cell: Cell,
    tokens: usize,
    origins: Vec<Origin>,
    /// The parts of the stream at the query and at the key, each (origins without the biases, width).
    parts: [Vec<f32>; 2],
    /// The whole stream at the query and at the key.
    whole: [Vec<f32>; 2],
    fetch: Fetch,
}

/// A tensor of the layer and its bytes.
type Loaded<'a> = (((Parameter, Role), &'a Entry), Vec<u8>);

/// The parameters that are read.
const PARTS: [Part; 6] = [
    Part::AttentionNorm,
    Part::Query,
    Part::Key,
    Part::QueryKeyValue,
    Part::QueryNorm,
    Part::KeyNorm,
];

impl ScoreReader {
    /// Starts with a cell of a run whose request has `writes`.
    ///
    /// The sum of a variant holds for the changed run: what a head or an MLP that is off writes is what replaces it, and
    /// where the stream is patched, the parts before are those of the other text.
    ///
    /// - errors: [`Error::Missing`]; [`Error::Masked`] for a key that the query does not see; [`Error::NotKept`] if the request does not have `writes`, or if the layer is not
    ///   done; [`Error::NoSoftmax`] in a layer that keeps a state; [`Error::Unsupported`] for post-norm models, whose
    ///   residual stream is not a sum
    pub fn new(run: &Run, cell: Cell) -> Result<Self, Error> {
        let (model, kept) = (run.model().clone(), Kept::new(run, cell.text, cell.variant)?);
        let config = model.config();
        if config.block == Block::PostNorm {
            let (field, value) = ("the order of the layer".to_owned(), "post-norm".to_owned());
            let hint = ": its residual stream is not a sum of parts";
            return Err(Error::Unsupported { field, value, hint });
        }
        let tokens = run.request().tokens();
        for (what, index, count) in [
            ("layer", cell.layer, config.layers.len()),
            ("head", cell.head, config.heads_of(cell.layer)),
            ("query", cell.query, tokens),
            ("key", cell.key, tokens),
        ] {
            if index >= count {
                return Err(Error::Missing { what, index, count });
            }
        }
        if config.delta_of(cell.layer).is_some() {
            return Err(Error::NoSoftmax { what: "scores" });
        }
        let scoring = scoring(config, cell.layer, tokens)?;
        if !scoring.is_some_and(|rule| rule.reached(cell.query, tokens).contains(&cell.key)) {
            return Err(Error::Masked { query: cell.query, key: cell.key });
        }
        let sides = [cell.query, cell.key].map(|position| of_stream(kept, cell.layer, position));
        let [Some((origins, query)), Some((_, key))] = sides else {
            return Err(Error::NotKept { what: "what the heads write" });
        };
        let whole = [cell.query, cell.key].map(|position| stream(kept, cell.layer, position));
        let wanted = entries(&model, cell.layer).into_iter().map(|(_, entry)| entry.read());
        let fetch = Fetch::new(wanted.collect::<Vec<_>>());
        Ok(Self { cell, tokens, origins, parts: [query, key], whole, fetch, model })
    }

    /// The bytes that are needed next; `None` if all are there.
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

    /// The parts, once nothing more is needed.
    ///
    /// - errors: [`Error::Unsupplied`], [`Error::Memory`]
    pub fn finish(mut self) -> Result<ScoreParts, Error> {
        if let Some(need) = self.fetch.need() {
            return Err(Error::Unsupplied { missing: need.length });
        }
        let bytes = self.fetch.finish();
        let model = self.model.clone();
        let parameters: Vec<_> = entries(&model, self.cell.layer).into_iter().zip(bytes).collect();
        let (mut query, mut key) = (self.side(0, &parameters)?, self.side(1, &parameters)?);
        let config = model.config();
        let mut unrotated = None;
        if let Some(rope) = &config.layers[self.cell.layer].rope {
            let whole = |rows: &[f32]| -> Vec<f64> {
                let feature = |at| rows.iter().skip(at).step_by(config.head_size);
                (0..config.head_size).map(|at| feature(at).copied().map(f64::from).sum()).collect()
            };
            let (a, b) = (whole(&query), whole(&key));
            unrotated = Some(a.iter().zip(&b).map(|(a, b)| a * b).sum::<f64>() * config.scale);
            for (rows, position) in [(&mut query, self.cell.query), (&mut key, self.cell.key)] {
                let position = i64::try_from(position).unwrap_or(i64::MAX);
                let count = rows.len() / config.head_size;
                let rotation = rope.of(config.head_size, self.tokens)?;
                rotation.turn_rows(rows, config.head_size, &vec![position; count])?;
            }
        }
        let mut products = Vec::new();
        for a in query.chunks_exact(config.head_size) {
            for b in key.chunks_exact(config.head_size) {
                let sum: f64 = a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum();
                products.push(sum * config.scale);
            }
        }
        let mut origins = self.origins;
        origins.push(Origin::Biases);
        Ok(ScoreParts { origins, products, unrotated })
    }

    /// The parts of the query (side 0) or of the key (side 1) before a rotation, (origins, features).
    fn side(&self, side: usize, parameters: &[Loaded<'_>]) -> Result<Vec<f32>, Error> {
        let config = self.model.config();
        let layer = self.cell.layer;
        let find = |part: Part, role: Role| {
            let wanted = (Parameter::Layer(layer, part), role);
            parameters
                .iter()
                .find(|((key, _), _)| *key == wanted)
                .map(|((_, entry), bytes)| (*entry, bytes))
        };
        let numbers = |part, role| {
            find(part, role)
                .map(|(entry, bytes): (&Entry, &Vec<u8>)| entry.widened(bytes))
                .transpose()
        };
        let factors = Factors {
            factor: numbers(Part::AttentionNorm, Role::Weight)?.unwrap_or_default(),
            bias: numbers(Part::AttentionNorm, Role::Bias)?,
        };
        let scale = config.norm.scale(&self.whole[side]);
        let mut rows = self.parts[side].clone();
        for row in rows.chunks_exact_mut(config.width) {
            config.norm.apply_held(row, &factors, scale);
        }
        let mut bias = zeros("a bias", config.width)?;
        if let Some(of_norm) = &factors.bias {
            bias.copy_from_slice(of_norm);
        }
        rows.extend(bias);
        let (part, first, norm) = self.columns(side);
        let missing = || Error::NoTensor { name: format!("{part:?}") };
        let (entry, bytes) = find(part, Role::Weight).ok_or_else(missing)?;
        let Some(Form::Matrix { inputs, outputs, .. }) = config.form(Parameter::Layer(layer, part))
        else {
            return Err(missing());
        };
        let matrix = Projection::new(bytes.clone(), entry.element, entry.axes, [inputs, outputs])?;
        let (size, count) = (config.head_size, rows.len() / config.width.max(1));
        let mut heads = zeros("parts of a score", count * size)?;
        matrix.product(&rows, count, first..first + size, &mut heads)?;
        if let Some(bias) = numbers(part, Role::Bias)? {
            let last = heads.len() - size;
            heads[last..].iter_mut().zip(&bias[first..]).for_each(|(cell, bias)| *cell += bias);
        }
        if let Some(factor) = numbers(norm, Role::Weight)? {
            let whole: Vec<f32> =
                (0..size).map(|feature| heads.iter().skip(feature).step_by(size).sum()).collect();
            let norm = Norm { centered: false, ..config.norm };
            let (scale, factors) = (norm.scale(&whole), Factors { factor, bias: None });
            heads.chunks_exact_mut(size).for_each(|row| norm.apply_held(row, &factors, scale));
        }
        Ok(heads)
    }

    /// The projection of the query or of the key, its first column for this head, and its norm.
    fn columns(&self, side: usize) -> (Part, usize, Part) {
        let config = self.model.config();
        let Cell { head, .. } = self.cell;
        let (kv_head, size) = (head / (config.heads / config.kv_heads), config.head_size);
        let separate = config.projections == Projections::Separate;
        let by_head = config.projections == Projections::FusedByHead;
        if side == 0 {
            let part = if separate { Part::Query } else { Part::QueryKeyValue };
            // The gate of a head, if there is one, is behind its query.
            let query = config.gated_query_width() / config.heads;
            let first = head * if by_head { 3 * size } else { query };
            return (part, first, Part::QueryNorm);
        }
        let (part, first) = match config.projections {
            Projections::Separate => (Part::Key, kv_head * size),
            Projections::Fused => (Part::QueryKeyValue, config.query_width() + kv_head * size),
            Projections::FusedByHead => (Part::QueryKeyValue, (3 * head + 1) * size),
        };
        (part, first, Part::KeyNorm)
    }
}

fn entries(model: &Model, layer: usize) -> Vec<((Parameter, Role), &Entry)> {
    model.entries_of(|parameter| {
        matches!(parameter, Parameter::Layer(other, part) if other == layer && PARTS.contains(&part))
    })
}

/// The residual stream before a layer at a position.
fn stream(kept: Kept<'_>, layer: usize, position: usize) -> Vec<f32> {
    let [embedding, table] = kept.beginning(layer, position);
    if let Some(Some(before)) = kept.writers(layer, position).next_back() {
        let row = position * embedding.len()..(position + 1) * embedding.len();
        return before.after[row].to_vec();
    }
    let mut sum = embedding.to_vec();
    sum.iter_mut().zip(table).for_each(|(cell, other)| *cell += other);
    sum
}

/// The parts of the stream before a layer at a position, and their origins; `None` if a part was not kept.
fn of_stream(kept: Kept<'_>, layer: usize, position: usize) -> Option<(Vec<Origin>, Vec<f32>)> {
    let [embedding, table] = kept.beginning(layer, position);
    let width = embedding.len();
    if width == 0 {
        return None;
    }
    let (mut origins, mut parts) = (vec![Origin::Embedding], embedding.to_vec());
    if !table.is_empty() {
        origins.push(Origin::Positions);
        parts.extend(table);
    }
    for (layer, one) in kept.writers(layer, position).enumerate() {
        let one = one?;
        let tokens = one.after.len() / width;
        for (head, rows) in one.all_writes(width)?.chunks_exact(tokens * width).enumerate() {
            origins.push(Origin::Head { layer, head });
            parts.extend(&rows[position * width..][..width]);
        }
        if !one.output_bias.is_empty() {
            origins.push(Origin::OutputBias { layer });
            parts.extend(&one.output_bias);
        }
        origins.push(Origin::Mlp { layer });
        parts.extend(mlp(one, position, width));
    }
    Some((origins, parts))
}

/// What the MLP of a layer wrote at a position.
fn mlp(layer: &LayerTrace, position: usize, width: usize) -> impl Iterator<Item = f32> {
    let row = position * width..(position + 1) * width;
    let after = layer.after[row.clone()].iter();
    after.zip(&layer.after_attention[row]).map(|(after, middle)| after - middle)
}
