//! Tokens as people read them.

use heedmap_tensor_files::MAX_TOKENS;
use heedmap_tokens::{Readable, Scheme, ids, read};
use heedmap_wasm_common::{InputError, Names, Refusal, plain};
use js_sys::{Array, Reflect, Uint32Array};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::inputs::named;
use crate::refusal::{MapsError, thrown};

#[wasm_bindgen(typescript_custom_section)]
const TOKENS: &str = r#"
export type TokenScheme = 'plain' | 'byte_level' | 'sentencepiece' | 'wordpiece';

export interface ReadToken {
  /** The text that it stands for, or its group does. */
  text: string;
  /** The same with what cannot be seen made visible. */
  shown: string;
  /** Counts the groups of tokens that share a character. */
  group: number;
  /** Counts the words. */
  word: number;
  /** One of the tokenizer's own. */
  special: boolean;
  /** It goes on with the word of the token before it. */
  joined: boolean;
  /** Its text is spelt by its whole group. */
  split: boolean;
  /** Bytes are among it that are part of no character. */
  broken: boolean;
}

export interface TokensRead {
  scheme: TokenScheme;
  tokens: ReadToken[];
  words: string[];
  /** One a token, the same for equal ones. */
  ids: Uint32Array;
}
"#;

#[wasm_bindgen]
extern "C" {
    /// Texts, or whatever JavaScript passes in their place.
    #[wasm_bindgen(typescript_type = "string[]")]
    pub type Texts;
    /// The name of a scheme, or null.
    #[wasm_bindgen(typescript_type = "TokenScheme | null | undefined")]
    pub type TokenScheme;
    /// See the TypeScript interface of this name.
    #[wasm_bindgen(typescript_type = "TokensRead")]
    pub type TokensRead;
}

const SCHEMES: Names<Scheme> = &[
    ("plain", Scheme::Plain),
    ("byte_level", Scheme::ByteLevel),
    ("sentencepiece", Scheme::SentencePiece),
    ("wordpiece", Scheme::WordPiece),
];

/// Makes tokens readable. Without a scheme it is found out.
#[wasm_bindgen(js_name = readTokens)]
pub fn read_tokens(tokens: &Texts, scheme: &TokenScheme) -> Result<TokensRead, JsValue> {
    readable(tokens, scheme).map(JsCast::unchecked_into).map_err(thrown)
}

fn readable(given: &JsValue, scheme: &JsValue) -> Result<JsValue, Refusal> {
    let name = "the tokens";
    let list = given.dyn_ref::<Array>().ok_or(InputError::NotArray { name })?;
    if u64::from(list.length()) > MAX_TOKENS {
        return Err(MapsError::Tokens { tokens: list.length(), most: MAX_TOKENS }.into());
    }
    let text = |token: JsValue| token.as_string().ok_or(InputError::NotText { name: "a token" });
    let tokens: Vec<String> = list.iter().map(text).collect::<Result<_, _>>()?;
    let is_given = !scheme.is_null() && !scheme.is_undefined();
    let scheme = is_given.then(|| named("the scheme", scheme, SCHEMES)).transpose()?;
    let result = plain(&ReadResult::of(&read(&tokens, scheme)))?;
    // Setting a property of a new object cannot fail.
    let _ = Reflect::set(&result, &"ids".into(), &Uint32Array::new_from_slice(&ids(&tokens)));
    Ok(result)
}

#[derive(Serialize)]
struct ReadResult<'a> {
    scheme: &'static str,
    tokens: Vec<TokenResult<'a>>,
    words: &'a [String],
}

#[derive(Serialize)]
struct TokenResult<'a> {
    text: &'a str,
    shown: &'a str,
    group: usize,
    word: usize,
    special: bool,
    joined: bool,
    split: bool,
    broken: bool,
}

impl<'a> ReadResult<'a> {
    fn of(readable: &'a Readable) -> Self {
        let name = SCHEMES.iter().find(|(_, scheme)| *scheme == readable.scheme);
        let tokens = readable.tokens.iter().map(|token| {
            let marks = token.marks;
            TokenResult {
                text: &token.text,
                shown: &token.shown,
                group: token.group,
                word: token.word,
                special: marks.special,
                joined: marks.joined,
                split: marks.split,
                broken: marks.broken,
            }
        });
        Self {
            scheme: name.map_or("", |(name, _)| name),
            tokens: tokens.collect(),
            words: &readable.words,
        }
    }
}
