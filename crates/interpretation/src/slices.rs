//! Which numbers of which arrays make up a matrix of a head.

use crate::reading::Part;

use crate::Axis;

/// A matrix of a head to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The layer.
    pub layer: u64,
    /// The head.
    pub head: u64,
    /// For keys and values: the number of heads, which may share them. With `n` of them, head `h` uses number
    /// `⌊h n / heads⌋`. `None` if every head has its own matrix.
    pub sharing: Option<u64>,
    /// The axis of the rows of the matrix.
    pub row: Axis,
    /// The axis of its columns.
    pub col: Axis,
    /// The maximum count of numbers in a block.
    pub block: u64,
}

/// The indexes of an axis to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Index {
    /// All.
    All,
    /// One, without which the axis disappears.
    At(u64),
    /// Some, from the first on.
    Range(u64, u64),
}

/// The slice of an array with rows of a matrix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slice {
    /// The index of its part among the given ones.
    pub part: usize,
    /// The indexes of each axis.
    pub indexes: Vec<Index>,
    /// The rows and columns of the matrix.
    pub shape: [u64; 2],
    /// The indexes of the axes of the rows and of the columns.
    pub axes: [usize; 2],
    /// The first row and the first column among the indexes of their axes: the padding before them.
    pub first: [u64; 2],
    /// A block that contains the matrix, for arrays in which it is not contiguous.
    pub block: Block,
}

/// Several heads of an array that are read together: whole layers, or some heads if a layer is too large. Blocks of
/// an array do not overlap, so heads of the same block share it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The indexes of each axis.
    pub indexes: Vec<Index>,
    /// The place of the first number of the matrix in the numbers of the block.
    pub start: u64,
    /// The distance of two rows and of two columns in these numbers.
    pub strides: [u64; 2],
}

/// Finds the slices of a matrix of a head, from its first row to its last. Several slices are steps of generation.
/// They are empty if the layer is not in the parts.
///
/// - `parts`: if each belongs to one head, only those of this head are used
/// - `shapes`: the length of each axis of the array of each part
#[must_use]
pub fn slices(parts: &[Part], shapes: &[Vec<u64>], wanted: &Wanted) -> Vec<Slice> {
    let is_of_head = parts.first().is_some_and(|part| part.head.is_some());
    let own = head_among(wanted, 1) as usize;
    let mut found: Vec<(u64, Slice)> = Vec::new();
    for (at, (part, shape)) in parts.iter().zip(shapes).enumerate() {
        if is_of_head && part.head != Some(own) {
            continue;
        }
        if let Some(slice) = slice_of(at, part, shape, wanted, is_of_head) {
            found.push((part.query, slice));
        }
    }
    found.sort_by_key(|&(query, _)| query);
    found.into_iter().map(|(_, slice)| slice).collect()
}

/// The index of the matrix of a head among `count`.
fn head_among(wanted: &Wanted, count: u64) -> u64 {
    match wanted.sharing {
        Some(heads) => wanted.head.saturating_mul(count) / heads.max(1),
        None => wanted.head,
    }
}

