//! Parses the arguments of a clause.

use std::ops::Range;

use super::cursor::Cursor;
use super::tokens::Token;
use crate::alignment::Alignment;
use crate::error::{Error, Expected, ParseProblem};
use crate::span::{Cells, Span};

/// One argument and its column.
pub(super) struct Argument {
    pub(super) column: usize,
    pub(super) value: Value,
    /// The numbers in it.
    pub(super) numbers: Vec<(i64, Range<usize>)>,
}

/// An argument of any kind. Whether the clause accepts it is checked later.
pub(super) enum Value {
    Number(i64),
    Range(Span),
    Cells(Cells),
}

/// The arguments of one clause.
#[derive(Default)]
pub(super) struct Arguments {
    pub(super) list: Vec<Argument>,
    /// The alignment, which comes last, and its column.
    pub(super) alignment: Option<(usize, Alignment)>,
    /// The number in its offset.
    pub(super) offset: Vec<(i64, Range<usize>)>,
}

/// Parses arguments in brackets, or nothing if there is no opening bracket.
pub(super) fn arguments(cursor: &mut Cursor) -> Result<Arguments, Error> {
    let mut arguments = Arguments::default();
    if !cursor.take_symbol('(') || cursor.take_symbol(')') {
        return Ok(arguments);
    }
    loop {
        let column = cursor.column();
        if let Some(alignment) = alignment(cursor)? {
            arguments.alignment = Some((column, alignment));
            arguments.offset = cursor.take_numbers();
        } else {
            let value = value(cursor)?;
            arguments.list.push(Argument { column, value, numbers: cursor.take_numbers() });
        }
        if cursor.take_symbol(')') {
            return Ok(arguments);
        }
        let continues = arguments.alignment.is_none() && cursor.take_symbol(',');
        if !continues {
            let last = arguments.alignment.is_some();
            let expected = if last { Expected::LastArgument } else { Expected::NextArgument };
            return Err(cursor.expected(expected));
        }
    }
}

fn alignment(cursor: &mut Cursor) -> Result<Option<Alignment>, Error> {
    if cursor.take_word("upper_left") {
        return Ok(Some(Alignment::UpperLeft));
    }
    if cursor.take_word("lower_right") {
        return Ok(Some(Alignment::LowerRight));
    }
    if !cursor.take_word("offset") {
        return Ok(None);
    }
    if !cursor.take_symbol('=') {
        return Err(cursor.expected(Expected::EqualSign));
    }
    Ok(Some(Alignment::Offset(cursor.signed()?)))
}

fn value(cursor: &mut Cursor) -> Result<Value, Error> {
    if cursor.peek().token == Token::Symbol('-') {
        return Ok(Value::Number(cursor.signed()?));
    }
    if !matches!(cursor.peek().token, Token::Number(_)) {
        return Err(cursor.expected(Expected::Argument));
    }
    let queries = span(cursor)?;
    if cursor.take_symbol(':') {
        return Ok(Value::Cells(Cells { queries, keys: span(cursor)? }));
    }
    // `7-7` is also accepted as 7.
    let one = queries.first == queries.last;
    Ok(if one { Value::Number(queries.first) } else { Value::Range(queries) })
}

fn span(cursor: &mut Cursor) -> Result<Span, Error> {
    let first = cursor.number()?;
    let last = if cursor.take_symbol('-') { cursor.number()? } else { first };
    Ok(Span { first, last })
}

impl Argument {
    /// The error if something else was expected here.
    fn not(&self, expected: Expected) -> Error {
        let found = match &self.value {
            Value::Number(number) => number.to_string(),
            Value::Range(span) => span.to_string(),
            Value::Cells(cells) => cells.to_string(),
        };
        Error::Parse { column: self.column, problem: ParseProblem::Expected { expected, found } }
    }

    pub(super) fn number(&self) -> Result<i64, Error> {
        match self.value {
            Value::Number(number) => Ok(number),
            _ => Err(self.not(Expected::Number)),
        }
    }

    pub(super) fn tokens(&self) -> Result<Span, Error> {
        match self.value {
            Value::Number(number) => Ok(Span::one(number)),
            Value::Range(span) => Ok(span),
            Value::Cells(_) => Err(self.not(Expected::Tokens)),
        }
    }

    pub(super) fn cells(&self) -> Result<Cells, Error> {
        match self.value {
            Value::Cells(cells) => Ok(cells),
            _ => Err(self.not(Expected::Cell)),
        }
    }
}
