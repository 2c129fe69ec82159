//! The bytes of a member, piece by piece: inflated if necessary, counted, and verified against
//! their checksum.

use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags};

use crate::checksum::Sum;
use crate::error::{Error, Problem};
use crate::listing::Member;

/// The size of deflate's window, in bytes. No other output is kept.
const WINDOW: usize = 32 << 10;

/// The bytes of a member while they arrive.
pub(crate) struct Stream {
    inflater: Option<Box<Inflater>>,
    crc: Sum,
    /// The number of bytes that came out, and the number that the archive declares.
    got: u64,
    declared: u64,
    wanted_crc: u32,
}

struct Inflater {
    core: DecompressorOxide,
    window: Vec<u8>,
    at: usize,
    done: bool,
}

impl Stream {
    pub(crate) fn new(member: &Member) -> Self {
        let inflater = member.deflated.then(|| {
            let (core, window) = (DecompressorOxide::new(), vec![0; WINDOW]);
            Box::new(Inflater { core, window, at: 0, done: false })
        });
        let (crc, declared) = (Sum::default(), member.length);
        Self { inflater, crc, got: 0, declared, wanted_crc: member.crc }
    }

    /// Processes the next bytes of the member, and calls `take` with the inflated bytes.
    ///
    /// Bytes beyond the declared length are an error, so a decompression bomb only takes the memory of
    /// the window.
    pub(crate) fn push(&mut self, bytes: &[u8], take: &mut dyn FnMut(&[u8])) -> Result<(), Error> {
        let Some(mut inflater) = self.inflater.take() else {
            return self.pass_on(bytes, take);
        };
        let outcome = self.inflate(&mut inflater, bytes, take);
        self.inflater = Some(inflater);
        outcome
    }

    fn inflate(
        &mut self,
        inflater: &mut Inflater,
        mut bytes: &[u8],
        take: &mut dyn FnMut(&[u8]),
    ) -> Result<(), Error> {
        let damaged = |inflated| Error::from(Problem::Deflate { inflated });
        loop {
            if inflater.done {
                return if bytes.is_empty() { Ok(()) } else { Err(damaged(self.got)) };
            }
            let (at, flags) = (inflater.at, inflate_flags::TINFL_FLAG_HAS_MORE_INPUT);
            let (status, read, written) =
                decompress(&mut inflater.core, bytes, &mut inflater.window, at, flags);
            bytes = bytes.get(read..).unwrap_or_default();
            self.pass_on(inflater.window.get(at..at + written).unwrap_or_default(), take)?;
            inflater.at = (at + written) % WINDOW;
            match status {
                TINFLStatus::Done => inflater.done = true,
                TINFLStatus::HasMoreOutput => {}
                TINFLStatus::NeedsMoreInput => return Ok(()),
                _ => return Err(damaged(self.got)),
            }
        }
    }

    fn pass_on(&mut self, bytes: &[u8], take: &mut dyn FnMut(&[u8])) -> Result<(), Error> {
        self.got += bytes.len() as u64;
        if self.got > self.declared {
            return Err(Problem::Inflates { declared: self.declared }.into());
        }
        self.crc.update(bytes);
        take(bytes);
        Ok(())
    }

    /// Fails if bytes are missing or the checksum differs.
    pub(crate) fn finish(&self) -> Result<(), Error> {
        let done = self.inflater.as_ref().is_none_or(|inflater| inflater.done);
        if !done || self.got < self.declared {
            let what = "the compressed data";
            return Err(Problem::Short { what, needed: self.declared, got: self.got }.into());
        }
        let (got, wanted) = (self.crc.0, self.wanted_crc);
        if got == wanted { Ok(()) } else { Err(Problem::Crc { got, wanted }.into()) }
    }
}