fn slice_of(
    at: usize,
    part: &Part,
    shape: &[u64],
    wanted: &Wanted,
    is_of_head: bool,
) -> Option<Slice> {
    // Without padding, and with the features of one head.
    let sides: Vec<u64> =
        shape.iter().zip(&part.axes).map(|(&side, &axis)| side_of(part, axis, side)).collect();
    let place = |axis: Axis| part.axes.iter().position(|&each| each == axis);
    let length = |axis: Axis| place(axis).and_then(|at| sides.get(at)).copied().unwrap_or(1);
    let layer = match place(Axis::Layer) {
        Some(_) => wanted
            .layer
            .checked_sub(part.layer as u64)
            .filter(|&layer| layer < length(Axis::Layer))?,
        None => (part.layer as u64 == wanted.layer).then_some(0)?,
    };
    let heads = part.split.unwrap_or_else(|| length(Axis::Head));
    let head = if is_of_head { 0 } else { head_among(wanted, heads) };
    let axes = [place(wanted.row)?, place(wanted.col)?];
    let matrix = [wanted.row, wanted.col].map(length);
    let (layers, some_heads) =
        extent([layer, length(Axis::Layer)], [head, heads], matrix, wanted.block);
    let indexes = |layer: Index, (first, count): (u64, u64), is_block: bool| {
        let one = |axis: &Axis, at: usize| match axis {
            Axis::Fixed => Index::At(part.at.get(at).copied().unwrap_or(0)),
            Axis::Layer => layer,
            Axis::Head if is_block => Index::Range(first, count),
            Axis::Head => Index::At(first),
            Axis::Feature if part.split.is_some() => {
                let size = sides.get(at).copied().unwrap_or(1);
                Index::Range(first.saturating_mul(size), count.saturating_mul(size))
            }
            _ => range_of(part, *axis)
                .map_or(Index::All, |(first, length)| Index::Range(first, length)),
        };
        part.axes.iter().enumerate().map(|(at, axis)| one(axis, at)).collect::<Vec<_>>()
    };
    let first =
        [wanted.row, wanted.col].map(|axis| range_of(part, axis).map_or(0, |(first, _)| first));
    // The distance of two indexes of each axis in the numbers of a block, in which the last axis varies fastest.
    let mut strides = vec![0; part.axes.len()];
    let mut stride: u64 = 1;
    for (at, axis) in part.axes.iter().enumerate().rev().filter(|(_, axis)| **axis != Axis::Fixed) {
        strides[at] = stride;
        let side = sides.get(at).copied().unwrap_or(1);
        stride = stride.saturating_mul(match axis {
            Axis::Layer => layers.1,
            Axis::Head => some_heads.1,
            Axis::Feature if part.split.is_some() => side.saturating_mul(some_heads.1),
            _ => side,
        });
    }
    let stride_of = |axis: Axis| place(axis).map_or(0, |at| strides[at]);
    // Heads that are side by side in the features are one head size apart.
    let of_heads = match part.split {
        Some(_) => length(Axis::Feature).saturating_mul(stride_of(Axis::Feature)),
        None => stride_of(Axis::Head),
    };
    let start = (layer - layers.0) * stride_of(Axis::Layer) + (head - some_heads.0) * of_heads;
    Some(Slice {
        part: at,
        indexes: indexes(Index::At(layer), (head, 1), false),
        shape: matrix,
        axes,
        first,
        block: Block {
            indexes: indexes(Index::Range(layers.0, layers.1), some_heads, true),
            start,
            strides: axes.map(|at| strides[at]),
        },
    })
}

fn range_of(part: &Part, axis: Axis) -> Option<(u64, u64)> {
    let ranges = part.ranges?;
    match axis {
        Axis::Query => Some(ranges.query),
        Axis::Key => Some(ranges.key),
        _ => None,
    }
}

fn side_of(part: &Part, axis: Axis, side: u64) -> u64 {
    match (axis, part.split) {
        (Axis::Feature, Some(heads)) => side / heads.max(1),
        _ => range_of(part, axis).map_or(side, |(_, length)| length),
    }
}

/// The layers and the heads to read together with one head, as starts and lengths.
fn extent(
    [layer, layers]: [u64; 2],
    [head, heads]: [u64; 2],
    [rows, cols]: [u64; 2],
    block: u64,
) -> ((u64, u64), (u64, u64)) {
    let cells = rows.saturating_mul(cols).max(1);
    let most = block / heads.max(1).saturating_mul(cells).max(1);
    let some = |place: u64, most: u64, all: u64| {
        let length = most.min(all).max(1);
        let first = place - place % length;
        (first, length.min(all.saturating_sub(first)).max(1))
    };
    if most >= layers {
        ((0, layers), (0, heads))
    } else if most >= 1 {
        (some(layer, most, layers), (0, heads))
    } else {
        (some(layer, 1, layers), some(head, block / cells, heads))
    }
}
