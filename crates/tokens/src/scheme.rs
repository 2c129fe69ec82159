//! The scheme in which tokens are written.

use crate::alphabet::{SPACE_MARK, byte_of, fallback, rest_of_word};
use crate::special::is_special;

/// How a tokenizer writes its tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// A letter for each byte, as in GPT-2, RoBERTa, Llama 3 and Qwen: `Ġ` is a space.
    ByteLevel,
    /// `▁` for a space and `<0xE6>` for a byte, as in Llama 2, T5 and Gemma.
    SentencePiece,
    /// `##` before a token that continues a word, as in BERT.
    WordPiece,
    /// The text itself.
    Plain,
}

impl Scheme {
    /// The bytes of a token that is not special.
    ///
    /// Text that is not in the alphabet of the scheme is kept unchanged, as tokenizers do with added
    /// tokens.
    pub(crate) fn bytes(self, token: &str) -> Vec<u8> {
        match self {
            Scheme::ByteLevel => {
                let mut bytes = Vec::with_capacity(token.len());
                for letter in token.chars() {
                    match byte_of(letter) {
                        Some(byte) => bytes.push(byte),
                        None => bytes.extend(letter.encode_utf8(&mut [0; 4]).bytes()),
                    }
                }
                bytes
            }
            Scheme::SentencePiece => match fallback(token) {
                Some(byte) => vec![byte],
                None => token.replace(SPACE_MARK, " ").into_bytes(),
            },
            Scheme::WordPiece => rest_of_word(token).unwrap_or(token).into(),
            Scheme::Plain => token.into(),
        }
    }

    /// Detects the scheme of tokens.
    ///
    /// A `▁` anywhere means SentencePiece. `Ġ` or `Ċ` without any space means byte-level. So do tokens
    /// in the letters of its alphabet whose bytes decode to characters beyond ASCII, because other text
    /// in such letters hardly ever does. A `##` before a letter or digit, or BERT's `[CLS]` or `[SEP]`,
    /// means WordPiece. The result can be wrong (Maltese has a Ġ), so [`read`](crate::read) also accepts
    /// a scheme.
    #[must_use]
    pub fn of<S: AsRef<str>>(tokens: &[S]) -> Self {
        let all = || tokens.iter().map(AsRef::as_ref);
        let ordinary = || all().filter(|token: &&str| !is_special(token));
        let continues_word = |token: &str| {
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
        if ordinary().any(continues_word) || all().any(|token| ["[CLS]", "[SEP]"].contains(&token))
        {
            return Scheme::WordPiece;
        }
        Scheme::Plain
    }
}

/// Whether all letters represent bytes, and the bytes decode to text with characters beyond ASCII.
fn spells_bytes<'a>(tokens: impl Iterator<Item = &'a str>) -> bool {
    let mut all = Vec::new();
    for token in tokens {
        if token.chars().any(|letter| byte_of(letter).is_none()) {
            return false;
        }
        all.extend(Scheme::ByteLevel.bytes(token));
    }
    let Ok(text) = String::from_utf8(all) else { return false };
    !text.is_ascii() && !text.chars().any(|letter| letter.is_control() && !letter.is_whitespace())
}
