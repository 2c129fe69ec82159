//! The directory of a zip archive (PKWARE APPNOTE 6.3.10), as far as `.npz` files use it.
//!
//! What two readers could take for different archives is refused: anything before the first member or behind the
//! end, members that share bytes, local headers that say something else than the directory.

mod directory;
mod end;
mod local;
mod name;

use crate::error::{Error, Problem};
use crate::span::Span;

pub(crate) use directory::read as read_directory;
pub(crate) use end::{End, TAIL, WIDE_END, find as find_end, read_wide as read_wide_end};
pub(crate) use local::{LOCAL, data_offset};

/// A member as the directory has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) method: u16,
    pub(crate) crc: u32,
    /// How many bytes it has in the archive.
    pub(crate) packed: u64,
    /// How many bytes it has inflated.
    pub(crate) length: u64,
    /// Where its local header begins.
    pub(crate) local: u64,
    /// Where the next member or the directory begins.
    pub(crate) next: u64,
}

/// What the directory calls a member that is stored as it is, and one that is deflated.
pub(crate) const STORED: u16 = 0;
pub(crate) const DEFLATED: u16 = 8;

/// What is not as the format wants it.
fn broken(why: &str) -> Error {
    Problem::Header { what: "directory of the archive", why: why.to_owned() }.into()
}

/// Little-endian numbers at places of a record that is long enough; 0 where it is not.
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

/// Fails unless a part of the archive lies before `end`.
fn before(end: u64, part: Span) -> Result<(), Error> {
    match part.offset.checked_add(part.length) {
        Some(last) if last <= end => Ok(()),
        _ => Err(Problem::Overlap { offset: part.offset, length: part.length }.into()),
    }
}
