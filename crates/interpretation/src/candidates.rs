//! The search for possible interpretations of files.

use crate::axis::{Axis, Known, declared_axes, length_of, weight_axes};
use crate::candidate::{Candidate, Opened};
use crate::extra::Extra;
use crate::groups::{Key, order};
use crate::item::{Family, Item, families_of, items_of, unnamed};
use crate::message::Refusal;
use crate::metadata::{Metadata, Sinks};
use crate::model_part::ModelPart;
use crate::names::{has, may_be_scores, weighted_name};
use crate::projected::projected;
use crate::reading::{Kind, Numbers};
use crate::rules::FileRule;
use crate::stacks::{Stack, stacks_of};
use crate::tokens::{counts_for, texts_for};
use crate::values::with_values;

/// The possible interpretations of files, the most likely first.
///
/// Only names, shapes and tokens are used. The supported forms, with N queries, and N keys unless M
/// is written:
///
/// | arrays | interpretation |
/// |---|---|
/// | (N, N), (N, M) | weights of one head; M keys are those of a cache or of another text |
/// | (heads, N, N) | one layer; with "layers" or "rollout" in the name, layers of one head |
/// | (layers, heads, N, N) | all heads |
/// | (1, heads, N, N), (layers, 1, heads, N, N), (1, layers, heads, N, N) | the same with a batch axis; one index of a batch is shown |
/// | (heads, N, N) with a number in the name: `layers.3.attn`, `attentions_3`, `arr_0` | one layer each, by number; an axis before is a batch |
/// | (N, N) with a head number in the name: `layer_0_head_3`, `l0h3`, `0.3` | one head each, if all layers have the same heads |
/// | names with other words: `encoder_attentions.0`, `cross_attentions.0`, BertViz's views | one candidate each |
/// | (1, heads, n, n), (1, heads, 1, n + 1), (1, heads, 1, n + 2) ... | steps of `generate()` as consecutive rows, by one number or two |
/// | (heads, n, M), (heads, 1, M), (heads, 1, M) ... | the same with a static cache |
/// | (N, N, heads), (N, heads, N) | the axis of another length is heads; a note says so |
/// | q with k: `q`, `query`, `q_proj`, `layers.0.q`; `qkv` with an axis of 3 | weights are computed; v is used if present |
/// | weights with v: `hook_pattern` and `hook_v` | weights and values |
/// | `attn_scores`, or `kind` in the metadata | scores, whose softmax is shown; or differences |
/// | q, k: (N, d), (heads, N, d), (1, heads, N, d), (layers, heads, N, d) | axes as written; with a number in the name, one layer each |
/// | q, k: (N, heads, d) | if the number of tokens, fewer heads of k, `layout` in the metadata or a name of TransformerLens says so |
/// | k with fewer heads than q | grouped heads |
/// | q and k of layers with different shapes, with `rules` in the metadata | all layers, each with its own heads |
/// | q, k, `log_decay` and `beta`, with a `kind` in the metadata | layers that keep a state; q and k with fewer heads are shared |
/// | q, k and `selected`, integers (heads or groups, N, picks) | weights of the picked keys |
/// | q, k and `k_compressed` (heads or groups, entries, d), with `compress_rate` in the metadata | weights of the keys and of entries that stand for several tokens |
///
/// Learned parameters (`….weight`, `….bias`), masks, token ids and other shapes are ignored. If this
/// leaves nothing because of the name of a file, such as `labels_run.npy`, the names of files are
/// ignored.
pub(crate) fn candidates(opened: &Opened<'_>) -> Vec<Candidate> {
    let items = items_of(opened.files);
    let usable = items.iter().filter(|item| item.exclusion().is_none()).cloned().collect();
    let found = candidates_of(opened, usable);
    if found.is_empty() { candidates_of(opened, unnamed(items)) } else { found }
}

