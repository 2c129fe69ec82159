//! Which alphabet tokens are written in.

use crate::alphabet::{SPACE_MARK, byte_of, bytes, fallback, rest_of_word};
use crate::special::is_special;

/// How a tokenizer writes its tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// A letter for each byte, as in GPT-2, RoBERTa, Llama 3 and Qwen: `Ġ` is a space.
    ByteLevel,
    /// `▁` for a space and `<0xE6>` for a byte, as in Llama 2, T5 and Gemma.
    SentencePiece,
    /// `##` before what goes on with a word, as in BERT.
    WordPiece,
    /// As they are.
    Plain,
}

impl Scheme {
    /// The scheme that tokens look as if they were written in.
    ///
    /// A `▁` anywhere is SentencePiece; `Ġ` or `Ċ`, and no space, is byte-level; so are tokens all
    /// of letters of its alphabet that spell a character beyond ASCII, which text in such letters
    /// hardly ever does. A `##` before a letter or digit, or BERT's `[CLS]` or `[SEP]`, is
    /// WordPiece. A guess can be wrong: Maltese has a Ġ. So it can be overruled.
    #[must_use]
    pub fn of<S: AsRef<str>>(tokens: &[S]) -> Self {
        let all = || tokens.iter().map(AsRef::as_ref);
        let ordinary = || all().filter(|token: &&str| !is_special(token));
        let goes_on = |token: &str| {
            let next = rest_of_word(token).and_then(|rest| rest.chars().next());
            next.is_some_and(|letter| !letter.is_ascii_punctuation())
        };
        let marked = |token: &str| token.contains(['\u{120}', '\u{10a}']);
        if ordinary().any(|token| token.contains(SPACE_MARK) || fallback(token).is_some()) {
            return Scheme::SentencePiece;
        }
        let spaced = ordinary().any(|token| token.contains(' '));
        if (!spaced && ordinary().any(marked)) || spells_bytes(ordinary()) {
            return Scheme::ByteLevel;
        }
        if ordinary().any(goes_on) || all().any(|token| ["[CLS]", "[SEP]"].contains(&token)) {
            return Scheme::WordPiece;
        }
        Scheme::Plain
    }
}

/// Whether all letters stand for bytes, and the bytes for text with more than ASCII in it.
fn spells_bytes<'a>(tokens: impl Iterator<Item = &'a str>) -> bool {
    let mut all = Vec::new();
    for token in tokens {
        if token.chars().any(|letter| byte_of(letter).is_none()) {
            return false;
        }
        all.extend(bytes(token, Scheme::ByteLevel));
    }
    let Ok(text) = String::from_utf8(all) else { return false };
    !text.is_ascii() && !text.chars().any(|letter| letter.is_control() && !letter.is_whitespace())
}
