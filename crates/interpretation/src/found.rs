//! From a candidate to its reading.

use heedmap_attention_rule::{AttentionRule, Causal, Rope};
use serde::Serialize;

use crate::axis::{AllAxes, Axis};
use crate::candidate::{Candidate, Opened};
use crate::corrections::{Corrections, corrected_axes, rules_of};
use crate::extent::Extent;
use crate::layer_numbers::layer_numbers;
use crate::message::{Note, Refusal};
use crate::notes::{batch_in, reading_notes};
use crate::padding::{masked, unpadded};
use crate::parts::parts_of;
use crate::place::{Place, is_last, positions};
use crate::reading::{Kind, Reading};
use crate::sinks::SinksFound;
use crate::stacks::Stack;
use crate::states::States;
use crate::tokens::{Named, Text, lists_for, tokens_for, with_sink};
use crate::tolerance::tolerance_of;
use crate::values::values_fit;

/// A reading, or why there is none.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(missing_as_null))]
#[serde(untagged)]
pub enum Found {
    /// The files can be read.
    Read {
        /// Where the numbers are.
        reading: Box<Reading>,
        /// The size of a head; `None` for weights.
        size: Option<f64>,
        /// What the reader should know.
        notes: Vec<Note>,
    },
    /// They cannot be read with the corrections.
    Refused {
        /// Why.
        refused: Refusal,
    },
}

/// The reading of a candidate with the corrected number of heads, or why there is none.
pub(crate) fn corrected(
    opened: &Opened<'_>,
    split: Result<&Candidate, &Refusal>,
    corrections: &Corrections,
) -> Found {
    let found = split.map_err(Clone::clone).and_then(|each| read(opened, each, corrections));
    found.unwrap_or_else(|refused| Found::Refused { refused })
}

/// The reading of a candidate, and notes about it.
fn read(
    opened: &Opened<'_>,
    candidate: &Candidate,
    corrections: &Corrections,
) -> Result<Found, Refusal> {
    let all = corrected_axes(candidate, corrections)?;
    let extent = Extent::of(candidate, &all);
    if let Some(refusal) = extent.refusal(candidate, &all) {
        return Err(refusal);
    }
    read_as(opened, candidate, corrections, &all, &extent).map_err(|refusal| {
        let numbers = layer_numbers(opened, candidate, &all.axes, extent.layers);
        refusal.named(numbers.as_deref(), opened.name_of(candidate.stack.first()))
    })
}

