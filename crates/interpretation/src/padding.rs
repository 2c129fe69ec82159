//! Tokens that only fill up a text.

use crate::candidate::{Candidate, Opened};
use crate::listing::Padding;
use crate::message::Refusal;
use crate::model_part::ModelPart;
use crate::reading::Kind;
use crate::tokens::PADDING_TOKENS;

/// The first token of a text that is not padding, and the number of such tokens, by an attention mask or else by
/// lengths in the metadata.
///
/// `batch` is the index of the text, and `count` its number of tokens. A mask that hides a token between others is
/// refused for q and k, because weights computed from them would see it.
pub(crate) fn masked(
    opened: &Opened<'_>,
    Candidate { stack, kind, .. }: &Candidate,
    batch: usize,
    count: u64,
) -> Result<Option<(u64, u64)>, Refusal> {
    let mask = mask_of(opened, stack.first().file, count);
    let hidden = mask.filter(|_| *kind == Kind::Qk).and_then(|mask| of_text(&mask.hidden, batch));
    if let Some(token) = hidden.flatten() {
        return Err(Refusal::HiddenToken { token: token as f64 });
    }
    let in_metadata =
        || opened.metadata(stack.first()).lengths.into_iter().map(|length| (0, length)).collect();
    let kept: Vec<(u64, u64)> = mask.map_or_else(in_metadata, |mask| mask.kept.clone());
    Ok(of_text(&kept, batch))
}

/// What is known of a text: the only entry is for all texts.
fn of_text<T: Copy>(known: &[T], batch: usize) -> Option<T> {
    known.get(if known.len() == 1 { 0 } else { batch }).copied()
}

/// The attention mask for the arrays of a file: its own, or that of a file with little else.
fn mask_of<'a>(opened: &Opened<'a>, file: u32, count: u64) -> Option<&'a Padding> {
    let own = opened.files.iter().filter(|each| each.id == file || each.tensors.len() < 3);
    own.filter_map(|each| each.padding.as_ref()).find(|padding| padding.tokens == count)
}

/// The first token of a text that is not padding, and the number of such tokens; `None` if there is
/// no padding. What `masked` knows has priority over tokens such as `[PAD]`.
///
/// `count` is the number of tokens, and `tokens` are those that the files have. `part`: that of the model.
pub(crate) fn unpadded(
    masked: Option<(u64, u64)>,
    count: u64,
    tokens: &[String],
    part: Option<ModelPart>,
) -> Option<(u64, u64)> {
    let (first, length) = masked.or_else(|| of_tokens(tokens, part))?;
    let fits = first.checked_add(length).is_some_and(|end| end <= count);
    (length > 0 && length < count && fits).then_some((first, length))
}

/// The decoder of T5 starts a text with the padding token, so a single one before a text is its start.
fn of_tokens(tokens: &[String], part: Option<ModelPart>) -> Option<(u64, u64)> {
    let is_real = |token: &String| !PADDING_TOKENS.contains(&token.as_str());
    let first = tokens.iter().position(is_real)?;
    let first = if first == 1 && part == Some(ModelPart::Decoder) { 0 } else { first };
    let last = tokens.iter().rposition(is_real)?;
    Some((first as u64, (last + 1 - first) as u64))
}
