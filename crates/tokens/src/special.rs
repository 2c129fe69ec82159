//! Tokens that stand for no text.

/// Special tokens between angle brackets, without these.
const NAMES: [&str; 13] = [
    "s",
    "/s",
    "pad",
    "unk",
    "mask",
    "bos",
    "eos",
    "cls",
    "sep",
    "endoftext",
    "start_of_turn",
    "end_of_turn",
    "image",
];

/// Whether a token is one of the tokenizer's own: `[CLS]`, `</s>`, `<|endoftext|>` and their like.
///
/// Told by how it is written, since nothing else is there to tell by.
pub(crate) fn is_special(token: &str) -> bool {
    let within = |open: &str, close: &str| {
        token.strip_prefix(open)?.strip_suffix(close).filter(|name| !name.is_empty())
    };
    let capitals = |name: &str| {
        let capital = |byte: u8| byte.is_ascii_uppercase() || byte == b'_' || byte.is_ascii_digit();
        name.len() > 1
            && name.starts_with(|first: char| first.is_ascii_uppercase())
            && name.bytes().all(capital)
    };
    let numbered = |name: &str| {
        let rest = ["unused", "extra_id_"].iter().find_map(|start| name.strip_prefix(start));
        rest.is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()))
    };
    within("<|", "|>").is_some()
        || within("<\u{ff5c}", "\u{ff5c}>").is_some()
        || within("[", "]").is_some_and(|name| capitals(name) || numbered(name))
        || within("<", ">").is_some_and(|name| NAMES.contains(&name) || numbered(name))
}
