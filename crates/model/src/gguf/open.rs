//! Reads the header of a GGUF file.

use std::collections::HashMap;

use super::cursor::Cursor;
use super::value::{Value, text};
use crate::element::Element;
use crate::error::{Error, at_most};
use crate::fetch::Read;

/// The number of bytes that are requested first.
const FIRST: u64 = 1 << 16;
/// The maximum number of bytes of a header: four times the largest that is known.
const MAX_HEADER: u64 = 64 << 20;
/// The maximum number of entries of the header.
const MAX_ENTRIES: u64 = 1 << 12;
/// The maximum number of tensors.
const MAX_TENSORS: u64 = 1 << 14;
/// The maximum number of axes of a tensor.
const MAX_AXES: u32 = 8;
/// The maximum number of bytes of the divisors of frequencies, four for each pair of features.
const MAX_DIVISORS: u64 = 1 << 14;
/// The tensor with the divisors of the frequencies of RoPE, one for each pair of features.
const DIVISORS: &str = "rope_freqs.weight";

/// A tensor of a file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Stored {
    pub(crate) offset: u64,
    /// `None` if its type cannot be multiplied.
    pub(crate) element: Option<Element>,
    /// The name of its type.
    pub(crate) kind: String,
    /// The length of each axis, the last one varying fastest.
    pub(crate) shape: Vec<u64>,
}

/// The header of a GGUF file: its entries, and the places of its tensors.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gguf {
    pub(crate) entries: HashMap<String, Value>,
    pub(crate) tensors: HashMap<String, Stored>,
    /// The divisors of the frequencies of RoPE, if the file has them.
    pub(crate) divisors: Option<Vec<f64>>,
}

impl Gguf {
    /// The value of an entry, such as `general.architecture`.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.entries.get(key)
    }
}

/// Reads the header of a GGUF file: like a [`Run`](crate::Run) it requests bytes, and the caller supplies them.
///
/// Only the header is requested, some megabytes with the vocabulary. A count in the file is not trusted: an array
/// is allocated once its bytes are there.
///
/// - errors: see [`OpenGguf::supply`]
#[derive(Debug)]
pub struct OpenGguf {
    length: u64,
    have: Vec<u8>,
    /// The number of bytes that are needed.
    want: u64,
    found: Option<Gguf>,
    /// The place of the divisors, once the header is read.
    divisors: Option<Read>,
}

impl OpenGguf {
    /// Starts with a file of `length` bytes.
    #[must_use]
    pub fn new(length: u64) -> Self {
        let want = length.min(FIRST);
        Self { length, have: Vec::new(), want, found: None, divisors: None }
    }

    /// Whether a file that begins with these bytes is GGUF.
    #[must_use]
    pub fn is_gguf(beginning: &[u8]) -> bool {
        beginning.starts_with(b"GGUF")
    }

    /// The bytes that are needed next; `None` if the header is complete. The file is number 0.
    #[must_use]
    pub fn need(&self) -> Option<Read> {
        let have = self.have.len() as u64;
        if self.found.is_none() {
            return Some(Read { file: 0, offset: have, length: self.want.saturating_sub(have) });
        }
        let span = self.divisors?;
        Some(Read { offset: span.offset + have, length: span.length - have, ..span })
    }

    /// Supplies bytes from the beginning of the request, in pieces of any size.
    ///
    /// - errors: [`Error::Unsupplied`] if there are none; [`Error::Header`], [`Error::Cut`] and [`Error::Limit`]
    ///   if the file is rejected
    pub fn supply(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let Some(need) = self.need() else {
            return Ok(());
        };
        if bytes.is_empty() {
            // A file of 0 bytes needs 0 bytes.
            let missing = need.length.max(1);
            return Err(Error::Unsupplied { missing });
        }
        let taken = bytes.len().min(need.length as usize);
        self.have.extend_from_slice(&bytes[..taken]);
        if (taken as u64) < need.length {
            return Ok(());
        }
        match &mut self.found {
            None => self.read(),
            Some(found) => {
                let numbers = self.have.as_chunks().0.iter();
                let numbers = numbers.map(|bytes| f64::from(f32::from_le_bytes(*bytes)));
                found.divisors = Some(numbers.collect());
                self.divisors = None;
                Ok(())
            }
        }
    }

    /// Reads the header, or asks for more of it: twice as much each time, so that it is read over a few times only.
    fn read(&mut self) -> Result<(), Error> {
        let mut cursor = Cursor::new(&self.have, self.length);
        match header(&mut cursor, self.length) {
            Ok(found) => {
                self.divisors = divisors(&found)?;
                self.found = Some(found);
                self.have = Vec::new();
                Ok(())
            }
            Err(error) => {
                let needed = cursor.needed.ok_or(error)?;
                at_most("bytes of header", needed, MAX_HEADER)?;
                self.want = needed.max(2 * self.want).min(self.length).min(MAX_HEADER);
                Ok(())
            }
        }
    }

    /// The header, once nothing more is needed.
    ///
    /// - errors: [`Error::Unsupplied`]
    pub fn finish(self) -> Result<Gguf, Error> {
        if let Some(need) = self.need() {
            return Err(Error::Unsupplied { missing: need.length.max(1) });
        }
        Ok(self.found.unwrap_or_default())
    }
}

fn wrong(why: impl Into<String>) -> Error {
    Error::Header { why: why.into() }
}

