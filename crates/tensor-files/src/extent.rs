//! The number of elements and bytes of a shape, in 64 bits and with overflow checks.

use crate::dtype::DType;
use crate::error::{Error, Problem, at_most};
use crate::limits::{MAX_AXES, MAX_ELEMENTS};

/// The numbers of elements and bytes of a shape with this type.
///
/// A side of 0 makes both 0, but other sides must still be possible: their product must not
/// overflow.
///
/// - errors: [`Problem::Limit`] for the number of axes, [`Problem::Overflow`]
pub(crate) fn extent(shape: &[u64], dtype: DType) -> Result<(u64, u64), Error> {
    let overflow = || overflow(shape);
    at_most("axes", shape.len() as u64, MAX_AXES)?;
    let empty = shape.contains(&0);
    let mut elements = 1_u64;
    for &side in shape.iter().filter(|&&side| side > 0) {
        // An empty tensor may declare any side. A side that a 32-bit target cannot count is
        // rejected.
        if empty && u32::try_from(side).is_err() {
            return Err(overflow());
        }
        elements = elements.checked_mul(side).ok_or_else(overflow)?;
    }
    let bytes = elements.checked_mul(dtype.size() as u64).ok_or_else(overflow)?;
    Ok(if empty { (0, 0) } else { (elements, bytes) })
}

/// The number of bytes of a shape, of which `present` are in the file.
///
/// - errors, if there are fewer: [`Problem::Overflow`] if the size fits only because 32 bits wrap,
///   which is meant to deceive a parser; [`Problem::Limit`] if the shape has more elements than are
///   ever loaded; otherwise [`Problem::Short`], because the file is truncated
pub(crate) fn required_bytes(shape: &[u64], dtype: DType, present: u64) -> Result<u64, Error> {
    let (elements, bytes) = extent(shape, dtype)?;
    if bytes <= present {
        return Ok(bytes);
    }
    if wraps(bytes, present) {
        return Err(overflow(shape));
    }
    at_most("elements", elements, MAX_ELEMENTS)?;
    Err(Problem::Short { what: "the data", needed: bytes, got: present }.into())
}

/// The error for a shape that is far larger than the file.
pub(crate) fn overflow(shape: &[u64]) -> Error {
    let sides: Vec<String> = shape.iter().map(u64::to_string).collect();
    Problem::Overflow { what: "the shape", figure: sides.join(" x ") }.into()
}

/// Whether a size equals the present size only if 32 bits wrap.
pub(crate) fn wraps(bytes: u64, present: u64) -> bool {
    bytes > u64::from(u32::MAX) && bytes & u64::from(u32::MAX) == present
}
