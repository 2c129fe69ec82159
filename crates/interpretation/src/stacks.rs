//! Arrays in the order of layers, then of steps of generation or of heads.

use std::rc::Rc;

use crate::groups::{Groups, Key, order};
use crate::item::{Family, Item, Member};
use crate::names::{Count, has};

/// Arrays in the order of layers.
#[derive(Clone, Debug)]
pub(crate) struct Stack {
    /// By layer, then step or head. There is at least one layer, with at least one array.
    pub(crate) layers: Vec<Vec<Rc<Item>>>,
    /// The layer numbers in the names, if there are any.
    pub(crate) numbers: Option<Vec<f64>>,
    /// Whether each array is one layer, so that it has no axis of layers.
    pub(crate) single: bool,
    /// The head numbers in the names, if each array is one head.
    pub(crate) heads: Option<Vec<f64>>,
}

impl Stack {
    fn alone(item: &Rc<Item>, single: bool, number: Option<f64>) -> Self {
        let layers = vec![vec![Rc::clone(item)]];
        Self { layers, numbers: number.map(|number| vec![number]), single, heads: None }
    }

    /// The first array. All arrays have its number of axes.
    pub(crate) fn first(&self) -> &Rc<Item> {
        &self.layers[0][0]
    }

    pub(crate) fn shape(&self) -> &[u64] {
        &self.first().shape
    }

    pub(crate) fn items(&self) -> impl Iterator<Item = &Rc<Item>> {
        self.layers.iter().flatten()
    }

    /// The steps of the first layer, or the only array if there are no steps.
    pub(crate) fn steps(&self) -> &[Rc<Item>] {
        let first = &self.layers[0];
        if self.heads.is_some() { &first[..1] } else { first }
    }

    /// The index of the array of a layer: 0 if one array has all layers.
    pub(crate) fn index_of(&self, layer: usize) -> usize {
        if self.layers.len() == 1 { 0 } else { layer }
    }

    /// Whether its arrays are layers of different shapes.
    pub(crate) fn is_mixed(&self) -> bool {
        self.single
            && self.heads.is_none()
            && self.layers.iter().any(|layer| layer[0].shape != self.shape())
    }

    pub(crate) fn has_steps(&self) -> bool {
        self.steps().len() > 1
    }
}

/// Arranges a family of arrays in layers and steps, or in layers and heads. Arrays whose shapes grow
/// as in the output of `generate()` are steps. Otherwise arrays of the same shape are one per head or
/// one per layer. Arrays that fit neither become several stacks.
pub(crate) fn stacks_of(family: &Family) -> Vec<Stack> {
    let Family { key, role, members, counts } = family;
    let Some(Member { numbers: first, item }) = members.first() else { return Vec::new() };
    let varies =
        |&at: &usize| members.iter().any(|each| each.numbers[at].to_bits() != first[at].to_bits());
    let varying: Vec<usize> = (0..first.len()).filter(varies).collect();
    let is_ambiguous = members.windows(2).any(|pair| pair[0].numbers == pair[1].numbers);
    let count = varying.first().map(|&at| counts[at]);
    if is_ambiguous || varying.len() > 2 || (count == Some(None) && are_texts(members)) {
        return members.iter().map(|member| Stack::alone(&member.item, false, None)).collect();
    }
    if members.len() == 1 {
        return vec![only(item, first, counts)];
    }
    let is_role = role.is_some();
    if !is_role && let Some(stack) = heads_in(members, counts, &varying) {
        return vec![stack];
    }
    let head = counts.iter().position(|&count| count == Some(Count::Head));
    if let Some(head) = head.filter(|head| varying.contains(head)) {
        let groups = grouped(members, &|member| number_key(member, head));
        let family = |group: Vec<&Member>| {
            let members = group.into_iter().cloned().collect();
            Family { key: key.clone(), role: *role, members, counts: counts.clone() }
        };
        return groups.into_iter().flat_map(|group| stacks_of(&family(group))).collect();
    }
    let generated = match varying[..] {
        _ if is_role => None,
        [one, two] => two_numbers(members, counts, one, two),
        [one] => one_number(members, counts[one] == Some(Count::Step)),
        _ => None,
    };
    if let Some(stack) = generated {
        return vec![stack];
    }
    // With two numbers, the first one distinguishes stacks and the second one layers. Shapes
    // distinguish stacks too.
    let layer = varying.last().copied().unwrap_or_default();
    let other = varying.first().copied().filter(|_| varying.len() == 2);
    let groups = grouped(members, &|member| {
        let key = Key::default().list(&member.item.shape);
        other.map_or(key.clone(), |other| key.number(member.numbers[other]))
    });
    let stacks = groups.into_iter().map(|group| Stack {
        layers: group.iter().map(|member| vec![Rc::clone(&member.item)]).collect(),
        numbers: Some(group.iter().map(|member| member.numbers[layer]).collect()),
        single: group.len() > 1 || counts[layer] == Some(Count::Layer),
        heads: None,
    });
    stacks.collect()
}

