//! The rotation that a rule states.

use super::frequencies::RopeFrequencies;
use super::rotation::RopeRotation;
use super::sections::MropeSections;
use super::{Rope, RopeScaling, rotated_dim};
use crate::real::Real;
use crate::tensor::TensorError;

/// The rotation of a rule, for heads of one size and a text of one length.
///
/// ```
/// use heedmap_attention::{Rope, TextRotation};
///
/// // The second of two keys of two features.
/// let rope = Rope::default();
/// let mut key = [1.0, 0.0];
/// TextRotation::new(&rope, 2, 2)?.turn(&mut key, 1)?;
/// assert_eq!(key, [1.0_f64.cos(), 1.0_f64.sin()]);
/// # Ok::<(), heedmap_attention::TensorError>(())
/// ```
#[derive(Clone, Debug)]
pub struct TextRotation<'a> {
    rope: &'a Rope,
    rotation: RopeRotation,
    size: usize,
    /// The number of positions of a token.
    axes: usize,
}

impl<'a> TextRotation<'a> {
    /// The rotation of heads of `size` features.
    ///
    /// - `keys`: the length of the text, on which the scalings `dynamic` and `longrope` depend, unless the rule has positions
    /// - errors: [`TensorError`] for features, a base, a scaling or sections that cannot be, and for other positions than
    ///   sections
    pub fn new(rope: &'a Rope, size: usize, keys: usize) -> Result<Self, TensorError> {
        let dim = rotated_dim(rope, size)?;
        let largest = rope.position_ids.iter().flatten().flatten().max();
        let length = match largest {
            Some(&largest) => largest.saturating_add(1),
            None => i64::try_from(keys).unwrap_or(i64::MAX),
        };
        let length = usize::try_from(length.saturating_add(rope.first_position)).unwrap_or(0);
        let frequencies = RopeFrequencies::new(rope.base, dim, &RopeScaling::of(rope)?, length)?;
        let sections = rope.mrope_section.clone();
        let sections = sections.map(|sizes| MropeSections::new(sizes, rope.mrope_interleaved));
        let axes = sections.as_ref().map_or(1, |sections| sections.sizes.len());
        if let Some(lists) = &rope.position_ids
            && lists.len() != axes
        {
            let (name, got, of) = ("lists of positions", lists.len(), "sections of mRoPE");
            return Err(TensorError::Entries { name, got, of, wanted: axes });
        }
        let rotation = RopeRotation::new(frequencies).pairs(rope.pairs).side(rope.side);
        Ok(Self { rope, rotation: rotation.sections(sections), size, axes })
    }

    /// Rotates rows in place, the first of them the token at place `first` of the text.
    ///
    /// - `rows`: (rows, size), row-major
    /// - errors: [`TensorError::Entries`] for a token without a position, and those of [`RopeRotation::turn_rows`]
    pub fn turn<T: Real>(&self, rows: &mut [T], first: i64) -> Result<(), TensorError> {
        let count = rows.len() / self.size.max(1);
        let mut positions = Vec::with_capacity(count * self.axes);
        for row in 0..count {
            let place = first.saturating_add(i64::try_from(row).unwrap_or(i64::MAX));
            for axis in 0..self.axes {
                positions.push(self.position(place, axis)?);
            }
        }
        self.rotation.turn_rows(rows, self.size, &positions)
    }

    /// A position of the token at a place.
    fn position(&self, place: i64, axis: usize) -> Result<i64, TensorError> {
        let Some(lists) = &self.rope.position_ids else {
            return Ok(place.saturating_add(self.rope.first_position));
        };
        let list = lists.get(axis).map_or(&[][..], Vec::as_slice);
        let found = usize::try_from(place).ok().and_then(|place| list.get(place));
        let found = found.ok_or_else(|| {
            let wanted = usize::try_from(place.saturating_add(1)).unwrap_or(0);
            TensorError::Entries { name: "positions", got: list.len(), of: "tokens", wanted }
        })?;
        Ok(found.saturating_add(self.rope.first_position))
    }
}
