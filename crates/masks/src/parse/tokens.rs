//! Splits text into words, numbers and symbols, each with its column.

use std::fmt;

use crate::check::MAX_NUMBER;
use crate::error::{Error, ParseProblem};
use crate::syntax::sign;

/// A token of the text.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Name(String),
    Number(i64),
    Symbol(char),
    End,
}

/// A token, the column of its first character, and the column after its last.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    pub(super) token: Token,
    pub(super) column: usize,
    pub(super) end: usize,
}

/// The token as it appears in error messages.
impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A word may be as long as the text; its beginning is enough to identify it.
        const LONGEST: usize = 40;
        match self {
            Token::Name(name) => {
                let beginning: String = name.chars().take(LONGEST).collect();
                write!(f, "`{beginning}`")
            }
            Token::Number(number) => write!(f, "{number}"),
            Token::Symbol(symbol) => write!(f, "`{symbol}`"),
            Token::End => f.write_str("the end"),
        }
    }
}

/// Splits a text into tokens, without [`Token::End`].
pub(super) fn tokens(text: &str) -> Result<Vec<Placed>, Error> {
    let characters: Vec<char> = text.chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(&first) = characters.get(at) {
        let start = at;
        let run = |belongs: fn(char) -> bool| {
            characters[start..].iter().copied().take_while(|&c| belongs(c)).collect::<String>()
        };
        let (token, length) = if first.is_whitespace() {
            at += 1;
            continue;
        } else if first.is_ascii_alphabetic() || first == '_' {
            let name = run(|c| c.is_ascii_alphanumeric() || c == '_');
            let length = name.len();
            // Names are not case-sensitive, because many people write AND.
            (Token::Name(name.to_ascii_lowercase()), length)
        } else if first.is_ascii_digit() {
            let digits = run(|c| c.is_ascii_digit());
            (Token::Number(number(&digits, start + 1)?), digits.len())
        } else if matches!(first, '(' | ')' | ',' | ':' | '=' | '-') {
            (Token::Symbol(first), 1)
        } else {
            let problem = match sign(&characters[start..]) {
                Some((sign, word)) => ParseProblem::Sign { sign, word },
                None => ParseProblem::Character { character: first },
            };
            return Err(Error::Parse { column: start + 1, problem });
        };
        at += length;
        tokens.push(Placed { token, column: start + 1, end: at + 1 });
    }
    Ok(tokens)
}

fn number(digits: &str, column: usize) -> Result<i64, Error> {
    const SHOWN: usize = 20;
    digits.parse().ok().filter(|&number| number <= MAX_NUMBER).ok_or_else(|| {
        let cut = if digits.len() > SHOWN { "..." } else { "" };
        let digits = format!("{}{cut}", digits.chars().take(SHOWN).collect::<String>());
        Error::Parse { column, problem: ParseProblem::Number { digits, most: MAX_NUMBER } }
    })
}
