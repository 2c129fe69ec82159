//! One tensor of a `.safetensors` header.

use super::header;
use crate::dtype::{ByteOrder, DType, Layout};
use crate::error::{Error, Problem, at_most, shown};
use crate::extent::{extent, overflow, wraps};
use crate::json::{Cursor, NumberText};
use crate::limits::{MAX_AXES, MAX_ELEMENTS};
use crate::listing::{Place, Tensor};
use crate::npy::{digits, side_of};
use crate::span::ordered;

/// The entry of a tensor; `begin` and `end` count from the end of the header.
pub(super) struct Entry {
    pub(super) name: String,
    dtype: DType,
    shape: Vec<u64>,
    begin: u64,
    end: u64,
}

impl Entry {
    /// The tensor in a file whose data begins at this offset.
    pub(super) fn tensor(self, data: u64) -> Tensor {
        Tensor {
            name: self.name,
            dtype: self.dtype,
            shape: self.shape,
            order: ByteOrder::Little,
            layout: Layout::RowMajor,
            place: Place::File { offset: data + self.begin },
            unread: 0,
            steps: None,
        }
    }
}

/// Reads the object that describes a tensor.
pub(super) fn read(cursor: &mut Cursor<'_>, name: &str) -> Result<Entry, Error> {
    let (mut dtype, mut shape, mut offsets) = (None, None, None);
    let no_pair = || offsets_error("data_offsets are two whole numbers of 64 bits".to_owned());
    cursor.object(&mut |cursor, key| {
        let twice = match key.as_str() {
            "dtype" => dtype.replace(element_type(cursor)?).is_some(),
            "shape" => shape.replace(sides(cursor)?).is_some(),
            "data_offsets" => {
                let pair = numbers(cursor, &|number| digits(number.text).ok_or_else(no_pair))?;
                let [begin, end] = pair[..] else {
                    return Err(no_pair());
                };
                offsets.replace((begin, end)).is_some()
            }
            _ => return Err(header(&format!("`{}` is not a field of a tensor", shown(&key)))),
        };
        if twice { Err(Problem::Duplicate.into()) } else { Ok(()) }
    })?;
    let (Some(dtype), Some(shape), Some((begin, end))) = (dtype, shape, offsets) else {
        return Err(header("a tensor needs dtype, shape and data_offsets"));
    };
    let entry = Entry { name: name.to_owned(), dtype, shape, begin, end };
    check_size(&entry)?;
    Ok(entry)
}

fn element_type(cursor: &mut Cursor<'_>) -> Result<DType, Error> {
    let name = cursor.string()?;
    DType::from_safetensors(&name).ok_or_else(|| {
        let hint = ": BOOL, I8 to I64, U8 to U64, F16, BF16, F32 and F64 are";
        Problem::DType { dtype: shown(&name), hint }.into()
    })
}

fn sides(cursor: &mut Cursor<'_>) -> Result<Vec<u64>, Error> {
    let sides = numbers(cursor, &|number| side_of(number.text))?;
    at_most("axes", sides.len() as u64, MAX_AXES)?;
    Ok(sides)
}

/// Reads a list of numbers with `read`.
fn numbers(
    cursor: &mut Cursor<'_>,
    read: &dyn Fn(NumberText<'_>) -> Result<u64, Error>,
) -> Result<Vec<u64>, Error> {
    let mut numbers = Vec::new();
    cursor.list(&mut |cursor| {
        numbers.push(read(cursor.number()?)?);
        Ok(())
    })?;
    Ok(numbers)
}

fn offsets_error(why: String) -> Error {
    Problem::Offsets { why }.into()
}

/// Fails if the distance of the offsets is not the size of the shape.
fn check_size(entry: &Entry) -> Result<(), Error> {
    let &Entry { begin, end, .. } = entry;
    let (elements, bytes) = extent(&entry.shape, entry.dtype)?;
    let Some(between) = end.checked_sub(begin) else {
        return Err(offsets_error(format!("the offsets {begin} to {end} run backwards")));
    };
    if bytes == between {
        return Ok(());
    }
    if wraps(bytes, between) {
        return Err(overflow(&entry.shape));
    }
    at_most("elements", elements, MAX_ELEMENTS)?;
    let why = format!("the offsets {begin} to {end} do not span the {bytes} bytes of the shape");
    Err(offsets_error(why))
}

/// Fails if the tensors do not cover each byte of the data exactly once.
pub(super) fn check_offsets(entries: &[Entry], data: u64) -> Result<(), Error> {
    let places: Vec<(u64, u64)> = entries.iter().map(|entry| (entry.begin, entry.end)).collect();
    let mut filled = 0;
    for index in ordered(&places) {
        let &Entry { begin, end, ref name, .. } = &entries[index];
        let why = match begin.cmp(&filled) {
            std::cmp::Ordering::Less => "it overlaps another tensor",
            std::cmp::Ordering::Greater => "there is a hole before it",
            _ if end > data => "it ends behind the file, which is cut short",
            _ => {
                filled = end;
                continue;
            }
        };
        let why = format!("{why}: it has bytes {begin} to {end} of {data}");
        return Err(offsets_error(why).named(name));
    }
    if filled < data {
        let why = format!("the last tensor ends at byte {filled}, and there are {data}");
        return Err(offsets_error(why));
    }
    Ok(())
}
