//! Errors at the position of the JSON parser.

use super::cursor::Cursor;
use crate::error::{Error, Problem, shown_bytes};
use crate::text::line_and_column;

impl Cursor<'_> {
    /// The text ends too early.
    pub(super) fn ends(&self) -> Error {
        let (line, column) = line_and_column(self.text, self.text.len());
        Problem::TextEnds { line, column }.into()
    }

    /// A syntax error at this position.
    pub(super) fn syntax(&self, why: &'static str) -> Error {
        let (line, column) = line_and_column(self.text, self.at);
        Problem::Syntax { line, column, why }.into()
    }

    /// An unpaired surrogate.
    pub(super) fn half(&self) -> Error {
        let why = "an escape is half of a character, without the other half";
        Problem::Encoding { offset: self.at, why }.into()
    }

    /// Line and column of the next byte.
    pub(super) fn place(&self) -> (usize, usize) {
        line_and_column(self.text, self.at)
    }

    /// The current line.
    pub(super) fn line(&self) -> usize {
        line_and_column(self.text, self.at).0
    }

    /// The last number is beyond the range of floats.
    pub(super) fn range(&self, number: &[u8]) -> Error {
        let (line, column) = line_and_column(self.text, self.at - number.len());
        Problem::Range { line, column, number: shown_bytes(number) }.into()
    }

    /// The next value is not the expected one.
    pub(super) fn no_value(&mut self, wanted: &'static str) -> Error {
        let (line, column) = line_and_column(self.text, self.at);
        let found = match self.rest().first() {
            None => return self.ends(),
            Some(b'"') => "a text",
            Some(b'{') => "an object",
            Some(b'[') => "a list",
            Some(b'-' | b'0'..=b'9') => "a number",
            Some(b'N' | b'I') => {
                return self.syntax("NaN and Infinity are not JSON, though Python writes them");
            }
            Some(_) if self.take_word() => "true, false or null",
            Some(_) => return self.syntax("no JSON value begins like this"),
        };
        Problem::Type { line, column, found: found.to_owned(), wanted }.into()
    }
}
