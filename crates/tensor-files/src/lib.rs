//! Reads tensors from files.
//!
//! `.npy`, `.npz`, `.safetensors`, JSON and text tables become named tensors, or a typed [`Error`]
//! with a one-sentence message. The format is detected from the bytes and not from the file name.
//!
//! This crate does not read files itself. [`Open`] requests the bytes that it needs and lists the
//! tensors; [`Listing::slice`] does the same for one tensor or a part of it. So a file of gigabytes
//! is listed after a few small reads, and only the requested parts are loaded. Positions and
//! lengths are 64 bits wide on every target. [`read_all`] does both for a file in memory:
//!
//! ```
//! use heedmap_tensor_files::{Format, read_all};
//!
//! let file = br#"{"tokens": ["The", "cat"], "attention": [[1, 0], [0.25, 0.75]]}"#;
//! let contents = read_all(file)?;
//!
//! assert_eq!(contents.listing.format, Format::Json);
//! assert_eq!(contents.listing.tokens, ["The", "cat"]);
//! assert_eq!(contents.listing.tensors[0].name, "attention");
//! assert_eq!(contents.values[0].data, [1.0, 0.0, 0.25, 0.75]);
//! # Ok::<(), heedmap_tensor_files::Error>(())
//! ```
//!
//! Errors contain the figures:
//!
//! ```
//! let error = heedmap_tensor_files::read_all(b"[[1, 2], [3]]").unwrap_err();
//! assert_eq!(error.class(), "shape");
//! assert_eq!(error.to_string(), "line 1: 1 value in a list, but 2 before it");
//! ```
//!
//! Limits are strict and are checked before memory is allocated: see [`MAX_ELEMENTS`] and the other
//! constants. Nothing in a file is ever executed. The crate does not depend on attention, JavaScript
//! or pixels.
//!
//! # Which function
//!
//! | to | use |
//! |---|---|
//! | read a file in memory | [`read_all`]; [`open_all`] for the list of tensors alone |
//! | list the tensors of a large file, with few reads | [`Open`] |
//! | read one tensor or a part of it | [`Listing::slice`], which gives a [`Slice`] |
//! | verify checksums | [`Checks`] |

mod checks;
mod checksum;
mod csv;
mod decode;
mod dtype;
mod error;
mod extent;
mod inflate;
mod json;
mod limits;
mod listing;
mod npy;
mod number;
mod open;
mod safetensors;
mod slice;
mod sniff;
mod span;
mod steps;
mod text;
mod walk;
mod whole;
mod zip;

pub use crate::checks::Checks;
pub use crate::decode::decode;
pub use crate::dtype::{ByteOrder, DType, Layout};
pub use crate::error::{Error, Problem};
pub use crate::limits::{
    MAX_AXES, MAX_COLUMNS, MAX_DEPTH, MAX_DIRECTORY, MAX_ELEMENTS, MAX_FILE, MAX_INFLATED,
    MAX_LABEL, MAX_MEMBERS, MAX_NPY_HEADER, MAX_SAFETENSORS_HEADER, MAX_TENSORS, MAX_TOKENS,
};
pub use crate::listing::{Format, Listing, Member, Place, Tensor};
pub use crate::number::Number;
pub use crate::open::Open;
pub use crate::slice::{Slice, Values};
pub use crate::span::Span;
pub use crate::steps::Steps;
pub use crate::walk::Pick;
pub use crate::whole::{Contents, open_all, read_all};
