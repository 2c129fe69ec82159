//! Decodes bytes to numbers.

use half::{bf16, f16};

use crate::dtype::{ByteOrder, DType};
use crate::number::Number;

/// The numbers in the bytes, one for each whole element.
///
/// ```
/// use heedmap_tensor_files::{ByteOrder, DType, decode};
///
/// let values: Vec<f32> = decode(&[0x3c, 0x00, 0xc0, 0x00], DType::F16, ByteOrder::Big);
/// assert_eq!(values, [1.0, -2.0]);
/// ```
#[must_use]
pub fn decode<T: Number>(bytes: &[u8], dtype: DType, order: ByteOrder) -> Vec<T> {
    let mut values = vec![T::default(); bytes.len() / dtype.size()];
    decode_into(bytes, dtype, order, &mut values, 1);
    values
}

/// Decodes whole elements into every `step`th value, up to the end of the bytes or the values. Returns
/// the number of integers that were rounded.
pub(crate) fn decode_into<T: Number>(
    bytes: &[u8],
    dtype: DType,
    order: ByteOrder,
    values: &mut [T],
    step: usize,
) -> u64 {
    let values = values.iter_mut().step_by(step.max(1));
    let elements = bytes.chunks_exact(dtype.size());
    // The most common type has its own loop; all other types share one.
    if (dtype, order) == (DType::F32, ByteOrder::Little) {
        for (value, element) in values.zip(bytes.as_chunks().0) {
            *value = T::from_f32(f32::from_le_bytes(*element));
        }
        return 0;
    }
    let mut rounded = 0;
    for (value, element) in values.zip(elements) {
        let bits = bits(element, order);
        *value = match dtype {
            DType::F16 => T::from_f32(f16::from_bits(bits as u16).to_f32()),
            DType::Bf16 => T::from_f32(bf16::from_bits(bits as u16).to_f32()),
            DType::F32 => T::from_f32(f32::from_bits(bits as u32)),
            DType::F64 => T::from_f64(f64::from_bits(bits)),
            DType::Bool => T::from_u64(u64::from(bits != 0)),
            DType::U8 | DType::U16 | DType::U32 | DType::U64 => {
                rounded += rounds::<T>(bits);
                T::from_u64(bits)
            }
            DType::I8 | DType::I16 | DType::I32 | DType::I64 => {
                // Extends the sign, which is the highest bit of the element.
                let unused = 64 - 8 * element.len() as u32;
                let integer = (bits << unused).cast_signed() >> unused;
                rounded += rounds::<T>(integer.unsigned_abs());
                T::from_i64(integer)
            }
        };
    }
    rounded
}

/// The bytes of an element as the lowest bits of an integer.
fn bits(element: &[u8], order: ByteOrder) -> u64 {
    let push = |bits: u64, byte: &u8| bits << 8 | u64::from(*byte);
    match order {
        ByteOrder::Little => element.iter().rev().fold(0, push),
        ByteOrder::Big => element.iter().fold(0, push),
    }
}

/// 1 if an integer has more significant bits than are kept, otherwise 0.
fn rounds<T: Number>(size: u64) -> u64 {
    // 0 has no significant bits, but its bits count as zeros on both sides, so the subtraction
    // saturates.
    let significant = 64_u32.saturating_sub(size.leading_zeros() + size.trailing_zeros());
    u64::from(significant > T::BITS)
}
