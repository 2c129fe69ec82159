//! One tensor of a `.safetensors` header.

use super::header;
use crate::claim::{extent, wraps};
use crate::dtype::{ByteOrder, DType, Layout};
use crate::error::{Problem, at_most, shown};
use crate::json::{Cursor, Sign};
use crate::limits::{MAX_AXES, MAX_ELEMENTS};
use crate::listing::{Place, Tensor};
use crate::npy::whole;

/// What the header says of a tensor; it begins and ends at these bytes behind the header.
pub(super) struct Entry {
    pub(super) name: String,
    dtype: DType,
    shape: Vec<u64>,
    begin: u64,
    end: u64,
}

impl Entry {
    /// The tensor in a file whose data begins at this byte.
    pub(super) fn tensor(self, data: u64) -> Tensor {
        Tensor {
            name: self.name,
            dtype: self.dtype,
            shape: self.shape,
            order: ByteOrder::Little,
            layout: Layout::RowMajor,
            place: Place::File { offset: data + self.begin },
            unread: 0,
        }
    }
}

/// Reads the object that describes a tensor.
pub(super) fn read(cursor: &mut Cursor<'_>, name: &str) -> Result<Entry, Problem> {
    let (mut dtype, mut shape, mut offsets) = (None, None, None);
    let no_offsets = || Problem::Offsets { why: "the offsets are no two", start: 0, end: 0, of: 0 };
    cursor.object(|cursor, key| {
        let twice = match key.as_str() {
            "dtype" => dtype.replace(element_type(cursor)?).is_some(),
            "shape" => shape.replace(sides(cursor)?).is_some(),
            "data_offsets" => {
                let [begin, end] = numbers(cursor, |_| no_offsets())?[..] else {
                    return Err(no_offsets());
                };
                offsets.replace((begin, end)).is_some()
            }
            _ => return Err(header(&format!("`{}` is no field of a tensor", shown(&key)))),
        };
        if twice { Err(Problem::Duplicate) } else { Ok(()) }
    })?;
    let (Some(dtype), Some(shape), Some((begin, end))) = (dtype, shape, offsets) else {
        return Err(header("a tensor needs dtype, shape and data_offsets"));
    };
    let entry = Entry { name: name.to_owned(), dtype, shape, begin, end };
    check_size(&entry)?;
    Ok(entry)
}

fn element_type(cursor: &mut Cursor<'_>) -> Result<DType, Problem> {
    let name = cursor.string()?;
    DType::from_safetensors(&name).ok_or_else(|| {
        let hint = ": BOOL, I8 to I64, U8 to U64, F16, BF16, F32 and F64 are";
        Problem::DType { dtype: shown(&name), hint }
    })
}

fn sides(cursor: &mut Cursor<'_>) -> Result<Vec<u64>, Problem> {
    let sides = numbers(cursor, |sign| {
        let why = if sign.negative { "a side is negative" } else { "a side is no whole number" };
        Problem::Shape { shape: "in the header".to_owned(), why }
    })?;
    at_most("axes", sides.len() as u64, MAX_AXES)?;
    Ok(sides)
}

/// Reads a list of whole numbers; `wrong` says what another number is.
fn numbers(
    cursor: &mut Cursor<'_>,
    wrong: impl Fn(Sign<'_>) -> Problem,
) -> Result<Vec<u64>, Problem> {
    let mut numbers = Vec::new();
    cursor.list(|cursor| {
        let sign = cursor.number()?;
        let digits = sign.whole().ok_or_else(|| wrong(sign))?;
        let what = "a number of the header";
        numbers.push(whole(digits).ok_or(Problem::Overflow { what })?);
        Ok(())
    })?;
    Ok(numbers)
}

/// Fails unless the offsets are as far apart as the shape says.
fn check_size(entry: &Entry) -> Result<(), Problem> {
    let &Entry { begin, end, .. } = entry;
    let (elements, bytes) = extent(&entry.shape, entry.dtype)?;
    let Some(between) = end.checked_sub(begin) else {
        return Err(Problem::Offsets {
            why: "the offsets run backwards",
            start: begin,
            end,
            of: 0,
        });
    };
    if bytes == between {
        return Ok(());
    }
    if wraps(bytes, between) {
        return Err(Problem::Overflow { what: "the number of bytes of the shape" });
    }
    at_most("elements", elements, MAX_ELEMENTS)?;
    let why = "the offsets do not have the bytes that shape and type need";
    Err(Problem::Offsets { why, start: begin, end, of: bytes })
}

/// Fails unless the tensors fill the data from its first byte to its last, each byte once.
pub(super) fn check_offsets(entries: &[Entry], data: u64) -> Result<(), crate::Error> {
    let mut order: Vec<&Entry> = entries.iter().collect();
    order.sort_unstable_by_key(|entry| (entry.begin, entry.end));
    let mut filled = 0;
    for &Entry { begin, end, ref name, .. } in order {
        let why = match begin.cmp(&filled) {
            std::cmp::Ordering::Less => "the tensor overlaps another",
            std::cmp::Ordering::Greater => "a hole is before the tensor",
            _ if end > data => "the tensor ends behind the file, which is cut short",
            _ => {
                filled = end;
                continue;
            }
        };
        return Err(Problem::Offsets { why, start: begin, end, of: data }.within(name));
    }
    if filled < data {
        let why = "something follows the last tensor";
        return Err(Problem::Offsets { why, start: filled, end: data, of: data }.into());
    }
    Ok(())
}