/// Reads a whole header.
fn header(cursor: &mut Cursor<'_>, length: u64) -> Result<Gguf, Error> {
    if cursor.bytes(4)? != b"GGUF" {
        return Err(wrong("it does not begin with GGUF"));
    }
    let version = cursor.u32()?;
    if !(2..=3).contains(&version) {
        let is_big = (1..=3).contains(&version.swap_bytes());
        let order = if is_big { " (its numbers are big-endian)" } else { "" };
        return Err(wrong(format!("its version is {version}{order}, and 2 and 3 are read")));
    }
    let (tensors, entries) = (cursor.u64()?, cursor.u64()?);
    at_most("tensors", tensors, MAX_TENSORS)?;
    at_most("entries of the header", entries, MAX_ENTRIES)?;
    let mut found = Gguf::default();
    for _ in 0..entries {
        let key = text(cursor)?;
        let value = Value::read(cursor)?;
        if found.entries.insert(key.clone(), value).is_some() {
            return Err(wrong(format!("the key `{}` occurs twice", shown(&key))));
        }
    }
    let mut listed = Vec::new();
    for _ in 0..tensors {
        listed.push(tensor(cursor)?);
    }
    let alignment = match found.get("general.alignment") {
        None => 32,
        Some(Value::Integer(alignment @ 1..=65536)) => alignment.unsigned_abs(),
        Some(_) => return Err(wrong("its alignment is not a number from 1 to 65536")),
    };
    let data = (cursor.at as u64).next_multiple_of(alignment);
    for (name, mut stored) in listed {
        place(&name, &mut stored, data, alignment, length)?;
        if found.tensors.insert(name.clone(), stored).is_some() {
            return Err(wrong(format!("the tensor `{}` occurs twice", shown(&name))));
        }
    }
    Ok(found)
}

/// Reads the entry of a tensor. Its offset counts from the beginning of the data.
fn tensor(cursor: &mut Cursor<'_>) -> Result<(String, Stored), Error> {
    let name = text(cursor)?;
    let axes = cursor.u32()?;
    at_most("axes", u64::from(axes), u64::from(MAX_AXES))?;
    let mut shape = (0..axes).map(|_| cursor.u64()).collect::<Result<Vec<_>, _>>()?;
    shape.reverse();
    let kind = cursor.u32()?;
    let offset = cursor.u64()?;
    let element = Some(match kind {
        0 => Element::F32,
        1 => Element::F16,
        2 => Element::Q4_0,
        3 => Element::Q4_1,
        6 => Element::Q5_0,
        7 => Element::Q5_1,
        8 => Element::Q8_0,
        12 => Element::Q4_K,
        13 => Element::Q5_K,
        14 => Element::Q6_K,
        30 => Element::BF16,
        39 => Element::MXFP4,
        _ => return Ok((name, Stored { offset, element: None, kind: kind_name(kind), shape })),
    });
    let kind = element.map(|element| format!("{element:?}")).unwrap_or_default();
    Ok((name, Stored { offset, element, kind, shape }))
}

/// Checks that a tensor is in the file, and counts its offset from the beginning of the file.
fn place(
    name: &str,
    stored: &mut Stored,
    data: u64,
    alignment: u64,
    length: u64,
) -> Result<(), Error> {
    let name = shown(name);
    if !stored.offset.is_multiple_of(alignment) {
        return Err(wrong(format!(
            "the tensor `{name}` begins at {}, which is not aligned",
            stored.offset
        )));
    }
    let start = data.checked_add(stored.offset);
    let elements = stored.shape.iter().try_fold(1_u64, |all, &side| all.checked_mul(side));
    let (Some(start), Some(elements)) = (start, elements) else {
        return Err(wrong(format!("the size of the tensor `{name}` is beyond 64 bits")));
    };
    if let Some(element) = stored.element {
        let Some(bytes) = element.bytes(elements) else {
            let block = element.block();
            return Err(wrong(format!("the tensor `{name}` is not made of blocks of {block}")));
        };
        let needed = start.saturating_add(bytes);
        if needed > length {
            return Err(Error::Cut { needed, got: length });
        }
    }
    stored.offset = start;
    Ok(())
}

/// The place of the divisors of frequencies, if the file has them.
fn divisors(found: &Gguf) -> Result<Option<Read>, Error> {
    let Some(stored) = found.tensors.get(DIVISORS) else {
        return Ok(None);
    };
    let length = 4 * stored.shape.iter().product::<u64>();
    at_most("bytes of divisors", length, MAX_DIVISORS)?;
    if stored.element != Some(Element::F32) || length == 0 {
        return Err(wrong(format!("`{DIVISORS}` must have numbers of 32 bits")));
    }
    Ok(Some(Read { file: 0, offset: stored.offset, length }))
}

/// The name of a type that cannot be multiplied.
fn kind_name(kind: u32) -> String {
    const NAMES: [(u32, &str); 22] = [
        (9, "Q8_1"),
        (10, "Q2_K"),
        (11, "Q3_K"),
        (15, "Q8_K"),
        (16, "IQ2_XXS"),
        (17, "IQ2_XS"),
        (18, "IQ3_XXS"),
        (19, "IQ1_S"),
        (20, "IQ4_NL"),
        (21, "IQ3_S"),
        (22, "IQ2_S"),
        (23, "IQ4_XS"),
        (24, "I8"),
        (25, "I16"),
        (26, "I32"),
        (27, "I64"),
        (28, "F64"),
        (29, "IQ1_M"),
        (34, "TQ1_0"),
        (35, "TQ2_0"),
        (39, "MXFP4"),
        (40, "NVFP4"),
    ];
    let name = NAMES.iter().find(|(number, _)| *number == kind);
    name.map_or_else(|| format!("number {kind}"), |(_, name)| (*name).to_owned())
}

/// The beginning of a text from the file, without control characters.
fn shown(text: &str) -> String {
    text.chars()
        .take(40)
        .map(|letter| if letter.is_control() { '\u{fffd}' } else { letter })
        .collect()
}
