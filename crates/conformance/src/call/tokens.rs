//! The words and symbols of a call.

use super::CallError;

/// A word or symbol.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Integer(i128),
    Float(f64),
    /// A name, with the path before it: `np.random.randint`.
    Name(String),
    /// A bracket, a comma, or an operator; `**` and `//` are one symbol each.
    Symbol(&'static str),
}

/// All symbols, the longer ones first so that `**` is not read as two `*`.
const SYMBOLS: [&str; 13] = ["**", "//", "*", "/", "+", "-", "(", ")", "[", "]", ",", "=", "%"];

/// Splits a text into words and symbols, each with the position of its first character, from 1.
pub(super) fn tokens(text: &str) -> Result<Vec<(usize, Token)>, CallError> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let at = text[..text.len() - rest.len()].chars().count() + 1;
        let length = if first.is_ascii_digit() || starts_with_fraction(rest) {
            number_length(rest)
        } else if first.is_ascii_alphabetic() || first == '_' {
            rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '.'))
                .unwrap_or(rest.len())
        } else {
            let symbol =
                SYMBOLS.into_iter().find(|symbol| rest.starts_with(symbol)).ok_or_else(|| {
                    CallError::Unexpected { found: first.escape_debug().to_string(), at }
                })?;
            tokens.push((at, Token::Symbol(symbol)));
            rest = rest[symbol.len()..].trim_start();
            continue;
        };
        let (word, after) = rest.split_at(length);
        let token = if first.is_ascii_alphabetic() || first == '_' {
            Token::Name(word.to_owned())
        } else {
            number(word, at)?
        };
        tokens.push((at, token));
        rest = after.trim_start();
    }
    Ok(tokens)
}

/// Whether the text starts with a number such as `.1`.
fn starts_with_fraction(text: &str) -> bool {
    text.strip_prefix('.').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// The length of the number at the start of the text: `12`, `1_000`, `.5`, `1.`, `2e-3`.
fn number_length(text: &str) -> usize {
    let mut before = ' ';
    text.find(|c: char| {
        let signed_exponent = matches!(c, '+' | '-') && matches!(before, 'e' | 'E');
        before = c;
        !(c.is_ascii_alphanumeric() || c == '.' || c == '_' || signed_exponent)
    })
    .unwrap_or(text.len())
}

/// Reads a number.
fn number(word: &str, at: usize) -> Result<Token, CallError> {
    let unexpected = || CallError::Unexpected { found: word.to_owned(), at };
    let digits = word.replace('_', "");
    if digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return digits.parse().map(Token::Integer).map_err(|_| CallError::NumberTooLarge);
    }
    // Rust parses `1e5` like Python and rejects `1inf`; other characters cannot occur here.
    let value: f64 = digits.parse().map_err(|_| unexpected())?;
    if value.is_finite() { Ok(Token::Float(value)) } else { Err(CallError::NumberTooLarge) }
}
