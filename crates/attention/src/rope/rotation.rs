//! Rotation by given frequencies.

use super::frequencies::RopeFrequencies;
use super::sections::MropeSections;
use super::{RopePairs, RopeSide, turn};
use crate::real::Real;
use crate::setters::setters;
use crate::tensor::TensorError;

/// How the queries and keys of one layer are rotated: by frequencies, which may be scaled.
///
/// [`TextRotation`](super::TextRotation) makes it from the [`Rope`](super::Rope) of a rule.
///
/// ```
/// use heedmap_attention::{RopeFrequencies, RopeRotation, RopeScaling, YarnScaling};
///
/// let yarn = RopeScaling::Yarn(YarnScaling::new(4.0, 4096));
/// let frequencies = RopeFrequencies::new(10_000.0, 2, &yarn, 1)?;
/// let rotation = RopeRotation::new(frequencies);
///
/// let mut key = [1.0, 0.0];
/// rotation.turn_rows(&mut key, 2, &[3])?;
///
/// let factor = 0.1 * 4.0_f64.ln() + 1.0;
/// assert!((key[0] - factor * 3.0_f64.cos()).abs() < 1e-12);
/// # Ok::<(), heedmap_attention::TensorError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RopeRotation {
    /// The frequency of each pair. Twice as many features are rotated.
    pub frequencies: RopeFrequencies,
    /// The features that are rotated together, among those that are rotated.
    pub pairs: RopePairs,
    /// Where the rotated features are.
    pub side: RopeSide,
    /// The position that each pair turns by, for tokens that have several.
    pub sections: Option<MropeSections>,
}

impl RopeRotation {
    setters! {
        pairs: RopePairs,
        side: RopeSide,
        sections: Option<MropeSections>,
    }

    /// A rotation of the first features by these frequencies, in halves.
    #[must_use]
    pub fn new(frequencies: RopeFrequencies) -> Self {
        Self { frequencies, pairs: RopePairs::Half, side: RopeSide::First, sections: None }
    }

    /// Rotates rows in place.
    ///
    /// Features `(a, b)` of pair `c` become `s · (a cos - b sin, b cos + a sin)` of `position ·
    /// frequencies[c]`, with the attention factor `s`. Angles are computed in 64 bits for both float
    /// types.
    ///
    /// - edge cases: no rows give no rows. Features that are not rotated do not change, and the attention
    ///   factor does not multiply them either
    /// - `rows`: (rows, features), row-major; `positions`: one for each row, or with sections (rows, sizes),
    ///   row-major
    /// - errors: [`TensorError::Pairs`] if fewer features exist than are rotated, [`TensorError::Count`] if
    ///   the last row is not whole, [`TensorError::Entries`] if the rows and the positions do not match, [`TensorError::Sections`], [`TensorError::NotFinite`] for a frequency
    /// - source: RoFormer, section 3.4.2; `apply_rotary_pos_emb` of Llama, GPT-J, Qwen2-VL, Qwen3-VL and
    ///   DeepSeek V4 in transformers
    pub fn turn_rows<T: Real>(
        &self,
        rows: &mut [T],
        features: usize,
        positions: &[i64],
    ) -> Result<(), TensorError> {
        self.turned_by(1.0, rows, features, positions)
    }

    /// Rotates rows in place by the opposite angles: see [`RopeRotation::turn_rows`].
    ///
    /// DeepSeek V4 rotates keys that are values as well, and so rotates its outputs back. The attention
    /// factor multiplies them a second time, as it does there; with a factor of 1, it undoes
    /// [`RopeRotation::turn_rows`].
    ///
    /// - errors: like [`RopeRotation::turn_rows`]
    pub fn turn_rows_back<T: Real>(
        &self,
        rows: &mut [T],
        features: usize,
        positions: &[i64],
    ) -> Result<(), TensorError> {
        self.turned_by(-1.0, rows, features, positions)
    }

    fn turned_by<T: Real>(
        &self,
        direction: f64,
        rows: &mut [T],
        features: usize,
        positions: &[i64],
    ) -> Result<(), TensorError> {
        let RopeFrequencies { frequencies, attention_factor } = &self.frequencies;
        let turned = frequencies.len().saturating_mul(2);
        if turned > features {
            return Err(TensorError::Pairs { turned, features });
        }
        for &frequency in frequencies {
            TensorError::unless_finite("a frequency of RoPE", frequency)?;
        }
        TensorError::unless_finite("the attention factor", *attention_factor)?;
        let (axes, count) = match &self.sections {
            None => (vec![0; frequencies.len()], 1),
            Some(sections) => (sections.axes(frequencies.len())?, sections.sizes.len()),
        };
        let there = rows.len() / features.max(1);
        if !rows.len().is_multiple_of(features.max(1)) {
            let (name, shape) = ("what RoPE rotates".to_owned(), vec![there, features]);
            let (elements, got) = (there * features, rows.len());
            return Err(TensorError::Count { name, shape, elements, got });
        }
        let (got, wanted) = (positions.len(), there.saturating_mul(count));
        if got != wanted {
            let of = if count == 1 { "rows" } else { "rows x sections" };
            return Err(TensorError::Entries { name: "positions", got, of, wanted });
        }
        let start = if self.side == RopeSide::First { 0 } else { features - turned };
        for (row, at) in rows.chunks_exact_mut(features.max(1)).zip(positions.chunks_exact(count)) {
            let angles = frequencies.iter().zip(&axes).map(|(f, &axis)| at[axis] as f64 * f);
            let (cosines, sines): (Vec<T>, Vec<T>) = angles
                .map(|angle| {
                    let (cosine, sine) = (libm::cos(angle), libm::sin(angle) * direction);
                    (T::from_f64(cosine * attention_factor), T::from_f64(sine * attention_factor))
                })
                .unzip();
            turn(&mut row[start..][..turned], &cosines, &sines, self.pairs);
        }
        Ok(())
    }
}
