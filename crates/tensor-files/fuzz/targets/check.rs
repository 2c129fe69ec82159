//! Properties of every file, shared by the targets.

use heedmap_tensor_files::{Contents, Error, MAX_ELEMENTS, Open, Slice, Span, Values, read_all};

/// Reads a file at once and in pieces: there must be no panic, equal results, and nothing beyond
/// the limits.
pub fn check(file: &[u8], piece: usize) {
    let whole = read_all(file);
    if let Ok(contents) = &whole {
        for (tensor, values) in contents.listing.tensors.iter().zip(&contents.values) {
            assert!(tensor.elements() <= MAX_ELEMENTS);
            assert_eq!(values.data.len() as u64, tensor.elements());
        }
    }
    assert_eq!(bits(in_pieces(file, piece)), bits(whole.map(|Contents { values, .. }| values)));
}

fn in_pieces(file: &[u8], piece: usize) -> Result<Vec<Values<f64>>, Error> {
    let part = |span: Span| {
        let start = span.offset as usize;
        &file[start..(span.end() as usize).min(start + piece)]
    };
    let mut open = Open::new(file.len() as u64);
    while let Some(span) = open.need() {
        open.supply(part(span))?;
    }
    let listing = open.finish()?;
    let read = |index| {
        let mut slice: Slice<f64> = listing.slice(index, &[])?;
        while let Some(span) = slice.need() {
            slice.supply(part(span))?;
        }
        slice.finish()
    };
    (0..listing.tensors.len()).map(read).collect()
}

type Bits = Result<Vec<(Vec<usize>, Vec<u64>)>, &'static str>;

/// The bits of the numbers, because a NaN is not equal to itself.
fn bits(values: Result<Vec<Values<f64>>, Error>) -> Bits {
    let bits = |values: Values<f64>| {
        (values.shape, values.data.iter().map(|value| value.to_bits()).collect())
    };
    match values {
        Ok(values) => Ok(values.into_iter().map(bits).collect()),
        Err(error) => {
            assert!(error.to_string().len() < 400);
            Err(error.class())
        }
    }
}
