//! The sizes of a reading, and their limits.

use std::rc::Rc;

use crate::axis::{AllAxes, Axis, length_of};
use crate::candidate::Candidate;
use crate::item::Item;
use crate::message::Refusal;
use crate::reading::Numbers;
use crate::stacks::Stack;

/// The maximum number of cells of a head in memory. A larger head is computed or read in parts.
pub const MOST_CELLS: u64 = 1 << 24;
/// The maximum number of heads.
pub const MOST_HEADS: u64 = 4096;
/// The maximum number of tokens of a large head.
pub const MOST_SIDE: u64 = 1 << 18;

/// The sizes of a reading.
#[derive(Clone, Debug)]
pub(crate) struct Extent {
    pub(crate) layers: u64,
    pub(crate) heads: u64,
    pub(crate) kv_heads: u64,
    pub(crate) queries: u64,
    pub(crate) keys: u64,
    /// The head size of q in the first layer; `None` for weights.
    pub(crate) size: Option<f64>,
    /// The heads and the head size of each layer, if layers have arrays of their own.
    pub(crate) by_layer: Vec<(u64, f64)>,
    /// The queries and keys of each step of generation, or of the only step.
    pub(crate) steps: Vec<(u64, u64)>,
}

impl Extent {
    pub(crate) fn of(candidate: &Candidate, all: &AllAxes) -> Self {
        let Candidate { stack, k, split, .. } = candidate;
        let AllAxes { axes, k_axes, .. } = all;
        let sides = |shape: &[u64]| {
            (length_of(shape, axes, Axis::Query), length_of(shape, axes, Axis::Key))
        };
        let steps: Vec<(u64, u64)> = stack.steps().iter().map(|item| sides(&item.shape)).collect();
        let heads_of = |heads: &Vec<f64>| heads.len() as u64;
        let heads = match split {
            Some((heads, _)) => *heads,
            None => stack
                .heads
                .as_ref()
                .map_or_else(|| length_of(stack.shape(), axes, Axis::Head), heads_of),
        };
        let own = k.as_ref().map_or(heads, |k| length_of(k.shape(), k_axes, Axis::Head));
        let last = steps.last().map_or(1, |&(_, keys)| keys);
        let by_layer = match k {
            Some(_) => by_layer(candidate, axes),
            None => Vec::new(),
        };
        Self {
            layers: layers_of(stack, axes),
            heads: by_layer.iter().map(|&(heads, _)| heads).max().unwrap_or(heads),
            by_layer,
            kv_heads: split.map_or(own, |(_, heads)| heads).max(1),
            queries: steps.iter().fold(0, |sum, &(queries, _)| sum.saturating_add(queries)),
            keys: k.as_ref().map_or(last, |k| length_of(k.shape(), k_axes, Axis::Key)),
            size: k.as_ref().map(|_| head_size(stack, axes, split.map(|(heads, _)| heads))),
            steps,
        }
    }

    /// The number of heads of a layer.
    pub(crate) fn heads_of(&self, layer: usize) -> u64 {
        self.by_layer.get(layer).map_or(self.heads, |&(heads, _)| heads)
    }

    /// The head size of q in a layer; `None` for weights.
    pub(crate) fn size_of(&self, layer: usize) -> Option<f64> {
        self.by_layer.get(layer).map(|&(_, size)| size).or(self.size)
    }

    /// The number of heads of each layer, if layers differ.
    pub(crate) fn layer_heads(&self) -> Option<Vec<u64>> {
        let heads: Vec<u64> = self.by_layer.iter().map(|&(heads, _)| heads).collect();
        heads.iter().any(|&each| each != self.heads).then_some(heads)
    }

    /// The head size of q, if all layers have the same.
    pub(crate) fn common_size(&self) -> Option<f64> {
        self.size.filter(|&size| self.by_layer.iter().all(|&(_, each)| each == size))
    }

    /// Whether the cells of a head fit in memory.
    pub(crate) fn is_in_memory(&self) -> bool {
        self.queries.saturating_mul(self.keys) <= MOST_CELLS
    }

