//! The types of the numbers of a stored tensor, and how they are widened to 32 bits.

use half::{bf16, f16};

/// The type of the numbers of a stored tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Element {
    F32,
    F16,
    Bf16,
}

/// The types that can be multiplied, for messages.
pub(crate) const KNOWN: &str = "F32, F16 and BF16";

impl Element {
    /// The number of elements that are stored together. Rows of a matrix consist of whole blocks.
    #[must_use]
    pub fn block(self) -> usize {
        1
    }

    /// The number of bytes of a block.
    #[must_use]
    pub fn block_bytes(self) -> usize {
        match self {
            Self::F32 => 4,
            Self::F16 | Self::Bf16 => 2,
        }
    }

    /// The number of bytes of elements that form whole blocks; `None` if they do not, or if there are too many.
    #[must_use]
    pub fn bytes(self, elements: u64) -> Option<u64> {
        let block = self.block() as u64;
        let whole = elements.is_multiple_of(block).then_some(elements / block)?;
        whole.checked_mul(self.block_bytes() as u64)
    }

    /// Widens whole blocks to 32 bits, up to the end of the bytes or of `out`.
    pub(crate) fn widen(self, bytes: &[u8], out: &mut [f32]) {
        match self {
            Self::F32 => {
                for (cell, bytes) in out.iter_mut().zip(bytes.as_chunks().0) {
                    *cell = f32::from_le_bytes(*bytes);
                }
            }
            Self::F16 => {
                for (cell, bytes) in out.iter_mut().zip(bytes.as_chunks().0) {
                    *cell = f16::from_le_bytes(*bytes).to_f32();
                }
            }
            Self::Bf16 => {
                for (cell, bytes) in out.iter_mut().zip(bytes.as_chunks().0) {
                    *cell = bf16::from_le_bytes(*bytes).to_f32();
                }
            }
        }
    }
}
