//! Finds the bytes of each archive member, and reads its header.

use super::step::{Step, tensor};
use crate::checksum::Sum;
use crate::error::{Error, Problem, at_most};
use crate::inflate::Stream;
use crate::limits::MAX_ELEMENTS;
use crate::listing::{Format, Listing, Member, Place, Tensor};
use crate::npy::{self, Header};
use crate::span::Span;
use crate::zip::{self, Entry};

/// The number of bytes of a member that are requested at once; most headers fit in it.
const PIECE: u64 = 1024;
/// The maximum number of bytes of a member that are kept: a header and the bytes before it.
const KEPT: usize = 16 << 10;

/// Reads the headers of the members one after the other.
#[derive(Debug)]
pub(super) struct Members {
    entries: std::vec::IntoIter<Entry>,
    listing: Listing,
    /// The current member, once its local header has been read.
    entry: Option<Entry>,
    reading: Option<Reading>,
}

/// A member whose beginning is being read.
struct Reading {
    name: String,
    member: Member,
    stream: Stream,
    /// The number of its bytes that were consumed, and the first inflated ones.
    taken: u64,
    kept: Vec<u8>,
    /// Its problem, unless a more serious one is found.
    fault: Option<Error>,
}

impl std::fmt::Debug for Reading {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reading").field("member", &self.member).finish_non_exhaustive()
    }
}

impl Members {
    /// Starts with the members of a directory, at least one.
    pub(super) fn new(entries: Vec<Entry>) -> (Self, Step) {
        let (entries, listing) = (entries.into_iter(), Listing::new(Format::Npz));
        let mut members = Self { entries, listing, entry: None, reading: None };
        let first = members.next();
        (members, first)
    }

    /// Requests the next local header.
    fn next(&mut self) -> Step {
        self.entry = self.entries.next();
        match &self.entry {
            Some(entry) => Step::More(Span::new(entry.local, zip::LOCAL + entry.name.len() as u64)),
            None => Step::Listed(std::mem::replace(&mut self.listing, Listing::new(Format::Npz))),
        }
    }

    /// Processes the requested bytes: a local header, or a piece of a member.
    pub(super) fn take(&mut self, bytes: &[u8]) -> Result<Step, Error> {
        if let Some(entry) = self.entry.take() {
            let reading = Reading::new(&entry, bytes)?;
            let step = Step::More(reading.need());
            self.reading = Some(reading);
            return Ok(step);
        }
        let Some(mut reading) = self.reading.take() else {
            return Ok(self.next());
        };
        let outcome = reading.take(bytes);
        match outcome.map_err(|error| error.named(&reading.name))? {
            Some(tensor) => {
                self.listing.tensors.push(tensor);
                Ok(self.next())
            }
            None => {
                let step = Step::More(reading.need());
                self.reading = Some(reading);
                Ok(step)
            }
        }
    }
}

impl Reading {
    fn new(entry: &Entry, header: &[u8]) -> Result<Self, Error> {
        let span = Span::new(zip::data_offset(header, entry)?, entry.packed);
        let &Entry { crc, length, .. } = entry;
        let deflated = entry.method == zip::DEFLATED;
        let member = Member { span, deflated, length, crc, data: 0, header_crc: 0 };
        let name = entry.name.strip_suffix(".npy").unwrap_or(&entry.name).to_owned();
        let stream = Stream::new(&member);
        Ok(Self { name, member, stream, taken: 0, kept: Vec::new(), fault: None })
    }

    /// The next bytes of the member.
    fn need(&self) -> Span {
        let Span { offset, length } = self.member.span;
        Span::new(offset + self.taken, (length - self.taken).min(PIECE))
    }

    /// Processes a piece of the member, and returns the tensor once the header is complete.
    fn take(&mut self, bytes: &[u8]) -> Result<Option<Tensor>, Error> {
        self.taken += bytes.len() as u64;
        let kept = &mut self.kept;
        self.stream.push(bytes, &mut |piece| {
            let room = KEPT - kept.len();
            kept.extend_from_slice(&piece[..piece.len().min(room)]);
        })?;
        let ended = self.taken == self.member.span.length;
        if let Some(fault) = self.fault.clone() {
            return if ended { Err(fault) } else { Ok(None) };
        }
        let header = match npy::read(&self.kept, self.member.length)? {
            npy::Head::Read(header) => header,
            npy::Head::Needs(needed) if ended => {
                let (what, got) = ("the header", self.kept.len() as u64);
                return Err(Problem::Short { what, needed, got }.into());
            }
            npy::Head::Needs(_) => return Ok(None),
        };
        match header.required_bytes(self.member.length) {
            Ok(bytes) => self.tensor(header, bytes).map(Some),
            // A decompression bomb may be disguised by a declared size that is too small. The rest of
            // the member is inflated to report the bomb instead of a truncated file.
            Err(fault) => {
                let short = matches!(fault.problem(), Problem::Short { .. });
                if !short || !self.member.deflated || ended {
                    return Err(fault);
                }
                self.fault = Some(fault);
                Ok(None)
            }
        }
    }

    fn tensor(&mut self, header: Header, bytes: u64) -> Result<Tensor, Error> {
        let mut member = self.member.clone();
        member.data = header.data;
        let before_data = self.kept.get(..header.data as usize).unwrap_or_default();
        let mut sum = Sum::default();
        sum.update(before_data);
        member.header_crc = sum.0;
        let unread = member.length - member.data - bytes;
        if member.deflated {
            at_most("elements", bytes / header.dtype.size() as u64, MAX_ELEMENTS)?;
        }
        let place = Place::Member(member);
        Ok(tensor(std::mem::take(&mut self.name), header, place, unread))
    }
}
