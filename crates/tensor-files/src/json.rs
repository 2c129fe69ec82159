//! JSON with tensors: strict (RFC 8259), and only numbers, names and tokens.
//!
//! - `[[1, 2], [3, 4]]`, nested to any shape;
//! - `{"tensors": {"Q": [...], "K": [...]}, "tokens": ["The", ...]}`;
//! - `{"tokens": [...], "attention": [layer][head][query][key]}`, with optional batch axes;
//!   `attention` may also be called `attentions`, `attn`, `weights` or `pattern`, and `tokens`
//!   `str_tokens`;
//! - files of BertViz: `attention` as a list of `{"name", "attn", "left_text", "right_text"}`;
//! - `["The", ...]`: tokens for tensors of another file.
//!
//! In place of a list of tokens there may be a list for each text of a batch.
//!
//! The parser writes numbers directly into the arrays. A generic tree, such as serde_json's, would need
//! several times the memory of the text.

mod array;
mod cursor;
mod document;
mod errors;
mod number;
mod printed;
mod printed_number;
mod settings;
mod string;

pub(crate) use cursor::Cursor;
pub(crate) use document::{read, tokens_alone};
pub(crate) use number::{Grammar, NumberText, scan};
pub(crate) use printed::{is_printed, read as read_printed};
