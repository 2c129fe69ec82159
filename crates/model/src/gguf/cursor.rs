//! A position in the header of a file of which only the beginning is there.

use crate::error::Error;

/// Reads bytes one after the other.
pub(super) struct Cursor<'a> {
    bytes: &'a [u8],
    pub(super) at: usize,
    /// The length of the file.
    length: u64,
    /// The number of bytes that must be there for the reading to go on, if they are not.
    pub(super) needed: Option<u64>,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(bytes: &'a [u8], length: u64) -> Self {
        Self { bytes, at: 0, length, needed: None }
    }

    /// Fails unless the next bytes are there. If the file has them, `needed` says how many bytes of it are needed.
    pub(super) fn expect(&mut self, count: u64) -> Result<(), Error> {
        let end = (self.at as u64).saturating_add(count);
        if end <= self.bytes.len() as u64 {
            return Ok(());
        }
        if end <= self.length {
            self.needed = Some(end);
        }
        Err(Error::Cut { needed: end, got: self.length })
    }

    pub(super) fn bytes(&mut self, count: usize) -> Result<&'a [u8], Error> {
        self.expect(count as u64)?;
        let bytes = &self.bytes[self.at..self.at + count];
        self.at += count;
        Ok(bytes)
    }

    pub(super) fn u32(&mut self) -> Result<u32, Error> {
        Ok(self.bytes(4)?.iter().rev().fold(0, |bits, &byte| bits << 8 | u32::from(byte)))
    }

    pub(super) fn u64(&mut self) -> Result<u64, Error> {
        Ok(self.bytes(8)?.iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte)))
    }
}
