//! Lists the tensors of a file from its bytes, without reading the file itself.

mod members;
mod phase;
mod step;

use crate::error::{Error, Problem};
use crate::listing::Listing;
use crate::sniff;
use crate::span::Span;
use phase::Phase;
use step::Step;

/// Lists the tensors of a file.
///
/// It requests bytes, and the caller supplies them from a browser file, a test or a command. Only
/// headers and directories are requested, so a file of gigabytes is listed after a few small reads.
/// Text is requested whole.
///
/// ```
/// use heedmap_tensor_files::Open;
///
/// let file = b"0.25,0.75\n1,0\n";
/// let mut open = Open::new(file.len() as u64);
/// while let Some(span) = open.need() {
///     // Fewer bytes are allowed: the rest is requested again.
///     open.supply(&file[span.offset as usize..span.end() as usize])?;
/// }
/// let listing = open.finish()?;
/// assert_eq!(listing.tensors[0].shape, [2, 2]);
/// # Ok::<(), heedmap_tensor_files::Error>(())
/// ```
#[derive(Debug)]
pub struct Open {
    length: u64,
    /// The requested span, and its first bytes that have been supplied.
    want: Span,
    have: Vec<u8>,
    state: State,
}

#[derive(Debug)]
enum State {
    At(Box<Phase>),
    Listed(Listing),
    Failed(Error),
}

impl Open {
    /// Starts with a file of `length` bytes.
    #[must_use]
    pub fn new(length: u64) -> Self {
        let want = Span::new(0, length.min(sniff::HEAD));
        let state = State::At(Box::new(Phase::Head));
        let mut open = Self { length, want, have: Vec::new(), state };
        if length == 0 {
            open.state = State::Failed(Problem::Nothing.into());
        }
        open
    }

    /// The bytes that are needed next, or `None` if the file is listed or rejected.
    #[must_use]
    pub fn need(&self) -> Option<Span> {
        let have = self.have.len() as u64;
        let span = Span::new(self.want.offset + have, self.want.length.saturating_sub(have));
        matches!(self.state, State::At(_)).then_some(span)
    }

    /// Supplies bytes from the beginning of the requested span, in pieces of any size.
    ///
    /// - errors: why the file is rejected, in any class but `call`; or [`Problem::Unsupplied`] if
    ///   there are no bytes
    pub fn supply(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let Some(span) = self.need() else {
            return Ok(());
        };
        if bytes.is_empty() {
            return Err(Problem::Unsupplied { missing: span.length }.into());
        }
        // Bytes that complete the request at once are not copied, because a text may take up most
        // of the memory.
        if let Some(all) = bytes.get(..span.length as usize).filter(|_| self.have.is_empty()) {
            return self.advance(all);
        }
        let room = span.length as usize;
        if self.have.try_reserve_exact(room).is_err() {
            return self.fail(Problem::Memory { bytes: self.want.length }.into());
        }
        self.have.extend_from_slice(&bytes[..bytes.len().min(room)]);
        if (self.have.len() as u64) < self.want.length {
            return Ok(());
        }
        let have = std::mem::take(&mut self.have);
        self.advance(&have)
    }

    /// Continues with the requested bytes.
    fn advance(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let State::At(phase) = &mut self.state else {
            return Ok(());
        };
        match phase.take(bytes, self.length) {
            Ok(Step::More(want)) => self.want = want,
            Ok(Step::Listed(listing)) => self.state = State::Listed(listing),
            Err(error) => return self.fail(error),
        }
        // A member or a directory of 0 bytes is complete at once.
        if self.need().is_some_and(|span| span.length == 0) { self.advance(&[]) } else { Ok(()) }
    }

    fn fail(&mut self, error: Error) -> Result<(), Error> {
        self.state = State::Failed(error.clone());
        Err(error)
    }

    /// The listing, once nothing more is needed.
    ///
    /// - errors: why the file was rejected; [`Problem::Unsupplied`] if bytes are still needed
    pub fn finish(self) -> Result<Listing, Error> {
        let missing = self.need().map_or(0, |span| span.length);
        match self.state {
            State::Listed(listing) => Ok(listing),
            State::Failed(error) => Err(error),
            State::At(_) => Err(Problem::Unsupplied { missing }.into()),
        }
    }
}
