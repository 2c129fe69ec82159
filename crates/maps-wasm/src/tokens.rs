//! Readable text for tokens.

use heedmap_tensor_files::MAX_TOKENS;
use heedmap_tokens::{Readable, Scheme, ids, read};
use heedmap_wasm_common::{InputError, Js, Refusal, read_value, serialize};
use js_sys::{Array, Uint32Array};
use serde::{Deserialize, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::refusal::MapsError;

/// How a tokenizer writes its tokens.
#[derive(Clone, Copy, Deserialize, Serialize, Tsify)]
#[serde(rename_all = "snake_case")]
pub enum TokenScheme {
    Plain,
    ByteLevel,
    #[serde(rename = "sentencepiece")]
    SentencePiece,
    #[serde(rename = "wordpiece")]
    WordPiece,
}

/// A readable token.
#[derive(Serialize, Tsify)]
pub(crate) struct ReadToken {
    /// The text of the token, or of its group.
    text: String,
    /// The text with invisible characters made visible.
    shown: String,
    /// The index of the group of tokens that share a character.
    group: usize,
    /// The index of the word.
    word: usize,
    /// A special token of the tokenizer.
    special: bool,
    /// The token continues the word of the token before it.
    joined: bool,
    /// The token shares a character with a neighbor; its text is that of the whole group.
    split: bool,
    /// The token has bytes that are part of no character.
    broken: bool,
}

/// Readable tokens.
#[derive(Serialize, Tsify)]
pub struct TokensRead {
    scheme: TokenScheme,
    tokens: Vec<ReadToken>,
    words: Vec<String>,
    /// One number for each token, equal for equal tokens.
    #[tsify(type = "Uint32Array")]
    ids: Js,
}

#[wasm_bindgen]
extern "C" {
    /// Texts, or any other JavaScript value.
    #[wasm_bindgen(typescript_type = "string[]")]
    pub type Texts;
    /// The name of a scheme, or null.
    #[wasm_bindgen(typescript_type = "TokenScheme | null | undefined")]
    pub type GivenScheme;
}

/// Converts tokens to readable text. Without a scheme, it is detected.
#[wasm_bindgen(js_name = readTokens)]
pub fn read_tokens(tokens: &Texts, scheme: &GivenScheme) -> Result<Ts<TokensRead>, Refusal> {
    let wanted = || InputError::wanted("the tokens", "an array");
    let list = tokens.dyn_ref::<Array>().ok_or_else(wanted)?;
    if u64::from(list.length()) > MAX_TOKENS {
        return Err(MapsError::Tokens { tokens: list.length(), most: MAX_TOKENS }.into());
    }
    let tokens: Vec<String> = read_value("tokens", tokens)?;
    let scheme: Option<TokenScheme> = read_value("the scheme", scheme)?;
    serialize(&TokensRead::of(&read(&tokens, scheme.map(Scheme::from)), &ids(&tokens)))
}

impl From<TokenScheme> for Scheme {
    fn from(scheme: TokenScheme) -> Self {
        match scheme {
            TokenScheme::Plain => Self::Plain,
            TokenScheme::ByteLevel => Self::ByteLevel,
            TokenScheme::SentencePiece => Self::SentencePiece,
            TokenScheme::WordPiece => Self::WordPiece,
        }
    }
}

impl From<Scheme> for TokenScheme {
    fn from(scheme: Scheme) -> Self {
        match scheme {
            Scheme::Plain => Self::Plain,
            Scheme::ByteLevel => Self::ByteLevel,
            Scheme::SentencePiece => Self::SentencePiece,
            Scheme::WordPiece => Self::WordPiece,
        }
    }
}

impl TokensRead {
    fn of(readable: &Readable, ids: &[u32]) -> Self {
        let tokens = readable.tokens.iter().map(|token| {
            let marks = token.marks;
            ReadToken {
                text: token.text.clone(),
                shown: token.shown.clone(),
                group: token.group,
                word: token.word,
                special: marks.special,
                joined: marks.joined,
                split: marks.split,
                broken: marks.broken,
            }
        });
        Self {
            scheme: readable.scheme.into(),
            tokens: tokens.collect(),
            words: readable.words.clone(),
            ids: Uint32Array::new_from_slice(ids).into(),
        }
    }
}
