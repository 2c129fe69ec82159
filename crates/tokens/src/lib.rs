//! Tokens as a person can read them.
//!
//! Tokenizers write their tokens in alphabets of their own: `Ġcat` is a space and "cat", `æĹ¥` is
//! 日, `▁the` and `##ing` are the beginning and the rest of a word. And they cut where bytes end,
//! not letters: an emoji may be four tokens, none of which is anything by itself. [`read`] finds
//! out which alphabet it is, undoes it, puts together what only together is a character, and says
//! which tokens make a word.
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
//! Every function is pure, takes any text at all, and refuses nothing. The crate knows nothing of
//! vocabularies: it has the tokens as text and no more.

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