fn candidates_of(opened: &Opened<'_>, items: Vec<Item>) -> Vec<Candidate> {
    let families = families_of(items);
    let weighted = families.iter().filter(|family| family.role.is_none());
    let values: Vec<&Family> =
        families.iter().filter(|family| family.role == Some(crate::names::Role::V)).collect();
    let value_stacks: Vec<Stack> = values.into_iter().flat_map(stacks_of).collect();
    let mut found: Vec<Candidate> = weighted
        .flat_map(stacks_of)
        .flat_map(|stack| weights(opened, &stack))
        .map(|candidate| with_values(candidate, &value_stacks))
        .collect();
    found.extend(projected(opened, &families));
    // The keys are in ascending order, so that of the most likely is the least. A rank is less than 8.
    let order = order(found.len(), &|at| Key::default().number(8.0 - rank_of(&found[at])));
    order.into_iter().map(|at| found[at].clone()).collect()
}

/// The candidates that read arrays as weights: as several kinds of numbers if the name may mean both.
fn weights(opened: &Opened<'_>, stack: &Stack) -> Vec<Candidate> {
    let item = stack.first();
    let words = &item.words;
    let layers_only = (has(words, "layers") || has(words, "rollout")) && !has(words, "heads");
    let has_steps = stack.has_steps();
    // Steps were recognized by their last two axes, and the tokens belong to the last step.
    let counts = if has_steps { Vec::new() } else { counts_for(&opened.lists, stack.items()) };
    let texts = texts_for(&opened.lists, stack.items());
    let known =
        Known { single: stack.single, headed: stack.heads.is_some(), counts, texts, layers_only };
    let Metadata { numbers: declared, sinks, layout, rules, .. } = opened.metadata(item);
    // Of a rule, only the kind says something of weights.
    let is_kind =
        |refusal: &Refusal| matches!(refusal, Refusal::FileRule { name, .. } if name == "kind");
    let odd_kind = rules.filter(|rules| rules.as_ref().is_err_and(is_kind));
    let is_whole = !stack.single && stack.heads.is_none() && !has_steps;
    let in_file =
        declared_axes(&layout, stack.shape()).filter(|_| is_whole).map(|axes| (axes, false));
    let Some((axes, unsure)) = in_file.or_else(|| weight_axes(stack.shape(), &known)) else {
        return Vec::new();
    };
    if has_steps && !axes.ends_with(&[Axis::Query, Axis::Key]) {
        return Vec::new();
    }
    let possible = match (declared, may_be_scores(words)) {
        (Some(declared), _) => vec![declared],
        (None, None) => vec![Numbers::Weights],
        (None, Some(true)) => vec![Numbers::Scores, Numbers::Weights],
        (None, Some(false)) => vec![Numbers::Weights, Numbers::Scores],
    };
    let candidate = |numbers: &Numbers| Candidate {
        kind: Kind::Weights,
        numbers: *numbers,
        is_either: possible.len() > 1,
        k: None,
        v: None,
        extra: Extra::default(),
        axes: axes.clone(),
        k_axes: Vec::new(),
        v_axes: Vec::new(),
        unsure: unsure && !has_steps,
        rule: FileRule::default(),
        rules: odd_kind.clone(),
        early: false,
        part: ModelPart::of(item),
        split: None,
        implied: false,
        sinks: sinks.clone().filter(|sinks| *sinks == Sinks::Column),
        stack: stack.clone(),
    };
    possible.iter().map(candidate).collect()
}

/// How likely an interpretation is; larger is more likely.
fn rank_of(candidate: &Candidate) -> f64 {
    let Candidate { kind, stack, axes, unsure, v, early, .. } = candidate;
    let is_cross = candidate.is_cross();
    let shape = stack.shape();
    let named = weighted_name(&stack.first().words);
    let is_square = length_of(shape, axes, Axis::Query) == length_of(shape, axes, Axis::Key);
    let is_square = is_square || stack.has_steps();
    let likely = match kind {
        Kind::Qk => 3.0 + if v.is_some() { 0.5 } else { 0.0 },
        Kind::Weights if named > 0.0 => {
            if is_square || is_cross {
                4.0 + named
            } else {
                2.0
            }
        }
        Kind::Weights => {
            if is_square && !unsure {
                4.0
            } else {
                1.0
            }
        }
    };
    let tensors = stack.layers.len() * stack.heads.as_ref().map_or(1, Vec::len);
    let heads = tensors as f64
        * length_of(shape, axes, Axis::Head) as f64
        * length_of(shape, axes, Axis::Layer) as f64;
    let less = if is_cross { 0.5 } else { 0.0 } + if *early { 1.0 } else { 0.0 };
    likely - less + heads.min(4096.0) / 16384.0
}
