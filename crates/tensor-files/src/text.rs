//! Checks text and finds lines and columns in it.

use crate::error::{Error, Problem};

/// The byte order mark of UTF-8.
pub(crate) const MARK: &[u8] = b"\xef\xbb\xbf";

/// The bytes as text, without a byte order mark.
pub(crate) fn utf8(bytes: &[u8]) -> Result<&str, Error> {
    let (mark, bytes) = match bytes.strip_prefix(MARK) {
        Some(rest) => (MARK.len(), rest),
        None => (0, bytes),
    };
    std::str::from_utf8(bytes).map_err(|error| {
        let why = "the text is not UTF-8: save it as UTF-8";
        Problem::Encoding { offset: mark + error.valid_up_to(), why }.into()
    })
}

/// Line and column of a byte, both from 1, the column in characters.
pub(crate) fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let before = text.as_bytes().get(..at).unwrap_or(text.as_bytes());
    let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
    let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    // Bytes that continue a character do not count as columns.
    let column = before[start..].iter().filter(|&&byte| byte & 0xc0 != 0x80).count() + 1;
    (line, column)
}
