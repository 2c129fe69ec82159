//! Values beside weights, and beside q and k.

use std::rc::Rc;

use crate::axis::{AllAxes, Axis, feature_axes, length_of};
use crate::candidate::Candidate;
use crate::extent::{Extent, layers_of};
use crate::item::Item;
use crate::names::has;
use crate::reading::Kind;
use crate::stacks::Stack;

/// Adds values to weights: a TransformerLens cache has `hook_pattern` and `hook_v`. The values have
/// the same layers and keys, and the number of heads or a divisor of it. If several fit, the one
/// whose name shares the most words with the weights is used. If two share the same number of words,
/// neither is used.
pub(crate) fn with_values(candidate: Candidate, values: &[Stack]) -> Candidate {
    if candidate.kind != Kind::Weights || candidate.stack.has_steps() {
        return candidate;
    }
    let fitting: Vec<(usize, Stack, Vec<Axis>)> = values
        .iter()
        .filter_map(|stack| values_in(stack, &candidate))
        .map(|(v, axes)| (common_words(&v, &candidate.stack), v, axes))
        .collect();
    let most = fitting.iter().map(|(shared, ..)| *shared).max();
    let mut best = fitting.into_iter().filter(|(shared, ..)| Some(*shared) == most);
    match (best.next(), best.next()) {
        (Some((_, v, v_axes)), None) => Candidate { v: Some(v), v_axes, ..candidate },
        _ => candidate,
    }
}

/// The values of the layers of the weights, and their axes, if they fit.
fn values_in(all: &Stack, Candidate { stack, axes, .. }: &Candidate) -> Option<(Stack, Vec<Axis>)> {
    let v = layers_like(stack, all)?;
    let first = v.first();
    if v.layers.iter().any(|layer| layer[0].shape != first.shape) {
        return None;
    }
    let shape = &first.shape;
    let weights = stack.shape();
    let heads = match &stack.heads {
        Some(heads) => heads.len() as u64,
        None => length_of(weights, axes, Axis::Head),
    };
    // TransformerLens has positions before heads; most others have heads first.
    let is_first = !has(&first.words, "hook");
    let v_axes = [is_first, !is_first].into_iter().find_map(|heads_first| {
        let v_axes = feature_axes(shape, Axis::Key, heads_first, v.single)?;
        let is_alike = layers_of(&v, &v_axes) == layers_of(stack, axes)
            && length_of(shape, &v_axes, Axis::Key) == length_of(weights, axes, Axis::Key);
        let shared = length_of(shape, &v_axes, Axis::Head).max(1);
        // (1, keys, features) is more likely a batch with unsplit heads than one shared head.
        let is_shared = heads % shared == 0 && (shared > 1 || shape.len() > 3);
        (is_alike && (shared == heads || is_shared)).then_some(v_axes)
    })?;
    Some((v, v_axes))
}

/// The values with the layer numbers of the weights; all values if either has no numbers. `None` if
/// one is missing.
fn layers_like(Stack { layers, numbers, .. }: &Stack, values: &Stack) -> Option<Stack> {
    let (Some(numbers), Some(own)) = (numbers, &values.numbers) else {
        return Some(values.clone());
    };
    if layers.len() == 1 {
        return Some(values.clone());
    }
    let layer = |number: &f64| {
        own.iter().position(|each| each == number).map(|at| values.layers[at].clone())
    };
    let layers = numbers.iter().map(layer).collect::<Option<Vec<_>>>()?;
    Some(Stack { layers, numbers: Some(numbers.clone()), ..values.clone() })
}

/// Whether values have the layers, heads and keys of the reading.
pub(crate) fn values_fit(
    candidate: &Candidate,
    v: &Stack,
    all: &AllAxes,
    extent: &Extent,
    batch: usize,
) -> bool {
    let (shape, axes) = (v.shape(), &all.v_axes);
    if v.is_mixed() || candidate.extra.items().next().is_some() {
        // Each layer has its own number of heads, which may share values.
        let fits = |(layer, items): (usize, &Vec<Rc<Item>>)| {
            let shape: &[u64] = &items[0].shape;
            let heads = length_of(shape, axes, Axis::Head).max(1);
            extent.heads_of(layer).is_multiple_of(heads)
                && length_of(shape, axes, Axis::Key) == extent.keys
        };
        let is_batch = v.items().any(|item| {
            let pairs = item.shape.iter().zip(axes);
            pairs
                .filter(|(_, axis)| **axis == Axis::Fixed)
                .any(|(&n, _)| n > 1 && n <= batch as u64)
        });
        return !is_batch && v.layers.iter().enumerate().all(fits);
    }
    let fits = |(&length, &axis): (&u64, &Axis)| {
        axis != Axis::Fixed || length == 1 || length > batch as u64
    };
    let split = candidate.split.map_or(1, |(_, heads)| heads);
    let heads = length_of(shape, axes, Axis::Head).saturating_mul(split).max(1);
    let shares = match candidate.kind {
        Kind::Qk => heads == extent.kv_heads,
        Kind::Weights => extent.heads.is_multiple_of(heads),
    };
    shape.iter().zip(axes).all(fits)
        && layers_of(v, axes) == extent.layers
        && shares
        && length_of(shape, axes, Axis::Key) == extent.keys
}

/// The number of words that the names of two stacks share.
fn common_words(one: &Stack, other: &Stack) -> usize {
    let words = &one.first().words;
    let is_first = |&(at, word): &(usize, &String)| !words[..at].contains(word);
    words
        .iter()
        .enumerate()
        .filter(is_first)
        .filter(|(_, word)| has(&other.first().words, word))
        .count()
}
