//! Layers that keep a state in place of a softmax, and picked keys: which arrays they have besides q, k and v.

use crate::axis::{Axis, length_of};
use crate::biases::Biases;
use crate::extent::{Extent, MOST_CELLS};
use crate::extra::{Extra, OfLayers, expected, item_of};
use crate::item::Item;
use crate::layer_rules::Rules;
use crate::linear_kind::LinearKind;
use crate::message::Refusal;
use crate::parts::parts_of_items;
use crate::reading::Part;
use crate::rules::FileRule;
use crate::stacks::Stack;

/// What a reading says of layers without a softmax, and of picked keys.
#[derive(Clone, Debug, Default)]
pub(crate) struct States {
    pub(crate) kinds: Option<Vec<Option<LinearKind>>>,
    pub(crate) beta: Vec<Part>,
    pub(crate) log_decay: Vec<Part>,
    pub(crate) q_subtracted: Vec<Part>,
    pub(crate) k_subtracted: Vec<Part>,
    pub(crate) lambda: Vec<Part>,
    pub(crate) biases: Biases,
    pub(crate) selected: Vec<Part>,
    pub(crate) blocks: Option<Vec<u64>>,
    pub(crate) k_compressed: Vec<Part>,
    pub(crate) k_pooling: Vec<Part>,
    pub(crate) compress_rates: Option<Vec<u64>>,
}

impl Extra {
    /// Whether the arrays have the shapes of q, and each layer with a state has all of its arrays.
    ///
    /// - `axes`: of q; the arrays have the same axes, without the features if they have one number for each token
    /// - errors: those of [`Refusal`] that name a layer and an array
    pub(crate) fn states(
        &self,
        stack: &Stack,
        axes: &[Axis],
        rule: &FileRule,
        rules: Option<&Rules>,
        extent: &Extent,
        place: (usize, Option<(u64, u64)>),
    ) -> Result<States, Refusal> {
        let layers = extent.layers as usize;
        let rule_at = |layer: usize| match rules {
            Some(rules) => rules.get(layer).and_then(|rules| rules.first()).unwrap_or(rule),
            None => rule,
        };
        let kinds: Vec<_> = (0..layers).map(|layer| rule_at(layer).kind).collect();
        let is_plain = kinds.iter().all(Option::is_none);
        let is_compressed = (0..layers).any(|layer| rule_at(layer).compressed.is_some());
        if is_plain && self.is_empty() && !is_compressed {
            return Ok(States::default());
        }
        let tokens = extent.queries.max(extent.keys) as f64;
        let most = MOST_CELLS.isqrt() as f64;
        let is_whole =
            kinds.contains(&Some(LinearKind::Differential)) || !self.k_compressed.is_empty();
        if !extent.is_in_memory() && is_whole {
            return Err(Refusal::Side { tokens, most });
        }
        // Picks of a large head are read row by row.
        if !extent.is_in_memory() && self.selected.iter().any(|(_, item)| !item.sliced) {
            return Err(Refusal::StateSide { tokens, most });
        }
        let (batch, range) = place;
        let padding = range.map_or(0, |(first, _)| first);
        for (layer, kind) in kinds.iter().enumerate() {
            self.check(stack, axes, layer, *kind, extent)?;
            self.check_biases(stack, axes, layer, kind.is_some(), extent)?;
            self.check_entries(stack, axes, layer, rule_at(layer), extent, padding)?;
        }
        let parts = |items: &OfLayers| parts_of_items(items, axes, batch, range);
        let key_axis = |&axis: &Axis| if axis == Axis::Query { Axis::Key } else { axis };
        let of_keys: Vec<Axis> = axes.iter().map(key_axis).collect();
        let block = |layer| rule_at(layer).block.unwrap_or(1.0) as u64;
        let rate = |layer| rule_at(layer).compressed.unwrap_or(0.0) as u64;
        Ok(States {
            kinds: Some(kinds).filter(|_| !is_plain),
            beta: parts(&self.beta),
            log_decay: parts(&self.log_decay),
            q_subtracted: parts(&self.q_subtracted),
            k_subtracted: parts_of_items(&self.k_subtracted, &of_keys, batch, range),
            lambda: parts(&self.lambda),
            biases: self.parts_of_biases(axes, &of_keys, batch, range, extent),
            selected: parts(&self.selected),
            blocks: (!self.selected.is_empty()).then(|| (0..layers).map(block).collect()),
            // Entries are counted from the first token, and the padding after the text is in the last ones.
            k_compressed: parts_of_items(&self.k_compressed, &of_keys, batch, None),
            k_pooling: parts_of_items(&self.k_pooling, &of_keys, batch, None),
            compress_rates: (!self.k_compressed.is_empty())
                .then(|| (0..layers).map(rate).collect()),
        })
    }

