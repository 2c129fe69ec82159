//! From files to a reading.

use heedmap_attention_rule::{AttentionRule, Causal, Rope};
use serde::Serialize;

use crate::axis::Axis;
use crate::candidate::{Candidate, Opened, candidates};
use crate::corrections::{AllAxes, Corrections, choices_of, corrected_axes, rules_of};
use crate::extent::Extent;
use crate::layer_numbers::layer_numbers;
use crate::listing::File;
use crate::message::{NamedTensors, Note, Refusal, Rejection};
use crate::model_part::{ModelPart, chosen_place};
use crate::notes::{batch_in, reading_notes};
use crate::padding::{masked, unpadded};
use crate::parts::parts_of;
use crate::place::{Place, is_last, positions};
use crate::reading::{Kind, Numbers, Reading};
use crate::rules::FileRule;
use crate::sinks::SinksFound;
use crate::split::{Split, asks_heads, can_split, with_heads};
use crate::stacks::Stack;
use crate::states::{LinearKind, States};
use crate::texts::averaged;
use crate::tokens::{Named, Text, lists_for, tokens_for, with_sink};
use crate::tolerance::tolerance_of;
use crate::unused::{rejection, unused, unused_bias};
use crate::values::values_fit;

/// The maximum number of candidates that are listed.
const MOST_LISTED: usize = 64;

/// What files were interpreted as.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct Interpretation {
    /// The possible interpretations, the most likely first.
    pub candidates: Vec<Choice>,
    /// Why there is none.
    pub rejection: Option<Rejection>,
    /// Arrays that are in none.
    pub unused: NamedTensors,
    /// The place of the one that the corrections choose.
    pub chosen: usize,
    /// The one that the corrections choose, with these; `None` if there is no such candidate.
    pub outcome: Option<Outcome>,
}

impl Interpretation {
    /// The reading, if the files can be read with the corrections.
    #[must_use]
    pub fn reading(&self) -> Option<&Reading> {
        match &self.outcome.as_ref()?.result {
            Found::Read { reading, .. } => Some(reading),
            Found::Refused { .. } => None,
        }
    }
}

/// A possible interpretation, as the reader can choose it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct Choice {
    /// Whether weights are read or computed.
    pub kind: Kind,
    /// The part of an encoder-decoder model that the names say.
    pub part: Option<ModelPart>,
    /// What weights are.
    pub numbers: Numbers,
    /// Whether another candidate reads the same arrays as other numbers; then names say as what.
    pub is_either: bool,
    /// The names of the first and the last array, which are untrusted text.
    pub names: (String, String),
    /// The shape of the weights, or of q.
    pub shape: Vec<u64>,
    /// The meanings of its axes.
    pub axes: Vec<Axis>,
    /// The possible meanings of an axis.
    pub choices: Vec<Axis>,
    /// The factor of the scores that the files define.
    pub scale: Option<f64>,
    /// The numbers of heads of q and k that are side by side in the features.
    #[cfg_attr(feature = "typescript", tsify(type = "[heads: number, keyHeads: number] | null"))]
    pub split: Option<Split>,
    /// Whether `split` is only inferred from the features of q and k.
    pub implied: bool,
    /// Whether the features may be several heads, because there is no axis of heads.
    pub can_split: bool,
}

/// A candidate with the reader's corrections.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct Outcome {
    /// The candidate, with the corrected number of heads.
    pub candidate: Choice,
    /// Arrays that are not in it.
    pub unused: NamedTensors,
    /// What the reader should be asked.
    pub asks: Asks,
    /// The reading, or why there is none.
    #[serde(flatten)]
    #[cfg_attr(feature = "typescript", tsify(type = "Found"))]
    pub result: Found,
}

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

/// What the files do not define, so that the reader should be asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Asks {
    /// Whether queries attend to later keys.
    pub causal: bool,
    /// How many heads are side by side in the features.
    pub heads: bool,
}

/// Interprets files, with the reader's corrections.
#[must_use]
pub fn interpret(files: &[File], corrections: &Corrections) -> Interpretation {
    let opened = Opened::of(files);
    let found = candidates(&opened);
    let chosen = chosen_place(&found, corrections);
    Interpretation {
        chosen,
        rejection: found.is_empty().then(|| rejection(files)),
        unused: unused(files, &found),
        outcome: found.get(chosen).map(|each| outcome(&opened, &found, each, corrections)),
        candidates: found.iter().take(MOST_LISTED).map(Choice::of).collect(),
    }
}

impl Choice {
    fn of(candidate: &Candidate) -> Self {
        let Candidate { kind, part, numbers, is_either, stack, axes, rule, split, implied, .. } =
            candidate;
        let last = stack.items().last().unwrap_or(stack.first());
        Self {
            kind: *kind,
            part: *part,
            numbers: *numbers,
            is_either: *is_either,
            names: (stack.first().label.clone(), last.label.clone()),
            shape: stack.shape().to_vec(),
            axes: axes.clone(),
            choices: choices_of(candidate),
            scale: rule.scale,
            split: *split,
            implied: *implied,
            can_split: can_split(candidate),
        }
    }
}

fn outcome(
    opened: &Opened<'_>,
    found: &[Candidate],
    understood: &Candidate,
    corrections: &Corrections,
) -> Outcome {
    let split = with_heads(understood, corrections.heads);
    let candidate = split.as_ref().unwrap_or(understood);
    let result = corrected(opened, split.as_ref(), corrections);
    let result = match corrections.average {
        Some(true) => averaged(opened, found, corrections, result),
        _ => result,
    };
    let left = if understood.kind == Kind::Qk { unused_bias(opened.files, found) } else { None };
    let result = match (result, left) {
        (Found::Read { .. }, Some(refused)) => Found::Refused { refused },
        (result, _) => result,
    };
    let asks = match &result {
        Found::Refused { .. } => Asks::default(),
        Found::Read { size, .. } => {
            let Candidate { kind, rule, rules, .. } = understood;
            // A layer with a state never looks ahead.
            let keeps_state = |rule: &FileRule| rule.kind.is_some_and(LinearKind::keeps_state);
            let asks = |rule: &FileRule| rule.causal().is_none() && !keeps_state(rule);
            let is_open = match rules {
                Some(Ok(layers)) => layers.iter().flatten().any(asks),
                _ => asks(rule),
            };
            let is_open = is_open && corrections.causal.is_none();
            let is_open = is_open && !understood.extra.looks_back();
            Asks {
                causal: *kind == Kind::Qk && is_open && !understood.is_cross(),
                heads: corrections.heads.is_none() && asks_heads(understood, *size),
            }
        }
    };
    let unused = unused(opened.files, std::slice::from_ref(understood));
    Outcome { candidate: Choice::of(candidate), unused, asks, result }
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
