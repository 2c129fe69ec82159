//! Verifies the checksums of stored members while parts of them are read.

use crate::checksum::Sum;
use crate::error::{Error, Problem};
use crate::listing::{Format, Listing, Place, Tensor};
use crate::span::Span;

/// The number of bytes requested at a time.
const PIECE: u64 = 1 << 20;

/// The CRC-32 of every stored member of an archive.
///
/// Part of a stored member can be read without the rest, so its [`Slice`](crate::Slice) cannot
/// verify the checksum of the member. This type combines the bytes of several reads: it uses bytes of
/// any read that continue the verified part of a member. Bytes that no read needed are requested at
/// the end. Deflated members are verified whenever they are read, and are not included here.
///
/// ```
/// # use heedmap_tensor_files::{Checks, Error, Listing};
/// fn check(file: &[u8], listing: &Listing) -> Result<(), Error> {
///     let mut checks = Checks::new(listing);
///     while let Some(span) = checks.need() {
///         checks.note(span.offset, &file[span.offset as usize..span.end() as usize])?;
///     }
///     checks.finish()
/// }
/// # check(b"[1]", &heedmap_tensor_files::open_all(b"[1]")?)?;
/// # Ok::<(), Error>(())
/// ```
#[derive(Debug)]
pub struct Checks(Vec<Check>);

#[derive(Debug)]
struct Check {
    name: String,
    span: Span,
    wanted: u32,
    /// The offset in the member of the first byte that has not been seen.
    next: u64,
    sum: Sum,
    damage: Option<Error>,
}

impl Checks {
    /// Starts with the headers of the members, which were read for the listing.
    #[must_use]
    pub fn new(listing: &Listing) -> Self {
        let is_archive = listing.format == Format::Npz;
        Self(listing.tensors.iter().filter(|_| is_archive).filter_map(Check::of).collect())
    }

    /// Adds bytes of the file that were read at this offset. Bytes that were seen before do not
    /// count twice.
    ///
    /// - errors: of class `crc`, with the name of the member, if they complete a damaged member or
    ///   belong to one
    pub fn note(&mut self, offset: u64, bytes: &[u8]) -> Result<(), Error> {
        let end = offset.saturating_add(bytes.len() as u64);
        let touched = |check: &&mut Check| check.span.offset < end && offset < check.span.end();
        self.0.iter_mut().filter(touched).try_for_each(|check| check.note(offset, bytes))
    }

    /// The next bytes of the file that have not been seen, or `None` if all members are verified.
    #[must_use]
    pub fn need(&self) -> Option<Span> {
        let check = self.0.iter().find(|check| check.left() > 0)?;
        Some(Span::new(check.span.offset + check.next, check.left().min(PIECE)))
    }

    /// The number of bytes that have not been seen.
    #[must_use]
    pub fn left(&self) -> u64 {
        self.0.iter().map(Check::left).sum()
    }

    /// Fails if a member is damaged.
    ///
    /// - errors: like [`note`](Self::note); [`Problem::Unsupplied`] if bytes are still needed
    pub fn finish(&self) -> Result<(), Error> {
        if let Some(damage) = self.0.iter().find_map(|check| check.damage.clone()) {
            return Err(damage);
        }
        match self.need() {
            Some(span) => Err(Problem::Unsupplied { missing: span.length }.into()),
            None => Ok(()),
        }
    }
}

impl Check {
    fn of(tensor: &Tensor) -> Option<Self> {
        let Place::Member(member) = &tensor.place else {
            return None;
        };
        let mut check = Self {
            name: tensor.name.clone(),
            span: member.span,
            wanted: member.crc,
            next: member.data,
            sum: Sum(member.header_crc),
            damage: None,
        };
        // A tensor without elements is complete once its header is read.
        check.compare();
        (!member.deflated).then_some(check)
    }

    fn left(&self) -> u64 {
        self.span.length.saturating_sub(self.next)
    }

    fn note(&mut self, offset: u64, bytes: &[u8]) -> Result<(), Error> {
        let next = self.span.offset + self.next;
        if let (true, Some(skipped)) = (self.left() > 0, next.checked_sub(offset)) {
            let skipped = usize::try_from(skipped).unwrap_or(usize::MAX);
            let unseen = bytes.get(skipped..).unwrap_or_default();
            let length = self.left().min(unseen.len() as u64);
            self.sum.update(&unseen[..length as usize]);
            self.next += length;
            self.compare();
        }
        self.damage.clone().map_or(Ok(()), Err)
    }

    /// Compares the checksums once all bytes have been seen.
    fn compare(&mut self) {
        let (got, wanted) = (self.sum.0, self.wanted);
        if self.left() == 0 && got != wanted {
            self.damage = Some(Problem::Crc { got, wanted }.within(&self.name));
        }
    }
}
