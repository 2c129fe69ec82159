//! The arrays that layers have besides q, k and v.

use std::rc::Rc;

use crate::axis::{Axis, length_of};
use crate::item::Item;

/// The arrays of the layers of a stack, each with the index of its layer.
pub(crate) type OfLayers = Vec<(usize, Rc<Item>)>;

/// The array of a layer.
pub(crate) fn item_of(items: &OfLayers, index: usize) -> Option<&Rc<Item>> {
    items.iter().find(|(layer, _)| *layer == index).map(|(_, item)| item)
}

/// The arrays that layers have besides q, k and v.
#[derive(Clone, Debug, Default)]
pub(crate) struct Extra {
    pub(crate) beta: OfLayers,
    pub(crate) log_decay: OfLayers,
    pub(crate) q_subtracted: OfLayers,
    pub(crate) k_subtracted: OfLayers,
    pub(crate) lambda: OfLayers,
    pub(crate) key_bias: OfLayers,
    pub(crate) relative_bias: OfLayers,
    pub(crate) score_bias: OfLayers,
    pub(crate) selected: OfLayers,
    pub(crate) k_compressed: OfLayers,
    pub(crate) k_pooling: OfLayers,
}

impl Extra {
    pub(crate) fn items(&self) -> impl Iterator<Item = &Rc<Item>> {
        let of_states = [&self.beta, &self.log_decay, &self.selected];
        let of_softmax = [&self.q_subtracted, &self.k_subtracted, &self.lambda];
        let of_entries = [&self.k_compressed, &self.k_pooling];
        let all = of_states.into_iter().chain(of_softmax).chain(of_entries).chain(self.biases());
        all.flatten().map(|(_, item)| item)
    }

    /// The arrays of biases, in the order of their names.
    pub(crate) fn biases(&self) -> [&OfLayers; 3] {
        [&self.key_bias, &self.relative_bias, &self.score_bias]
    }

    /// Whether queries see no later keys if a file does not say it: they pick, or pool, the keys up to their own.
    pub(crate) fn looks_back(&self) -> bool {
        !self.selected.is_empty() || !self.k_compressed.is_empty()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.items().next().is_none()
    }

    /// The number of heads that have a state of their own in a layer, where q and k may be shared; 0 if there are none.
    pub(crate) fn heads(&self, layer: usize, axes: &[Axis]) -> u64 {
        let of = |items: &OfLayers| {
            item_of(items, layer).map_or(0, |item| length_of(&item.shape, axes, Axis::Head))
        };
        of(&self.log_decay).max(of(&self.beta))
    }
}

/// The shape of an array with the axes of q, for this number of heads, with or without its features.
pub(crate) fn expected(q: &[u64], axes: &[Axis], heads: u64, has_features: bool) -> Vec<u64> {
    let sides = q.iter().zip(axes).filter(|(_, axis)| has_features || **axis != Axis::Feature);
    sides.map(|(&side, &axis)| if axis == Axis::Head { heads } else { side }).collect()
}
