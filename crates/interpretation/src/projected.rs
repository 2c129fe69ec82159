//! Candidates that compute weights from q and k.

use std::rc::Rc;

use crate::axis::{Axis, feature_axes, heads_first};
use crate::candidate::{Candidate, Opened};
use crate::extra::{Extra, OfLayers};
use crate::groups::{Groups, Key};
use crate::item::{Family, Item, Member, role_key};
use crate::metadata::{Metadata, Sinks};
use crate::model_part::ModelPart;
use crate::names::{Role, has, loose, pattern_of};
use crate::reading::{Kind, Numbers};
use crate::rules::FileRule;
use crate::split::{flat_axes, implied_split, split_of};
use crate::stacks::{Stack, mixed, stacks_of};
use crate::tokens::counts_for;

/// Candidates that compute weights from q and k, with v if it fits.
pub(crate) fn projected(opened: &Opened<'_>, families: &[Family]) -> Vec<Candidate> {
    let key_of = |role: Option<Role>, key: &str| Key::default().whole(role_key(role)).text(key);
    let by = |key: &dyn Fn(&str) -> String| {
        let of = |at: usize| key_of(families[at].role, &key(&families[at].key));
        Groups::by(families.len(), &of)
    };
    let (exact, loosely) = (by(&str::to_owned), by(&loose));
    let of_q = families.iter().filter(|family| family.role == Some(Role::Q));
    let found = of_q.flat_map(|family| {
        let key = loose(&family.key);
        let of = |role: Role| {
            let found = |groups: &Groups, key: &str| {
                Some(groups.get(&key_of(Some(role), key)).to_vec()).filter(|all| !all.is_empty())
            };
            let places =
                found(&exact, &family.key).or_else(|| found(&loosely, &key)).or_else(|| {
                    // TransformerLens applies RoPE to q and k only: `hook_rot_q` goes with `hook_v`.
                    let unrotated = key.replacen("hookrot", "hook", 1);
                    if role == Role::V { found(&loosely, &unrotated) } else { None }
                });
            let mut places = places.unwrap_or_default();
            if role == Role::K || role == Role::V {
                places.truncate(1);
            }
            places.into_iter().flat_map(|place| &families[place].members).collect()
        };
        // The log decays of KDA have one axis more than those of other layers.
        let partners = |role| Partners::of(family, of(role));
        let all = All {
            k: partners(Role::K),
            v: partners(Role::V),
            beta: partners(Role::Beta),
            log_decay: partners(Role::LogDecay),
            q_subtracted: partners(Role::QSubtracted),
            k_subtracted: partners(Role::KSubtracted),
            lambda: partners(Role::Lambda),
            key_bias: partners(Role::KeyBias),
            relative_bias: partners(Role::RelativeBias),
            score_bias: partners(Role::ScoreBias),
            selected: partners(Role::Selected),
            k_compressed: partners(Role::KCompressed),
            k_pooling: partners(Role::KPooling),
        };
        // Layers may differ in their shapes only if a file has a rule for each.
        let has_rules =
            family.members.first().is_some_and(|q| opened.metadata(&q.item).rules.is_some());
        let mixed = Some(family).filter(|_| has_rules && !is_uniform(family)).and_then(mixed);
        match mixed.and_then(|stack| with_keys(opened, &stack, &all)) {
            Some(candidate) => vec![candidate],
            None => {
                let stacks = stacks_of(family);
                stacks.iter().filter_map(|stack| with_keys(opened, stack, &all)).collect()
            }
        }
    });
    found.collect()
}

fn is_uniform(family: &Family) -> bool {
    family.members.windows(2).all(|pair| pair[0].item.shape == pair[1].item.shape)
}

/// The arrays that may belong to a q.
struct All<'a> {
    k: Partners<'a>,
    v: Partners<'a>,
    beta: Partners<'a>,
    log_decay: Partners<'a>,
    q_subtracted: Partners<'a>,
    k_subtracted: Partners<'a>,
    lambda: Partners<'a>,
    key_bias: Partners<'a>,
    relative_bias: Partners<'a>,
    score_bias: Partners<'a>,
    selected: Partners<'a>,
    k_compressed: Partners<'a>,
    k_pooling: Partners<'a>,
}