/// Layers of different shapes, each one array with the number of its layer in its name; `None` if the arrays differ in
/// another number too, or in the number of their axes.
pub(crate) fn mixed(family: &Family) -> Option<Stack> {
    let Family { members, counts, .. } = family;
    let first = &members.first()?.numbers;
    let varies = |&at: &usize| members.iter().any(|each| each.numbers[at] != first[at]);
    let varying: Vec<usize> = (0..first.len()).filter(varies).collect();
    let [layer] = varying[..] else { return None };
    let is_layer = counts[layer].is_none_or(|count| count == Count::Layer);
    let is_distinct = members.windows(2).all(|pair| pair[0].numbers != pair[1].numbers);
    (is_layer && is_distinct).then(|| Stack {
        layers: members.iter().map(|member| vec![Rc::clone(&member.item)]).collect(),
        numbers: Some(members.iter().map(|member| member.numbers[layer]).collect()),
        single: true,
        heads: None,
    })
}

/// The stack of a single array. A number in its name may be that of its layer.
fn only(item: &Rc<Item>, numbers: &[f64], counts: &[Option<Count>]) -> Stack {
    let number = counts.iter().position(|&count| count == Some(Count::Layer)).map(|at| numbers[at]);
    // The name of a file may count layers instead: "bert_L12.npy" has twelve layers.
    let single = number.is_some() && (item.is_named || long_axes(item, 3) == 0);
    // It may also be a length: "l4096.npy" has 4096 tokens.
    let is_length =
        !item.is_named && item.shape.iter().any(|&length| number == Some(length as f64));
    Stack::alone(item, single, number.filter(|_| single && !is_length))
}

fn number_key(member: &Member, at: usize) -> Key {
    Key::default().number(member.numbers[at])
}

fn members_at<'a>(members: &'a [Member], places: &[usize]) -> Vec<&'a Member> {
    places.iter().map(|&at| &members[at]).collect()
}

/// Groups in the order of their first members.
fn grouped<'a>(members: &'a [Member], by: &dyn Fn(&Member) -> Key) -> Vec<Vec<&'a Member>> {
    let groups = Groups::by(members.len(), &|at| by(&members[at])).in_order();
    groups.iter().map(|group| members_at(members, group)).collect()
}

fn sorted<'a>(members: &[&'a Member], by: &dyn Fn(&Member) -> Key) -> Vec<&'a Member> {
    let order = order(members.len(), &|at| by(members[at]));
    order.into_iter().map(|at| members[at]).collect()
}

/// Whether each array has all layers of another text, from files such as `text1.npz` and `text2.npz`.
fn are_texts(members: &[Member]) -> bool {
    let item = &members[0].item;
    members.iter().any(|each| each.item.file != item.file) && long_axes(item, 3) > 0
}

/// The number of axes that are longer than 1, without the last ones.
fn long_axes(item: &Item, last: usize) -> usize {
    let before = item.shape.len().saturating_sub(last);
    item.shape[..before].iter().filter(|&&length| length > 1).count()
}

fn items_in(groups: &[Vec<&Member>]) -> Vec<Vec<Rc<Item>>> {
    let items = |group: &Vec<&Member>| group.iter().map(|member| Rc::clone(&member.item)).collect();
    groups.iter().map(items).collect()
}

/// Arrays that are one head each: `layer_0_head_3`, `head_3`, or two numbers if there is no axis of
/// heads. `None` if the layers have different heads.
fn heads_in(members: &[Member], counts: &[Option<Count>], varying: &[usize]) -> Option<Stack> {
    let named = varying.iter().copied().find(|&at| counts[at] == Some(Count::Head));
    let head = named.or(varying.get(1).copied().filter(|_| varying.len() == 2))?;
    let layer = varying.iter().copied().find(|&at| at != head);
    let Member { item, numbers: first } = &members[0];
    let has_steps = varying.iter().any(|&at| counts[at] == Some(Count::Step));
    let alike = members.iter().all(|each| each.item.shape == item.shape);
    let most = usize::from(named.is_some());
    if has_steps || counts[head] == Some(Count::Layer) || !alike || long_axes(item, 2) > most {
        return None;
    }
    // Layers in the order of their first head, with their heads in order.
    let mut layers = grouped(members, &|member| {
        layer.map_or_else(Key::default, |layer| number_key(member, layer))
    });
    for group in &mut layers {
        *group = sorted(group, &|member| number_key(member, head));
    }
    let heads_of =
        |group: &[&Member]| group.iter().map(|each| each.numbers[head]).collect::<Vec<_>>();
    let heads = heads_of(&layers[0]);
    if heads.len() < 2 || layers.iter().any(|group| heads_of(group) != heads) {
        return None;
    }
    let order = order(layers.len(), &|at| Key::of(&layers[at][0].numbers));
    let layers: Vec<Vec<&Member>> = order.into_iter().map(|at| layers[at].clone()).collect();
    let number = layer.or_else(|| counts.iter().position(|&count| count == Some(Count::Layer)));
    let numbers = number.map(|number| match layer {
        None => vec![first[number]],
        Some(_) => layers.iter().map(|group| group[0].numbers[number]).collect(),
    });
    Some(Stack { layers: items_in(&layers), numbers, single: number.is_some(), heads: Some(heads) })
}

