//! A part of a tensor, read from the bytes that it needs.

mod gather;

use crate::error::{Error, Problem, at_most};
use crate::inflate::Stream;
use crate::limits::MAX_ELEMENTS;
use crate::listing::{Listing, Member, Place, Tensor};
use crate::number::Number;
use crate::span::Span;
use crate::walk::{Pick, Walk};
use gather::Gather;

/// How many bytes are asked for at once: so many of the file are held beside the result.
const PIECE: u64 = 1 << 20;

/// The numbers of a tensor or of a part of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Values<T> {
    /// The length of each axis.
    pub shape: Vec<usize>,
    /// The numbers, the last axis varying fastest.
    pub data: Vec<T>,
    /// How many of them are NaN or infinite.
    pub non_finite: u64,
    /// How many whole numbers had more bits than the float keeps, and are the nearest one.
    pub rounded: u64,
}

/// Reads a part of a tensor: like [`Open`](crate::Open) it asks for bytes and is given them.
///
/// Of a tensor that lies in the file as it is, only the bytes of the part are asked for, gaps of a few kilobytes
/// included. A deflated member is asked for from its beginning to its end, in pieces of which nothing is kept but the
/// part, and held against its length and its checksum. A stored member is held against its checksum if the part is all
/// of it; else by [`Checks`](crate::Checks).
pub struct Slice<T> {
    /// The name of the tensor, for errors.
    name: String,
    shape: Vec<usize>,
    gather: Gather<T>,
    feed: Feed,
}

/// Where the bytes come from.
enum Feed {
    /// From the file, the tensor beginning at this byte.
    File(u64),
    /// From a member, of whose bytes in the file so many were taken.
    Member { span: Span, taken: u64, data: u64, stream: Box<Stream>, inflated: u64 },
    /// They are here.
    Held,
}

impl Listing {
    /// Begins to read a part of a tensor. Axes without a pick are read whole.
    ///
    /// - `index`: which tensor, counted from 0
    /// - errors: [`Problem::NoSuchTensor`], [`Problem::NoSuchPlace`], [`Problem::Limit`] if the part has more elements
    ///   than [`MAX_ELEMENTS`](crate::MAX_ELEMENTS), [`Problem::Memory`]
    ///
    /// ```
    /// use heedmap_tensor_files::{Pick, Slice, open_all};
    ///
    /// let file = b"[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]";
    /// let listing = open_all(file)?;
    /// let mut slice: Slice<f32> = listing.slice(0, &[Pick::At(1)])?;
    /// while let Some(span) = slice.need() {
    ///     slice.supply(&file[span.offset as usize..span.end() as usize])?;
    /// }
    /// assert_eq!(slice.finish()?.data, [5.0, 6.0, 7.0, 8.0]);
    /// # Ok::<(), heedmap_tensor_files::Error>(())
    /// ```
    pub fn slice<T: Number>(&self, index: usize, picks: &[Pick]) -> Result<Slice<T>, Error> {
        let tensors = self.tensors.len();
        let tensor = self.tensors.get(index).ok_or(Problem::NoSuchTensor { index, tensors })?;
        slice(tensor, picks).map_err(|error| error.named(&tensor.name))
    }
}

fn slice<T: Number>(tensor: &Tensor, picks: &[Pick]) -> Result<Slice<T>, Error> {
    let (walk, shape) = Walk::new(&tensor.shape, tensor.layout, picks)?;
    at_most("elements at once", walk.left(), MAX_ELEMENTS)?;
    let whole = walk.left() == tensor.elements();
    let shape = shape.into_iter().map(|side| side as usize).collect();
    let mut gather = Gather::new(walk, tensor.dtype, tensor.order)?;
    let feed = match &tensor.place {
        Place::File { offset } => Feed::File(*offset),
        Place::Member(member) if member.deflated || whole => member_feed(member),
        Place::Member(member) => Feed::File(member.span.offset + member.data),
        Place::Held(data) => {
            gather.numbers(data);
            Feed::Held
        }
    };
    Ok(Slice { name: tensor.name.clone(), shape, gather, feed })
}

fn member_feed(member: &Member) -> Feed {
    let (span, data) = (member.span, member.data);
    Feed::Member { span, taken: 0, data, stream: Box::new(Stream::new(member)), inflated: 0 }
}

impl<T: Number> Slice<T> {
    /// The bytes that are needed next; none once the part is complete.
    #[must_use]
    pub fn need(&self) -> Option<Span> {
        match &self.feed {
            Feed::File(offset) => {
                let (start, end) = self.gather.need()?;
                Some(Span::new(offset + start, (end - start).min(PIECE)))
            }
            Feed::Member { span, taken, .. } => {
                let left = span.length - taken;
                (left > 0).then(|| Span::new(span.offset + taken, left.min(PIECE)))
            }
            Feed::Held => None,
        }
    }

    /// How many bytes of the file lie between the next one that is needed and the last; those between wanted elements
    /// count.
    #[must_use]
    pub fn left(&self) -> u64 {
        match &self.feed {
            Feed::File(_) => self.gather.reach(),
            Feed::Member { span, taken, .. } => span.length - taken,
            Feed::Held => 0,
        }
    }

    /// Takes bytes from the beginning of what is needed. The numbers do not depend on how many come at once.
    ///
    /// - errors: in the classes `deflate`, `limit`, `truncated` and `crc`, when a member turns out to be damaged
    pub fn supply(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let Some(need) = self.need() else {
            return Ok(());
        };
        if bytes.is_empty() {
            return Err(Problem::Unsupplied { missing: need.length }.into());
        }
        let bytes = bytes.get(..need.length as usize).unwrap_or(bytes);
        self.take(need.offset, bytes).map_err(|error| error.named(&self.name))
    }

    fn take(&mut self, place: u64, bytes: &[u8]) -> Result<(), Error> {
        match &mut self.feed {
            Feed::File(offset) => self.gather.bytes(place - *offset, bytes),
            Feed::Member { span, taken, data, stream, inflated } => {
                *taken += bytes.len() as u64;
                let gather = &mut self.gather;
                stream.push(bytes, &mut |piece| {
                    // What stands before the data is the header.
                    let before = data.saturating_sub(*inflated).min(piece.len() as u64);
                    let at = (*inflated).max(*data) - *data;
                    gather.bytes(at, &piece[before as usize..]);
                    *inflated += piece.len() as u64;
                })?;
                if *taken == span.length {
                    stream.finish()?;
                }
            }
            Feed::Held => {}
        }
        Ok(())
    }

    /// The numbers, once nothing more is needed.
    ///
    /// - errors: [`Problem::Unsupplied`]
    pub fn finish(self) -> Result<Values<T>, Error> {
        let missing = self.need().map_or(0, |span| span.length);
        if missing > 0 || self.gather.left() > 0 {
            return Err(Problem::Unsupplied { missing }.into());
        }
        Ok(self.gather.values(self.shape))
    }
}

impl<T> std::fmt::Debug for Slice<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Slice").field("shape", &self.shape).finish_non_exhaustive()
    }
}
