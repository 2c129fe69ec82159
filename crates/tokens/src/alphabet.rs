//! The alphabets of tokens: the bytes that letters and marks represent.

/// SentencePiece's mark for a space.
pub(crate) const SPACE_MARK: char = '\u{2581}';

/// The byte that a letter represents in GPT-2's alphabet.
///
/// Printable bytes represent themselves. The letters from U+0100 on represent the other bytes: 0 to
/// 32, then 127 to 160, then 173.
pub(crate) fn byte_of(letter: char) -> Option<u8> {
    let code = u32::from(letter);
    let byte = match code {
        0x21..=0x7e | 0xa1..=0xac | 0xae..=0xff => code,
        0x100..=0x120 => code - 0x100,
        0x121..=0x142 => code - 0x121 + 127,
        0x143 => 173,
        _ => return None,
    };
    u8::try_from(byte).ok()
}

/// The byte of a token such as `<0xE6>`, which SentencePiece uses for bytes that are in no piece.
pub(crate) fn fallback(token: &str) -> Option<u8> {
    let digits = token.strip_prefix("<0x")?.strip_suffix('>')?;
    let two = digits.len() == 2 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    if two { u8::from_str_radix(digits, 16).ok() } else { None }
}

/// The text after the `##` that marks the continuation of a word in WordPiece.
pub(crate) fn rest_of_word(token: &str) -> Option<&str> {
    token.strip_prefix("##").filter(|rest| !rest.is_empty())
}
