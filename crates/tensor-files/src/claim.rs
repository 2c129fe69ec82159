//! How many bytes a shape claims, in 64 bits and without a product that wraps.

use crate::dtype::DType;
use crate::error::{Error, Problem, at_most};
use crate::limits::{MAX_AXES, MAX_ELEMENTS};

/// How many elements and bytes a shape of this type has.
///
/// A side of 0 makes both 0, but does not hide sides that no file can have: the others must still have a product.
///
/// - errors: [`Problem::Limit`] for the number of axes, [`Problem::Overflow`]
pub(crate) fn extent(shape: &[u64], dtype: DType) -> Result<(u64, u64), Error> {
    let overflow = || beyond(shape);
    at_most("axes", shape.len() as u64, MAX_AXES)?;
    let empty = shape.contains(&0);
    let mut elements = 1_u64;
    for &side in shape.iter().filter(|&&side| side > 0) {
        // Of what is empty a file can say any size: one that a 32-bit target cannot even count is no size.
        if empty && u32::try_from(side).is_err() {
            return Err(overflow());
        }
        elements = elements.checked_mul(side).ok_or_else(overflow)?;
    }
    let bytes = elements.checked_mul(dtype.size() as u64).ok_or_else(overflow)?;
    Ok(if empty { (0, 0) } else { (elements, bytes) })
}

/// How many bytes a shape claims of those that are there.
///
/// A claim beyond them is refused in three ways. One that fits only if 32 bits wrap was made to fool a reader
/// ([`Problem::Overflow`]); one of more elements than are ever held is no accident either ([`Problem::Limit`]); any
/// other file is cut short ([`Problem::Short`]).
pub(crate) fn claim(shape: &[u64], dtype: DType, present: u64) -> Result<u64, Error> {
    let (elements, bytes) = extent(shape, dtype)?;
    if bytes <= present {
        return Ok(bytes);
    }
    if wraps(bytes, present) {
        return Err(beyond(shape));
    }
    at_most("elements", elements, MAX_ELEMENTS)?;
    Err(Problem::Short { what: "the data", needed: bytes, got: present }.into())
}

/// A shape far beyond what the file has.
pub(crate) fn beyond(shape: &[u64]) -> Error {
    let mut figure = String::new();
    for side in shape {
        let between = if figure.is_empty() { "" } else { " x " };
        figure = format!("{figure}{between}{side}");
    }
    Problem::Overflow { what: "the shape", figure }.into()
}

/// Whether a size is the one that is there only in 32 bits.
pub(crate) fn wraps(bytes: u64, present: u64) -> bool {
    bytes > u64::from(u32::MAX) && bytes & u64::from(u32::MAX) == present
}
