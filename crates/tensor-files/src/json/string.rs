//! JSON strings.

use super::cursor::Cursor;
use crate::error::Error;

impl Cursor<'_> {
    /// Reads a string.
    pub(crate) fn string(&mut self) -> Result<String, Error> {
        if self.next()? != b'"' {
            return Err(self.no_value("a text"));
        }
        self.advance(1);
        let mut string = String::new();
        loop {
            let rest = self.rest();
            let plain = rest.iter().take_while(|&&byte| byte >= b' ' && !b"\"\\".contains(&byte));
            let (run, rest) = rest.split_at(plain.count());
            string.push_str(self.take_text(run.len()));
            match rest {
                [b'"', ..] => {
                    self.advance(1);
                    return Ok(string);
                }
                [b'\\', ..] => string.push(escape(self)?),
                [] => return Err(self.ends()),
                _ => return Err(self.syntax("a control character stands in a text")),
            }
        }
    }
}

/// Reads an escape, or a surrogate pair of two escapes.
fn escape(cursor: &mut Cursor<'_>) -> Result<char, Error> {
    let letter = *cursor.rest().get(1).ok_or_else(|| cursor.ends())?;
    if letter == b'u' {
        return unicode(cursor);
    }
    let escaped = match letter {
        b'"' | b'\\' | b'/' => char::from(letter),
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        _ => return Err(cursor.syntax("there is no such escape")),
    };
    cursor.advance(2);
    Ok(escaped)
}

fn unicode(cursor: &mut Cursor<'_>) -> Result<char, Error> {
    let first = unit(cursor)?;
    if !(0xd800..0xdc00).contains(&first) {
        return char::from_u32(first).ok_or_else(|| cursor.half());
    }
    if !cursor.rest().starts_with(b"\\u") {
        return Err(cursor.half());
    }
    let second = unit(cursor)?;
    let low = second.checked_sub(0xdc00).filter(|low| *low < 0x400);
    let low = low.ok_or_else(|| cursor.half())?;
    char::from_u32(0x1_0000 + ((first - 0xd800) << 10) + low).ok_or_else(|| cursor.half())
}

/// Reads `\u` and four hexadecimal digits.
fn unit(cursor: &mut Cursor<'_>) -> Result<u32, Error> {
    let digits = cursor.rest().get(2..6).ok_or_else(|| cursor.ends())?;
    let value = digits.iter().try_fold(0, |value, &digit| {
        char::from(digit).to_digit(16).map(|digit| value << 4 | digit)
    });
    let value = value.ok_or_else(|| cursor.syntax("four hexadecimal digits belong behind \\u"))?;
    cursor.advance(6);
    Ok(value)
}
