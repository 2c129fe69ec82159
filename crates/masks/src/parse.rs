//! Parses expressions.

mod arguments;
mod clause;
mod cursor;
mod numbers;
mod tokens;

use std::ops::Range;

use cursor::Cursor;
use tokens::Token;

use crate::check::{MAX_CLAUSES, MAX_DEPTH};
use crate::error::{Error, Expected, ParseProblem};
use crate::expression::Expr;

/// The longest text that is parsed, in bytes.
pub const MAX_TEXT: usize = 16 * 1024;

/// An expression, and the positions of its clauses in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// The expression.
    pub expr: Expr,
    /// The columns of each clause, in reading order: counted from 1, in characters, with the end
    /// excluded.
    pub columns: Vec<Range<usize>>,
    /// The numbers of each clause. Painted cells have none, because they are painted and not typed.
    pub numbers: Vec<Vec<Number>>,
    /// The columns of each [`Expr::And`] and [`Expr::Or`], including the brackets around it. A group
    /// comes after the groups in it.
    pub groups: Vec<Range<usize>>,
}

/// A number in a clause, with its position, so that it can be changed in place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number {
    /// The name of the argument, as in the syntax of [`Clause`](crate::Clause). The numbers of a
    /// list are named `length` and `token`, and the ends of a range `first` and `last`.
    pub name: &'static str,
    /// The value.
    pub value: i64,
    /// The columns of the number, including its sign, as in [`Parsed::columns`].
    pub columns: Range<usize>,
}

/// Parses an expression.
///
/// ```text
/// expression = term { "or" term }
/// term       = factor { "and" factor }
/// factor     = "not" factor | "(" expression ")" | clause
/// clause     = name [ "(" [ argument { "," argument } ] ")" ]
/// argument   = [ "-" ] number | span | cell | alignment
/// span       = number [ "-" number ]
/// cell       = span ":" span
/// alignment  = "upper_left" | "lower_right" | "offset" "=" [ "-" ] number
/// ```
///
/// `not` binds tighter than `and`, and `and` tighter than `or`. Blanks are allowed between words,
/// numbers and symbols, and case does not matter. [`Clause`](crate::Clause) lists the arguments of
/// each clause.
///
/// - errors: [`Error::Parse`] at the first column where the text is not an expression, or where an
///   argument is out of range in a mask of any size
pub fn parse(text: &str) -> Result<Parsed, Error> {
    if text.len() > MAX_TEXT {
        let problem = ParseProblem::TooLong { bytes: text.len(), most: MAX_TEXT };
        return Err(Error::Parse { column: 1, problem });
    }
    let mut parser = Parser {
        cursor: Cursor::new(text)?,
        columns: Vec::new(),
        numbers: Vec::new(),
        groups: Vec::new(),
    };
    let expr = parser.expression(MAX_DEPTH)?;
    if parser.cursor.peek().token != Token::End {
        return Err(parser.cursor.expected(Expected::Operator));
    }
    let Parser { columns, numbers, groups, .. } = parser;
    Ok(Parsed { expr, columns, numbers, groups })
}

impl Error {
    /// The column of the text that the error is about, if any: where parsing failed, or where the
    /// clause begins that does not fit.
    #[must_use]
    pub fn column(&self, text: &str) -> Option<usize> {
        match self {
            Error::Parse { column, .. } => Some(*column),
            Error::Clause { clause, .. } => {
                let columns = parse(text).ok()?.columns;
                columns.get(*clause).map(|columns| columns.start)
            }
            _ => None,
        }
    }
}

struct Parser {
    cursor: Cursor,
    columns: Vec<Range<usize>>,
    numbers: Vec<Vec<Number>>,
    groups: Vec<Range<usize>>,
}

impl Parser {
    /// `left` is the number of brackets and `not` that may still be opened.
    fn expression(&mut self, left: usize) -> Result<Expr, Error> {
        let start = self.cursor.column();
        let mut terms = vec![self.term(left)?];
        while self.cursor.take_word("or") {
            terms.push(self.term(left)?);
        }
        Ok(self.joined(terms, Expr::Or, start))
    }

    fn term(&mut self, left: usize) -> Result<Expr, Error> {
        let start = self.cursor.column();
        let mut factors = vec![self.factor(left)?];
        while self.cursor.take_word("and") {
            factors.push(self.factor(left)?);
        }
        Ok(self.joined(factors, Expr::And, start))
    }

    fn factor(&mut self, left: usize) -> Result<Expr, Error> {
        let deeper = left
            .checked_sub(1)
            .ok_or_else(|| self.cursor.error(ParseProblem::TooDeep { most: MAX_DEPTH }));
        match &self.cursor.peek().token {
            Token::Name(name) if name == "not" => {
                let left = deeper?;
                self.cursor.advance();
                Ok(Expr::Not(Box::new(self.factor(left)?)))
            }
            Token::Symbol('(') => {
                let left = deeper?;
                let start = self.cursor.column();
                self.cursor.advance();
                let expr = self.expression(left)?;
                if !self.cursor.take_symbol(')') {
                    return Err(self.cursor.expected(Expected::Closing));
                }
                if let (Expr::And(_) | Expr::Or(_), Some(group)) = (&expr, self.groups.last_mut()) {
                    *group = start..self.cursor.last_end();
                }
                Ok(expr)
            }
            Token::Name(name) if name != "and" && name != "or" => {
                let name = name.clone();
                self.clause(&name)
            }
            _ => Err(self.cursor.expected(Expected::Operand)),
        }
    }

    fn clause(&mut self, name: &str) -> Result<Expr, Error> {
        if self.columns.len() == MAX_CLAUSES {
            return Err(self.cursor.error(ParseProblem::TooManyClauses { most: MAX_CLAUSES }));
        }
        let column = self.cursor.column();
        // An unknown name is reported before errors in its arguments.
        let usage = clause::usage(name, column)?;
        self.cursor.advance();
        let arguments = arguments::arguments(&mut self.cursor)?;
        let clause = clause::clause(usage, column, &arguments)?;
        self.columns.push(column..self.cursor.last_end());
        self.numbers.push(numbers::numbers(&clause, arguments));
        Ok(Expr::Clause(clause))
    }

    /// Joins operands, of which there is at least one. Two or more are a group.
    fn joined(&mut self, operands: Vec<Expr>, join: fn(Vec<Expr>) -> Expr, start: usize) -> Expr {
        if operands.len() > 1 {
            self.groups.push(start..self.cursor.last_end());
        }
        Expr::joined(operands, join).unwrap_or_else(|| join(Vec::new()))
    }
}
