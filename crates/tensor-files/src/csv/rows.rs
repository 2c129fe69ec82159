//! A text cut into rows and cells.

use std::borrow::Cow;

use crate::error::{Error, Problem, at_most};
use crate::limits::MAX_COLUMNS;

/// The rows of a text, one after the other.
#[derive(Clone)]
pub(super) struct Rows<'a> {
    rest: &'a [u8],
    separator: u8,
    /// The line of the row that was read last, counted from 1, and the next one.
    pub(super) line: usize,
    next_line: usize,
}

/// The cells of a row.
pub(super) type Row<'a> = Vec<Cow<'a, [u8]>>;

impl<'a> Rows<'a> {
    pub(super) fn new(text: &'a [u8], separator: u8) -> Self {
        Self { rest: text, separator, line: 1, next_line: 1 }
    }

    /// Reads the next row that is not blank into `row`; false at the end of the text.
    pub(super) fn read(&mut self, row: &mut Row<'a>) -> Result<bool, Error> {
        while !self.rest.is_empty() {
            self.line = self.next_line;
            row.clear();
            while self.cell(row)? {}
            if row.len() > 1 || row.first().is_some_and(|only| !only.trim_ascii().is_empty()) {
                return Ok(true);
            }
        }
        row.clear();
        Ok(false)
    }

    /// Reads a cell and what ends it, and says whether another follows in the row.
    fn cell(&mut self, row: &mut Row<'a>) -> Result<bool, Error> {
        at_most("columns", row.len() as u64 + 1, MAX_COLUMNS)?;
        let cell = if self.rest.starts_with(b"\"") { self.quoted()? } else { self.plain() };
        row.push(cell);
        let (ends, length) = match self.rest {
            [] => return Ok(false),
            [first, ..] if *first == self.separator => (false, 1),
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

    /// Reads up to the sign that ends a cell, or the quotation mark that must not be there.
    fn plain(&mut self) -> Cow<'a, [u8]> {
        let ends = |byte: &u8| *byte == self.separator || b"\"\r\n".contains(byte);
        Cow::Borrowed(self.take(self.rest.iter().take_while(|byte| !ends(byte)).count()))
    }

    /// Reads a cell in quotes, in which a doubled mark is a mark, and lines may end.
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

    /// What is wrong in a cell, counted from 1, of the row that is read.
    pub(super) fn syntax(&self, column: usize, why: &'static str) -> Error {
        Problem::Syntax { line: self.line, column, why }.into()
    }
}