/// Finds the k or v of a q by the numbers in its name. If there is only one of each, they belong
/// together.
struct Partners<'a> {
    only: Option<&'a Rc<Item>>,
    members: Vec<&'a Member>,
    by_numbers: Groups,
}

impl<'a> Partners<'a> {
    fn of(qs: &Family, members: Vec<&'a Member>) -> Self {
        let only = members.first().filter(|_| members.len() == 1 && qs.members.len() == 1);
        let by_numbers = Groups::by(members.len(), &|at| Key::of(&members[at].numbers));
        Self { only: only.map(|member| &member.item), by_numbers, members }
    }

    fn find(&self, q: &Item) -> Option<&'a Rc<Item>> {
        let numbers = || Key::of(&pattern_of(&q.words, q.role).numbers);
        self.only
            .or_else(|| self.by_numbers.get(&numbers()).last().map(|&at| &self.members[at].item))
    }

    /// The arrays of those layers of q that have one. The only one may be of another layer.
    fn some(&self, qs: &Stack) -> OfLayers {
        let numbers = |item: &Item| pattern_of(&item.words, item.role).numbers;
        let found = qs.layers.iter().enumerate().filter_map(|(at, layer)| {
            let item = self.find(&layer[0])?;
            let own = numbers(item);
            (own.is_empty() || own == numbers(&layer[0])).then(|| (at, Rc::clone(item)))
        });
        found.collect()
    }

    /// The arrays for the layers of q, if none is missing and all have one shape, or layers may differ.
    fn stack(&self, qs: &Stack, may_differ: bool) -> Option<Stack> {
        let items: Option<Vec<&Rc<Item>>> =
            qs.layers.iter().map(|layer| self.find(&layer[0])).collect();
        let items = items?;
        let first = items.first()?;
        let is_alike = |item: &&Rc<Item>| match may_differ {
            true => item.shape.len() == first.shape.len(),
            false => item.shape == first.shape,
        };
        let is_uniform = items.iter().all(is_alike);
        let layers = items.iter().map(|&item| vec![Rc::clone(item)]).collect();
        is_uniform.then(|| Stack { layers, ..qs.clone() })
    }
}

