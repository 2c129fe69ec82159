//! GGUF: the configuration, the vocabulary and the tensors of a model in one file.
//!
//! ```text
//! "GGUF"  version: u32  tensors: u64  entries: u64
//! entries: key: text, type: u32, value
//! tensors: name: text, axes: u32, sides: u64 each (the one that varies fastest first), type: u32, offset: u64
//! padding, then the data of the tensors, each aligned
//! ```
//!
//! All numbers are little-endian; a text is its length as u64 and its bytes. Versions 2 and 3 are read.
//!
//! Source: `docs/gguf.md` of ggml.

mod cursor;
mod open;
mod value;

pub(crate) use open::Stored;
pub use open::{Gguf, OpenGguf};
pub use value::Value;
