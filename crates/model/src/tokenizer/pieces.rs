//! Pieces with scores: characters are merged to the piece with the largest score.

use std::collections::HashMap;

use super::ids_of;
use super::merge::{Symbol, merge};
use crate::config::bad;
use crate::error::Error;

/// What stands for a space.
const SPACE: &str = "\u{2581}";

/// The pieces of SentencePiece.
#[derive(Clone, Debug)]
pub(super) struct Pieces {
    /// The rank of each piece, lower for a larger score, and its id.
    ranks: HashMap<String, (i64, u32)>,
    /// The piece of each byte, for characters that are no piece.
    bytes: Vec<Option<u32>>,
    /// Whether a space is added before the first word.
    spaced: bool,
    unknown: Option<u32>,
}

impl Pieces {
    pub(super) fn new(
        tokens: &[String],
        scores: &[f64],
        spaced: bool,
        unknown: Option<u32>,
    ) -> Result<Self, Error> {
        if scores.len() != tokens.len() {
            let found = format!("a list of {}", scores.len());
            return Err(bad("tokenizer.ggml.scores", found, "as long as the tokens"));
        }
        let ids = ids_of(tokens);
        let bytes = (0..=255_u8).map(|byte| ids.get(format!("<0x{byte:02X}>").as_str()).copied());
        let bytes = bytes.collect();
        let ranks =
            ids.into_iter().map(|(token, id)| (token.to_owned(), (rank(scores[id as usize]), id)));
        Ok(Self { ranks: ranks.collect(), bytes, spaced, unknown })
    }

    pub(super) fn encode(
        &self,
        text: &str,
        is_first: bool,
        ids: &mut Vec<u32>,
    ) -> Result<(), Error> {
        let mut text = text.replace(' ', SPACE);
        if self.spaced && is_first {
            text.insert_str(0, SPACE);
        }
        let piece =
            |bytes: std::ops::Range<usize>| text.get(bytes).and_then(|text| self.ranks.get(text));
        let symbols = text.char_indices().map(|(at, letter)| {
            let bytes = at..at + letter.len_utf8();
            Symbol { id: piece(bytes.clone()).map(|(_, id)| *id), bytes }
        });
        let join = |a: &Symbol, b: &Symbol| piece(a.bytes.start..b.bytes.end).copied();
        for symbol in merge(symbols.collect(), join) {
            if let Some(id) = symbol.id {
                ids.push(id);
                continue;
            }
            let letters = &text.as_bytes()[symbol.bytes.clone()];
            let bytes: Option<Vec<u32>> =
                letters.iter().map(|&byte| self.bytes[usize::from(byte)]).collect();
            match (bytes, self.unknown) {
                (Some(bytes), _) => ids.extend(bytes),
                (None, Some(unknown)) => ids.push(unknown),
                (None, None) => {
                    let text = text[symbol.bytes].to_owned();
                    return Err(Error::NoToken { text });
                }
            }
        }
        Ok(())
    }
}

/// An integer that is smaller for a larger score; the last for NaN.
fn rank(score: f64) -> i64 {
    if score.is_nan() {
        return i64::MAX;
    }
    // The bits of positive floats have the order of the floats. Those of negative ones have the opposite order, which
    // inverting all but the sign corrects.
    let bits = (-score).to_bits().cast_signed();
    if bits < 0 { bits ^ i64::MAX } else { bits }
}
