//! Tokens that only fill up a text.

use crate::candidate::{Candidate, Opened};

const PADDING_TOKENS: [&str; 7] = [
    "[PAD]",
    "<pad>",
    "<PAD>",
    "<|pad|>",
    "<|padding|>",
    "<|finetune_right_pad_id|>",
    "<|endofpad|>",
];

/// The first token of a text that is not padding, and the number of such tokens; `None` if there is
/// no padding. An attention mask has priority over lengths in the metadata, and these over tokens
/// such as `[PAD]`.
///
/// `batch` is the index of the text, `count` its number of tokens, and `tokens` are its tokens if
/// the files have them.
pub(crate) fn unpadded(
    opened: &Opened<'_>,
    Candidate { stack, .. }: &Candidate,
    batch: usize,
    count: u64,
    tokens: &[String],
) -> Option<(u64, u64)> {
    let file = stack.first().file;
    let own = opened.files.iter().filter(|each| each.id == file || each.tensors.len() < 3);
    let mask = own.filter_map(|each| each.padding.as_ref()).find(|padding| padding.tokens == count);
    let in_metadata =
        || opened.metadata(stack.first()).lengths.into_iter().map(|length| (0, length)).collect();
    let kept: Vec<(u64, u64)> = mask.map_or_else(in_metadata, |mask| mask.kept.clone());
    let known = if kept.len() == 1 { kept.first() } else { kept.get(batch) };
    let (first, length) = known.copied().or_else(|| of_tokens(tokens))?;
    let fits = first.checked_add(length).is_some_and(|end| end <= count);
    (length > 0 && length < count && fits).then_some((first, length))
}

fn of_tokens(tokens: &[String]) -> Option<(u64, u64)> {
    let is_real = |token: &String| !PADDING_TOKENS.contains(&token.as_str());
    let first = tokens.iter().position(is_real)?;
    let last = tokens.iter().rposition(is_real)?;
    Some((first as u64, (last + 1 - first) as u64))
}
