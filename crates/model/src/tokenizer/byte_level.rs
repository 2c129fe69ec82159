//! Byte-level pairs: a text is cut into words, and the bytes of each word are merged.

use std::collections::HashMap;

use super::ids_of;
use super::merge::{Symbol, merge};
use super::split::Cut;
use crate::config::bad;
use crate::error::Error;

/// A byte-level tokenizer.
#[derive(Clone, Debug)]
pub(super) struct ByteLevel {
    cut: Cut,
    /// Whether a word that is a token is taken whole, even if the merges do not lead to it.
    pub(super) whole_words: bool,
    words: HashMap<String, u32>,
    /// The token of each byte.
    bytes: Vec<Option<u32>>,
    /// The rank of a pair of tokens, and the token that it becomes.
    ranks: HashMap<(u32, u32), (i64, u32)>,
    /// The letter of each byte.
    alphabet: Vec<char>,
}

impl ByteLevel {
    /// - `merges`: pairs of tokens, such as `Ġ t`, the first to be merged first
    /// - `named`: how words are cut, by its name in the header
    pub(super) fn new(tokens: &[String], merges: &[String], named: &str) -> Result<Self, Error> {
        let (cut, whole_words) = Cut::named(named)?;
        let ids = ids_of(tokens);
        let alphabet = alphabet();
        let mut letter = [0; 4];
        let mut token = |byte: &char| ids.get(&*byte.encode_utf8(&mut letter)).copied();
        let bytes = alphabet.iter().map(&mut token).collect();
        let mut ranks = HashMap::with_capacity(merges.len());
        for (rank, merge) in (0..).zip(merges) {
            let wrong = || {
                bad(
                    "tokenizer.ggml.merges",
                    merge.chars().take(40).collect::<String>(),
                    "two tokens",
                )
            };
            let (left, right) = merge.split_once(' ').ok_or_else(wrong)?;
            let joined = format!("{left}{right}");
            let found = (ids.get(left), ids.get(right), ids.get(joined.as_str()));
            let (Some(&left), Some(&right), Some(&joined)) = found else { return Err(wrong()) };
            ranks.entry((left, right)).or_insert((rank, joined));
        }
        let words = match whole_words {
            true => ids.iter().map(|(token, id)| ((*token).to_owned(), *id)).collect(),
            false => HashMap::new(),
        };
        Ok(Self { cut, whole_words, words, bytes, ranks, alphabet })
    }

    pub(super) fn encode(&self, text: &str, ids: &mut Vec<u32>) -> Result<(), Error> {
        for word in self.cut.words(text) {
            if self.whole_words {
                let letters: String =
                    word.bytes().map(|byte| self.alphabet[usize::from(byte)]).collect();
                if let Some(&id) = self.words.get(&letters) {
                    ids.push(id);
                    continue;
                }
            }
            let symbols = word
                .bytes()
                .enumerate()
                .map(|(at, byte)| Symbol { bytes: at..at + 1, id: self.bytes[usize::from(byte)] });
            let pair = |a: &Symbol, b: &Symbol| self.ranks.get(&(a.id?, b.id?)).copied();
            for symbol in merge(symbols.collect(), pair) {
                let no_token = || Error::NoToken { text: word.chars().take(40).collect() };
                ids.push(symbol.id.ok_or_else(no_token)?);
            }
        }
        Ok(())
    }
}

/// The letter of each byte: printable ones are themselves, the others follow from U+0100 on.
///
/// Source: the encoder of GPT-2, whose tokens are texts without spaces and control characters.
fn alphabet() -> Vec<char> {
    let mut next = 0x100;
    let letter = |byte: u8| {
        if matches!(byte, 33..=126 | 161..=172 | 174..) {
            return char::from(byte);
        }
        next += 1;
        char::from_u32(next - 1).unwrap_or(char::REPLACEMENT_CHARACTER)
    };
    (0..=255).map(letter).collect()
}
