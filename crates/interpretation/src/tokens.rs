//! The tokens of queries and keys.

use std::borrow::Cow;
use std::rc::Rc;

use crate::item::Item;
use crate::listing::File;
use crate::message::Note;
use crate::metadata::tokens_in;
use crate::model_part::ModelPart;

/// The maximum number of tokens in metadata.
const MAX_TOKENS: usize = 1 << 18;

/// Tokens that only fill up a text.
pub(crate) const PADDING_TOKENS: [&str; 7] = [
    "[PAD]",
    "<pad>",
    "<PAD>",
    "<|pad|>",
    "<|padding|>",
    "<|finetune_right_pad_id|>",
    "<|endofpad|>",
];

/// What a list of tokens names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Query,
    Key,
    Any,
    /// The tokens of the encoder: the keys of cross-attention.
    Encoder,
    /// Those of the decoder: the queries of cross-attention.
    Decoder,
}

impl Side {
    /// What it names in a part of an encoder-decoder model; `None` if it is of another part.
    fn within(self, part: Option<ModelPart>) -> Option<Self> {
        match (self, part) {
            (Self::Encoder, Some(ModelPart::Cross)) => Some(Self::Key),
            (Self::Decoder, Some(ModelPart::Cross)) => Some(Self::Query),
            (Self::Encoder, Some(ModelPart::Encoder))
            | (Self::Decoder, Some(ModelPart::Decoder)) => Some(Self::Any),
            (Self::Encoder | Self::Decoder, _) => None,
            _ => Some(self),
        }
    }
}

/// A list of tokens of a file. It may belong to any array if that file has none.
#[derive(Clone, Debug)]
pub(crate) struct TokenList<'a> {
    tokens: Cow<'a, [String]>,
    /// The number of tokens of each text, if they are those of several.
    texts: Cow<'a, [u64]>,
    of: Side,
    file: Option<u32>,
}

/// The text of a batch that is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text {
    /// Its place in the batch.
    pub(crate) at: usize,
    /// The number of texts.
    pub(crate) of: u64,
    /// Its tokens that an attention mask keeps: the first, and their number.
    pub(crate) kept: Option<(u64, u64)>,
}

impl TokenList<'_> {
    /// Whether they are the tokens of several texts.
    pub(crate) fn is_of_texts(&self) -> bool {
        !self.texts.is_empty()
    }

    fn is_of(&self, text: Text) -> bool {
        self.texts.is_empty() || self.texts.len() as u64 == text.of
    }

    /// The number of tokens, with padding.
    fn length(&self) -> u64 {
        self.texts.iter().max().map_or(self.tokens.len() as u64, |&most| most)
    }

    /// The tokens of a text. If they are fewer than its batch has, padding is before or after them, where
    /// the attention mask says it.
    fn of_text(&self, text: Text, length: u64) -> Option<Cow<'_, [String]>> {
        if self.texts.is_empty() {
            return Some(Cow::Borrowed(&self.tokens));
        }
        let own = usize::try_from(*self.texts.get(text.at)?).ok()?;
        let first =
            self.texts[..text.at].iter().try_fold(0u64, |sum, &each| sum.checked_add(each))?;
        let first = usize::try_from(first).ok()?;
        let tokens = self.tokens.get(first..first.checked_add(own)?)?;
        if own as u64 >= length {
            return Some(Cow::Borrowed(tokens));
        }
        let before = text.kept.filter(|kept| kept.1 == own as u64).map_or(0, |kept| kept.0);
        let padding =
            |count: u64| std::iter::repeat_n(PADDING_TOKENS[0].to_owned(), count as usize);
        let after = length.checked_sub(before + own as u64)?;
        let filled = padding(before).chain(tokens.iter().cloned()).chain(padding(after));
        Some(Cow::Owned(filled.collect()))
    }
}

/// All lists of tokens; files with arrays come first.
pub(crate) fn token_lists(files: &[File]) -> Vec<TokenList<'_>> {
    let with = |has_tensors: bool| {
        let some = files.iter().filter(move |file| file.tensors.is_empty() != has_tensors);
        some.flat_map(move |file| lists_of(file, has_tensors.then_some(file.id)))
    };
    with(true).chain(with(false)).collect()
}

fn lists_of(file: &File, id: Option<u32>) -> Vec<TokenList<'_>> {
    let of = if file.key_tokens.is_empty() { Side::Any } else { Side::Query };
    let own = [(&file.key_tokens, &[][..], Side::Key), (&file.tokens, &file.texts[..], of)];
    let own =
        own.map(|(tokens, texts, of)| (Cow::Borrowed(tokens.as_slice()), Cow::Borrowed(texts), of));
    let in_metadata = file.metadata.iter().filter_map(|(key, text)| {
        let of = side_of(key)?;
        let (tokens, texts) = tokens_in(text)?;
        (tokens.len() <= MAX_TOKENS).then_some((Cow::Owned(tokens), Cow::Owned(texts), of))
    });
    let lists = own.into_iter().chain(in_metadata).filter(|(tokens, ..)| !tokens.is_empty());
    lists.map(|(tokens, texts, of)| TokenList { tokens, texts, of, file: id }).collect()
}

/// Whose tokens a key of the metadata has; `None` if it has none.
pub(crate) fn side_of(key: &str) -> Option<Side> {
    Some(match key {
        "tokens" | "input_tokens" | "labels" => Side::Any,
        "encoder_tokens" => Side::Encoder,
        "decoder_tokens" => Side::Decoder,
        "key_tokens" => Side::Key,
        "query_tokens" => Side::Query,
        _ => return None,
    })
}