fn with_keys(opened: &Opened<'_>, all: &Stack, of: &All) -> Option<Candidate> {
    // Layers that have only q are ignored.
    let has_k: Vec<bool> = all.layers.iter().map(|layer| of.k.find(&layer[0]).is_some()).collect();
    let kept = |layer: &usize| has_k[*layer];
    let layers: Vec<_> =
        (0..all.layers.len()).filter(kept).map(|layer| all.layers[layer].clone()).collect();
    let numbers = all.numbers.as_ref();
    let numbers = numbers
        .map(|numbers| (0..numbers.len()).filter(kept).map(|layer| numbers[layer]).collect());
    let stack = Stack { layers, numbers, ..all.clone() };
    let q_item = stack.layers.first()?.first()?;
    // Layers with the same queries may share other numbers of keys: MiniMax has lightning and softmax layers.
    let metadata = opened.metadata(q_item);
    let may_differ =
        stack.is_mixed() || (metadata.rules.is_some() && stack.single && stack.heads.is_none());
    let k = of.k.stack(&stack, may_differ)?;
    let v = of.v.stack(&stack, may_differ);
    let (shape, words, k_shape) = (&q_item.shape, &q_item.words, k.shape());
    let Metadata { mut rule, mut rules, sinks, .. } = metadata;
    if has(words, "causal") {
        let layers = rules.iter_mut().flatten().flatten().flatten();
        layers.chain([&mut rule]).for_each(FileRule::look_back);
    }
    let counts = counts_for(&opened.lists, stack.items().chain(k.items()));
    // Most models split their projection as (tokens, 3, heads, size).
    let tokens_first = q_item
        .cut
        .is_some_and(|cut| cut.axis + 2 == shape.len() && cut.axis > 0 && shape[cut.axis - 1] > 1);
    // Names with "hook" are from TransformerLens, which has positions before heads.
    let declared = layout_in(&metadata.layout).or(has(words, "hook").then_some(false));
    let (is_first, unsure) = heads_first(shape, k_shape, &counts, declared, !tokens_first);
    let known = split_of(metadata.heads, shape, k_shape);
    let split = known.or_else(|| implied_split(shape, k_shape));
    let axes_of = |shape: &[u64], token: Axis| match split {
        Some(_) => Some(flat_axes(shape, token, stack.single)),
        None => feature_axes(shape, token, is_first, stack.single),
    };
    let axes = axes_of(shape, Axis::Query)?;
    if (stack.is_mixed() || k.is_mixed()) && !is_one_text(&stack, &k, &axes) {
        return None;
    }
    let k_axes = axes_of(k_shape, Axis::Key)?;
    let v_axes = v.as_ref().and_then(|v| axes_of(v.shape(), Axis::Key));
    Some(Candidate {
        kind: Kind::Qk,
        numbers: Numbers::Weights,
        is_either: false,
        v: v.filter(|_| v_axes.is_some()),
        axes,
        k_axes,
        v_axes: v_axes.unwrap_or_default(),
        unsure: unsure && split.is_none(),
        rule,
        rules,
        // TransformerLens stores q and k before RoPE, and the rotated ones in other arrays.
        early: has(words, "hook") && !has(words, "rot"),
        part: ModelPart::of(q_item),
        split,
        implied: split.is_some() && known.is_none(),
        sinks: sinks.filter(|sinks| *sinks != Sinks::Column),
        extra: Extra {
            beta: of.beta.some(&stack),
            log_decay: of.log_decay.some(&stack),
            q_subtracted: of.q_subtracted.some(&stack),
            k_subtracted: of.k_subtracted.some(&stack),
            lambda: of.lambda.some(&stack),
            key_bias: of.key_bias.some(&stack),
            relative_bias: of.relative_bias.some(&stack),
            score_bias: of.score_bias.some(&stack),
            selected: of.selected.some(&stack),
            k_compressed: of.k_compressed.some(&stack),
            k_pooling: of.k_pooling.some(&stack),
        },
        k: Some(k),
        stack,
    })
}

/// Whether layers of different shapes have the same number of queries, and of keys.
fn is_one_text(q: &Stack, k: &Stack, axes: &[Axis]) -> bool {
    let Some(at) = axes.iter().position(|&axis| axis == Axis::Query) else { return false };
    let is_same = |stack: &Stack| {
        let side = stack.shape().get(at);
        stack.items().all(|item| item.shape.len() == axes.len() && item.shape.get(at) == side)
    };
    is_same(q) && is_same(k)
}

/// Whether heads come first, according to the layout in the metadata: "(heads, positions, head_size)".
fn layout_in(layout: &str) -> Option<bool> {
    let layout = layout.to_ascii_lowercase();
    let is_part = |letter: char| letter.is_ascii_lowercase() || letter == '_';
    let words: Vec<&str> =
        layout.split(|letter| !is_part(letter)).filter(|word| !word.is_empty()).collect();
    let is_heads = |word: &str| {
        let start =
            ["n_", "num_", "num", "n"].into_iter().find_map(|start| word.strip_prefix(start));
        let is_head = |word: &str| word == "head" || word == "heads";
        word == "h" || is_head(word) || start.is_some_and(is_head)
    };
    let starts = ["pos", "seq", "tok", "time", "quer", "len"];
    let is_tokens = |word: &str| {
        ["n", "t", "l"].contains(&word) || starts.iter().any(|start| word.starts_with(start))
    };
    let head = words.iter().position(|word| is_heads(word))?;
    Some(head < words.iter().position(|word| is_tokens(word))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layout_says_whether_heads_come_first() {
        assert_eq!(layout_in("(Heads, positions, head_size)"), Some(true));
        assert_eq!(layout_in("pos, n_heads, d"), Some(false));
        assert_eq!(layout_in("layers first"), None);
    }
}
