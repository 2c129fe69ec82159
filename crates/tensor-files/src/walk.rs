//! The order of the requested elements of a tensor in the file, and the position of each in the
//! result.

use crate::dtype::Layout;
use crate::error::{Error, Problem};

/// The requested indexes of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// All indexes.
    All,
    /// A single index, from 0; the result does not have this axis.
    At(u64),
    /// A range of indexes.
    Range {
        /// The first index, from 0.
        start: u64,
        /// The number of indexes.
        length: u64,
    },
}

/// One requested axis: its length, and the distances of its indexes in the file and in the result,
/// in elements.
#[derive(Clone, Copy, Debug)]
struct Axis {
    length: u64,
    source: u64,
    target: u64,
}

/// Iterates over the requested elements in the order of the file, whichever axis varies fastest
/// there.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    /// The axes, from the one that varies fastest in the file.
    axes: Vec<Axis>,
    /// The current index of each axis.
    at: Vec<u64>,
    /// The offsets of the next element in the file and in the result.
    source: u64,
    target: u64,
    /// The number of elements that remain.
    left: u64,
    /// The offset after the last requested element.
    end: u64,
}

impl Walk {
    /// A walk over a selection, and the shape of the selection. Axes without a pick are requested
    /// whole.
    ///
    /// - errors: [`Problem::NoSuchPlace`]
    pub(crate) fn new(
        shape: &[u64],
        layout: Layout,
        picks: &[Pick],
    ) -> Result<(Self, Vec<u64>), Error> {
        let outside = |axis: usize, length, first, last| {
            let axes = shape.len();
            Error::from(Problem::NoSuchPlace { axis, axes, length, first, last })
        };
        if picks.len() > shape.len() {
            return Err(outside(shape.len(), 0, 0, 0));
        }
        let (mut axes, mut wanted) = (Vec::new(), Vec::new());
        let mut first = 0;
        for (axis, &side) in shape.iter().enumerate() {
            let source = match layout {
                Layout::RowMajor => shape[axis + 1..].iter().product(),
                Layout::ColumnMajor => shape[..axis].iter().product(),
            };
            let (start, length) = match picks.get(axis).unwrap_or(&Pick::All) {
                Pick::All => (0, side),
                Pick::At(place) => (*place, 1),
                Pick::Range { start, length } => (*start, *length),
            };
            let end = start.checked_add(length);
            if end.is_none_or(|end| end > side) {
                let last = start.saturating_add(length.saturating_sub(1));
                return Err(outside(axis, side, start, last));
            }
            first += start * source;
            if !matches!(picks.get(axis), Some(Pick::At(_))) {
                wanted.push(length);
                axes.push(Axis { length, source, target: 0 });
            }
        }
        let left = wanted.iter().product();
        let mut target = 1;
        for axis in axes.iter_mut().rev() {
            axis.target = target;
            target *= axis.length;
        }
        if layout == Layout::RowMajor {
            axes.reverse();
        }
        let axes = joined(axes);
        let far: u64 = axes.iter().map(|axis| axis.length.saturating_sub(1) * axis.source).sum();
        let end = if left == 0 { first } else { first + far + 1 };
        let walk = Self { at: vec![0; axes.len()], axes, source: first, target: 0, left, end };
        Ok((walk, wanted))
    }

    /// The number of requested elements that have not arrived.
    pub(crate) fn left(&self) -> u64 {
        self.left
    }

    /// The offset of the next requested element in the file, and the offset after the last.
    pub(crate) fn source(&self) -> (u64, u64) {
        (self.source, self.end)
    }

    /// The offset of the next requested element in the result, and the distance of the elements of
    /// its run.
    pub(crate) fn target(&self) -> (u64, u64) {
        (self.target, self.axes.first().map_or(1, |axis| axis.target))
    }

    /// The number of consecutive requested elements from here on.
    pub(crate) fn run(&self) -> u64 {
        match self.axes.first() {
            Some(axis) if axis.source == 1 => (axis.length - self.at[0]).min(self.left),
            _ => self.left.min(1),
        }
    }

    /// The minimum number of elements between two runs.
    pub(crate) fn gap(&self) -> u64 {
        let run = self.axes.first().map_or((1, 0), |axis| match axis.source {
            1 => (axis.length, self.axes.get(1).map_or(0, |next| next.source)),
            apart => (1, apart),
        });
        run.1.saturating_sub(run.0)
    }

    /// Advances by elements of a run.
    pub(crate) fn advance(&mut self, elements: u64) {
        self.left -= elements;
        if self.left == 0 {
            return;
        }
        let mut steps = elements;
        for (axis, at) in self.axes.iter().zip(&mut self.at) {
            *at += steps;
            self.source += steps * axis.source;
            self.target += steps * axis.target;
            if *at < axis.length {
                return;
            }
            // Back to its first index, and one step along the next axis.
            self.source -= axis.length * axis.source;
            self.target -= axis.length * axis.target;
            (*at, steps) = (0, 1);
        }
    }
}

/// Joins axes of which one continues the other, in the file and in the result.
fn joined(axes: Vec<Axis>) -> Vec<Axis> {
    let mut joined: Vec<Axis> = Vec::new();
    for axis in axes {
        match joined.last_mut() {
            Some(last)
                if axis.source == last.source * last.length
                    && axis.target == last.target * last.length =>
            {
                last.length *= axis.length;
            }
            _ if axis.length == 1 => {}
            _ => joined.push(axis),
        }
    }
    joined
}