/// The lists that may belong to these arrays.
pub(crate) fn lists_for<'a, 'b>(
    lists: &'b [TokenList<'a>],
    items: impl Iterator<Item = &'b Rc<Item>>,
) -> Vec<&'b TokenList<'a>> {
    let mut files: Vec<u32> = items.map(|item| item.file).collect();
    files.dedup();
    lists.iter().filter(|list| list.file.is_none_or(|file| files.contains(&file))).collect()
}

/// The lengths of the lists that may belong to these arrays.
pub(crate) fn counts_for<'b>(
    lists: &'b [TokenList<'_>],
    items: impl Iterator<Item = &'b Rc<Item>>,
) -> Vec<u64> {
    if lists.is_empty() {
        return Vec::new();
    }
    lists_for(lists, items).iter().map(|list| list.length()).collect()
}

/// The numbers of texts of the lists that may belong to these arrays.
pub(crate) fn texts_for<'b>(
    lists: &'b [TokenList<'_>],
    items: impl Iterator<Item = &'b Rc<Item>>,
) -> Vec<u64> {
    let lengths = lists_for(lists, items).into_iter().map(|list| list.texts.len() as u64);
    lengths.filter(|&length| length > 1).collect()
}

/// The tokens of a reading. Those of the queries are empty if they are those of the keys.
#[derive(Clone, Debug, Default)]
pub(crate) struct Named {
    pub(crate) tokens: Vec<String>,
    pub(crate) query_tokens: Vec<String>,
}

/// The tokens of the keys and queries of a text, from lists with the right lengths, and notes about them.
/// `offset` is the position of the first query among the keys.
pub(crate) fn tokens_for<'b>(
    lists: &[&'b TokenList<'_>],
    part: Option<ModelPart>,
    queries: u64,
    keys: u64,
    offset: i64,
    is_generated: bool,
    text: Text,
) -> (Named, Vec<Note>) {
    let mut notes = Vec::new();
    let of_text = |list: &&'b TokenList<'_>| {
        let side = list.of.within(part)?;
        let length = if side == Side::Query { queries } else { keys };
        list.is_of(text).then(|| Some((side, list.of_text(text, length)?)))?
    };
    let other = lists.iter().find(|list| !list.is_of(text));
    let lists: Vec<(Side, Cow<'b, [String]>)> =
        lists.iter().copied().filter_map(|list| of_text(&list)).collect();
    let pick = |side: Side, length: u64| {
        let mut long = lists.iter().filter(|(_, tokens)| tokens.len() as u64 == length);
        let any = long.clone().find(|(of, _)| *of == Side::Any);
        long.find(|(of, _)| *of == side).or(any).map(|(_, tokens)| &**tokens)
    };
    let mut tokens = pick(Side::Key, keys);
    if tokens.is_none() && is_generated {
        // The last generated token was never a key.
        tokens = pick(Side::Key, keys + 1).map(|tokens| &tokens[..tokens.len() - 1]);
        if tokens.is_some() {
            notes.push(Note::LastToken { tokens: (keys + 1) as f64 });
        }
    }
    let is_named =
        lists.iter().any(|(of, tokens)| *of == Side::Query && tokens.len() as u64 == queries);
    let query_tokens =
        if is_named || queries != keys { pick(Side::Query, queries) } else { tokens };
    if let (None, None, Some((_, first))) = (tokens, query_tokens, lists.first()) {
        notes.push(Note::TokenCount { tokens: first.len() as f64, keys: keys as f64 });
    }
    if let (None, Some(other)) = (tokens, other) {
        let (texts, length) = (other.texts.len() as f64, text.of as f64);
        notes.push(Note::TextCount { texts, length });
    }
    let own = query_tokens.map(<[String]>::to_vec);
    let Some(tokens) = tokens else {
        return (Named { tokens: Vec::new(), query_tokens: own.unwrap_or_default() }, notes);
    };
    let keyed = tokens.to_vec();
    if queries == keys && query_tokens.is_none_or(|own| own == tokens) {
        return (Named { tokens: keyed, query_tokens: Vec::new() }, notes);
    }
    // Queries without their own tokens are the last keys, or are numbered.
    let first = usize::try_from(offset).ok().filter(|&first| first > 0);
    let last = first.and_then(|first| tokens.get(first..first + queries as usize));
    let named = own.or_else(|| last.map(<[String]>::to_vec)).unwrap_or_else(|| numbered(queries));
    (Named { tokens: keyed, query_tokens: named }, notes)
}

/// Numbers in place of tokens.
pub(crate) fn numbered(count: u64) -> Vec<String> {
    (0..count).map(|at| at.to_string()).collect()
}

/// The token of a sink.
const SINK: &str = "[sink]";

/// Adds the token of a sink before the keys. Queries get their own tokens.
pub(crate) fn with_sink(Named { tokens, query_tokens }: Named, queries: u64, keys: u64) -> Named {
    let of_keys = if tokens.is_empty() { numbered(keys) } else { tokens };
    let query_tokens = match query_tokens.is_empty() {
        false => query_tokens,
        true if queries == keys => of_keys.clone(),
        true => numbered(queries),
    };
    Named { tokens: std::iter::once(SINK.to_owned()).chain(of_keys).collect(), query_tokens }
}
