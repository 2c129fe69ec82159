//! The few literals of Python that a header is made of.

use crate::error::Problem;

/// A literal.
pub(super) enum Value<'a> {
    Text(&'a [u8]),
    Bool(bool),
    /// A number as it is written.
    Number(&'a [u8]),
    Tuple(Vec<Value<'a>>),
    List,
}

/// How deep a header may be nested: a structured type of sub-arrays is four deep, and refused later.
const DEEPEST: usize = 6;

/// Where the reader of a header is.
pub(super) struct Reader<'a> {
    pub(super) text: &'a [u8],
    pub(super) at: usize,
}

/// A header that is not what the format wants.
pub(super) fn header(why: &str) -> Problem {
    Problem::Header { what: "header", why: why.to_owned() }
}

impl<'a> Reader<'a> {
    /// The next byte that is no blank.
    pub(super) fn peek(&mut self) -> Option<u8> {
        while self.text.get(self.at).is_some_and(|&byte| matches!(byte, b' ' | b'\t' | b'\n')) {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }

    /// Reads a sign if it comes next.
    pub(super) fn take(&mut self, sign: u8) -> bool {
        let there = self.peek() == Some(sign);
        self.at += usize::from(there);
        there
    }

    /// Reads a sign that has to come next.
    pub(super) fn want(&mut self, sign: u8) -> Result<(), Problem> {
        if self.take(sign) { Ok(()) } else { Err(self.unexpected()) }
    }

    pub(super) fn unexpected(&self) -> Problem {
        header(&format!("byte {} of it does not belong there", self.at))
    }

    /// Reads a text in single or double quotes, without escapes.
    pub(super) fn text(&mut self) -> Result<&'a [u8], Problem> {
        let quote = self.peek().filter(|byte| matches!(byte, b'\'' | b'"'));
        let quote = quote.ok_or_else(|| self.unexpected())?;
        let start = self.at + 1;
        let rest = self.text.get(start..).unwrap_or_default();
        let length = rest.iter().position(|&byte| byte == quote);
        let length = length.ok_or_else(|| header("a quotation mark is missing"))?;
        self.at = start + length + 1;
        let text = &rest[..length];
        if text.iter().any(|&byte| byte < b' ' || byte == b'\\') {
            return Err(header("a text in it has a control character or an escape"));
        }
        Ok(text)
    }

    /// Reads a literal.
    pub(super) fn value(&mut self, depth: usize) -> Result<Value<'a>, Problem> {
        if depth > DEEPEST {
            return Err(header(&format!("it is nested more than {DEEPEST} deep")));
        }
        match self.peek() {
            Some(b'\'' | b'"') => self.text().map(Value::Text),
            Some(b'(') => self.tuple(depth),
            Some(b'[') => {
                self.at += 1;
                self.items(b']', depth).map(|_| Value::List)
            }
            Some(b'-' | b'+' | b'0'..=b'9' | b'.') => self.number(),
            _ if self.take_word(b"True") => Ok(Value::Bool(true)),
            _ if self.take_word(b"False") => Ok(Value::Bool(false)),
            _ => Err(self.unexpected()),
        }
    }

    fn take_word(&mut self, word: &[u8]) -> bool {
        let there = self.text.get(self.at..).is_some_and(|rest| rest.starts_with(word));
        self.at += if there { word.len() } else { 0 };
        there
    }

    /// Reads what stands in round brackets: one value without a comma is that value, as in Python.
    fn tuple(&mut self, depth: usize) -> Result<Value<'a>, Problem> {
        self.at += 1;
        let (mut items, comma) = self.items(b')', depth)?;
        match items.pop() {
            Some(only) if items.is_empty() && !comma => Ok(only),
            last => {
                items.extend(last);
                Ok(Value::Tuple(items))
            }
        }
    }

    /// Reads values up to a closing bracket, and says whether a comma followed the last one.
    fn items(&mut self, closing: u8, depth: usize) -> Result<(Vec<Value<'a>>, bool), Problem> {
        let mut items = Vec::new();
        let mut comma = false;
        while !self.take(closing) {
            if !items.is_empty() && !comma {
                return Err(self.unexpected());
            }
            items.push(self.value(depth + 1)?);
            comma = self.take(b',');
        }
        Ok((items, comma))
    }

    fn number(&mut self) -> Result<Value<'a>, Problem> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let belongs = |byte: &&u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
        let length = rest.iter().take_while(belongs).count();
        let number = &rest[..length];
        self.at += length;
        if let [whole @ .., b'L' | b'l'] = number
            && whole.iter().all(u8::is_ascii_digit)
        {
            return Err(header("a number ends in L, as Python 2 wrote it: save the array anew"));
        }
        let float = |byte: &u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
        if number.iter().any(u8::is_ascii_digit) && number.iter().all(float) {
            return Ok(Value::Number(number));
        }
        Err(self.unexpected())
    }
}
