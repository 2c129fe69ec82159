//! Bytes as numbers.

use crate::dtype::{ByteOrder, DType};
use crate::half::{from_bfloat, from_half};
use crate::number::Number;

/// The numbers that bytes stand for, one for each whole element.
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
    run(bytes, dtype, order, &mut values, 1);
    values
}

/// Decodes whole elements into every `step`th place, as far as there are both, and counts the whole numbers that did
/// not fit exactly.
pub(crate) fn run<T: Number>(
    bytes: &[u8],
    dtype: DType,
    order: ByteOrder,
    places: &mut [T],
    step: usize,
) -> u64 {
    let mut rounded = 0;
    let places = places.iter_mut().step_by(step.max(1));
    macro_rules! each {
        ($type:ty, $value:expr) => {{
            const SIZE: usize = size_of::<$type>();
            for (place, element) in places.zip(bytes.chunks_exact(SIZE)) {
                let mut bytes = [0; SIZE];
                bytes.copy_from_slice(element);
                let value = match order {
                    ByteOrder::Little => <$type>::from_le_bytes(bytes),
                    ByteOrder::Big => <$type>::from_be_bytes(bytes),
                };
                *place = $value(value);
            }
        }};
    }
    match dtype {
        DType::Bool => each!(u8, |byte| T::from_u64(u64::from(byte != 0))),
        DType::I8 => each!(i8, |value| T::from_i64(i64::from(value))),
        DType::U8 => each!(u8, |value| T::from_u64(u64::from(value))),
        DType::I16 => each!(i16, |value| T::from_i64(i64::from(value))),
        DType::U16 => each!(u16, |value| T::from_u64(u64::from(value))),
        DType::I32 => each!(i32, |value| {
            rounded += rounds::<T>(u64::from(i32::unsigned_abs(value)));
            T::from_i64(i64::from(value))
        }),
        DType::U32 => each!(u32, |value| {
            rounded += rounds::<T>(u64::from(value));
            T::from_u64(u64::from(value))
        }),
        DType::I64 => each!(i64, |value| {
            rounded += rounds::<T>(i64::unsigned_abs(value));
            T::from_i64(value)
        }),
        DType::U64 => each!(u64, |value| {
            rounded += rounds::<T>(value);
            T::from_u64(value)
        }),
        DType::F16 => each!(u16, |bits| T::from_f32(from_half(bits))),
        DType::Bf16 => each!(u16, |bits| T::from_f32(from_bfloat(bits))),
        DType::F32 => each!(f32, T::from_f32),
        DType::F64 => each!(f64, T::from_f64),
    }
    rounded
}

/// 1 if a whole number has more significant bits than are kept.
fn rounds<T: Number>(size: u64) -> u64 {
    // Of 0 no bit is significant, though all are counted as zeros on both sides.
    let significant = 64_u32.saturating_sub(size.leading_zeros() + size.trailing_zeros());
    u64::from(significant > T::BITS)
}
