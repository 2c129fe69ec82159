//! Special tokens, which represent no text.

/// Names of special tokens, without their angle brackets.
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

/// Whether a token is a special token of the tokenizer: `[CLS]`, `</s>`, `<|endoftext|>` and the
/// like.
///
/// The test uses the spelling, because nothing else is known about a token.
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
        // The column of a learned sink is named as if the tokenizer had made it.
        || within("[", "]").is_some_and(|name| capitals(name) || numbered(name) || name == "sink")
        || within("<", ">").is_some_and(|name| NAMES.contains(&name) || numbered(name))
}
