//! The position of the parser in a JSON text.

use super::number::{Grammar, NumberText, scan};
use crate::error::{Error, at_most, characters};
use crate::limits::{MAX_DEPTH, MAX_LABEL, MAX_TOKENS};

const ODD_NUMBER: &str = "this is not a number as JSON writes them";

/// A text and the offset of the next byte.
pub(crate) struct Cursor<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    /// Whether it is a printed array, in which blanks separate values.
    pub(super) is_printed: bool,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, at: 0, is_printed: false }
    }

    pub(super) fn of_printed(text: &'a str) -> Self {
        Self { text, at: 0, is_printed: true }
    }

    /// The rest of the text.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }

    /// The next byte that is not a blank.
    pub(crate) fn peek(&mut self) -> Option<u8> {
        let blanks = self.rest().iter().take_while(|byte| b" \t\r\n".contains(byte)).count();
        self.at += blanks;
        self.rest().first().copied()
    }

    /// The next byte that is not a blank, or an error at the end of the text.
    pub(super) fn next(&mut self) -> Result<u8, Error> {
        self.peek().ok_or_else(|| self.ends())
    }

    /// Reads a number of bytes, which must end at a character boundary.
    pub(super) fn take_text(&mut self, bytes: usize) -> &'a str {
        let text = self.text.get(self.at..self.at + bytes).unwrap_or_default();
        self.at += bytes;
        text
    }

    pub(super) fn advance(&mut self, bytes: usize) {
        self.at += bytes;
    }

    /// Reads a character if it is next.
    pub(crate) fn take(&mut self, character: u8) -> bool {
        let is_next = self.peek() == Some(character);
        self.at += usize::from(is_next);
        is_next
    }

    /// Reads a character that must be next.
    pub(crate) fn want(&mut self, character: u8, why: &'static str) -> Result<(), Error> {
        if self.take(character) {
            return Ok(());
        }
        self.next()?;
        Err(self.syntax(why))
    }

    /// Fails if anything follows.
    pub(crate) fn end(&mut self) -> Result<(), Error> {
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.syntax("something follows the end of the JSON")),
        }
    }

    /// Reads the members of an object: `member` is called after each key and its colon.
    pub(crate) fn object(
        &mut self,
        member: &mut dyn FnMut(&mut Self, String) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.want(b'{', "an object belongs here")?;
        if self.take(b'}') {
            return Ok(());
        }
        loop {
            self.want_quote("a key in double quotes belongs here")?;
            let key = self.string()?;
            self.want(b':', "a colon belongs behind a key")?;
            member(self, key)?;
            if !self.another(b'}')? {
                return Ok(());
            }
        }
    }

    /// Reads a list: `item` is called before each of its values.
    pub(crate) fn list(
        &mut self,
        item: &mut dyn FnMut(&mut Self) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.want(b'[', "a list belongs here")?;
        if self.take(b']') {
            return Ok(());
        }
        loop {
            item(self)?;
            if !self.another(b']')? {
                return Ok(());
            }
        }
    }

    /// Reads a comma or the end of a list or object. Returns whether another value follows.
    pub(super) fn another(&mut self, closing: u8) -> Result<bool, Error> {
        if self.take(closing) {
            return Ok(false);
        }
        if self.is_printed && self.next()? != b',' {
            return Ok(true);
        }
        self.want(b',', "a comma or the end of the list belongs here")?;
        if matches!(self.next()?, b']' | b'}') {
            return Err(self.syntax("a comma stands before the end of the list"));
        }
        Ok(true)
    }

    fn want_quote(&mut self, why: &'static str) -> Result<(), Error> {
        if self.next()? == b'"' { Ok(()) } else { Err(self.syntax(why)) }
    }

    /// Reads a label, which is a string of limited length.
    pub(crate) fn label(&mut self) -> Result<String, Error> {
        let label = self.string()?;
        at_most("characters of a label", characters(&label), MAX_LABEL)?;
        Ok(label)
    }

    /// Reads a list of labels.
    pub(crate) fn labels(&mut self) -> Result<Vec<String>, Error> {
        let mut labels = Vec::new();
        if self.next()? != b'[' {
            return Err(self.no_value("a list of tokens"));
        }
        self.list(&mut |cursor| {
            labels.push(cursor.label()?);
            at_most("tokens", labels.len() as u64, MAX_TOKENS)
        })?;
        Ok(labels)
    }

    /// Reads a number.
    pub(crate) fn number(&mut self) -> Result<NumberText<'a>, Error> {
        self.next()?;
        let Some((number, _)) = scan(self.rest(), Grammar::Json) else {
            let number = |byte: &u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
            return Err(match self.rest() {
                [b'-', b'I' | b'N', ..] => self.syntax("NaN and Infinity are not JSON"),
                rest if !rest.is_empty() && rest.iter().all(number) => self.ends(),
                [b'-' | b'0'..=b'9', ..] => self.syntax(ODD_NUMBER),
                _ => self.no_value("a number"),
            });
        };
        if matches!(self.rest().get(number.text.len()), Some(b'0'..=b'9' | b'.' | b'x' | b'_')) {
            return Err(self.syntax(ODD_NUMBER));
        }
        self.advance(number.text.len());
        Ok(number)
    }

    /// Skips any value.
    pub(crate) fn skip(&mut self, depth: u64) -> Result<(), Error> {
        at_most("levels of JSON", depth, MAX_DEPTH)?;
        match self.next()? {
            b'"' => self.string().map(drop),
            b'{' => self.object(&mut |cursor, _| cursor.skip(depth + 1)),
            b'[' => self.list(&mut |cursor| cursor.skip(depth + 1)),
            _ if self.take_word() => Ok(()),
            _ => self.number().map(drop),
        }
    }

    /// Reads `true`, `false` or `null`.
    pub(super) fn take_word(&mut self) -> bool {
        let words: [&[u8]; 3] = [b"true", b"false", b"null"];
        let found = words.iter().find(|word| self.rest().starts_with(word));
        self.at += found.map_or(0, |word| word.len());
        found.is_some()
    }
}
