//! Detects the separator of a table.

use super::cell::{Cell, cell};
use super::rows::{Row, Rows, Separator};
use crate::listing::Format;

/// Detects the separator from the first row and, for semicolons, from all rows.
///
/// - A tab in the first row that is not blank means tabs.
/// - Semicolons in a first row without a comma mean semicolons. So does the same number of
///   semicolons, at least one, in every row: a comma-separated table may have semicolons in labels,
///   but not in every row.
/// - A first row of numbers that are separated by blanks, without a comma, means blanks.
/// - Everything else means commas.
pub(super) fn separator(text: &[u8]) -> (Format, Separator) {
    let first = first_row(text);
    if has(first, b'\t') {
        return (Format::Tsv, Separator::Byte(b'\t'));
    }
    let semicolon = Separator::Byte(b';');
    if has(first, b';') && (!has(first, b',') || is_even(Rows::new(text, semicolon))) {
        return (Format::Csv, semicolon);
    }
    let is_plain = !first.iter().any(|byte| b",;\"".contains(byte));
    if is_plain && begins_with_numbers(Rows::new(text, Separator::Blanks)) {
        return (Format::Csv, Separator::Blanks);
    }
    (Format::Csv, Separator::Byte(b','))
}

/// The first row that is neither blank nor a comment, or if all rows are comments the first that is
/// not blank. A quoted line end does not end it.
fn first_row(text: &[u8]) -> &[u8] {
    let mut first: &[u8] = &[];
    let mut rest = text;
    while !rest.is_empty() {
        let mut is_quoted = false;
        let end = rest.iter().position(|&byte| {
            is_quoted ^= byte == b'"';
            !is_quoted && matches!(byte, b'\n' | b'\r')
        });
        let (row, after) = rest.split_at(end.unwrap_or(rest.len()));
        rest = after.get(1..).unwrap_or_default();
        let is_blank = row.trim_ascii().is_empty();
        if !is_blank && !row.trim_ascii_start().starts_with(b"#") {
            return row;
        }
        if !is_blank && first.is_empty() {
            first = row;
        }
    }
    first
}

/// Whether a byte occurs outside quotes.
fn has(row: &[u8], wanted: u8) -> bool {
    let mut is_quoted = false;
    row.iter().any(|&byte| {
        is_quoted ^= byte == b'"';
        !is_quoted && byte == wanted
    })
}

/// Whether every row has as many cells as the first, and at least two.
fn is_even(mut rows: Rows<'_>) -> bool {
    let (mut row, mut wide) = (Row::new(), None);
    while let Ok(is_row) = rows.read(&mut row) {
        match (is_row, wide) {
            (false, wide) => return wide.is_some(),
            (true, None) if row.len() > 1 => wide = Some(row.len()),
            (true, Some(wide)) if wide == row.len() => {}
            _ => return false,
        }
    }
    false
}

/// Whether the first row consists of several numbers.
fn begins_with_numbers(mut rows: Rows<'_>) -> bool {
    let mut row = Row::new();
    let is_row = rows.read(&mut row).unwrap_or(false);
    let is_number = |text: &[u8]| matches!(cell(text), Cell::Number(_) | Cell::Infinite);
    is_row && row.len() > 1 && row.iter().all(|text| is_number(text))
}
