//! The words of expressions, and the words that are suggested for others.

/// The name and the syntax of each clause. Parts in square brackets are optional. An alignment is
/// `upper_left`, `lower_right` or `offset=3`.
pub const CLAUSES: [(&str, &str); 16] = [
    ("all", "all"),
    ("none", "none"),
    ("causal", "causal[(alignment)]"),
    ("window", "window(width[, alignment]) or window(left, right[, alignment])"),
    ("prefix", "prefix(tokens)"),
    ("padding_left", "padding_left(tokens)"),
    ("padding_right", "padding_right(tokens)"),
    ("documents", "documents(3, 5, 4[, alignment])"),
    ("global", "global(0, 7-9[, alignment])"),
    ("dilated", "dilated(window, step[, alignment])"),
    ("blocks", "blocks(size[, alignment])"),
    ("block_local", "block_local(size, left, right[, alignment])"),
    ("random_blocks", "random_blocks(size, count, seed[, alignment])"),
    ("images", "images(3-8, 12-17[, alignment])"),
    ("block_list", "block_list(size, 0:0, 1:0-1[, alignment])"),
    ("cells", "cells(1:2, 3-5:0-4)"),
];

/// The largest edit distance between a word and the clause that is suggested for it.
const MAX_DISTANCE: usize = 2;

/// The signs of other languages, and the words that replace them. A sign comes before its own
/// beginning: `&&` before `&`.
pub(crate) const SIGNS: [(&str, &str); 6] =
    [("&&", "and"), ("&", "and"), ("||", "or"), ("|", "or"), ("!", "not"), ("~", "not")];

/// The sign at the beginning of a text, and the word that replaces it.
pub(crate) fn sign(text: &[char]) -> Option<(&'static str, &'static str)> {
    let begins = |sign: &str| sign.chars().enumerate().all(|(at, c)| text.get(at) == Some(&c));
    SIGNS.into_iter().find(|(sign, _)| begins(sign))
}

/// The clause whose name has the smallest edit distance to a word; the first one if there are
/// several.
pub(crate) fn nearest(word: &str) -> Option<&'static str> {
    CLAUSES
        .into_iter()
        .map(|(name, _)| (strsim::osa_distance(word, name), name))
        .filter(|(distance, _)| *distance <= MAX_DISTANCE)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// The end of the message about an unknown clause.
pub(crate) fn names(nearest: Option<&str>) -> String {
    match nearest {
        Some(name) => format!("did you mean `{name}`?"),
        None => format!("there are {}", CLAUSES.map(|(name, _)| name).join(", ")),
    }
}
