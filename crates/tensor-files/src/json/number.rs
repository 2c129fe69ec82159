//! JSON numbers.

use super::cursor::Cursor;
use crate::decimal;
use crate::error::Error;

/// The text of a number, split into its parts.
#[derive(Clone, Copy)]
pub(crate) struct Sign<'a> {
    pub(crate) text: &'a [u8],
    negative: bool,
    /// The digits before the point.
    whole: &'a [u8],
    /// The digits after the point.
    fraction: &'a [u8],
    exponent: i64,
}

impl Sign<'_> {
    /// The nearest float, or infinity.
    pub(crate) fn value(&self) -> f64 {
        let digits = self.whole.iter().chain(self.fraction).copied();
        let point = self.exponent.saturating_add(self.whole.len() as i64);
        let size = decimal::nearest(digits, point);
        if self.negative { -size } else { size }
    }
}

/// The grammar of numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Grammar {
    /// The grammar of JSON.
    Json,
    /// The grammar of tables, which also accept `+1`, `.5`, `5.` and `007`.
    Table,
}

/// Reads the next number.
pub(super) fn read<'a>(cursor: &mut Cursor<'a>) -> Result<Sign<'a>, Error> {
    let Some((number, _)) = scan(cursor.rest(), Grammar::Json) else {
        let number = |byte: &u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
        return Err(match cursor.rest() {
            [b'-', b'I' | b'N', ..] => cursor.syntax("NaN and Infinity are no JSON"),
            rest if !rest.is_empty() && rest.iter().all(number) => cursor.ends(),
            [b'-' | b'0'..=b'9', ..] => cursor.syntax("this is no number as JSON writes them"),
            _ => cursor.no_value("a number"),
        });
    };
    if matches!(cursor.rest().get(number.text.len()), Some(b'0'..=b'9' | b'.' | b'x' | b'_')) {
        return Err(cursor.syntax("this is no number as JSON writes them"));
    }
    cursor.advance(number.text.len());
    Ok(number)
}

/// The longest number at the start of a text, and the rest.
pub(crate) fn scan(text: &[u8], grammar: Grammar) -> Option<(Sign<'_>, &[u8])> {
    let lenient = grammar == Grammar::Table;
    let (negative, rest) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] if lenient => (false, rest),
        rest => (false, rest),
    };
    let (whole, mut rest) = digits(rest);
    if !lenient && (whole.is_empty() || whole.len() > 1 && whole.starts_with(b"0")) {
        return None;
    }
    let mut fraction: &[u8] = &[];
    if let [b'.', behind @ ..] = rest {
        let (found, behind) = digits(behind);
        if found.is_empty() && (whole.is_empty() || !lenient) {
            return None;
        }
        (fraction, rest) = (found, behind);
    }
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let mut exponent = 0;
    if let [b'e' | b'E', behind @ ..] = rest {
        let (minus, behind) = match behind {
            [b'-', behind @ ..] => (true, behind),
            [b'+', behind @ ..] => (false, behind),
            behind => (false, behind),
        };
        let (found, behind) = digits(behind);
        if found.is_empty() {
            return None;
        }
        let size = crate::npy::digits(found).and_then(|size| i64::try_from(size).ok());
        // An exponent beyond 2^40 has the same effect as 2^40, because a file has fewer digits.
        let size = size.unwrap_or(i64::MAX).min(1 << 40);
        exponent = if minus { -size } else { size };
        rest = behind;
    }
    let text = &text[..text.len() - rest.len()];
    Some((Sign { text, negative, whole, fraction, exponent }, rest))
}

fn digits(text: &[u8]) -> (&[u8], &[u8]) {
    text.split_at(text.iter().take_while(|byte| byte.is_ascii_digit()).count())
}
