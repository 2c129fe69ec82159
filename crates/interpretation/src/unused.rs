//! Arrays that are in no interpretation.

use crate::biases::BIASES;
use crate::candidate::Candidate;
use crate::groups::{Groups, Key};
use crate::item::{Exclusion, Item, items_of};
use crate::listing::File;
use crate::message::{NamedTensor, NamedTensors, Refusal, Rejection};
use crate::names::Role;

/// The maximum number of arrays that are named; more are only counted.
const NAMED: usize = 5;

impl NamedTensors {
    fn of<'a>(items: impl Iterator<Item = &'a Item>) -> Self {
        Self::first(items.map(|Item { label, shape, .. }| NamedTensor {
            label: label.clone(),
            shape: shape.clone(),
        }))
    }

    /// The first of some arrays, and the number of the others.
    pub(crate) fn first(mut all: impl Iterator<Item = NamedTensor>) -> Self {
        let first = all.by_ref().take(NAMED).collect();
        Self { first, more: all.count() as f64 }
    }
}

/// Arrays that are in no candidate. An attention mask counts as used if it may remove padding.
pub(crate) fn unused<'a>(files: &[File], candidates: &'a [Candidate]) -> NamedTensors {
    let stacks = |candidate: &'a Candidate| {
        let Candidate { stack, k, v, .. } = candidate;
        [Some(stack), k.as_ref(), v.as_ref()].into_iter().flatten()
    };
    let key = |file: u32, tensor: usize| Key::default().whole(file.into()).whole(tensor as u64);
    let mut used = Groups::default();
    let extra = candidates.iter().flat_map(|candidate| candidate.extra.items());
    for item in candidates.iter().flat_map(stacks).flat_map(|stack| stack.items()).chain(extra) {
        used.add(key(item.file, item.tensor), 0);
    }
    let has_side = |tokens: u64| candidates.iter().any(|each| each.stack.shape().contains(&tokens));
    for file in files {
        if let Some(mask) = file.padding.as_ref().filter(|mask| has_side(mask.tokens)) {
            used.add(key(file.id, mask.tensor), 0);
        }
    }
    let items = items_of(files);
    NamedTensors::of(items.iter().filter(|item| used.get(&key(item.file, item.tensor)).is_empty()))
}

/// A bias, by its name, that is in no candidate: weights without it would be other ones.
pub(crate) fn unused_bias(files: &[File], candidates: &[Candidate]) -> Option<Refusal> {
    let used = || candidates.iter().flat_map(|candidate| candidate.extra.biases()).flatten();
    let item = items_of(files).into_iter().find(|item| {
        let is_same = |other: &Item| (other.file, other.tensor) == (item.file, item.tensor);
        BIASES.iter().any(|name| item.label.ends_with(name))
            && !used().any(|(_, other)| is_same(other))
    })?;
    let file = files.iter().find(|file| file.id == item.file)?;
    let (name, shape) = (item.label, item.shape);
    Some(Refusal::BiasLeft { name, shape, dtype: file.tensors.get(item.tensor)?.dtype.clone() })
}

/// Why the files cannot be interpreted.
pub(crate) fn rejection(files: &[File]) -> Rejection {
    let items = items_of(files);
    let list = NamedTensors::of(items.iter());
    if items.is_empty() {
        let tokens = files.iter().map(|file| file.tokens.len()).find(|&count| count > 0);
        return tokens
            .map_or(Rejection::Empty, |tokens| Rejection::Tokens { tokens: tokens as f64 });
    }
    let learned = items.iter().filter(|item| item.exclusion() == Some(Exclusion::Learned)).count();
    if 2 * learned > items.len() {
        return Rejection::Learned { count: items.len() as f64, list };
    }
    if items.iter().all(|item| item.is_integer) {
        return Rejection::Whole { list };
    }
    let has = |role| items.iter().any(|item| item.role == Some(role));
    match (has(Role::Q), has(Role::K)) {
        (true, false) => Rejection::NoKeys { list },
        (false, true) => Rejection::NoQueries { list },
        _ => Rejection::Shapes { list },
    }
}
