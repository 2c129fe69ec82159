//! RoPE: positions as rotations, so that a score depends on the distance of query and key.
//!
//! Su et al., "RoFormer: Enhanced Transformer with Rotary Position Embedding", 2021, section 3.

mod frequencies;
mod llama3;
mod longrope;
mod rotation;
mod scaling;
mod sections;
mod yarn;

use crate::real::Real;
use crate::setters::setters;
use crate::tensor::{Broadcast, Tensor, TensorError};

pub use heedmap_attention_rule::Pairs as RopePairs;

pub use frequencies::RopeFrequencies;
pub use llama3::Llama3Scaling;
pub use longrope::LongRopeScaling;
pub use rotation::{RopeRotation, RopeSide};
pub use scaling::RopeScaling;
pub use sections::MropeSections;
pub use yarn::YarnScaling;

/// How queries and keys are rotated, as in the paper. [`RopeRotation`] has the scalings of models.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Rope {
    /// The features that are rotated together.
    pub pairs: RopePairs,
    /// The number of features that are rotated, from the first on; `None` means all.
    pub features: Option<usize>,
    /// The base of the wavelengths; 10000 in the paper.
    pub base: f64,
    /// The position of the first key, added to the queries' positions as well.
    pub first_position: i64,
}

impl Rope {
    setters! {
        pairs: RopePairs,
        features: Option<usize>,
        base: f64,
        first_position: i64,
    }
}

/// The rotation of a rule, from position 0 on.
impl From<heedmap_attention_rule::Rope> for Rope {
    fn from(rope: heedmap_attention_rule::Rope) -> Self {
        let heedmap_attention_rule::Rope { base, pairs, dim } = rope;
        Self { pairs, features: dim, base, first_position: 0 }
    }
}

impl Default for Rope {
    fn default() -> Self {
        Self { pairs: RopePairs::Half, features: None, base: 10_000.0, first_position: 0 }
    }
}

impl Rope {
    /// Rotates rows in place, the first of them at position `first`.
    ///
    /// Features `(a, b)` of pair `c` become `(a cos - b sin, b cos + a sin)` of `(first + row) ·
    /// base^(-2 c / n)` for `n` rotated features.
    ///
    /// - edge case: no rows give no rows; features beyond the rotated ones do not change
    /// - `rows`: (rows, features), row-major
    /// - errors: [`TensorError::Pairs`], [`TensorError::NotPositive`] for the base
    /// - source: RoFormer, section 3.4.2
    pub fn turn_rows<T: Real>(
        &self,
        rows: &mut [T],
        features: usize,
        first: i64,
    ) -> Result<(), TensorError> {
        let turned = self.turned(features)?;
        for (position, row) in (first..).zip(rows.chunks_exact_mut(features.max(1))) {
            let (cosines, sines) = self.angles(position, turned);
            turn(row, &cosines, &sines, self.pairs);
        }
        Ok(())
    }

    /// The number of rotated features, or an error if they cannot be rotated.
    pub(crate) fn turned(&self, features: usize) -> Result<usize, TensorError> {
        let turned = self.features.unwrap_or(features);
        if !turned.is_multiple_of(2) || turned > features {
            return Err(TensorError::Pairs { turned, features });
        }
        TensorError::unless_positive("the base of RoPE", self.base)?;
        Ok(turned)
    }

    /// The cosines and sines of one position, one for each pair.
    ///
    /// `angle[c] = position · base^(-2 c / n)` for `n` rotated features. Angles are computed in 64
    /// bits for both float types: at position 100000 a 32-bit angle is off by up to 0.004.
    pub(crate) fn angles<T: Real>(&self, position: i64, turned: usize) -> (Vec<T>, Vec<T>) {
        (0..turned / 2)
            .map(|c| self.angle(position, c, turned))
            .map(|angle| (T::from_f64(libm::cos(angle)), T::from_f64(libm::sin(angle))))
            .unzip()
    }

    /// The angle of pair `c` of `turned` features at a position, in radians.
    pub(crate) fn angle(&self, position: i64, c: usize, turned: usize) -> f64 {
        let position = position.saturating_add(self.first_position) as f64;
        position * frequency(self.base, c, turned)
    }
}

/// The frequency of pair `c` of `turned` features, `base^(-2 c / turned)`, in radians for each
/// position.
fn frequency(base: f64, c: usize, turned: usize) -> f64 {
    libm::pow(base, -((2 * c) as f64) / turned as f64)
}

/// Rotates the pairs of a row in place, with one cosine and one sine for each pair.
///
/// `(a, b)` becomes `(a cos - b sin, b cos + a sin)`; features beyond the pairs do not change.
pub(crate) fn turn<T: Real>(row: &mut [T], cosines: &[T], sines: &[T], pairs: RopePairs) {
    let half = cosines.len();
    for (c, (&cosine, &sine)) in cosines.iter().zip(sines).enumerate() {
        let (first, second) = match pairs {
            RopePairs::Half => (c, c + half),
            RopePairs::Interleaved => (2 * c, 2 * c + 1),
        };
        let (a, b) = (row[first], row[second]);
        row[first] = a * cosine - b * sine;
        row[second] = b * cosine + a * sine;
    }
}

/// Rotates by given cosines and sines, for models that keep tables.
///
/// `(a, b)` becomes `(a cos - b sin, b cos + a sin)` for each pair `c`, with the cosine and the
/// sine of that batch entry and position.
///
/// - edge case: features beyond twice the pairs of the tables do not change
/// - `x`, returns: (batch, heads, length, features); `cosines`, `sines`: a shape that broadcasts to
///   (batch, length, pairs)
/// - errors: [`TensorError::Axes`], [`TensorError::Pairs`], [`TensorError::Broadcast`],
///   [`TensorError::SizesDiffer`] if the widths of the tables differ
/// - source: ONNX operator `RotaryEmbedding`, opset 23
pub fn rotate<T: Real>(
    x: &Tensor<T>,
    (cosines, sines): (&Tensor<T>, &Tensor<T>),
    pairs: RopePairs,
) -> Result<Tensor<T>, TensorError> {
    let [batches, heads, length, features] = x.axes("x", "(batch, heads, length, features)")?;
    let count = cosines.shape().last().copied().unwrap_or(0);
    let sine_count = sines.shape().last().copied().unwrap_or(0);
    TensorError::unless_same("pairs", ("cosines", count), ("sines", sine_count))?;
    if count > features / 2 {
        return Err(TensorError::Pairs { turned: count.saturating_mul(2), features });
    }
    let onto = [batches, length, count];
    let cosines = Broadcast::new("cosines", cosines, &onto)?;
    let sines = Broadcast::new("sines", sines, &onto)?;
    let read = |table: &Broadcast<'_, T>, batch: usize, i: usize| -> Vec<T> {
        let start = table.start(&[batch, i]);
        (0..count).filter_map(|c| table.at(start, c).copied()).collect()
    };
    let mut data = x.data().to_vec();
    for (index, row) in data.chunks_exact_mut(features.max(1)).enumerate() {
        let (batch, i) = (index / (heads * length), index % length);
        turn(row, &read(&cosines, batch, i), &read(&sines, batch, i), pairs);
    }
    Ok(Tensor::made(x.shape(), data))
}
