//! Splits the text of a header into keys and values.

use crate::error::{Error, Problem};

/// The position in a header.
pub(super) struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

/// The error for a malformed header.
pub(super) fn header(why: &str) -> Error {
    Problem::Header { what: "header", why: why.to_owned() }.into()
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a [u8]) -> Result<Self, Error> {
        if text.iter().any(|byte| *byte < b' ' && !matches!(byte, b'\t' | b'\n') || *byte == b'\\')
        {
            return Err(header("it has a control character or an escape"));
        }
        Ok(Self { text, at: 0 })
    }

    fn rest(&self) -> &'a [u8] {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// The next byte that is not a blank.
    pub(super) fn peek(&mut self) -> Option<u8> {
        self.at = self.text.len() - self.rest().trim_ascii_start().len();
        self.rest().first().copied()
    }

    /// Reads a character if it is next.
    pub(super) fn take(&mut self, character: u8) -> bool {
        let is_next = self.peek() == Some(character);
        self.at += usize::from(is_next);
        is_next
    }

    /// Reads a character that must be next.
    pub(super) fn want(&mut self, character: u8) -> Result<(), Error> {
        if self.take(character) { Ok(()) } else { Err(self.unexpected()) }
    }

    pub(super) fn unexpected(&self) -> Error {
        header(&format!("byte {} of it does not belong there", self.at))
    }

    /// Reads a text in single or double quotes, and returns it without them.
    pub(super) fn text(&mut self) -> Result<&'a [u8], Error> {
        match self.peek() {
            Some(b'\'' | b'"') => {}
            _ => return Err(self.unexpected()),
        }
        match self.value()? {
            [_, text @ .., _] => Ok(text),
            _ => Err(self.unexpected()),
        }
    }

    /// Reads the text of a value: a string, a bracketed expression, or everything up to the next
    /// comma.
    ///
    /// Brackets are counted without recursion, so nesting costs nothing.
    pub(super) fn value(&mut self) -> Result<&'a [u8], Error> {
        self.peek();
        let rest = self.rest();
        let (mut depth, mut quote) = (0_usize, None);
        for (index, &byte) in rest.iter().enumerate() {
            match (byte, quote) {
                (_, Some(open)) if byte != open => continue,
                (_, Some(_)) => quote = None,
                (b'\'' | b'"', None) => {
                    quote = Some(byte);
                    continue;
                }
                (b'(' | b'[', None) => depth += 1,
                (b')' | b']', None) if depth > 0 => depth -= 1,
                (b',' | b':' | b'}' | b')' | b']', None) if depth == 0 => {
                    self.at += index;
                    let value = rest[..index].trim_ascii();
                    return if value.is_empty() { Err(self.unexpected()) } else { Ok(value) };
                }
                _ => {}
            }
        }
        Err(header("it ends in the middle of a value"))
    }
}
