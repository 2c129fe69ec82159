//! Reads a part of a tensor.

mod gather;

use crate::error::{Error, Problem, at_most};
use crate::inflate::Stream;
use crate::limits::MAX_ELEMENTS;
use crate::listing::{Listing, Member, Place, Tensor};
use crate::number::Number;
use crate::span::Span;
use crate::walk::{Pick, Walk};
use gather::Gather;

/// The number of bytes that are requested at once.
const PIECE: u64 = 1 << 20;

/// The numbers of a tensor or of a part of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Values<T> {
    /// The length of each axis.
    pub shape: Vec<usize>,
    /// The numbers, the last axis varying fastest.
    pub data: Vec<T>,
    /// The number of values that are NaN or infinite.
    pub non_finite: u64,
    /// The number of integers that were rounded to the nearest float.
    pub rounded: u64,
}

/// Reads a part of a tensor: like [`Open`](crate::Open) it requests bytes, and the caller supplies
/// them.
///
/// For uncompressed tensors, only the bytes of the part are requested, including gaps of a few
/// kilobytes. A deflated member is requested from its beginning to its end; only the part is kept,
/// and the member's length and checksum are verified. The checksum of a stored member is verified
/// if the part is the whole member, and otherwise by [`Checks`](crate::Checks).
pub struct Slice<T> {
    /// The name of the tensor, for errors.
    name: String,
    shape: Vec<usize>,
    gather: Gather<T>,
    feed: Feed,
}

/// The source of the bytes.
enum Feed {
    /// The file, in which the tensor begins at this offset.
    File(u64),
    /// A member, with the number of its bytes that have been consumed and inflated.
    Member { span: Span, taken: u64, data: u64, stream: Box<Stream>, inflated: u64 },
    /// The numbers are in memory.
    Held,
}

impl Listing {
    /// Starts to read a part of a tensor. Axes without a pick are read whole.
    ///
    /// - `index`: the index of the tensor, from 0
    /// - errors: [`Problem::NoSuchTensor`], [`Problem::NoSuchPlace`], [`Problem::Limit`] if the part has more
    ///   elements than [`MAX_ELEMENTS`](crate::MAX_ELEMENTS), [`Problem::Memory`]
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
    let mut gather = Gather::new(walk, tensor.dtype, tensor.order, tensor.steps)?;
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
    /// The bytes that are needed next, or `None` if the part is complete.
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

    /// The number of bytes of the file from the next needed one to the last, including those
    /// between requested elements.
    #[must_use]
    pub fn left(&self) -> u64 {
        match &self.feed {
            Feed::File(_) => self.gather.reach(),
            Feed::Member { span, taken, .. } => span.length - taken,
            Feed::Held => 0,
        }
    }

    /// Supplies bytes from the beginning of the requested span, in pieces of any size.
    ///
    /// - errors: in the classes `deflate`, `limit`, `truncated` and `crc`, if a member is damaged
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
                    // The bytes before the data are the header.
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
