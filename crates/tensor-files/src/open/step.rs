//! The result of a phase of reading a file.

use crate::listing::{Listing, Place, Tensor};
use crate::npy::Header;
use crate::span::Span;

/// The result of a phase: a request for more bytes, or the end.
pub(super) enum Step {
    More(Span),
    Listed(Listing),
}

/// A tensor from its `.npy` header.
pub(super) fn tensor(name: String, header: Header, place: Place, unread: u64) -> Tensor {
    let Header { dtype, order, layout, shape, .. } = header;
    Tensor { name, dtype, shape, order, layout, place, unread, steps: None }
}
