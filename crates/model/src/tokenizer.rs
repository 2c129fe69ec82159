//! From text to token ids, with the vocabulary in the header of a GGUF file.

mod byte_level;
mod merge;
mod pieces;
mod split;

use std::collections::HashMap;

use crate::config::bad;
use crate::error::{Error, at_most};
use crate::gguf::{Gguf, Value};
use byte_level::ByteLevel;
use pieces::Pieces;

/// The maximum number of bytes of a text.
const MAX_TEXT: u64 = 1 << 20;

/// A tokenizer from the header of a GGUF file.
///
/// Two kinds are read: byte-level pairs (`gpt2` in the header), whose way of cutting a text into words is only named
/// in it, and pieces with scores (`llama` in the header), which SentencePiece makes. Other kinds are rejected by name;
/// a run takes the ids of tokens from any tokenizer.
#[derive(Clone, Debug)]
pub struct Tokenizer {
    tokens: Vec<String>,
    kind: Kind,
    /// Tokens that stand for themselves in a text, such as `<|im_start|>`, the longest first.
    special: Vec<(String, u32)>,
    /// The token before every text; whether it is added decides whether later tokens have it to attend to.
    beginning: Option<u32>,
    /// The token after every text.
    end: Option<u32>,
    /// Whether the header does not say how words are cut.
    assumed: bool,
}

#[derive(Clone, Debug)]
enum Kind {
    ByteLevel(ByteLevel),
    Pieces(Pieces),
}

/// The meaning of a token in `tokenizer.ggml.token_type`.
mod token_type {
    pub(super) const CONTROL: f64 = 3.0;
    pub(super) const USER_DEFINED: f64 = 4.0;
}

impl Tokenizer {
    /// The tokenizer of a file.
    ///
    /// - errors: [`Error::NoField`], [`Error::Field`]; [`Error::Unsupported`] for a kind or a way of cutting words
    ///   that is not known
    pub fn from_gguf(file: &Gguf) -> Result<Self, Error> {
        let fields = Fields(file);
        let tokens = fields.texts("tokens")?.to_vec();
        let mut assumed = false;
        let kind = match fields.text("model")? {
            "gpt2" => {
                let named = fields.optional_text("pre")?.unwrap_or("default");
                assumed = named == "default";
                Kind::ByteLevel(ByteLevel::new(&tokens, fields.texts("merges")?, named)?)
            }
            "llama" => {
                let spaced = fields.flag("add_space_prefix")?.unwrap_or(true);
                let unknown = fields.id("unknown_token_id")?;
                Kind::Pieces(Pieces::new(&tokens, fields.numbers("scores")?, spaced, unknown)?)
            }
            other => {
                let value = other.chars().take(40).collect();
                let hint = ": gpt2 and llama are; give the ids of the tokens instead";
                return Err(Error::Unsupported {
                    field: "tokenizer.ggml.model".to_owned(),
                    value,
                    hint,
                });
            }
        };
        // What is added if the header does not say it.
        let usual = match &kind {
            Kind::ByteLevel(byte_level) => byte_level.whole_words,
            Kind::Pieces(_) => true,
        };
        let begins = fields.flag("add_bos_token")?.unwrap_or(usual);
        let ends = fields.flag("add_eos_token")?.unwrap_or(false);
        let count = tokens.len();
        let known = |id: Option<u32>, key: &str| match id {
            Some(id) if id as usize >= count => Err(bad(key, id.to_string(), "the id of a token")),
            id => Ok(id),
        };
        let types = fields.optional_numbers("token_type")?.unwrap_or_default();
        let is_special =
            |kind: f64| kind == token_type::CONTROL || kind == token_type::USER_DEFINED;
        let special = (0..).zip(&tokens).zip(types).filter(|(_, kind)| is_special(**kind));
        let mut special: Vec<(String, u32)> = special
            .filter(|((_, token), _)| !token.is_empty())
            .map(|((id, token), _)| (token.clone(), id))
            .collect();
        special.sort_by_key(|(token, _)| std::cmp::Reverse(token.len()));
        Ok(Self {
            beginning: known(fields.id("bos_token_id")?, "bos_token_id")?.filter(|_| begins),
            end: known(fields.id("eos_token_id")?, "eos_token_id")?.filter(|_| ends),
            tokens,
            kind,
            special,
            assumed,
        })
    }

