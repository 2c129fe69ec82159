//! Reads the end of an archive, which has the offset of its directory.

use super::{Record, broken};
use crate::error::{Error, Problem, at_most};
use crate::limits::{MAX_DIRECTORY, MAX_MEMBERS};
use crate::span::Span;

/// The number of bytes at the end of a file that are searched for the end record: the record and
/// the longest comment.
pub(crate) const TAIL: u64 = END + 0xffff;

/// The sizes of the end record, of the zip64 locator, and of the zip64 end record.
const END: u64 = 22;
const LOCATOR: u64 = 20;
pub(crate) const WIDE_END: u64 = 56;

/// The contents of the end record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The span of the directory, and its number of members.
    Directory(Span, u64),
    /// The figures are in the zip64 end record at this offset.
    Wide(u64),
}

/// Finds the end record in the last bytes of a file of this length.
pub(crate) fn find(tail: &[u8], length: u64) -> Result<End, Error> {
    let Some(at) = tail.windows(4).rposition(|bytes| bytes == b"PK\x05\x06") else {
        return Err(Problem::NoDirectory.into());
    };
    let record = &tail[at..];
    if (record.len() as u64) < END {
        return Err(Problem::NoDirectory.into());
    }
    let place = length - record.len() as u64;
    let fields = Record(record);
    if END + u64::from(fields.u16(20)) != record.len() as u64 {
        return Err(broken("its comment does not reach to the end of the file"));
    }
    let figures = [fields.u16(4), fields.u16(6), fields.u16(8), fields.u16(10)];
    let (size, offset) = (fields.u32(12), fields.u32(16));
    let locator = (at as u64).checked_sub(LOCATOR).map(|start| &tail[start as usize..at]);
    let locator = locator.filter(|bytes| bytes.starts_with(b"PK\x06\x07"));
    let is_wide = figures.contains(&u16::MAX) || size == u32::MAX || offset == u32::MAX;
    // PyTorch writes the 64-bit record also where the figures fit.
    if is_wide || locator.is_some() {
        let locator = Record(locator.ok_or_else(|| broken("its 64-bit record is missing"))?);
        let wide = locator.u64(8);
        if wide.checked_add(WIDE_END).is_none_or(|end| end > place - LOCATOR) {
            return Err(broken("its 64-bit record would be behind the end"));
        }
        return Ok(End::Wide(wide));
    }
    let [disk, first, here, members] = figures;
    let span = Span::new(offset.into(), size.into());
    directory(span, [disk.into(), first.into(), here.into(), members.into()], place)
}

/// Reads the zip64 end record at this offset.
pub(crate) fn read_wide(record: &[u8], place: u64) -> Result<End, Error> {
    if !record.starts_with(b"PK\x06\x06") {
        return Err(broken("its 64-bit record is missing"));
    }
    let fields = Record(record);
    let disks = [fields.u32(16), fields.u32(20)].map(u64::from);
    let span = Span::new(fields.u64(48), fields.u64(40));
    directory(span, [disks[0], disks[1], fields.u64(24), fields.u64(32)], place)
}

/// Checks the figures of a directory, which must end where its end record begins.
fn directory(span: Span, figures: [u64; 4], place: u64) -> Result<End, Error> {
    let [disk, first, here, members] = figures;
    if (disk, first) != (0, 0) || here != members {
        return Err(broken("it is spread over several files"));
    }
    at_most("members", members, MAX_MEMBERS)?;
    if span.offset.checked_add(span.length) != Some(place) {
        let Span { offset, length } = span;
        let why = format!("its {length} bytes from byte {offset} do not end at byte {place}");
        return Err(broken(&why));
    }
    at_most("bytes of directory", span.length, MAX_DIRECTORY)?;
    Ok(End::Directory(span, members))
}
