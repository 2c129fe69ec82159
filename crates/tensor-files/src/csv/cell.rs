//! The kinds of cells.

use crate::json::{Grammar, scan};

/// The value of a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Cell {
    /// A number, or the word `nan`.
    Number(f64),
    /// A number beyond the range of 64-bit floats, or a word for infinity.
    Infinite,
    /// A number with a comma in it, such as `0,5` or `1.234,5`.
    DecimalComma,
    /// Only blanks.
    Blank,
    /// Anything else.
    Label,
}

/// The value of a cell. Blanks around a number are ignored. Digits must be ASCII; a cell with other
/// digits that Python accepts is a label.
pub(crate) fn cell(text: &[u8]) -> Cell {
    let text = text.trim_ascii();
    if text.is_empty() {
        return Cell::Blank;
    }
    if let Some((number, [])) = scan(text, Grammar::Table) {
        let value = number.value();
        return if value.is_finite() { Cell::Number(value) } else { Cell::Infinite };
    }
    let unsigned = text.strip_prefix(b"-").or(text.strip_prefix(b"+")).unwrap_or(text);
    if unsigned.eq_ignore_ascii_case(b"nan") {
        Cell::Number(f64::NAN)
    } else if [&b"inf"[..], b"infinity"].iter().any(|word| unsigned.eq_ignore_ascii_case(word)) {
        Cell::Infinite
    } else if has_decimal_comma(unsigned) {
        Cell::DecimalComma
    } else {
        Cell::Label
    }
}

/// Whether the text would be a number if its commas were points or were removed.
fn has_decimal_comma(text: &[u8]) -> bool {
    let is_digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
    let is_part = |byte: &u8| byte.is_ascii_digit() || b",.eE+-".contains(byte);
    is_digit(text.first())
        && is_digit(text.last())
        && text.contains(&b',')
        && text.iter().all(is_part)
}
