//! The arrays of a reading.

use std::rc::Rc;

use crate::axis::{Axis, length_of};
use crate::item::{Cut, Item};
use crate::reading::{Part, Ranges};
use crate::split::Split;
use crate::stacks::Stack;

/// The parts of a stack. `range` is that of the tokens without padding.
pub(crate) fn parts_of(
    stack: &Stack,
    axes: &[Axis],
    batch: usize,
    range: Option<(u64, u64)>,
    split: Option<Split>,
) -> Vec<Part> {
    let mut parts = Vec::with_capacity(stack.layers.len());
    for (layer, items) in stack.layers.iter().enumerate() {
        let mut query = 0;
        for (at, item) in items.iter().enumerate() {
            let is_head = stack.heads.is_some();
            let part = part_of(item, axes, batch as u64);
            let heads = |(heads, key_heads)| {
                if part.axes.contains(&Axis::Query) { heads } else { key_heads }
            };
            parts.push(Part {
                layer,
                query,
                head: is_head.then_some(at),
                ranges: range.map(|range| Ranges { query: range, key: range }),
                split: split.map(heads),
                ..part
            });
            if !is_head {
                query += length_of(&item.shape, axes, Axis::Query);
            }
        }
    }
    parts
}

/// The parts of arrays that only some layers have, each with the index of its layer. Their axes are those of q, without
/// the last one if they have one less.
pub(crate) fn parts_of_items(
    items: &[(usize, Rc<Item>)],
    axes: &[Axis],
    batch: usize,
    range: Option<(u64, u64)>,
) -> Vec<Part> {
    let part = |(layer, item): &(usize, Rc<Item>)| {
        let own: Vec<Axis> = match item.shape.len() == axes.len() {
            true => axes.to_vec(),
            false => axes.iter().copied().filter(|&axis| axis != Axis::Feature).collect(),
        };
        let ranges = range.map(|range| Ranges { query: range, key: range });
        Part { layer: *layer, ranges, ..part_of(item, &own, batch as u64) }
    };
    items.iter().map(part).collect()
}

fn part_of(item: &Item, axes: &[Axis], batch: u64) -> Part {
    let place =
        |(&length, &axis): (&u64, &Axis)| if axis == Axis::Fixed && length > 1 { batch } else { 0 };
    let mut at: Vec<u64> = item.shape.iter().zip(axes).map(place).collect();
    let mut axes = axes.to_vec();
    if let Some(Cut { axis, place }) = item.cut {
        axes.insert(axis.min(axes.len()), Axis::Fixed);
        at.insert(axis.min(at.len()), place);
    }
    let (file, tensor) = (item.file, item.tensor);
    Part { file, tensor, axes, at, layer: 0, query: 0, head: None, ranges: None, split: None }
}
