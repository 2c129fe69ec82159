//! What can be wrong with an input, each as one sentence with the figures in it.

use std::fmt;

use crate::parse::parse;

/// Why a mask, or a question about one, was refused.
///
/// Every sentence can be shown to a reader as it is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the sentence says what each figure is")]
pub enum Error {
    /// The text is no expression. The column is counted from 1, in characters.
    #[error("column {column}: {problem}")]
    Parse { column: usize, problem: ParseProblem },

    /// A clause that does not fit the mask. Clauses are counted from 0, in reading order, which
    /// leads to its place in the text: [`Parsed::columns`](crate::Parsed::columns).
    #[error("{text}: {problem}")]
    Clause { clause: usize, text: String, problem: ClauseProblem },

    /// An expression of more clauses than [`MAX_CLAUSES`](crate::MAX_CLAUSES).
    #[error("more than {most} clauses")]
    TooManyClauses { most: usize },

    /// Random blocks that draw from more pairs than [`MAX_DRAWN`](crate::MAX_DRAWN).
    #[error(
        "the random blocks draw from {pairs} pairs of blocks, and at most {most} are drawn from: \
         make the blocks larger, or leave some out"
    )]
    TooManyDraws { pairs: u64, most: u64 },

    /// An expression nested more deeply than [`MAX_DEPTH`](crate::MAX_DEPTH).
    #[error("nested more than {most} deep")]
    TooDeep { most: usize },

    /// No query or no key, or more than [`MAX_SIDE`](crate::MAX_SIDE).
    #[error("{count} {name}: a mask has 1 to {most}")]
    Side { name: &'static str, count: usize, most: usize },

    /// A cell is asked about that does not exist.
    #[error(
        "query {query}, key {key} is out of range: there are {queries} queries and {keys} keys, \
         counted from 0"
    )]
    NoSuchCell { query: usize, key: usize, queries: usize, keys: usize },

    /// Painted cells that take more rectangles than [`MAX_PAINTED`](crate::MAX_PAINTED).
    #[error(
        "painted cells take up to {most} rectangles, and these would take {rectangles} or more"
    )]
    Painted { rectangles: usize, most: usize },

    /// Query heads that cannot share the key heads evenly.
    #[error(
        "{heads} heads cannot share {kv_heads} key heads: the first must be a multiple of the second"
    )]
    Heads { heads: u64, kv_heads: u64 },

    /// A figure about heads or blocks that is 0 or beyond what is counted.
    #[error("{name} is {value}: it must be 1 to {most}")]
    Figure { name: &'static str, value: u64, most: u64 },
}

/// Why a text is no expression.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the sentence says what each figure is")]
pub enum ParseProblem {
    /// Something else should stand here.
    #[error("expected {expected}, found {found}")]
    Expected { expected: Expected, found: String },

    /// A character that no expression has.
    #[error("`{character}` is not part of an expression")]
    Character { character: char },

    /// A word that is no clause.
    #[error("`{name}` is no clause; there are {}", clause_names())]
    UnknownClause { name: String },

    /// Too few or too many arguments.
    #[error("the number of arguments is {got}; it is written {usage}")]
    Arguments { got: usize, usage: &'static str },

    /// An alignment for a clause that does not ask where the query stands.
    #[error("`{name}` takes no alignment; it is written {usage}")]
    Alignment { name: &'static str, usage: &'static str },

    /// An argument out of range, whatever the size of the mask.
    #[error(transparent)]
    Clause(#[from] ClauseProblem),

    /// More digits than any argument needs.
    #[error("{digits} is too large: at most {most}")]
    Number { digits: String, most: i64 },

    /// More text than [`MAX_TEXT`](crate::MAX_TEXT).
    #[error("the text has {bytes} bytes, and at most {most} are read")]
    TooLong { bytes: usize, most: usize },

    /// As [`Error::TooDeep`].
    #[error("nested more than {most} deep")]
    TooDeep { most: usize },

    /// As [`Error::TooManyClauses`].
    #[error("more than {most} clauses")]
    TooManyClauses { most: usize },
}

/// What should stand where something else was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// What is wrong with the arguments of a clause.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the sentence says what each figure is")]
pub enum ClauseProblem {
    /// A number below what the clause can do with.
    #[error("{name} is {value}: it must be at least {least}")]
    TooSmall { name: &'static str, value: i64, least: i64 },

    /// A number whose sums would overflow somewhere.
    #[error("{name} is {value}: it must be at most {most}")]
    TooLarge { name: &'static str, value: i64, most: i64 },

    /// A bound below -1.
    #[error("{name} is {value}: it must be -1, for no bound, or at least {least}")]
    Bound { name: &'static str, value: i64, least: i64 },

    /// A range whose end comes first.
    #[error("{name} {first}-{last} ends before it begins")]
    Backwards { name: &'static str, first: i64, last: i64 },

    /// A list of nothing.
    #[error("the list of {name} is empty")]
    Empty { name: &'static str },

    /// More tokens than keys.
    #[error("{tokens} tokens, but there are {keys} keys")]
    TooManyTokens { tokens: i64, keys: usize },

    /// A query or a key that is not there.
    #[error("{name} {value} is out of range: there are {count}, counted from 0")]
    OutOfRange { name: &'static str, value: i64, count: usize },
}

/// The names of all clauses, for a sentence.
fn clause_names() -> String {
    crate::clause::CLAUSES.map(|(name, _)| name).join(", ")
}

impl Error {
    /// The column of the text that the error is about, if it is about one: where the text stops
    /// being an expression, or where the clause begins that does not fit.
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
