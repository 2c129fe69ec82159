//! The types of the numbers of a stored tensor, and how they are widened to 32 bits.

use crate::blocks;

/// The type of the numbers of a stored tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, non_camel_case_types, reason = "the names are those of the format")]
#[non_exhaustive]
pub enum Element {
    F32,
    F16,
    BF16,
    Q8_0,
    Q4_0,
    Q4_1,
    Q5_0,
    Q5_1,
    Q4_K,
    Q5_K,
    Q6_K,
    MXFP4,
}

/// The types that can be multiplied, for messages.
pub(crate) const KNOWN: &str =
    "F32, F16, BF16, Q8_0, Q4_0, Q4_1, Q5_0, Q5_1, Q4_K, Q5_K, Q6_K and MXFP4";

impl Element {
    /// The number of elements that are stored together. Rows of a matrix consist of whole blocks.
    #[must_use]
    pub fn block(self) -> usize {
        match self {
            Self::F32 | Self::F16 | Self::BF16 => 1,
            Self::Q8_0 | Self::Q4_0 | Self::Q4_1 | Self::Q5_0 | Self::Q5_1 | Self::MXFP4 => 32,
            Self::Q4_K | Self::Q5_K | Self::Q6_K => 256,
        }
    }

    /// The number of bytes of a block.
    #[must_use]
    pub fn block_bytes(self) -> usize {
        match self {
            Self::F32 => 4,
            Self::F16 | Self::BF16 => 2,
            Self::Q8_0 => 34,
            Self::Q4_0 => 18,
            Self::Q4_1 => 20,
            Self::Q5_0 => 22,
            Self::Q5_1 => 24,
            Self::Q4_K => 144,
            Self::Q5_K => 176,
            Self::Q6_K => 210,
            Self::MXFP4 => 17,
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
    ///
    /// ```
    /// let mut numbers = [0.0; 2];
    /// heedmap_model::Element::F16.widen(&[0x00, 0x3c, 0x00, 0xc0], &mut numbers);
    /// assert_eq!(numbers, [1.0, -2.0]);
    /// ```
    pub fn widen(self, bytes: &[u8], out: &mut [f32]) {
        let widen = match self {
            Self::F32 => return each(bytes, out, f32::from_le_bytes),
            Self::F16 => return each(bytes, out, |bytes| widened(u16::from_le_bytes(bytes))),
            Self::BF16 => {
                let upper = |bytes| f32::from_bits(u32::from(u16::from_le_bytes(bytes)) << 16);
                return each(bytes, out, upper);
            }
            Self::Q8_0 => blocks::q8_0,
            Self::Q4_0 => blocks::q4_0,
            Self::Q4_1 => blocks::q4_1,
            Self::Q5_0 => blocks::q5_0,
            Self::Q5_1 => blocks::q5_1,
            Self::Q4_K => blocks::q4_k,
            Self::Q5_K => blocks::q5_k,
            Self::Q6_K => blocks::q6_k,
            Self::MXFP4 => blocks::mxfp4,
        };
        let blocks = bytes.chunks_exact(self.block_bytes());
        for (cells, block) in out.chunks_exact_mut(self.block()).zip(blocks) {
            widen(block, cells);
        }
    }
}

/// Widens numbers of `N` bytes.
fn each<const N: usize>(bytes: &[u8], out: &mut [f32], widen: impl Fn([u8; N]) -> f32) {
    for (cell, bytes) in out.iter_mut().zip(bytes.as_chunks().0) {
        *cell = widen(*bytes);
    }
}

/// The number of a 16-bit float, by selections instead of branches, so that the compiler vectorizes loops over it.
///
/// The bits of exponent and fraction become those of a 32-bit float whose exponent is 112 too small. A subnormal
/// number `m / 1024 · 2^-14` is the difference of `(1 + m / 1024) · 2^-14` and `2^-14`, and infinities and NaN get the
/// largest exponent.
fn widened(bits: u16) -> f32 {
    const LEAST: u32 = (127 - 14) << 23;
    let sign = u32::from(bits & 0x8000) << 16;
    let rest = u32::from(bits & 0x7fff) << 13;
    let subnormal = (f32::from_bits(LEAST | rest) - f32::from_bits(LEAST)).to_bits();
    let magnitude = match bits & 0x7c00 {
        0 => subnormal,
        0x7c00 => rest | 0x7f80_0000,
        _ => rest + (112 << 23),
    };
    f32::from_bits(sign | magnitude)
}

#[cfg(test)]
mod tests {
    use half::f16;

    use super::*;

    #[test]
    fn every_16_bit_float_is_widened_as_the_library_does() {
        for bits in 0..=u16::MAX {
            let (found, wanted) = (widened(bits), f16::from_bits(bits).to_f32());
            assert!(found.to_bits() == wanted.to_bits() || found.is_nan() && wanted.is_nan());
        }
    }
}
