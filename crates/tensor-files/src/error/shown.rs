//! Texts from a file in error messages, and their lengths.

/// A text from the file for an error message: its beginning, without control characters.
pub(crate) fn shown(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut letters = text.chars();
    let mut beginning = String::new();
    for letter in letters.by_ref().take(LONGEST) {
        beginning.push(if letter.is_control() { char::REPLACEMENT_CHARACTER } else { letter });
    }
    if letters.next().is_some() {
        beginning.push_str("...");
    }
    beginning
}

/// Like [`shown`], for bytes that should be text; if they are not UTF-8, only ASCII is shown.
pub(crate) fn shown_bytes(bytes: &[u8]) -> String {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return shown(text);
    }
    let mut text = String::new();
    for &byte in bytes.iter().take(99) {
        text.push(if byte < 0x80 { char::from(byte) } else { char::REPLACEMENT_CHARACTER });
    }
    shown(&text)
}

/// The number of characters of a text; limits are counted in characters.
pub(crate) fn characters(text: &str) -> u64 {
    text.bytes().filter(|byte| byte & 0xc0 != 0x80).count() as u64
}
