//! Splits a text into rows and cells.

use std::borrow::Cow;

use crate::error::{Error, Problem, at_most};
use crate::limits::MAX_COLUMNS;

/// The separator of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Separator {
    /// A single byte.
    Byte(u8),
    /// Any number of blanks, as `numpy.savetxt` writes them. Lines that begin with `#` are
    /// comments, and there is no quoting.
    Blanks,
}

/// Iterates over the rows of a text.
#[derive(Clone)]
pub(super) struct Rows<'a> {
    rest: &'a [u8],
    pub(super) separator: Separator,
    /// The line number of the last row that was read, from 1.
    pub(super) line: usize,
    /// The line number of the next row.
    next_line: usize,
}

/// The cells of a row.
pub(super) type Row<'a> = Vec<Cow<'a, [u8]>>;

impl<'a> Rows<'a> {
    pub(super) fn new(text: &'a [u8], separator: Separator) -> Self {
        Self { rest: text, separator, line: 1, next_line: 1 }
    }

    /// Reads the next row that is not blank into `row`; returns false at the end of the text.
    pub(super) fn read(&mut self, row: &mut Row<'a>) -> Result<bool, Error> {
        while !self.rest.is_empty() {
            self.line = self.next_line;
            row.clear();
            match self.separator {
                Separator::Blanks => self.words(row)?,
                Separator::Byte(byte) => while self.cell(row, byte)? {},
            }
            if row.len() > 1 || row.first().is_some_and(|only| !only.trim_ascii().is_empty()) {
                return Ok(true);
            }
        }
        row.clear();
        Ok(false)
    }

    /// Reads a line of cells that are separated by blanks.
    fn words(&mut self, row: &mut Row<'a>) -> Result<(), Error> {
        let length = self.rest.iter().take_while(|byte| !b"\r\n".contains(byte)).count();
        let line = self.take(length);
        let end = if self.rest.starts_with(b"\r\n") { 2 } else { self.rest.len().min(1) };
        self.take(end);
        self.next_line += 1;
        if line.trim_ascii_start().starts_with(b"#") {
            return Ok(());
        }
        for word in line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()) {
            at_most("columns", row.len() as u64 + 1, MAX_COLUMNS)?;
            row.push(Cow::Borrowed(word));
        }
        Ok(())
    }

    /// Reads a cell and its separator, and returns whether another cell follows in the row.
    fn cell(&mut self, row: &mut Row<'a>, separator: u8) -> Result<bool, Error> {
        at_most("columns", row.len() as u64 + 1, MAX_COLUMNS)?;
        let is_quoted = self.rest.starts_with(b"\"");
        let cell = if is_quoted { self.quoted()? } else { self.plain(separator) };
        row.push(cell);
        let (ends, length) = match self.rest {
            [] => return Ok(false),
            [first, ..] if *first == separator => (false, 1),
            [b'\r', b'\n', ..] => (true, 2),
            [b'\r' | b'\n', ..] => (true, 1),
            _ => {
                let why = "a quotation mark inside a cell: quote the cell and double the mark";
                return Err(self.syntax(row.len(), why));
            }
        };
        self.rest = self.rest.get(length..).unwrap_or_default();
        self.next_line += usize::from(ends);
        Ok(!ends)
    }

    /// Reads up to the separator, or to a quotation mark, which is an error.
    fn plain(&mut self, separator: u8) -> Cow<'a, [u8]> {
        let ends = |byte: &u8| *byte == separator || b"\"\r\n".contains(byte);
        Cow::Borrowed(self.take(self.rest.iter().take_while(|byte| !ends(byte)).count()))
    }

    /// Reads a quoted cell, which may contain doubled quotation marks and line ends.
    fn quoted(&mut self) -> Result<Cow<'a, [u8]>, Error> {
        let mut cell: Cow<'a, [u8]> = Cow::Borrowed(&[]);
        loop {
            self.take(1);
            let length = self.rest.iter().take_while(|&&byte| byte != b'"').count();
            let piece = self.take(length);
            if self.rest.is_empty() {
                return Err(self.syntax(1, "a quotation mark is never closed"));
            }
            self.next_line += piece.iter().filter(|&&byte| byte == b'\n').count();
            self.take(1);
            let doubled = self.rest.starts_with(b"\"");
            if cell.is_empty() && !doubled {
                return Ok(Cow::Borrowed(piece));
            }
            let cell = cell.to_mut();
            cell.extend_from_slice(piece);
            if !doubled {
                return Ok(Cow::Owned(std::mem::take(cell)));
            }
            cell.push(b'"');
        }
    }

    fn take(&mut self, bytes: usize) -> &'a [u8] {
        let (taken, rest) = self.rest.split_at(bytes);
        self.rest = rest;
        taken
    }

    /// A syntax error in a cell, counted from 1, of the current row.
    pub(super) fn syntax(&self, column: usize, why: &'static str) -> Error {
        Problem::Syntax { line: self.line, column, why }.into()
    }
}
