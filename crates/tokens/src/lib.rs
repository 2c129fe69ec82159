//! Readable text for tokens.
//!
//! Tokenizers write tokens in their own alphabets: `Ġcat` is a space and "cat", `æĹ¥` is 日,
//! `▁the` and `##ing` are the beginning and the rest of a word. They also split text between bytes
//! instead of characters: an emoji may be four tokens, none of which is a character by itself.
//! [`read`] detects the alphabet, decodes it, joins the tokens that share a character, and finds
//! the tokens of each word.
//!
//! ```
//! use heedmap_tokens::{Scheme, read};
//!
//! let read = read(&["Hello", "Ġð", "ŁĻ", "Ĥ", "Ċ"], None);
//!
//! assert_eq!(read.scheme, Scheme::ByteLevel);
//! let shown: Vec<&str> = read.tokens.iter().map(|token| token.shown.as_str()).collect();
//! // Three tokens encode one emoji: each shows it, and they share a group.
//! assert_eq!(shown, ["Hello", "·🙂", "·🙂", "·🙂", "↵"]);
//! let groups: Vec<usize> = read.tokens.iter().map(|token| token.group).collect();
//! assert_eq!(groups, [0, 1, 1, 1, 2]);
//! ```
//!
//! Every function is pure and accepts any text; there are no errors. The crate contains no
//! vocabularies: it reads the tokens as text.
//!
//! # Which function
//!
//! | to | use |
//! |---|---|
//! | decode tokens, with groups, words and the alphabet that was found | [`read`](fn@read) |
//! | number tokens, equal for equal ones | [`ids`](fn@ids) |
//! | make white space and invisible characters visible | [`visible`](fn@visible) |

mod alphabet;
mod groups;
mod ids;
mod read;
mod scheme;
mod special;
mod visible;
mod words;

pub use crate::ids::ids;
pub use crate::read::{Marks, Readable, Token, read};
pub use crate::scheme::Scheme;
pub use crate::visible::visible;
