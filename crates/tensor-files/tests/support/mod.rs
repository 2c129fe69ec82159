//! Reads a file as a browser does: piece by piece, and only the requested bytes.

pub(crate) mod write;

use heedmap_tensor_files::{
    Contents, Error, Listing, Number, Open, Pick, Place, Slice, Span, Values,
};

/// The numbers of bytes that come at once: one, an odd number, a sector, and all.
pub(crate) const CHUNKS: [usize; 4] = [1, 7, 4096, usize::MAX];

fn supplied(file: &[u8], span: Span, chunk: usize) -> &[u8] {
    let start = usize::try_from(span.offset).unwrap();
    let end = usize::try_from(span.end()).unwrap();
    assert!(span.length > 0 && end <= file.len(), "asks for {span:?} of {} bytes", file.len());
    &file[start..end.min(start.saturating_add(chunk))]
}

/// Lists a file, `chunk` bytes at a time.
pub(crate) fn open(file: &[u8], chunk: usize) -> Result<Listing, Error> {
    let mut open = Open::new(file.len() as u64);
    while let Some(span) = open.need() {
        open.supply(supplied(file, span, chunk))?;
    }
    open.finish()
}

/// Reads a part of a tensor, `chunk` bytes at a time.
pub(crate) fn slice<T: Number>(
    file: &[u8],
    listing: &Listing,
    index: usize,
    picks: &[Pick],
    chunk: usize,
) -> Result<Values<T>, Error> {
    let mut slice: Slice<T> = listing.slice(index, picks)?;
    while let Some(span) = slice.need() {
        slice.supply(supplied(file, span, chunk))?;
    }
    slice.finish()
}

/// Reads a whole file, `chunk` bytes at a time. Numbers in the listing are moved out of it, as in
/// `read_all`.
pub(crate) fn read(file: &[u8], chunk: usize) -> Result<Contents, Error> {
    let mut listing = open(file, chunk)?;
    let indexes = 0..listing.tensors.len();
    let values = indexes.map(|index| slice(file, &listing, index, &[], chunk));
    let values = values.collect::<Result<Vec<_>, _>>()?;
    for tensor in &mut listing.tensors {
        if let Place::Held(data) = &mut tensor.place {
            data.clear();
        }
    }
    Ok(Contents { listing, values })
}

/// The result of `read_all`, or the class and name of the error.
pub(crate) fn outcome(read: Result<Contents, Error>) -> Result<String, (&'static str, String)> {
    match read {
        // As bits, because a NaN is not equal to itself.
        Ok(Contents { listing, values }) => {
            let bits: Vec<Vec<u64>> = values
                .iter()
                .map(|values| values.data.iter().map(|value| value.to_bits()).collect())
                .collect();
            Ok(format!("{listing:?} {bits:?}"))
        }
        Err(error) => Err((error.class(), error.problem().to_string())),
    }
}
