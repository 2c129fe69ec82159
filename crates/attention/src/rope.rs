//! RoPE: positions as rotations, so that a score depends on the distance of query and key.
//!
//! Su et al., "RoFormer: Enhanced Transformer with Rotary Position Embedding", 2021, section 3.

mod frequencies;
mod llama3;
mod longrope;
mod rotation;
mod scaling;
mod sections;
mod text;
mod yarn;

use crate::real::Real;
use crate::tensor::{Broadcast, Tensor, TensorError};

pub use heedmap_attention_rule::{Pairs as RopePairs, Rope, RopeSide, RopeType};

pub use frequencies::RopeFrequencies;
pub use llama3::Llama3Scaling;
pub use longrope::LongRopeScaling;
pub use rotation::RopeRotation;
pub use scaling::RopeScaling;
pub use sections::MropeSections;
pub use text::TextRotation;
pub use yarn::YarnScaling;

/// The number of rotated features, or an error if they cannot be rotated.
pub(crate) fn rotated_dim(rope: &Rope, features: usize) -> Result<usize, TensorError> {
    let dim = rope.rotated(features);
    if !dim.is_multiple_of(2) || dim > features {
        return Err(TensorError::Pairs { turned: dim, features });
    }
    TensorError::unless_positive("the base of RoPE", rope.base)?;
    Ok(dim)
}

/// The cosines and sines of one position, one for each pair.
///
/// `angle[c] = position · base^(-2 c / n)` for `n` rotated features. Angles are computed in 64
/// bits for both float types: at position 100000 a 32-bit angle is off by up to 0.004.
pub(crate) fn angles<T: Real>(rope: &Rope, position: i64, dim: usize) -> (Vec<T>, Vec<T>) {
    (0..dim / 2)
        .map(|c| angle(rope, position, c, dim))
        .map(|angle| (T::from_f64(libm::cos(angle)), T::from_f64(libm::sin(angle))))
        .unzip()
}

/// The angle of pair `c` of `dim` features at a position, in radians.
pub(crate) fn angle(rope: &Rope, position: i64, c: usize, dim: usize) -> f64 {
    let position = position.saturating_add(rope.first_position) as f64;
    position * frequency(rope.base, c, dim)
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
