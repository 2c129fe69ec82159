//! JSON that holds tensors: strict (RFC 8259), and no further than numbers, names and tokens go.
//!
//! - `[[1, 2], [3, 4]]`, nested to any shape;
//! - `{"tensors": {"Q": [...], "K": [...]}, "tokens": ["The", ...]}`;
//! - `{"tokens": [...], "attention": [layer][head][query][key]}`, with batch axes where they are;
//! - what BertViz writes: `attention` as a list of `{"name", "attn", "left_text", "right_text"}`;
//! - `["The", ...]`: tokens that go with tensors of another file.

mod array;
mod cursor;
mod document;
mod number;
mod string;
mod wrong;

pub(crate) use cursor::Cursor;
pub(crate) use document::{held_tensor, read, tokens_alone};
pub(crate) use number::{Grammar, Sign, scan};