/// The reading of a candidate whose axes are known.
fn read_as(
    opened: &Opened<'_>,
    candidate: &Candidate,
    corrections: &Corrections,
    all: &AllAxes,
    extent: &Extent,
) -> Result<Found, Refusal> {
    let (qk, rules) = rules_of(candidate, corrections, extent)?;
    let is_aligned = |rule: &AttentionRule| is_last(rule, extent);
    let is_aligned = is_aligned(&qk) || rules.iter().flatten().flatten().any(is_aligned);
    let batch = corrections.batch.unwrap_or(0.0) as usize;
    let given = candidate.rules.as_ref().and_then(|rules| rules.as_ref().ok());
    let mut notes = reading_notes(candidate, corrections, &all.axes);
    let mut metadata = opened.metadata(candidate.stack.first());
    let ropes = [&qk].into_iter().chain(rules.iter().flatten().flatten());
    let ropes: Vec<&Rope> = ropes.filter_map(|rule| rule.rope.as_ref()).collect();
    if ropes.is_empty() && metadata.position_ids.is_some() {
        metadata.unknown.push(("position_ids".to_owned(), "[…]".to_owned()));
    }
    if candidate.kind == Kind::Qk && !metadata.unknown.is_empty() {
        let file = opened.name_of(candidate.stack.first()).to_owned();
        notes.push(Note::UnknownKeys { file, pairs: metadata.unknown });
    }
    let sinks = SinksFound::of(candidate, extent);
    let offset =
        candidate.rule.offset.filter(|_| matches!(corrections.causal, None | Some(Causal::None)));
    let place = Place::of(candidate, extent, (is_aligned, offset), &sinks);
    if extent.steps.len() > 1 {
        let steps = extent.steps.len() as f64;
        notes.push(if place.is_static { Note::Below { steps } } else { Note::Assembled { steps } });
    }
    let of = batch_in(candidate.stack.shape(), &all.axes).unwrap_or(1);
    let text = Text { at: batch, of, kept: masked(opened, candidate, batch, place.tokens)? };
    let (named, token_notes, range) = named(opened, candidate, extent, &place, text);
    if let Some((_, length)) = range {
        notes.push(Note::Padding { n: (place.tokens - length) as f64 });
    }
    let (queries, keys) =
        range.map_or((extent.queries, extent.keys), |(_, length)| (length, length));
    let named = match sinks.is_column {
        true => with_sink(named, queries, range.map_or(place.tokens, |_| keys)),
        false => named,
    };
    if sinks.is_column {
        notes.push(Note::SinkColumn);
    }
    notes.extend(sinks.note);
    let Candidate { kind, numbers, stack, k, v, split, .. } = candidate;
    let values = v.as_ref().filter(|v| values_fit(candidate, v, all, extent, batch));
    if let (Some(v), None) = (v, values) {
        let shape = v.shape().to_vec();
        notes.push(match kind {
            Kind::Qk => Note::ValuesLeftOfKeys { shape },
            Kind::Weights => Note::ValuesLeftOfWeights { shape },
        });
    }
    notes.extend(token_notes);
    let parts = |stack: Option<&Stack>, axes: &[Axis]| {
        stack.map(|stack| parts_of(stack, axes, batch, range, *split)).unwrap_or_default()
    };
    let of = |is_kind: bool| parts(Some(stack).filter(|_| is_kind), &all.axes);
    let weights = of(*kind == Kind::Weights);
    let states = match kind {
        Kind::Weights => States::default(),
        Kind::Qk => {
            let place = (batch, range);
            candidate.extra.states(stack, &all.axes, &candidate.rule, given, extent, place)?
        }
    };
    let layer = states.kinds.iter().flatten().position(Option::is_some);
    if let Some(layer) = layer.filter(|_| sinks.is_column) {
        return Err(Refusal::StateSinks { layer: layer as f64 });
    }
    let position_ids = positions(metadata.position_ids, &ropes, extent.keys, range)?;
    let layer_numbers = layer_numbers(opened, candidate, &all.axes, extent.layers);
    if layer_numbers.is_some() {
        // The page calls layers by these numbers.
        let is_of_layers =
            |note: &Note| matches!(note, Note::Numbered { .. } | Note::NumberedOne { .. });
        notes.retain(|note| !is_of_layers(note));
    }
    let keys = keys + u64::from(sinks.scores.is_some());
    let reading = Reading {
        kind: *kind,
        numbers: *numbers,
        layers: extent.layers,
        layer_numbers,
        heads: extent.heads,
        layer_heads: extent.layer_heads(),
        kv_heads: extent.kv_heads,
        queries,
        keys,
        offset: place.before + i64::from(sinks.is_column),
        tolerance: tolerance_of(opened.files, *numbers, weights.first(), keys),
        weights,
        q: of(*kind == Kind::Qk),
        k: parts(k.as_ref(), &all.k_axes),
        v: parts(values, &all.v_axes),
        qk,
        rules,
        kinds: states.kinds,
        beta: states.beta,
        log_decay: states.log_decay,
        q_subtracted: states.q_subtracted,
        k_subtracted: states.k_subtracted,
        lambda: states.lambda,
        selected: states.selected,
        blocks: states.blocks,
        k_compressed: states.k_compressed,
        k_pooling: states.k_pooling,
        compress_rates: states.compress_rates,
        texts: Vec::new(),
        tokens: named.tokens,
        query_tokens: named.query_tokens,
        sinks: sinks.scores,
        position_ids,
        key_bias: states.biases.key,
        relative_bias: states.biases.distance,
        score_bias: states.biases.pair,
        reach: place.reach,
    };
    Ok(Found::Read { reading: Box::new(reading), size: extent.common_size(), notes })
}

/// The tokens without padding, notes about them, and the range of tokens that are not padding.
fn named(
    opened: &Opened<'_>,
    candidate: &Candidate,
    extent: &Extent,
    place: &Place,
    text: Text,
) -> (Named, Vec<Note>, Option<(u64, u64)>) {
    let Candidate { kind, stack, k, part, .. } = candidate;
    let items = stack.items().chain(k.iter().flat_map(Stack::items));
    let lists = lists_for(&opened.lists, items);
    let is_generated = extent.steps.len() > 1;
    let (named, notes) =
        tokens_for(&lists, *part, extent.queries, place.tokens, place.before, is_generated, text);
    // Padding is not removed from weights that are read in slices, or that have the column of a sink.
    let is_kept = *kind == Kind::Qk || extent.is_in_memory();
    let is_square = extent.queries == extent.keys && extent.keys == place.tokens;
    let is_text = is_kept && !is_generated && !candidate.is_cross() && is_square;
    let range =
        if is_text { unpadded(text.kept, place.tokens, &named.tokens, *part) } else { None };
    let Some((first, length)) = range else { return (named, notes, None) };
    let cut = |tokens: Vec<String>| {
        tokens.into_iter().skip(first as usize).take(length as usize).collect::<Vec<_>>()
    };
    let named = Named { tokens: cut(named.tokens), query_tokens: cut(named.query_tokens) };
    (named, notes, range)
}
