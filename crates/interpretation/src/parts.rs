//! The arrays of a reading.

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
