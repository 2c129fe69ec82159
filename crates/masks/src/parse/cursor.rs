//! The position of the parser in a text.

use std::ops::Range;

use super::tokens::{Placed, Token, tokens};
use crate::error::{Error, Expected, ParseProblem};

/// The tokens of a text, and which is next.
pub(super) struct Cursor {
    tokens: Vec<Placed>,
    next: usize,
    /// The token after the last one.
    end: Placed,
    /// The numbers since the last call of [`Self::take_numbers`], and their columns.
    numbers: Vec<(i64, Range<usize>)>,
}

impl Cursor {
    pub(super) fn new(text: &str) -> Result<Cursor, Error> {
        let column = text.chars().count() + 1;
        let end = Placed { token: Token::End, column, end: column };
        Ok(Cursor { tokens: tokens(text)?, next: 0, end, numbers: Vec::new() })
    }

    pub(super) fn peek(&self) -> &Placed {
        self.tokens.get(self.next).unwrap_or(&self.end)
    }

    /// The column where the next token begins.
    pub(super) fn column(&self) -> usize {
        self.peek().column
    }

    /// The column after the last token that was read.
    pub(super) fn last_end(&self) -> usize {
        self.next.checked_sub(1).and_then(|last| self.tokens.get(last)).map_or(1, |last| last.end)
    }

    /// Moves to the next token.
    pub(super) fn advance(&mut self) {
        self.next += 1;
    }

    /// Reads a symbol, if it is the next token.
    pub(super) fn take_symbol(&mut self, symbol: char) -> bool {
        let is_next = self.peek().token == Token::Symbol(symbol);
        self.next += usize::from(is_next);
        is_next
    }

    /// Reads a word, if it is the next token.
    pub(super) fn take_word(&mut self, word: &str) -> bool {
        let is_next = matches!(&self.peek().token, Token::Name(name) if name == word);
        self.next += usize::from(is_next);
        is_next
    }

    /// Reads a number without a sign.
    pub(super) fn number(&mut self) -> Result<i64, Error> {
        match *self.peek() {
            Placed { token: Token::Number(number), column, end } => {
                self.advance();
                self.numbers.push((number, column..end));
                Ok(number)
            }
            _ => Err(self.expected(Expected::Number)),
        }
    }

    /// Reads a number that may be negative.
    pub(super) fn signed(&mut self) -> Result<i64, Error> {
        let column = self.column();
        if !self.take_symbol('-') {
            return self.number();
        }
        let number = -self.number()?;
        if let Some((value, columns)) = self.numbers.last_mut() {
            *value = number;
            columns.start = column;
        }
        Ok(number)
    }

    /// The numbers that were read since the last call, and their columns.
    pub(super) fn take_numbers(&mut self) -> Vec<(i64, Range<usize>)> {
        std::mem::take(&mut self.numbers)
    }

    /// The error that something else was expected here.
    pub(super) fn expected(&self, expected: Expected) -> Error {
        let found = self.peek().token.to_string();
        self.error(ParseProblem::Expected { expected, found })
    }

    /// An error at the next token.
    pub(super) fn error(&self, problem: ParseProblem) -> Error {
        Error::Parse { column: self.column(), problem }
    }
}
