//! Errors, each as one sentence with the figures.

use std::fmt;

use crate::syntax::names;
use heedmap_counted::{are, counted};

/// Why a mask, or a query about one, was rejected.
///
/// Every message can be shown to a reader.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the sentence says what each figure is")]
#[non_exhaustive]
pub enum Error {
    /// The text is not an expression. The column is counted from 1, in characters.
    #[error("column {column}: {problem}")]
    Parse { column: usize, problem: ParseProblem },

    /// A clause does not fit the mask. Clauses are counted from 0 in reading order, and
    /// [`Parsed::columns`](crate::Parsed::columns) gives the place in the text.
    #[error("{text}: {problem}")]
    Clause { clause: usize, text: String, problem: ClauseProblem },

    /// The expression has more than [`MAX_CLAUSES`](crate::MAX_CLAUSES) clauses.
    #[error("more than {most} clauses")]
    TooManyClauses { most: usize },

    /// The random blocks draw from more than [`MAX_DRAWN`](crate::MAX_DRAWN) pairs.
    #[error(
        "the random blocks draw from {pairs} pairs of blocks, and at most {most} are drawn from: \
         make the blocks larger, or leave some out"
    )]
    TooManyDraws { pairs: u64, most: u64 },

    /// The expression is nested more deeply than [`MAX_DEPTH`](crate::MAX_DEPTH).
    #[error("nested more than {most} deep")]
    TooDeep { most: usize },

    /// There is no query or no key, or there are more than [`MAX_SIDE`](crate::MAX_SIDE).
    #[error("{}: a mask has 1 to {most}", counted(*count, name))]
    Side { name: &'static str, count: usize, most: usize },

    /// The cell does not exist.
    #[error(
        "query {query}, key {key} is out of range: there {} {} and {}, counted from 0",
        are(*queries), counted(*queries, "queries"), counted(*keys, "keys")
    )]
    NoSuchCell { query: usize, key: usize, queries: usize, keys: usize },

    /// The painted cells need more than [`MAX_PAINTED`](crate::MAX_PAINTED) rectangles.
    #[error(
        "painted cells take up to {most} rectangles, and these would take {rectangles} or more"
    )]
    Painted { rectangles: usize, most: usize },

    /// The query heads cannot share the key heads evenly.
    #[error(
        "{} cannot share {}: the first must be a multiple of the second",
        counted(*heads as usize, "heads"), counted(*kv_heads as usize, "key heads")
    )]
    Heads { heads: u64, kv_heads: u64 },

    /// A number of heads, features, bytes or blocks is 0 or too large.
    #[error("{name} is {value}: it must be 1 to {most}")]
    Figure { name: &'static str, value: u64, most: u64 },
}

/// Why a text is not an expression.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the sentence says what each figure is")]
#[non_exhaustive]
pub enum ParseProblem {
    /// Something else was expected here.
    #[error("expected {expected}, found {found}")]
    Expected { expected: Expected, found: String },

    /// A character that is not used in expressions.
    #[error("`{character}` is not part of an expression")]
    Character { character: char },

    /// A sign that other languages use for `and`, `or` or `not`.
    #[error("`{sign}` is not part of an expression; write `{word}`")]
    Sign { sign: &'static str, word: &'static str },

    /// A word that is not the name of a clause, and the clause with the most similar name, if any
    /// is similar.
    #[error("`{name}` is not a clause; {}", names(*nearest))]
    UnknownClause { name: String, nearest: Option<&'static str> },

    /// Too few or too many arguments.
    #[error("`{name}` has {}; write {usage}", counted(*got, "arguments"))]
    Arguments { name: &'static str, got: usize, usage: &'static str },

    /// An alignment for a clause that does not use the position of the query.
    #[error("`{name}` takes no alignment; write {usage}")]
    Alignment { name: &'static str, usage: &'static str },

    /// An argument out of range, whatever the size of the mask.
    #[error(transparent)]
    Clause(#[from] ClauseProblem),

    /// A number with too many digits.
    #[error("{digits} is too large: at most {most}")]
    Number { digits: String, most: i64 },

    /// The text is longer than [`MAX_TEXT`](crate::MAX_TEXT).
    #[error("the text has {bytes} bytes, and at most {most} are read")]
    TooLong { bytes: usize, most: usize },

    /// Like [`Error::TooDeep`].
    #[error("nested more than {most} deep")]
    TooDeep { most: usize },

    /// Like [`Error::TooManyClauses`].
    #[error("more than {most} clauses")]
    TooManyClauses { most: usize },
}

/// What was expected instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expected {
    /// A clause, `not` or an opening bracket.
    Operand,
    /// `and`, `or` or the end of the text.
    Operator,
    /// `and`, `or` or a closing bracket.
    Closing,
    /// Another argument or the end of the arguments.
    NextArgument,
    /// The end of the arguments.
    LastArgument,
    /// A number, a range or an alignment.
    Argument,
    /// A whole number.
    Number,
    /// A token or a range of tokens.
    Tokens,
    /// A painted cell.
    Cell,
    /// The `=` of `offset=3`.
    EqualSign,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Expected::Operand => "a clause, `not` or `(`",
            Expected::Operator => "`and`, `or` or the end",
            Expected::Closing => "`and`, `or` or `)`",
            Expected::NextArgument => "`,` or `)`",
            Expected::LastArgument => "`)`, because an alignment comes last",
            Expected::Argument => "a number or an alignment",
            Expected::Number => "a whole number",
            Expected::Tokens => "a token such as 7 or tokens such as 7-9",
            Expected::Cell => "a cell such as 1:2 or cells such as 3-5:0-4",
            Expected::EqualSign => "`=` and a number",
        })
    }
}

/// A problem with the arguments of a clause.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the sentence says what each figure is")]
#[non_exhaustive]
pub enum ClauseProblem {
    /// A number below the minimum of the clause.
    #[error("{name} is {value}: it must be at least {least}")]
    TooSmall { name: &'static str, value: i64, least: i64 },

    /// A number so large that sums with it could overflow.
    #[error("{name} is {value}: it must be at most {most}")]
    TooLarge { name: &'static str, value: i64, most: i64 },

    /// A bound below -1.
    #[error("{name} is {value}: it must be -1, for no bound, or at least {least}")]
    Bound { name: &'static str, value: i64, least: i64 },

    /// A range whose end is before its start.
    #[error("{name} {first}-{last} ends before it begins")]
    Backwards { name: &'static str, first: i64, last: i64 },

    /// An empty list.
    #[error("the list of {name} is empty")]
    Empty { name: &'static str },

    /// More tokens than keys.
    #[error("{tokens} tokens, but there {} {}", are(*keys), counted(*keys, "keys"))]
    TooManyTokens { tokens: i64, keys: usize },

    /// A query or a key that does not exist.
    #[error("{name} {value} is out of range: there are {count}, counted from 0")]
    OutOfRange { name: &'static str, value: i64, count: usize },
}
