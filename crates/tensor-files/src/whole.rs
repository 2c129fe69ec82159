//! Reads files that are in memory.

use crate::error::{Error, Problem, at_most};
use crate::limits::MAX_FILE;
use crate::listing::{Listing, Place};
use crate::open::Open;
use crate::slice::{Slice, Values};
use crate::span::Span;

/// A listing, and the numbers of each of its tensors.
#[derive(Clone, Debug, PartialEq)]
pub struct Contents {
    /// The contents of the file. The numbers of tensors that were text are only in `values`.
    pub listing: Listing,
    /// The numbers of each tensor, in the order of the listing.
    pub values: Vec<Values<f64>>,
}

/// Lists the tensors of a file in memory.
///
/// - errors: like [`Open::supply`]
pub fn open_all(bytes: &[u8]) -> Result<Listing, Error> {
    let mut open = Open::new(bytes.len() as u64);
    while let Some(span) = open.need() {
        open.supply(within(bytes, span)?)?;
    }
    open.finish()
}

/// Reads all tensors of a file in memory.
///
/// - errors: like [`Open::supply`] and [`Slice::supply`]; [`Problem::Limit`] for more bytes than
///   [`MAX_FILE`](crate::MAX_FILE)
pub fn read_all(bytes: &[u8]) -> Result<Contents, Error> {
    at_most("bytes of a file that is read whole", bytes.len() as u64, MAX_FILE)?;
    let mut listing = open_all(bytes)?;
    let mut values = Vec::with_capacity(listing.tensors.len());
    for index in 0..listing.tensors.len() {
        if let Some(numbers) = held(&mut listing, index) {
            values.push(numbers);
            continue;
        }
        let mut slice: Slice<f64> = listing.slice(index, &[])?;
        while let Some(span) = slice.need() {
            slice.supply(within(bytes, span)?)?;
        }
        values.push(slice.finish()?);
    }
    Ok(Contents { listing, values })
}

/// The numbers of a tensor that was text, moved out of the listing to avoid a second copy.
fn held(listing: &mut Listing, index: usize) -> Option<Values<f64>> {
    let tensor = listing.tensors.get_mut(index)?;
    let Place::Held(data) = &mut tensor.place else {
        return None;
    };
    let data = std::mem::take(data);
    let shape = tensor.shape.iter().map(|&side| side as usize).collect();
    let non_finite = data.iter().filter(|value| !value.is_finite()).count() as u64;
    Some(Values { shape, data, non_finite, rounded: 0 })
}

fn within(bytes: &[u8], span: Span) -> Result<&[u8], Error> {
    let part = bytes.get(span.offset as usize..span.end() as usize);
    part.ok_or_else(|| Problem::Unsupplied { missing: span.length }.into())
}
