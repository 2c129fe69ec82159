//! The directory of a zip archive (PKWARE APPNOTE 6.3.10), as far as `.npz` files use it.
//!
//! Anything that two parsers could read differently is rejected: bytes before the first member or
//! after the end, members that share bytes, and local headers that differ from the directory.

mod directory;
mod end;
mod local;
mod name;

use crate::error::{Error, Problem};
use crate::span::Span;

pub(crate) use directory::read as read_directory;
pub(crate) use end::{End, TAIL, WIDE_END, find as find_end, read_wide as read_wide_end};
pub(crate) use local::{LOCAL, data_offset};

/// A member in the directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) method: u16,
    pub(crate) crc: u32,
    /// The number of bytes in the archive.
    pub(crate) packed: u64,
    /// The number of inflated bytes.
    pub(crate) length: u64,
    /// The offset of its local header.
    pub(crate) local: u64,
    /// The offset of the next member or of the directory.
    pub(crate) next: u64,
}

/// The compression methods of the directory: stored and deflated.
pub(crate) const STORED: u16 = 0;
pub(crate) const DEFLATED: u16 = 8;

/// The error for a malformed archive.
fn broken(why: &str) -> Error {
    Problem::Header { what: "directory of the archive", why: why.to_owned() }.into()
}

/// Reads little-endian numbers of a record. A number beyond its end is 0.
#[derive(Clone, Copy)]
struct Record<'a>(&'a [u8]);

impl Record<'_> {
    fn number(self, at: usize, size: usize) -> u64 {
        let bytes = self.0.get(at..at + size).unwrap_or_default();
        bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
    }

    fn u16(self, at: usize) -> u16 {
        self.number(at, 2) as u16
    }

    fn u32(self, at: usize) -> u32 {
        self.number(at, 4) as u32
    }

    fn u64(self, at: usize) -> u64 {
        self.number(at, 8)
    }
}

/// Fails if a part of the archive does not end before `end`.
fn before(end: u64, part: Span) -> Result<(), Error> {
    match part.offset.checked_add(part.length) {
        Some(last) if last <= end => Ok(()),
        _ => Err(Problem::Overlap { offset: part.offset, length: part.length }.into()),
    }
}
