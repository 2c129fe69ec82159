//! The texts of files that hold several: the items of a batch, or files with the same heads.

use serde::Serialize;

use crate::candidate::{Candidate, Opened};
use crate::candidates::candidates;
use crate::corrections::{Corrections, chosen_place};
use crate::extent::MOST_CELLS;
use crate::found::{Found, corrected};
use crate::listing::File;
use crate::message::{NamedTensor, NamedTensors, Note, Refusal};
use crate::reading::Reading;
use crate::split_heads::with_heads;
use crate::tokens::TokenList;

/// The largest batch whose texts are listed, and the most tokens of all of them. A file may state any length before its
/// numbers are read, and one list of tokens counts for each text.
const MOST_TEXTS: usize = 4096;
const MOST_TOKENS: usize = 1 << 22;

/// A text of open files: the correction that reads it, and its reading.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Text {
    /// The index of its candidate, if it is a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub candidate: Option<usize>,
    /// Its index in the batch, if it is an item of one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub batch: Option<usize>,
    /// The name of its file, with its index in the batch. It is untrusted text.
    pub name: String,
    /// Whether its tokens are its own: one list of tokens for a whole batch is of one of its texts.
    pub has_tokens: bool,
    /// How it is read.
    pub reading: Box<Reading>,
}

/// The texts of files that hold several, as far as they can be read with the corrections; empty if they hold one, or
/// a batch of more than 4,096 texts or 4,194,304 tokens.
#[must_use]
pub fn texts(files: &[File], corrections: &Corrections) -> Vec<Text> {
    let opened = Opened::of(files);
    let found = candidates(&opened);
    readings(&opened, &found, corrections)
}

/// The readings of all texts that can be read with the corrections.
fn readings(opened: &Opened<'_>, found: &[Candidate], corrections: &Corrections) -> Vec<Text> {
    let base = Corrections { candidate: None, batch: None, ..corrections.clone() };
    let read_at = |at: usize, corrections: &Corrections| {
        let split = with_heads(found.get(at)?, corrections.heads);
        match corrected(opened, split.as_ref(), corrections) {
            Found::Read { reading, notes, .. } => Some((reading, notes)),
            Found::Refused { .. } => None,
        }
    };
    let name_of = |file: u32| {
        let named = opened.files.iter().find(|each| each.id == file);
        named.map(|each| each.name.clone()).unwrap_or_default()
    };
    let place = corrections.candidate.unwrap_or_else(|| chosen_place(found, &base));
    let Some((first, notes)) = read_at(place, &base) else { return Vec::new() };
    let batch = notes.iter().find_map(|note| match note {
        Note::BatchOf { length, .. } => Some(*length as usize),
        _ => None,
    });
    if let Some(length) = batch {
        let holders = opened.files.iter().filter(|file| !file.tensors.is_empty()).count();
        let tokens = first.tokens.len() + first.query_tokens.len();
        if holders > 1 || length > MOST_TEXTS || length * tokens > MOST_TOKENS {
            return Vec::new();
        }
        let name = first_file(&first).map(name_of).unwrap_or_default();
        let has_tokens = opened.lists.iter().any(TokenList::is_of_texts);
        let one = |item: usize| {
            let (reading, _) =
                read_at(place, &Corrections { batch: Some(item as f64), ..base.clone() })?;
            let (candidate, name) = (corrections.candidate, format!("{name}[{item}]"));
            Some(Text { candidate, batch: Some(item), name, has_tokens, reading })
        };
        return (0..length).filter_map(one).collect();
    }
    let mut seen = Vec::new();
    let one = |at: usize| {
        let (reading, _) = read_at(at, &base)?;
        let file = first_file(&reading)?;
        // Each text is a file with its own tokens, or one that Heedmap wrote. Two arrays of a file are no two texts.
        let is_own = || {
            let own = opened.files.iter().find(|each| each.id == file);
            own.is_some_and(|own| own.metadata.iter().any(|(key, _)| key == "heedmap"))
        };
        let is_text = (reading.layers, reading.heads, reading.kind)
            == (first.layers, first.heads, first.kind)
            && (!reading.tokens.is_empty() || is_own())
            && !seen.contains(&file);
        seen.push(file);
        let (candidate, name) = (Some(at), name_of(file));
        let text = Text { candidate, batch: None, name, has_tokens: true, reading };
        is_text.then_some(text)
    };
    let all: Vec<Text> = (0..found.len()).filter_map(one).collect();
    if all.len() > 1 { all } else { Vec::new() }
}

fn first_file(reading: &Reading) -> Option<u32> {
    reading.weights.iter().chain(&reading.q).map(|part| part.file).next()
}

/// The reading of the mean over all texts as long as the one that was read.
pub(crate) fn averaged(
    opened: &Opened<'_>,
    found: &[Candidate],
    corrections: &Corrections,
    read: Found,
) -> Found {
    let Found::Read { mut reading, size, notes } = read else { return read };
    let (queries, keys) = (reading.queries as f64, reading.keys as f64);
    let refused = |refused| Found::Refused { refused };
    if reading.kinds.is_some() || !reading.selected.is_empty() || !reading.k_compressed.is_empty() {
        return refused(Refusal::AverageKind);
    }
    if reading.queries.saturating_mul(reading.keys) > MOST_CELLS {
        return refused(Refusal::AverageLarge { queries, keys, most: MOST_CELLS as f64 });
    }
    let is_as_long = |one: &Text| {
        let Reading { queries, keys, offset, reach, sinks, .. } = &*one.reading;
        (*queries, *keys, *offset) == (reading.queries, reading.keys, reading.offset)
            && *reach == reading.reach
            && sinks.is_some() == reading.sinks.is_some()
    };
    let (mut same, others): (Vec<_>, Vec<_>) =
        readings(opened, found, corrections).into_iter().partition(is_as_long);
    if same.len() < 2 {
        return refused(Refusal::AverageAlone { queries, keys });
    }
    let is_one = |list: fn(&Reading) -> &Vec<String>| {
        same.iter().all(|one| list(&one.reading) == list(&same[0].reading))
    };
    let (is_same, is_same_query) = (is_one(|one| &one.tokens), is_one(|one| &one.query_tokens));
    let mut notes: Vec<Note> = notes
        .into_iter()
        .filter(|note| !matches!(note, Note::BatchOf { .. } | Note::Padding { .. }))
        .collect();
    notes.push(Note::Average { n: same.len() as f64, queries, keys });
    if !others.is_empty() {
        let named = others.iter().map(|Text { name, reading, .. }| NamedTensor {
            label: name.clone(),
            shape: vec![reading.queries, reading.keys],
        });
        notes.push(Note::AverageLeft { n: others.len() as f64, list: NamedTensors::first(named) });
    }
    // Texts with other words have no words in common, and the norms of their values no mean.
    if !is_same || !is_same_query {
        (reading.tokens, reading.query_tokens) = (Vec::new(), Vec::new());
    }
    reading.v = Vec::new();
    for one in &mut same {
        (one.reading.tokens, one.reading.query_tokens) = (Vec::new(), Vec::new());
        one.reading.v = Vec::new();
    }
    reading.texts = same.into_iter().map(|one| *one.reading).collect();
    Found::Read { reading, size, notes }
}