    /// Why these sizes exceed a limit or do not match.
    pub(crate) fn refusal(&self, candidate: &Candidate, all: &AllAxes) -> Option<Refusal> {
        let Candidate { numbers, stack, k, split, .. } = candidate;
        let &Self { layers, heads, kv_heads, queries, keys, size, .. } = self;
        if let (Some(q), Some(stack)) = (size, k) {
            let k = head_size(stack, &all.k_axes, split.map(|(_, heads)| heads));
            if q != k {
                return Some(Refusal::Sizes { q, k });
            }
            for (&(heads, q), items) in self.by_layer.iter().zip(&stack.layers) {
                let k = length_of(&items[0].shape, &all.k_axes, Axis::Feature) as f64;
                if q != k {
                    return Some(Refusal::Sizes { q, k });
                }
                let kv_heads = length_of(&items[0].shape, &all.k_axes, Axis::Head).max(1);
                if heads % kv_heads != 0 {
                    let (heads, kv_heads) = (heads as f64, kv_heads as f64);
                    return Some(Refusal::Sharing { heads, kv_heads });
                }
            }
        }
        if self.by_layer.is_empty() && heads % kv_heads != 0 {
            return Some(Refusal::Sharing { heads: heads as f64, kv_heads: kv_heads as f64 });
        }
        let key_layers = k.as_ref().map_or(layers, |k| layers_of(k, &all.k_axes));
        if key_layers != layers {
            return Some(Refusal::Layers { q: layers as f64, k: key_layers as f64 });
        }
        if !self.is_in_memory() {
            let (queries, keys) = (queries as f64, keys as f64);
            let most = MOST_CELLS as f64;
            if *numbers != Numbers::Weights {
                return Some(Refusal::LargeNumbers { numbers: *numbers, queries, keys, most });
            }
            if let Some(refusal) = self.large_refusal(stack, k.is_some()) {
                return Some(refusal);
            }
        }
        let (l, h, most) = (layers as f64, heads as f64, MOST_HEADS as f64);
        (layers.saturating_mul(heads) > MOST_HEADS).then_some(Refusal::Heads {
            layers: l,
            heads: h,
            most,
        })
    }

    /// Why a large head cannot be read in parts. The queries and keys of one head must fit in memory;
    /// weights are read in slices, which needs one uncompressed array.
    fn large_refusal(&self, stack: &Stack, has_keys: bool) -> Option<Refusal> {
        let tokens = self.queries.max(self.keys);
        if tokens > MOST_SIDE {
            return Some(Refusal::Side { tokens: tokens as f64, most: MOST_SIDE as f64 });
        }
        if let Some(size) = self.size.filter(|_| has_keys) {
            let (tokens, most) = (tokens as f64, MOST_CELLS as f64);
            let fits = (most / size).floor();
            return (tokens * size > most).then_some(Refusal::Vectors { tokens, size, fits });
        }
        let is_whole = stack.layers.iter().all(|items| stack.heads.is_some() || items.len() == 1);
        let is_sliced = stack.items().all(|item| item.sliced);
        let (queries, keys) = (self.queries as f64, self.keys as f64);
        let refusal = Refusal::Cells { queries, keys, most: MOST_CELLS as f64 };
        (!(is_whole && is_sliced)).then_some(refusal)
    }
}

/// The heads and the head size of each layer, of q in arrays by layer. Heads with a state of their own may share q.
fn by_layer(candidate: &Candidate, axes: &[Axis]) -> Vec<(u64, f64)> {
    let Candidate { stack, split, extra, .. } = candidate;
    if !stack.single || stack.heads.is_some() || split.is_some() || stack.has_steps() {
        return Vec::new();
    }
    let layer = |(at, items): (usize, &Vec<Rc<Item>>)| {
        let shape = &items[0].shape;
        let heads = length_of(shape, axes, Axis::Head).max(extra.heads(at, axes));
        (heads, length_of(shape, axes, Axis::Feature) as f64)
    };
    stack.layers.iter().enumerate().map(layer).collect()
}

/// The number of layers of a stack.
pub(crate) fn layers_of(stack: &Stack, axes: &[Axis]) -> u64 {
    (stack.layers.len() as u64).saturating_mul(length_of(stack.shape(), axes, Axis::Layer))
}

/// The number of features of a head, which is no whole number if a correction of the axes takes
/// another axis for the features.
fn head_size(stack: &Stack, axes: &[Axis], heads: Option<u64>) -> f64 {
    length_of(stack.shape(), axes, Axis::Feature) as f64 / heads.unwrap_or(1) as f64
}
