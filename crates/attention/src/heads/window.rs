//! The sliding window: how far a query sees to either side.

use crate::tensor::TensorError;

/// The number of keys that a query may attend to before and after its own position.
///
/// Both bounds are included, so `left: 0, right: 0` is the query's own position alone, and a causal
/// model's "sliding window of W" is `left: W - 1`. -1 means no bound.
///
/// Source: FlashAttention's `window_size`; Beltagy et al., "Longformer", 2020, section 3.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Keys before the query's position; -1 for all.
    pub left: i64,
    /// Keys after the query's position; -1 for all.
    pub right: i64,
}

impl Default for Window {
    /// No bound on either side.
    fn default() -> Self {
        Self { left: -1, right: -1 }
    }
}

impl Window {
    /// Whether the key at one position is within reach of the query at another.
    #[must_use]
    pub fn reaches(self, query_position: i64, key_position: i64) -> bool {
        let first = query_position.saturating_sub(self.left);
        let last = query_position.saturating_add(self.right);
        (self.left < 0 || key_position >= first) && (self.right < 0 || key_position <= last)
    }

    pub(super) fn check(self) -> Result<(), TensorError> {
        for (side, value) in [("left", self.left), ("right", self.right)] {
            if value < -1 {
                return Err(TensorError::Window { side, value });
            }
        }
        Ok(())
    }
}
