//! The meanings of axes, by their lengths.

use serde::{Deserialize, Serialize};

/// If nothing else decides, a longer axis is interpreted as tokens, not heads.
const MAX_HEADS: u64 = 128;

/// The meaning of an axis of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
#[non_exhaustive]
pub enum Axis {
    Layer,
    Head,
    Query,
    Key,
    Feature,
    /// One index of the axis is read, such as a text of a batch.
    Fixed,
}

impl Axis {
    pub(crate) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "layer" => Self::Layer,
            "head" => Self::Head,
            "query" => Self::Query,
            "key" => Self::Key,
            "feature" => Self::Feature,
            "fixed" => Self::Fixed,
            _ => return None,
        })
    }
}

/// The axes of all arrays of a candidate.
#[derive(Clone, Debug)]
pub(crate) struct AllAxes {
    pub(crate) axes: Vec<Axis>,
    pub(crate) k_axes: Vec<Axis>,
    pub(crate) v_axes: Vec<Axis>,
}

/// The axes of weights that a file declares: "(layers, heads, queries, keys)". `None` if it says
/// nothing of these axes, or something else.
pub(crate) fn declared_axes(layout: &str, shape: &[u64]) -> Option<Vec<Axis>> {
    let words = layout.split(|letter: char| !letter.is_ascii_alphabetic() && letter != '_');
    let axis = |word: &str| match word.to_ascii_lowercase().as_str() {
        "layer" | "layers" => Some(Axis::Layer),
        "head" | "heads" => Some(Axis::Head),
        "query" | "queries" => Some(Axis::Query),
        "key" | "keys" => Some(Axis::Key),
        "batch" | "texts" => Some(Axis::Fixed),
        _ => None,
    };
    let axes: Vec<Axis> = words.filter(|word| !word.is_empty()).map(axis).collect::<Option<_>>()?;
    let count = |axis: Axis| axes.iter().filter(|&&each| each == axis).count();
    let is_valid = axes.len() == shape.len()
        && count(Axis::Query) == 1
        && count(Axis::Key) == 1
        && [Axis::Layer, Axis::Head, Axis::Fixed].iter().all(|&axis| count(axis) <= 1);
    is_valid.then_some(axes)
}

/// The length of the axis with a meaning; 1 if there is none.
pub(crate) fn length_of(shape: &[u64], axes: &[Axis], axis: Axis) -> u64 {
    let at = axes.iter().position(|&each| each == axis);
    at.and_then(|at| shape.get(at)).copied().unwrap_or(1)
}

/// What is known of an array of weights.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    /// Whether the array is one layer.
    pub(crate) single: bool,
    /// Whether the array is one head.
    pub(crate) headed: bool,
    /// The lengths of the lists of tokens.
    pub(crate) counts: Vec<u64>,
    /// The numbers of texts of lists with the tokens of several texts.
    pub(crate) texts: Vec<u64>,
    /// Whether the name says that heads were combined.
    pub(crate) layers_only: bool,
}

/// The axes of weights, and whether another meaning is as likely. Queries and keys are the last two
/// axes, unless only another pair has equal lengths or the number of tokens. `None` if there are too
/// many axes.
pub(crate) fn weight_axes(shape: &[u64], known: &Known) -> Option<(Vec<Axis>, bool)> {
    let Known { single, headed, counts, texts, layers_only } = known;
    let last = shape.len().checked_sub(1).filter(|&last| last > 0)?;
    let usual = [last - 1, last];
    let has_tokens = |[_, key]: [usize; 2]| counts.contains(&shape[key]);
    let is_square = |[query, key]: [usize; 2]| shape[query] == shape[key] && shape[key] > 1;
    let others: Vec<[usize; 2]> = match last {
        1 => Vec::new(),
        _ => [[last - 2, last - 1], [last - 2, last]]
            .into_iter()
            .filter(|&pair| is_square(pair))
            .collect(),
    };
    let is_better = |&&pair: &&[usize; 2]| {
        if !counts.is_empty() && has_tokens(pair) != has_tokens(usual) {
            return has_tokens(pair);
        }
        // The axis that would be heads is not longer than the axis of queries.
        let heads = (last - 2..=last).find(|axis| !pair.contains(axis)).unwrap_or(last);
        !is_square(usual) && shape[pair[0]] >= shape[heads]
    };
    let unusual = others.iter().find(is_better).copied();
    let pair = unusual.unwrap_or(usual);
    let rest: Vec<usize> = (0..shape.len()).filter(|axis| !pair.contains(axis)).collect();
    let mut axes = leading_axes(shape, &rest, texts, *single, *layers_only, *headed)?;
    (axes[pair[0]], axes[pair[1]]) = (Axis::Query, Axis::Key);
    let is_confirmed =
        !counts.is_empty() && has_tokens(pair) && !(unusual.is_some() && has_tokens(usual));
    let is_unsure = unusual.is_some() || (!is_confirmed && !is_square(usual) && !others.is_empty());
    Some((axes, is_unsure))
}

