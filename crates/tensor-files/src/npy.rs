//! The header of an `.npy` file: formats 1.0, 2.0 and 3.0 of NumPy (`numpy.lib.format`).
//!
//! `\x93NUMPY`, two bytes of version, the length of the header (16 bits in format 1.0, otherwise
//! 32), and the header: a Python dictionary with the keys `descr`, `fortran_order` and `shape`. It
//! is parsed as data and never evaluated.

mod header;
mod literal;

pub(crate) use header::{digits, side_of};

use crate::dtype::{ByteOrder, DType, Layout};
use crate::error::{Error, Problem, at_most};
use crate::extent::required_bytes;
use crate::limits::MAX_NPY_HEADER;

/// The first bytes of an `.npy` file.
pub(crate) const MAGIC: &[u8] = b"\x93NUMPY";

/// Magic, version and the shorter of the two lengths.
const SHORTEST: u64 = 10;

/// The contents of the header.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Header {
    pub(crate) dtype: DType,
    pub(crate) order: ByteOrder,
    pub(crate) layout: Layout,
    pub(crate) shape: Vec<u64>,
    /// The offset of the elements.
    pub(crate) data: u64,
}

impl Header {
    /// The number of bytes of the elements, which a file or member of this length must contain.
    pub(crate) fn required_bytes(&self, length: u64) -> Result<u64, Error> {
        required_bytes(&self.shape, self.dtype, length.saturating_sub(self.data))
    }
}

/// The result of reading a part of a header.
pub(crate) enum Head {
    /// This number of bytes from the beginning is needed, and the file has them.
    Needs(u64),
    Read(Header),
}

/// Reads the header from the first bytes of a file or member that has `length` bytes in total.
pub(crate) fn read(bytes: &[u8], length: u64) -> Result<Head, Error> {
    let beginning = &MAGIC[..MAGIC.len().min(bytes.len())];
    if !bytes.starts_with(beginning) {
        return Err(Problem::Foreign { what: "this is not a .npy file" }.into());
    }
    let short = |needed| Error::from(Problem::Short { what: "the header", needed, got: length });
    if length < SHORTEST {
        return Err(short(SHORTEST));
    }
    let Some(&[major, minor, low, high]) =
        bytes.get(6..10).and_then(|four| <&[u8; 4]>::try_from(four).ok())
    else {
        return Ok(Head::Needs(SHORTEST));
    };
    if !matches!((major, minor), (1..=3, 0)) {
        return Err(Problem::Version { major, minor }.into());
    }
    let (start, size) = if major == 1 {
        (10, u64::from(u16::from_le_bytes([low, high])))
    } else {
        if length < 12 {
            return Err(short(12));
        }
        let Some(&[third, fourth]) =
            bytes.get(10..12).and_then(|two| <&[u8; 2]>::try_from(two).ok())
        else {
            return Ok(Head::Needs(12));
        };
        (12, u64::from(u32::from_le_bytes([low, high, third, fourth])))
    };
    // A 16-bit length cannot exhaust the memory; the file may simply be truncated.
    if size > u64::from(u16::MAX) || start + size <= length {
        at_most("bytes of header", size, MAX_NPY_HEADER)?;
    }
    let data = start + size;
    if data > length {
        return Err(short(data));
    }
    let Some(text) = bytes.get(start as usize..data as usize) else {
        return Ok(Head::Needs(data));
    };
    if major == 3 && std::str::from_utf8(text).is_err() {
        return Err(literal::header("it is not UTF-8"));
    }
    header::read(text, data).map(Head::Read)
}