    /// Whether the entries of a layer have the shape of k, with one entry for each `compress_rate` tokens, and whether q and k
    /// are as entries need them: rotated, and without padding before the text.
    ///
    /// - `padding`: the number of padding tokens before the text
    fn check_entries(
        &self,
        stack: &Stack,
        axes: &[Axis],
        at: usize,
        rule: &FileRule,
        extent: &Extent,
        padding: u64,
    ) -> Result<(), Refusal> {
        let layer = at as f64;
        let index = stack.index_of(at);
        let entries = item_of(&self.k_compressed, index);
        let pooling = item_of(&self.k_pooling, index);
        let missing = |name: &str| {
            let (kind, name) = ("compressed".to_owned(), name.to_owned());
            Refusal::StateMissing { layer, kind, name }
        };
        let (item, m) = match (entries, rule.compressed) {
            (None, None) if pooling.is_none() => return Ok(()),
            (None, _) => return Err(missing("k_compressed")),
            (Some(_), None) => return Err(missing("compress_rate")),
            (Some(item), Some(m)) => (item, m as u64),
        };
        if rule.rope.is_some() {
            return Err(Refusal::CompressedRope { layer });
        }
        if padding > 0 {
            return Err(Refusal::CompressedPadding { layer, n: padding as f64 });
        }
        let q = &stack.layers[index][0].shape;
        let groups = length_of(&item.shape, axes, Axis::Head);
        let count = extent.keys / m.max(1);
        let like = |item: &Item, features: Option<u64>| {
            let side = |(&side, &axis): (&u64, &Axis)| match axis {
                Axis::Head => groups,
                Axis::Query => count,
                Axis::Feature => features.unwrap_or(side),
                _ => side,
            };
            let wanted: Vec<u64> = q.iter().zip(axes).map(side).collect();
            (item.shape != wanted).then_some(wanted)
        };
        let is_shared = groups > 0 && extent.heads_of(at).is_multiple_of(groups);
        let refused = |name: &str, item: &Item, wanted| {
            let (name, shape) = (name.to_owned(), item.shape.clone());
            Err(Refusal::StateShape { layer, name, shape, wanted })
        };
        if let Some(wanted) = like(item, None) {
            return refused("k_compressed", item, wanted);
        }
        if !is_shared {
            let wanted = expected(q, axes, length_of(q, axes, Axis::Head), true);
            return refused("k_compressed", item, wanted);
        }
        let Some(pooling) = pooling else { return Ok(()) };
        let features = pooling.shape.last().copied().filter(|&side| side == 2 * m);
        match like(pooling, Some(features.unwrap_or(m))) {
            Some(wanted) => refused("k_pooling", pooling, wanted),
            None => Ok(()),
        }
    }

    fn check(
        &self,
        stack: &Stack,
        axes: &[Axis],
        at: usize,
        kind: Option<LinearKind>,
        extent: &Extent,
    ) -> Result<(), Refusal> {
        let layer = at as f64;
        let index = stack.index_of(at);
        let q = &stack.layers[index][0].shape;
        let is_difference = kind == Some(LinearKind::Differential);
        let keeps_state = kind.is_some_and(LinearKind::keeps_state);
        let of_channels = usize::from(kind == Some(LinearKind::Kda));
        let wanted = [
            ("beta", &self.beta, kind.is_some_and(LinearKind::has_beta), 0),
            ("log_decay", &self.log_decay, keeps_state, of_channels),
            ("q_subtracted", &self.q_subtracted, is_difference, 1),
            ("k_subtracted", &self.k_subtracted, is_difference, 1),
            ("lambda", &self.lambda, is_difference, 0),
        ];
        for (name, items, is_needed, features) in wanted {
            let name = name.to_owned();
            let item = item_of(items, index);
            let kind_name = kind.map(|kind| kind.name().to_owned());
            match (item, kind_name) {
                (None, Some(kind)) if is_needed => {
                    return Err(Refusal::StateMissing { layer, kind, name });
                }
                (Some(_), None) => return Err(Refusal::KindMissing { layer, name }),
                (Some(item), _) if !is_needed => {
                    let shape = item.shape.clone();
                    return Err(Refusal::StateLeft { layer, name, shape });
                }
                (Some(item), _) => {
                    let own = length_of(q, axes, Axis::Head);
                    let heads = if is_difference { own } else { self.heads(index, axes) };
                    let like = expected(q, axes, heads, features == 1);
                    if item.shape != like || axes.len() != q.len() {
                        let shape = item.shape.clone();
                        return Err(Refusal::StateShape { layer, name, shape, wanted: like });
                    }
                    if heads == 0 || !heads.is_multiple_of(own.max(1)) {
                        let (heads, q) = (heads as f64, own as f64);
                        return Err(Refusal::StateHeads { layer, heads, q });
                    }
                }
                _ => {}
            }
        }
        let Some(item) = item_of(&self.selected, index) else { return Ok(()) };
        if kind.is_some() {
            let (name, shape) = ("selected".to_owned(), item.shape.clone());
            return Err(Refusal::StateLeft { layer, name, shape });
        }
        if let Some(dtype) = item.no_index.clone() {
            return Err(Refusal::PickType { layer, name: item.label.clone(), dtype });
        }
        let groups = length_of(&item.shape, axes, Axis::Head);
        let mut like = expected(q, axes, groups, true);
        if let (Some(last), Some(own)) = (like.last_mut(), item.shape.last()) {
            *last = *own;
        }
        let heads = extent.heads_of(at);
        let is_shared = groups > 0 && heads.is_multiple_of(groups);
        if !is_shared {
            let sides = like.iter_mut().zip(axes);
            sides.filter(|(_, axis)| **axis == Axis::Head).for_each(|(side, _)| *side = heads);
        }
        if item.shape != like || !is_shared {
            let (name, shape) = ("selected".to_owned(), item.shape.clone());
            return Err(Refusal::StateShape { layer, name, shape, wanted: like });
        }
        Ok(())
    }
}
