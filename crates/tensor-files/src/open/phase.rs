//! The phases of reading a file.

use super::members::Members;
use super::step::{Step, tensor};
use crate::error::{Error, Problem, at_most};
use crate::limits::MAX_FILE;
use crate::listing::{Format, Listing, Place};
use crate::npy;
use crate::sniff::{self, Kind};
use crate::span::Span;
use crate::zip::{self, End};
use crate::{csv, json, safetensors, text};

/// The meaning of the requested bytes.
#[derive(Debug)]
pub(super) enum Phase {
    /// The first bytes.
    Head,
    /// The beginning of an `.npy` file up to the end of its header.
    Npy,
    /// The header of a `.safetensors` file.
    Safetensors,
    /// A whole text.
    Text(Kind),
    /// The last bytes of an archive.
    ZipEnd,
    /// The end record with 64-bit figures, at this offset.
    WideZipEnd(u64),
    /// The directory, at this offset and with this number of members.
    ZipDirectory(u64, u64),
    /// The members.
    Members(Box<Members>),
}

impl Phase {
    /// Processes the requested bytes of a file of this length, and moves on to the next phase.
    pub(super) fn take(&mut self, bytes: &[u8], length: u64) -> Result<Step, Error> {
        match self {
            Self::Head => self.head(bytes, length),
            Self::Npy => self.npy(bytes, length),
            Self::Safetensors => safetensors::read(bytes, length).map(Step::Listed),
            Self::Text(kind) => read_text(*kind, bytes).map(Step::Listed),
            Self::ZipEnd => self.directory(zip::find_end(bytes, length)?),
            Self::WideZipEnd(place) => {
                let end = zip::read_wide_end(bytes, *place)?;
                self.directory(end)
            }
            Self::ZipDirectory(start, members) => {
                let entries = zip::read_directory(bytes, Span::new(*start, length), *members)?;
                let (members, first) = Members::new(entries);
                *self = Self::Members(Box::new(members));
                Ok(first)
            }
            Self::Members(members) => members.take(bytes),
        }
    }

    fn wait(&mut self, phase: Self, span: Span) -> Result<Step, Error> {
        *self = phase;
        Ok(Step::More(span))
    }

    fn head(&mut self, bytes: &[u8], length: u64) -> Result<Step, Error> {
        match sniff::kind(bytes, length)? {
            Kind::Npy => self.npy(bytes, length),
            Kind::Safetensors => {
                let span = safetensors::header_span(bytes, length)?;
                self.wait(Self::Safetensors, span)
            }
            Kind::Zip => {
                let tail = length.min(zip::TAIL);
                self.wait(Self::ZipEnd, Span::new(length - tail, tail))
            }
            kind => {
                at_most("bytes of text", length, MAX_FILE)?;
                self.wait(Self::Text(kind), Span::new(0, length))
            }
        }
    }

    fn npy(&mut self, bytes: &[u8], length: u64) -> Result<Step, Error> {
        let header = match npy::read(bytes, length)? {
            npy::Head::Needs(needed) => return self.wait(Self::Npy, Span::new(0, needed)),
            npy::Head::Read(header) => header,
        };
        let unread = length - header.data - header.required_bytes(length)?;
        let mut listing = Listing::new(Format::Npy);
        let place = Place::File { offset: header.data };
        listing.tensors.push(tensor(String::new(), header, place, unread));
        Ok(Step::Listed(listing))
    }

    fn directory(&mut self, end: End) -> Result<Step, Error> {
        match end {
            End::Wide(place) => self.wait(Self::WideZipEnd(place), Span::new(place, zip::WIDE_END)),
            End::Directory(span, members) => {
                self.wait(Self::ZipDirectory(span.offset, members), span)
            }
        }
    }
}

fn read_text(kind: Kind, bytes: &[u8]) -> Result<Listing, Error> {
    if bytes.strip_prefix(text::MARK).unwrap_or(bytes).trim_ascii().is_empty() {
        return Err(Problem::Blank.into());
    }
    if kind == Kind::Json {
        return json::read(text::utf8(bytes)?);
    }
    // Text has no zero bytes, but binary files may begin like text.
    if let Some(offset) = bytes.iter().position(|&byte| byte == 0) {
        return Err(Problem::Encoding { offset, why: "a zero byte stands in the text" }.into());
    }
    let text = text::utf8(bytes)?;
    if json::is_printed(text) { json::read_printed(text) } else { csv::read(text.as_bytes()) }
}
