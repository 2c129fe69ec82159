//! Numbers of printed arrays, with blanks or commas between them.

use super::cursor::Cursor;
use crate::csv::{Cell, cell};
use crate::error::{Error, Problem, shown_bytes};

const ELLIPSIS: &str = "the print-out leaves numbers out (...): save the array with numpy.save(\"attention.npy\", array)";

/// Reads the next number.
pub(super) fn element(cursor: &mut Cursor<'_>) -> Result<f64, Error> {
    cursor.next()?;
    let ends = |byte: &u8| byte.is_ascii_whitespace() || b",[]()".contains(byte);
    let rest = cursor.rest();
    let word = &rest[..rest.iter().position(ends).unwrap_or(rest.len())];
    match cell(word) {
        _ if word.starts_with(b"...") => Err(cursor.syntax(ELLIPSIS)),
        Cell::Number(number) => {
            cursor.advance(word.len());
            Ok(number)
        }
        Cell::Infinite => {
            cursor.advance(word.len());
            Err(cursor.range(word))
        }
        Cell::Blank => Err(cursor.no_value("a number")),
        Cell::DecimalComma | Cell::Label => {
            let (line, column) = cursor.place();
            let found = format!("`{}`", shown_bytes(word));
            Err(Problem::Type { line, column, found, wanted: "a number" }.into())
        }
    }
}

/// The maximum number of values of a printed array.
pub(super) fn numbers_at_most(text: &[u8]) -> usize {
    let is_between = |byte: &u8| byte.is_ascii_whitespace() || b",[]()".contains(byte);
    text.windows(2).filter(|pair| is_between(&pair[0]) && !is_between(&pair[1])).count()
}
