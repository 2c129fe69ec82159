//! Biases of scores: arrays by key, by distance, or by query and key.

use crate::axis::{Axis, length_of};
use crate::extent::Extent;
use crate::extra::{Extra, expected, item_of};
use crate::message::Refusal;
use crate::parts::parts_of_items;
use crate::reading::{Part, Ranges};
use crate::stacks::Stack;

/// The names of the arrays.
pub(crate) const BIASES: [&str; 3] = ["key_bias", "relative_bias", "score_bias"];
/// The most biases of a head by query and key, those of 1,024 tokens: each number is kept.
const MOST_PAIRS: u64 = 1 << 20;

/// The arrays of the biases of layers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Biases {
    pub(crate) key: Vec<Part>,
    pub(crate) distance: Vec<Part>,
    pub(crate) pair: Vec<Part>,
}

impl Extra {
    /// Whether the biases of a layer have one number for each head and key, distance, or query and key.
    pub(crate) fn check_biases(
        &self,
        stack: &Stack,
        axes: &[Axis],
        at: usize,
        is_signed: bool,
        extent: &Extent,
    ) -> Result<(), Refusal> {
        let index = stack.index_of(at);
        let Extent { queries, keys, .. } = *extent;
        for ((items, name), place) in self.biases().into_iter().zip(BIASES).zip(0..) {
            let Some(item) = item_of(items, index) else { continue };
            let (layer, name, shape) = (at as f64, name.to_owned(), item.shape.clone());
            if is_signed || item_of(&self.k_compressed, index).is_some() {
                return Err(Refusal::StateLeft { layer, name, shape });
            }
            let q = &stack.layers[index][0].shape;
            let is_of_pairs = place == 2;
            let count = [keys, (queries + keys).saturating_sub(1), queries][place];
            let side = |(&side, axis): (&u64, &Axis)| match axis {
                Axis::Query => count,
                Axis::Feature if is_of_pairs => keys,
                _ => side,
            };
            let keyed: Vec<u64> = q.iter().zip(axes).map(side).collect();
            let wanted = expected(&keyed, axes, length_of(q, axes, Axis::Head), is_of_pairs);
            if shape != wanted {
                return Err(Refusal::StateShape { layer, name, shape, wanted });
            }
            let pairs = queries.saturating_mul(keys);
            if is_of_pairs && pairs > MOST_PAIRS {
                let (count, most) = (pairs as f64, MOST_PAIRS as f64);
                return Err(Refusal::ScoreBias { layer, count, most });
            }
        }
        Ok(())
    }

    /// The parts of all biases, without padding.
    ///
    /// - `of_keys`: the axes of k
    pub(crate) fn parts_of_biases(
        &self,
        axes: &[Axis],
        of_keys: &[Axis],
        batch: usize,
        range: Option<(u64, u64)>,
        extent: &Extent,
    ) -> Biases {
        let mut distance = parts_of_items(&self.relative_bias, of_keys, batch, range);
        // Distances are counted from the last query, which may be padding.
        if let Some((_, length)) = range {
            let key = (extent.queries.saturating_sub(length), (2 * length).saturating_sub(1));
            distance.iter_mut().for_each(|part| part.ranges = Some(Ranges { query: key, key }));
        }
        let of_pairs = |&axis: &Axis| if axis == Axis::Feature { Axis::Key } else { axis };
        let of_pairs: Vec<Axis> = axes.iter().map(of_pairs).collect();
        Biases {
            key: parts_of_items(&self.key_bias, of_keys, batch, range),
            distance,
            pair: parts_of_items(&self.score_bias, &of_pairs, batch, range),
        }
    }
}
