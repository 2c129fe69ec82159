//! Tokens as people read them.

use heedmap_tensor_files::MAX_TOKENS;
use heedmap_tokens::{Readable, Scheme, ids, read};
use heedmap_wasm_common::{InputError, Js, Refusal, result, value};
use js_sys::{Array, Uint32Array};
use serde::{Deserialize, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::refusal::{MapsError, thrown};

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

/// A token as it is read.
#[derive(Serialize, Tsify)]
pub(crate) struct ReadToken {
    /// The text that it stands for, or its group does.
    text: String,
    /// The same with what cannot be seen made visible.
    shown: String,
    /// Counts the groups of tokens that share a character.
    group: usize,
    /// Counts the words.
    word: usize,
    /// One of the tokenizer's own.
    special: bool,
    /// It goes on with the word of the token before it.
    joined: bool,
    /// Its text is spelt by its whole group.
    split: bool,
    /// Bytes are among it that are part of no character.
    broken: bool,
}

/// Tokens as people read them.
#[derive(Serialize, Tsify)]
pub struct TokensRead {
    scheme: TokenScheme,
    tokens: Vec<ReadToken>,
    words: Vec<String>,
    /// One a token, the same for equal ones.
    #[tsify(type = "Uint32Array")]
    ids: Js,
}

#[wasm_bindgen]
extern "C" {
    /// Texts, or whatever JavaScript passes in their place.
    #[wasm_bindgen(typescript_type = "string[]")]
    pub type Texts;
    /// The name of a scheme, or null.
    #[wasm_bindgen(typescript_type = "TokenScheme | null | undefined")]
    pub type GivenScheme;
}

/// Makes tokens readable. Without a scheme it is found out.
#[wasm_bindgen(js_name = readTokens)]
pub fn read_tokens(tokens: &Texts, scheme: &GivenScheme) -> Result<Ts<TokensRead>, JsValue> {
    readable(tokens, scheme).map_err(thrown)
}

fn readable(given: &Texts, scheme: &GivenScheme) -> Result<Ts<TokensRead>, Refusal> {
    let wanted = || InputError::wanted("the tokens", "an array");
    let list = given.dyn_ref::<Array>().ok_or_else(wanted)?;
    if u64::from(list.length()) > MAX_TOKENS {
        return Err(MapsError::Tokens { tokens: list.length(), most: MAX_TOKENS }.into());
    }
    let tokens: Vec<String> = value("tokens", given)?;
    let scheme: Option<TokenScheme> = value("the scheme", scheme)?;
    result(&TokensRead::of(&read(&tokens, scheme.map(Scheme::from)), &ids(&tokens)))
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
