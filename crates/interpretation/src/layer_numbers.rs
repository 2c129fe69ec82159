//! What the layers of files are called: a file may hold only some layers of a model.

use crate::axis::Axis;
use crate::candidate::{Candidate, Opened};
use crate::item::Item;
use crate::names::{Count, Pattern, pattern_of};

/// The numbers of the layers in the metadata `layers`, or else in the names of the arrays, if they ascend from layer to
/// layer. `None` without them, and if they are 0, 1, 2 and so on.
///
/// A name has the number of a layer only after a word for layers: `layers.3.attn` is layer 3, but `attentions_3` may
/// be anything.
pub(crate) fn layer_numbers(
    opened: &Opened<'_>,
    candidate: &Candidate,
    axes: &[Axis],
    layers: u64,
) -> Option<Vec<u64>> {
    let given = opened.metadata(candidate.stack.first()).layers;
    let named = || -> Option<Vec<u64>> {
        if axes.contains(&Axis::Layer) {
            return None;
        }
        candidate.stack.layers.iter().map(|items| number_in(&items[0])).collect()
    };
    let fits = |numbers: &Vec<u64>| {
        numbers.len() as u64 == layers && numbers.windows(2).all(|pair| pair[0] < pair[1])
    };
    let numbers = given.filter(fits).or_else(|| named().filter(fits))?;
    let is_usual = numbers.iter().zip(0..).all(|(&number, at)| number == at);
    (!is_usual).then_some(numbers)
}

/// The largest number of a layer; larger ones in names are something else, such as a date.
const MOST: f64 = 65_535.0;

/// The number of the layer in the name of an array; `None` without one, or with several.
fn number_in(item: &Item) -> Option<u64> {
    let Pattern { numbers, counts, .. } = pattern_of(&item.words, item.role);
    let mut of_layer =
        counts.iter().zip(&numbers).filter(|(count, _)| **count == Some(Count::Layer));
    let (_, &number) = of_layer.next()?;
    (of_layer.next().is_none() && number <= MOST).then_some(number as u64)
}