/// Steps with one number in their names: `step_3`, each with one layer or all; or `arr_12`, a
/// sequence of steps and layers. `is_step`: the name says that the number is a step.
fn one_number(members: &[Member], is_step: bool) -> Option<Stack> {
    let items: Vec<Rc<Item>> = members.iter().map(|member| Rc::clone(&member.item)).collect();
    if grows(&items, is_step) {
        return Some(Stack { layers: vec![items], numbers: None, single: false, heads: None });
    }
    let shapes = Groups::by(items.len(), &|at| Key::default().list(&items[at].shape)).in_order();
    let runs: Vec<usize> = shapes.iter().map(Vec::len).collect();
    let layers = runs[0];
    if layers < 2 || items.len() / layers < 2 || runs.iter().any(|run| run % layers != 0) {
        return None;
    }
    let steps = items.len() / layers;
    // Steps of layers, or layers of steps.
    let of_steps: Vec<Vec<Rc<Item>>> = (0..layers)
        .map(|layer| items.iter().skip(layer).step_by(layers).cloned().collect())
        .collect();
    let of_layers: Vec<Vec<Rc<Item>>> = items.chunks(steps).map(<[_]>::to_vec).collect();
    let mut orders = [of_steps, of_layers].into_iter();
    let layers = orders.find(|stacked| stacked.iter().all(|each| grows(each, false)))?;
    Some(Stack { layers, numbers: None, single: true, heads: None })
}

/// Steps with two numbers in their names: `step_0_layer_3`, or the indexes of
/// `attentions[step][layer]`.
fn two_numbers(
    members: &[Member],
    counts: &[Option<Count>],
    one: usize,
    two: usize,
) -> Option<Stack> {
    let is_layer_first = counts[one] == Some(Count::Layer) || counts[two] == Some(Count::Step);
    let is_step_first = counts[one] == Some(Count::Step) || counts[two] == Some(Count::Layer);
    let orders: &[(usize, usize)] = match (is_layer_first, is_step_first) {
        (true, _) => &[(two, one)],
        (_, true) => &[(one, two)],
        _ => &[(one, two), (two, one)],
    };
    orders.iter().find_map(|&(step, layer)| {
        let order = Groups::by(members.len(), &|at| number_key(&members[at], layer)).sorted();
        let layers: Vec<Vec<&Member>> =
            order.iter().map(|group| members_at(members, group)).collect();
        // In cross-attention, all steps have the same keys, as with a static cache.
        let is_named = counts[step] == Some(Count::Step) || has(&members[0].item.words, "cross");
        let is_alike = |group: &Vec<&Member>| {
            group.len() == layers[0].len()
                && group.iter().zip(&layers[0]).all(|(a, b)| {
                    a.numbers[step].to_bits() == b.numbers[step].to_bits()
                        && a.item.shape == b.item.shape
                })
        };
        let items = items_in(&layers);
        let fits = layers.iter().all(is_alike) && items.iter().all(|each| grows(each, is_named));
        let numbers = layers.iter().map(|group| group[0].numbers[layer]).collect();
        fits.then_some(Stack { layers: items, numbers: Some(numbers), single: true, heads: None })
    })
}

/// Whether the shapes of arrays are those of the steps of `generate()`: new queries and all keys so
/// far, (n, n), (1, n + 1), (1, n + 2)...; or the same number of keys in every step, with a static
/// cache. `is_named`: their names say that they are steps.
fn grows(items: &[Rc<Item>], is_named: bool) -> bool {
    let [first, rest @ ..] = items else { return false };
    let before = |item: &Item| item.shape.len().saturating_sub(2);
    if rest.is_empty()
        || rest.iter().any(|item| item.shape[..before(item)] != first.shape[..before(first)])
    {
        return false;
    }
    let sizes: Vec<(u64, u64)> =
        items.iter().map(|item| (item.side_from_end(1), item.side_from_end(0))).collect();
    if sizes.windows(2).all(|pair| pair[1].1 == pair[0].1.saturating_add(pair[1].0)) {
        return sizes[0].1 >= sizes[0].0;
    }
    let is_static = sizes.iter().all(|&(_, keys)| keys == sizes[0].1);
    is_static && sizes[1..].iter().all(|&(queries, _)| queries == 1) && (is_named || sizes[0].0 > 1)
}
