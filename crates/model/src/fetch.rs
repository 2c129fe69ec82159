//! Requests for bytes, which the caller supplies.

use std::collections::VecDeque;

use crate::error::Error;

/// The number of bytes that are requested at once.
const PIECE: u64 = 1 << 20;

/// Bytes of one of the model's files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Read {
    /// The file, in the order in which the caller named them.
    pub file: usize,
    /// The offset of the first byte.
    pub offset: u64,
    /// The number of bytes.
    pub length: u64,
}

impl Read {
    /// The offset after the last byte.
    #[must_use]
    pub fn end(self) -> u64 {
        self.offset.saturating_add(self.length)
    }
}

/// A list of spans that are read one after the other, each into a buffer of its own.
#[derive(Debug, Default)]
pub(crate) struct Fetch {
    waiting: VecDeque<Read>,
    /// The bytes of the span that is being read.
    have: Vec<u8>,
    done: Vec<Vec<u8>>,
}

impl Fetch {
    /// Starts to read these spans.
    pub(crate) fn new(spans: impl IntoIterator<Item = Read>) -> Self {
        Self { waiting: spans.into_iter().collect(), ..Self::default() }
    }

    /// The bytes that are needed next, at most a mebibyte; `None` if all are there.
    pub(crate) fn need(&self) -> Option<Read> {
        let span = self.waiting.front()?;
        let have = self.have.len() as u64;
        let (offset, left) = (span.offset.saturating_add(have), span.length - have);
        Some(Read { file: span.file, offset, length: left.min(PIECE) })
    }

    /// Supplies bytes from the beginning of the request, in pieces of any size.
    ///
    /// - errors: [`Error::Unsupplied`] if there are none, [`Error::Memory`]
    pub(crate) fn supply(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let Some(need) = self.need() else {
            return Ok(());
        };
        if bytes.is_empty() && need.length > 0 {
            return Err(Error::Unsupplied { missing: need.length });
        }
        let whole = self.waiting.front().map_or(0, |span| span.length);
        if self.have.is_empty() {
            let what = "parameters";
            let size = usize::try_from(whole).map_err(|_| Error::Memory { what, bytes: whole })?;
            let reserved = self.have.try_reserve_exact(size);
            reserved.map_err(|_| Error::Memory { what, bytes: whole })?;
        }
        let taken = bytes.len().min(need.length as usize);
        self.have.extend_from_slice(&bytes[..taken]);
        if self.have.len() as u64 == whole {
            self.waiting.pop_front();
            self.done.push(std::mem::take(&mut self.have));
        }
        Ok(())
    }

    /// The bytes of each span, in their order.
    pub(crate) fn finish(&mut self) -> Vec<Vec<u8>> {
        std::mem::take(&mut self.done)
    }

    /// The number of bytes that are held and still to be read.
    pub(crate) fn bytes(&self) -> u64 {
        let done: usize = self.done.iter().map(Vec::len).sum();
        done as u64 + self.waiting.iter().map(|span| span.length).sum::<u64>()
    }
}
