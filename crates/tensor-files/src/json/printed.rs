//! Arrays that NumPy and PyTorch print: `[[0.1 0.2]\n [0.3 0.4]]`, `array([[0.1, 0.2]],
//! dtype=float32)`.
//!
//! Their precision is that of the printed digits.

use super::array;
use super::cursor::Cursor;
use crate::csv::{Cell, cell};
use crate::error::Error;
use crate::listing::{Format, Listing, Tensor};

/// The text before a printed array that can be pasted into Python.
const CALLS: [&str; 5] = ["array(", "np.array(", "numpy.array(", "tensor(", "torch.tensor("];

const SEVERAL: &str =
    "several printed arrays: save them with numpy.savez(\"attention.npz\", *arrays)";
/// Whether a text is one or several printed arrays.
pub(crate) fn is_printed(text: &str) -> bool {
    let text = text.trim_ascii_start();
    let is_called = |text: &str| {
        call_of(text).is_some_and(|call| text[call.len()..].trim_ascii_start().starts_with('['))
    };
    is_called(text) || is_called(within(text)) || has_blanks_between(text)
}

/// Reads a printed array.
pub(crate) fn read(text: &str) -> Result<Listing, Error> {
    let mut cursor = Cursor::of_printed(text);
    cursor.peek();
    let begin = text.trim_ascii_start();
    if call_of(within(begin)).is_some() {
        return Err(cursor.syntax(SEVERAL));
    }
    let call = call_of(begin);
    cursor.advance(call.map_or(0, str::len));
    let (shape, data) = array::read(&mut cursor)?;
    cursor.peek();
    let behind = cursor.rest().trim_ascii();
    // The text after the numbers of a call: `)`, `, dtype=float32)`, `, device='cuda:0')`.
    let is_closed = match (call, behind) {
        (None, []) => true,
        (Some(_), [b')']) => true,
        (Some(_), [b',', options @ .., b')']) => !options.contains(&b'['),
        _ => false,
    };
    if !is_closed {
        return Err(if behind.is_empty() { cursor.ends() } else { cursor.syntax(SEVERAL) });
    }
    let mut listing = Listing::new(Format::Printed);
    listing.tensors.push(Tensor::held(String::new(), shape, data));
    Ok(listing)
}

fn call_of(text: &str) -> Option<&'static str> {
    CALLS.into_iter().find(|call| text.starts_with(call))
}

/// The text inside the opening brackets of a list or a tuple.
fn within(text: &str) -> &str {
    text.strip_prefix(['[', '(']).unwrap_or_default().trim_ascii_start()
}

/// Whether the first number of nested lists is followed by another value without a comma.
fn has_blanks_between(text: &str) -> bool {
    let text = text.as_bytes();
    let skip = |text: &[u8], skipped: &[u8]| {
        text.iter().take_while(|byte| byte.is_ascii_whitespace() || skipped.contains(byte)).count()
    };
    let (open, behind) = text.split_at(skip(text, b"["));
    let ends = |byte: &u8| byte.is_ascii_whitespace() || b",[]".contains(byte);
    let (first, behind) = behind.split_at(behind.iter().position(ends).unwrap_or(0));
    let (between, next) = behind.split_at(skip(behind, b"]"));
    open.contains(&b'[')
        && matches!(cell(first), Cell::Number(_) | Cell::Infinite)
        && !between.is_empty()
        && matches!(next, [b'[' | b'0'..=b'9' | b'.' | b'-' | b'+' | b'n' | b'i', ..])
}
