//! The kinds of errors, for use in code.

use super::Error;

impl Error {
    /// The kind of problem in one word, for use in code. The message is for people and may change.
    #[must_use]
    pub fn class(&self) -> &'static str {
        match self {
            Self::Json { .. } => "json",
            Self::NotObject { .. }
            | Self::NoField { .. }
            | Self::Field { .. }
            | Self::Zero { .. }
            | Self::Contradiction { .. } => "config",
            Self::Architecture { .. } | Self::Unsupported { .. } => "unsupported",
            Self::NoTensor { .. } => "missing_tensor",
            Self::OtherFiles { .. } => "other_files",
            Self::OtherModel { .. } => "other_model",
            Self::TwiceInFiles { .. } => "twice",
            Self::Shape { .. } => "shape",
            Self::MoreLayers { .. } => "more_layers",
            Self::OtherTokenizer { .. } => "tokenizer",
            Self::Element { .. } => "element",
            Self::Surplus { .. } => "surplus",
            Self::Header { .. } => "header",
            Self::Cut { .. } | Self::Unsupplied { .. } => "truncated",
            Self::File(error) => error.class(),
            Self::NotFinite { .. }
            | Self::NotFiniteOutside { .. }
            | Self::NotFiniteTensor { .. }
            | Self::NotFiniteRow { .. }
            | Self::NotFiniteLogit { .. } => "not_finite",
            Self::NotFiniteToken { .. } => "not_finite_token",
            Self::Limit { .. } => "limit",
            Self::Memory { .. } => "memory",
            Self::NoTokens => "no_tokens",
            Self::NoSuchToken { .. } => "no_such_token",
            Self::NoToken { .. } => "no_token",
            Self::TooLong { .. } => "too_long",
            Self::Lengths { .. } | Self::Length { .. } => "lengths",
            Self::Missing { .. } => "missing",
            Self::NoSoftmax { .. } => "no_softmax",
            Self::NoState => "no_state",
            Self::Masked { .. } => "masked",
            Self::NotKept { .. } => "not_kept",
            Self::Ended => "ended",
            Self::Positions(_) => "positions",
        }
    }

    /// The figures of the message, what there is and what there may be, for a sentence of the caller's own.
    #[must_use]
    pub fn figures(&self) -> Option<(u64, u64)> {
        let count = |count: usize| count as u64;
        Some(match *self {
            Self::OtherTokenizer { tokens, vocabulary } => (count(tokens), count(vocabulary)),
            Self::MoreLayers { got, wanted } => (count(got), count(wanted)),
            Self::NoSuchToken { id, vocabulary } => (u64::from(id), count(vocabulary)),
            Self::TooLong { got, most } => (count(got), count(most)),
            Self::Lengths { first, other } => (count(first), count(other)),
            Self::Missing { index, count: all, .. } => (count(index), count(all)),
            Self::Masked { query, key } => (count(query), count(key)),
            Self::Limit { got, most, .. } => (got, most),
            Self::Length { got, wanted, .. } => (got, wanted),
            Self::Cut { needed, got } => (needed, got),
            Self::NotFiniteToken { id, position, .. } => (u64::from(id), count(position)),
            Self::NotFinite { layer } => (count(layer), count(layer)),
            _ => return None,
        })
    }
}
