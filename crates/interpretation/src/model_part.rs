//! Which attention of an encoder-decoder model an array has.

use serde::{Deserialize, Serialize};

use crate::item::Item;
use crate::names::has;

/// A part of an encoder-decoder model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ModelPart {
    /// The encoder attends to its own tokens.
    Encoder,
    /// The decoder attends to its own tokens.
    Decoder,
    /// The decoder attends to the tokens of the encoder.
    Cross,
}

impl ModelPart {
    pub(crate) const ALL: [Self; 3] = [Self::Encoder, Self::Decoder, Self::Cross];

    /// What metadata keys of this part alone begin with.
    pub(crate) fn prefix(self) -> &'static str {
        match self {
            Self::Encoder => "encoder.",
            Self::Decoder => "decoder.",
            Self::Cross => "cross.",
        }
    }

    /// The part that the name of an array says; `None` if it says none.
    ///
    /// Both words together mean cross-attention, as in `decoder.layers.0.encoder_attn`. The name of a file may have both
    /// words because it has both parts.
    pub(crate) fn of(item: &Item) -> Option<Self> {
        let has = |word| has(&item.words, word);
        let (encoder, decoder) = (has("encoder") || has("enc"), has("decoder") || has("dec"));
        match (encoder, decoder) {
            _ if has("cross") || has("encdec") => Some(Self::Cross),
            (true, true) => item.is_named.then_some(Self::Cross),
            (true, false) => Some(Self::Encoder),
            (false, true) => Some(Self::Decoder),
            (false, false) => None,
        }
    }
}
