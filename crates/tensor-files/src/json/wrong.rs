//! What can be wrong where the reader of a JSON text is.

use super::cursor::Cursor;
use crate::error::{Error, Problem, shown_bytes};
use crate::text::line_and_column;

impl Cursor<'_> {
    /// The text ends here, where it must not.
    pub(super) fn ends(&self) -> Error {
        let (line, column) = line_and_column(self.text, self.text.len());
        Problem::TextEnds { line, column }.into()
    }

    /// What is no JSON here.
    pub(super) fn syntax(&self, why: &'static str) -> Error {
        let (line, column) = line_and_column(self.text, self.at);
        Problem::Syntax { line, column, why }.into()
    }

    /// What is wrong with half a character.
    pub(super) fn half(&self) -> Error {
        let why = "an escape is half of a character, without the other half";
        Problem::Encoding { offset: self.at, why }.into()
    }

    /// Line and column of what comes next.
    pub(super) fn place(&self) -> (usize, usize) {
        line_and_column(self.text, self.at)
    }

    /// The line that is being read.
    pub(super) fn line(&self) -> usize {
        line_and_column(self.text, self.at).0
    }

    /// A number that was read last and is beyond every float.
    pub(super) fn range(&self, number: &[u8]) -> Error {
        let (line, column) = line_and_column(self.text, self.at - number.len());
        Problem::Range { line, column, number: shown_bytes(number) }.into()
    }

    /// What is wrong with a value that is not what is wanted.
    pub(super) fn no_value(&mut self, wanted: &'static str) -> Error {
        let (line, column) = line_and_column(self.text, self.at);
        let found = match self.rest().first() {
            None => return self.ends(),
            Some(b'"') => "a text",
            Some(b'{') => "an object",
            Some(b'[') => "a list",
            Some(b'-' | b'0'..=b'9') => "a number",
            Some(b'N' | b'I') => {
                return self.syntax("NaN and Infinity are no JSON, though Python writes them");
            }
            Some(_) if self.take_word() => "true, false or null",
            Some(_) => return self.syntax("no JSON value begins like this"),
        };
        Problem::Type { line, column, found: found.to_owned(), wanted }.into()
    }
}
