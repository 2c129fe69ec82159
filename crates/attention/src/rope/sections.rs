//! mRoPE: pairs of features that turn by time, by row or by column of a picture.

use crate::tensor::TensorError;

/// Which pairs of features turn by which position, for tokens that have several.
///
/// A token of a picture has three positions: time, row and column. A token of a text has the same
/// number three times, and then mRoPE is RoPE.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MropeSections {
    /// The number of pairs for each position; `mrope_section` of transformers.
    pub sizes: Vec<usize>,
    /// Whether the positions take turns.
    ///
    /// - `false`: the first `sizes[0]` pairs turn by position 0, the next `sizes[1]` by position 1, and so
    ///   on. Qwen2-VL
    /// - `true`: pair `c` turns by position `a = c mod positions` if `c < positions · sizes[a]`, and by position 0
    ///   otherwise. Qwen3-VL
    pub interleaved: bool,
}

impl MropeSections {
    /// Sections of these sizes.
    #[must_use]
    pub fn new(sizes: Vec<usize>, interleaved: bool) -> Self {
        Self { sizes, interleaved }
    }

    /// The position that each of `pairs` pairs turns by, counted from 0.
    ///
    /// - errors: [`TensorError::Nothing`] without sizes, [`TensorError::Sections`] if they do not sum to the
    ///   number of pairs
    pub fn axes(&self, pairs: usize) -> Result<Vec<usize>, TensorError> {
        let count = self.sizes.len();
        if count == 0 {
            return Err(TensorError::Nothing { name: "mrope_section", axis: "sizes" });
        }
        let sum = self.sizes.iter().try_fold(0_usize, |sum, &size| sum.checked_add(size));
        if sum != Some(pairs) {
            return Err(TensorError::Sections { sizes: self.sizes.clone(), pairs });
        }
        if !self.interleaved {
            let each = self.sizes.iter().enumerate();
            return Ok(each.flat_map(|(axis, &size)| std::iter::repeat_n(axis, size)).collect());
        }
        let axis = |c: usize| if c < count * self.sizes[c % count] { c % count } else { 0 };
        Ok((0..pairs).map(axis).collect())
    }
}