/// The axes of q, or of k and v. `token` is the meaning of the axis of tokens.
pub(crate) fn feature_axes(
    shape: &[u64],
    token: Axis,
    heads_first: bool,
    single: bool,
) -> Option<Vec<Axis>> {
    let last = shape.len().checked_sub(1)?;
    if last < 2 {
        return Some(vec![token, Axis::Feature]);
    }
    let (head, at) = if heads_first { (last - 2, last - 1) } else { (last - 1, last - 2) };
    let before: Vec<usize> = (0..last - 2).chain([head]).collect();
    let mut axes = leading_axes(shape, &before, &[], single, false, false)?;
    (axes[last], axes[at]) = (Axis::Feature, token);
    Some(axes)
}

/// Whether heads come before tokens in q and k, and whether the shapes do not decide that.
///
/// `counts` are the lengths of the lists of tokens, `declared` is what the file says, and `usual`
/// what is assumed if nothing decides.
pub(crate) fn heads_first(
    q: &[u64],
    k: &[u64],
    counts: &[u64],
    declared: Option<bool>,
    usual: bool,
) -> (bool, bool) {
    let (Some(a), None) = (q.len().checked_sub(3), declared) else {
        return (declared.unwrap_or(true), false);
    };
    let b = a + 1;
    if k.len() == q.len() {
        let fits = [a, b].map(|axis| counts.contains(&k[axis]));
        if fits[0] != fits[1] {
            return (fits[1], false);
        }
        // Grouped heads: k has fewer heads and the same number of tokens.
        let shares = |axis: usize, other: usize| {
            q[axis] > k[axis] && q[axis].is_multiple_of(k[axis]) && q[other] == k[other]
        };
        let shared = [shares(a, b), shares(b, a)];
        if shared[0] != shared[1] {
            return (shared[0], false);
        }
        // A cache or another text: k has the same number of heads, and other tokens.
        if q[a] == k[a] && q[b] != k[b] {
            return (true, false);
        }
        if q[b] == k[b] && q[a] != k[a] {
            return (false, true);
        }
    }
    (usual && !(q[a] > MAX_HEADS && q[b] <= MAX_HEADS), q[a] != 1 && q[b] != 1)
}

/// The meanings of some axes, which are neither queries, keys nor features; the others are `Fixed`
/// for now. The last one is heads. The first other one that is longer than 1 is layers, unless there are tokens
/// of as many texts. `None` if several of the rest are longer than 1.
fn leading_axes(
    shape: &[u64],
    some: &[usize],
    texts: &[u64],
    single: bool,
    layers_only: bool,
    headed: bool,
) -> Option<Vec<Axis>> {
    let long: Vec<usize> = some.iter().copied().filter(|&axis| shape[axis] > 1).collect();
    let no_heads = headed || (layers_only && !single && long.len() == 1);
    // (layers, heads, 1, N, N): the batch axis is the last of these.
    let has_batch_last =
        long.len() > 1 && some.len() > 2 && some.last().is_some_and(|&axis| shape[axis] == 1);
    let head = match no_heads {
        true => None,
        false if has_batch_last => long.last().copied(),
        false => some.last().copied(),
    };
    let others: Vec<usize> = long.iter().copied().filter(|&axis| Some(axis) != head).collect();
    let layer = match single {
        true => None,
        false => others
            .iter()
            .find(|&&axis| !texts.contains(&shape[axis]))
            .or(others.first().filter(|_| others.len() > 1))
            .copied(),
    };
    let fixed = others.iter().filter(|&&axis| Some(axis) != layer);
    if fixed.count() > 1 {
        return None;
    }
    let mut axes = vec![Axis::Fixed; shape.len()];
    for (place, axis) in [(head, Axis::Head), (layer, Axis::Layer)] {
        if let Some(place) = place {
            axes[place] = axis;
        }
    }
    Some(axes)
}