    /// The ids of a text, with the tokens that belong before and after it.
    ///
    /// - errors: [`Error::Limit`] for a text of more than a mebibyte, [`Error::NoToken`] for a part of the text that
    ///   the vocabulary cannot express
    pub fn encode(&self, text: &str) -> Result<Vec<u32>, Error> {
        at_most("bytes of text", text.len() as u64, MAX_TEXT)?;
        let mut ids: Vec<u32> = self.beginning.into_iter().collect();
        let mut rest = text;
        let mut is_first = true;
        while !rest.is_empty() {
            let (before, special) = self.next_special(rest);
            if !before.is_empty() {
                match &self.kind {
                    Kind::ByteLevel(byte_level) => byte_level.encode(before, &mut ids)?,
                    Kind::Pieces(pieces) => pieces.encode(before, is_first, &mut ids)?,
                }
            }
            is_first = false;
            ids.extend(special.map(|(_, id)| id));
            rest = &rest[before.len() + special.map_or(0, |(token, _)| token.len())..];
        }
        ids.extend(self.end);
        Ok(ids)
    }

    /// The text before the first special token, and that token.
    fn next_special<'a>(&self, text: &'a str) -> (&'a str, Option<(&str, u32)>) {
        for (at, _) in text.char_indices() {
            let rest = &text[at..];
            let found = self.special.iter().find(|(token, _)| rest.starts_with(token.as_str()));
            if let Some((token, id)) = found {
                return (&text[..at], Some((token, *id)));
            }
        }
        (text, None)
    }

    /// The raw tokens of the vocabulary: byte-level tokens in their alphabet, pieces with `▁` for a space.
    #[must_use]
    pub fn tokens(&self) -> &[String] {
        &self.tokens
    }

    /// Whether the header does not say how a text is cut into words. It is then cut as by GPT-2.
    #[must_use]
    pub fn is_assumed(&self) -> bool {
        self.assumed
    }

    /// The token that is added before every text, if one is.
    #[must_use]
    pub fn beginning(&self) -> Option<u32> {
        self.beginning
    }
}

/// The ids of tokens by their texts; the first of equal ones.
fn ids_of(tokens: &[String]) -> HashMap<&str, u32> {
    let mut ids = HashMap::with_capacity(tokens.len());
    for (id, token) in (0..).zip(tokens) {
        ids.entry(token.as_str()).or_insert(id);
    }
    ids
}

/// The entries of a tokenizer.
#[derive(Clone, Copy)]
struct Fields<'a>(&'a Gguf);

impl<'a> Fields<'a> {
    fn get(self, key: &str) -> (String, Option<&'a Value>) {
        let key = format!("tokenizer.ggml.{key}");
        let value = self.0.get(&key);
        (key, value)
    }

    fn texts(self, key: &str) -> Result<&'a [String], Error> {
        match self.get(key) {
            (_, Some(Value::Texts(texts))) => Ok(texts),
            (field, None) => Err(Error::NoField { field }),
            (key, Some(_)) => Err(bad(&key, "something else", "a list of texts")),
        }
    }

    fn optional_numbers(self, key: &str) -> Result<Option<&'a [f64]>, Error> {
        match self.get(key) {
            (_, Some(Value::Numbers(numbers))) => Ok(Some(numbers)),
            (_, None) => Ok(None),
            (key, Some(_)) => Err(bad(&key, "something else", "a list of numbers")),
        }
    }

    fn numbers(self, key: &str) -> Result<&'a [f64], Error> {
        self.optional_numbers(key)?.ok_or_else(|| Error::NoField { field: self.get(key).0 })
    }

    fn optional_text(self, key: &str) -> Result<Option<&'a str>, Error> {
        match self.get(key) {
            (_, Some(Value::Text(text))) => Ok(Some(text)),
            (_, None) => Ok(None),
            (key, Some(_)) => Err(bad(&key, "something else", "a text")),
        }
    }

    fn text(self, key: &str) -> Result<&'a str, Error> {
        self.optional_text(key)?.ok_or_else(|| Error::NoField { field: self.get(key).0 })
    }

    fn flag(self, key: &str) -> Result<Option<bool>, Error> {
        match self.get(key) {
            (_, Some(Value::Flag(flag))) => Ok(Some(*flag)),
            (_, None) => Ok(None),
            (key, Some(_)) => Err(bad(&key, "something else", "true or false")),
        }
    }

    fn id(self, key: &str) -> Result<Option<u32>, Error> {
        match self.get(key) {
            (_, None) => Ok(None),
            (key, Some(Value::Integer(id))) => u32::try_from(*id)
                .map(Some)
                .map_err(|_| bad(&key, id.to_string(), "the id of a token")),
            (key, Some(_)) => Err(bad(&key, "something else", "the id of a token")),
        }
    }
}
