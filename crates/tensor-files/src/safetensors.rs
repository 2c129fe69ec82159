//! The header of a `.safetensors` file.
//!
//! Eight bytes with its length, little-endian, then JSON: `{name: {dtype, shape, data_offsets},
//! __metadata__: {...}}`, padded with blanks. The offsets count from the end of the header, and the
//! tensors must fill the file without gaps.

mod entry;

use crate::dtype::DType;
use crate::error::{Error, Problem, at_most, characters};
use crate::json::{Cursor, tokens_alone};
use crate::limits::{MAX_LABEL, MAX_SAFETENSORS_HEADER, MAX_TENSORS};
use crate::listing::{Format, Listing};
use crate::span::Span;
use crate::steps;

use entry::Entry;

/// The number of bytes of the length of the header.
const LENGTH: u64 = 8;

/// The span of the header in a file that begins with these bytes.
pub(crate) fn header_span(head: &[u8], length: u64) -> Result<Span, Error> {
    let short = |needed| Error::from(Problem::Short { what: "the header", needed, got: length });
    let Some(Ok(size)) = head.get(..8).map(<[u8; 8]>::try_from) else {
        return Err(short(LENGTH));
    };
    let size = u64::from_le_bytes(size);
    if size > u64::from(u32::MAX) {
        return Err(
            Problem::Overflow { what: "a header's length of", figure: size.to_string() }.into()
        );
    }
    at_most("bytes of header", size, MAX_SAFETENSORS_HEADER)?;
    if size == 0 {
        return Err(header("it is empty"));
    }
    if LENGTH + size > length {
        return Err(short(LENGTH + size));
    }
    Ok(Span::new(LENGTH, size))
}

/// Reads the header of a file of this length.
pub(crate) fn read(text: &[u8], length: u64) -> Result<Listing, Error> {
    if text.first() != Some(&b'{') {
        return Err(header("its first byte must be {"));
    }
    let data = LENGTH + text.len() as u64;
    let text = std::str::from_utf8(text).map_err(|_| header("it is not UTF-8"))?;
    let mut listing = Listing::new(Format::Safetensors);
    let mut entries: Vec<Entry> = Vec::new();
    let mut metadata = false;
    let mut cursor = Cursor::new(text);
    let outcome = cursor.object(&mut |cursor, name| {
        if name == "__metadata__" {
            if std::mem::replace(&mut metadata, true) {
                return Err(Problem::Duplicate.within(&name));
            }
            return read_metadata(cursor, &mut listing.metadata);
        }
        at_most("characters of a name", characters(&name), MAX_LABEL)?;
        at_most("tensors", entries.len() as u64 + 1, MAX_TENSORS)?;
        if entries.iter().any(|entry| entry.name == name) {
            return Err(Problem::Duplicate.within(&name));
        }
        entries.push(entry::read(cursor, &name).map_err(|error| error.named(&name))?);
        Ok(())
    });
    outcome.and_then(|()| cursor.end()).map_err(of_header)?;
    if entries.is_empty() {
        return Err(Problem::Empty { hint: "" }.into());
    }
    entry::check_offsets(&entries, length - data)?;
    let found = listing.metadata.iter().find(|(key, _)| key == "tokens");
    listing.tokens = found.and_then(|(_, value)| tokens_alone(value)).unwrap_or_default();
    listing.tensors = entries.into_iter().map(|entry| entry.tensor(data)).collect();
    set_steps(&mut listing).map_err(of_header)?;
    Ok(listing)
}

/// Sets the steps of the tensors that the metadata describe.
fn set_steps(listing: &mut Listing) -> Result<(), Error> {
    let Some((_, text)) = listing.metadata.iter().find(|(key, _)| key == steps::KEY) else {
        return Ok(());
    };
    for (name, steps) in steps::read(text)? {
        let tensor = listing.tensors.iter_mut().find(|tensor| tensor.name == name);
        let why = match tensor {
            Some(tensor) if tensor.dtype == DType::U8 => {
                tensor.steps = Some(steps);
                continue;
            }
            Some(tensor) => format!("steps need the type U8, not {}", tensor.dtype),
            None => "there are steps, but no tensor of this name".to_owned(),
        };
        return Err(header(&why).named(&name));
    }
    Ok(())
}

/// Reads texts by name.
fn read_metadata(
    cursor: &mut Cursor<'_>,
    metadata: &mut Vec<(String, String)>,
) -> Result<(), Error> {
    if cursor.peek() != Some(b'{') {
        // Reports values that are nested too deeply first.
        cursor.skip(1)?;
        return Err(header("__metadata__ is not an object"));
    }
    cursor.object(&mut |cursor, key| {
        if metadata.iter().any(|(other, _)| *other == key) {
            return Err(Problem::Duplicate.into());
        }
        if cursor.peek() != Some(b'"') {
            cursor.skip(2)?;
            return Err(header("a value of __metadata__ is not text"));
        }
        metadata.push((key, cursor.string()?));
        Ok(())
    })
}

/// The error for a malformed header.
fn header(why: &str) -> Error {
    Problem::Header { what: "header", why: why.to_owned() }.into()
}

/// Converts a JSON error to an error of the header.
fn of_header(error: Error) -> Error {
    match error.class() {
        "truncated" | "syntax" | "type" | "encoding" | "key" | "range" => {
            header(&error.problem().to_string()).named(error.within().unwrap_or_default())
        }
        _ => error,
    }
}
