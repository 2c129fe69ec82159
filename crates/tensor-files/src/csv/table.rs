//! The numbers of a table, and its labels.

use super::cell::{Cell, cell};
use super::form::{Form, form};
use super::rows::{Row, Rows};
use crate::error::{Error, Problem, at_most, characters, shown_bytes};
use crate::json::held_tensor;
use crate::limits::{MAX_ELEMENTS, MAX_LABEL, MAX_TOKENS};
use crate::listing::{Format, Listing};

/// Reads the whole text.
pub(crate) fn read(text: &[u8]) -> Result<Listing, Error> {
    let (format, separator) = separator(text);
    let rows = Rows::new(text, separator);
    let listing = form(rows.clone()).and_then(|form| {
        if form.columns == 1 && !form.numbers {
            return Err(of_words(text));
        }
        numbers(rows, form, Listing::new(format))
    });
    listing.map_err(|error| if semicolons(text) { of_semicolons(error) } else { error })
}

/// What is wrong with a single column without a number: it is a text, or blank.
fn of_words(text: &[u8]) -> Error {
    let problem = match text.trim_ascii() {
        [] => Problem::Empty { hint: ": the text is blank" },
        [b'"', ..] => {
            let (found, wanted) = ("a text".to_owned(), "a number");
            Problem::Type { line: 1, column: 1, found, wanted }
        }
        _ => Problem::Foreign { what: "this text is neither JSON nor a table of numbers" },
    };
    problem.into()
}

/// A tab in the first row that is not blank makes it a table of tabs.
fn separator(text: &[u8]) -> (Format, u8) {
    let (mut quoted, mut begun) = (false, false);
    for byte in text {
        match byte {
            b'"' => quoted = !quoted,
            b'\t' if !quoted => return (Format::Tsv, b'\t'),
            b'\n' | b'\r' if !quoted && begun => break,
            _ => {}
        }
        begun |= !byte.is_ascii_whitespace();
    }
    (Format::Csv, b',')
}

/// Whether the first line has a semicolon beside a digit.
fn semicolons(text: &[u8]) -> bool {
    let line = text.trim_ascii_start().split(|byte| *byte == b'\n').next().unwrap_or_default();
    let beside = |pair: &[u8]| match pair {
        [b';', other] | [other, b';'] => other.is_ascii_digit(),
        _ => false,
    };
    line.windows(2).any(beside)
}

/// What is wrong with a table of semicolons is not what it looks like from between the commas.
fn of_semicolons(error: Error) -> Error {
    let (line, column) = match error.problem() {
        Problem::Type { line, column, .. } => (*line, *column),
        Problem::Ragged { line, .. } => (*line, 1),
        Problem::Foreign { .. } => (1, 1),
        _ => return error,
    };
    let why = "semicolons between the cells: write commas or tabs, and decimal points";
    Problem::Syntax { line, column, why }.into()
}

/// Reads the numbers and the labels of a table whose form is known.
fn numbers(mut rows: Rows<'_>, form: Form, mut listing: Listing) -> Result<Listing, Error> {
    let high = form.rows - u64::from(form.header && form.rows > 0);
    let wide = form.columns - u64::from(form.labels);
    if high == 0 || wide == 0 {
        return Err(Problem::Empty { hint: ": the table has no numbers" }.into());
    }
    // Rows are lines of a file that is read whole, and columns are limited: the product fits.
    let elements = high * wide;
    at_most("elements", elements, MAX_ELEMENTS)?;
    at_most("tokens", if form.labels { high } else { 0 }, MAX_TOKENS)?;
    let mut data = Vec::new();
    data.try_reserve_exact(elements as usize)
        .map_err(|_| Problem::Memory { bytes: elements * 8 })?;
    let mut row = Row::new();
    let mut header = form.header;
    while rows.read(&mut row)? {
        let skipped = usize::from(form.labels);
        if std::mem::take(&mut header) {
            let labels = row.iter().skip(skipped).map(|text| label(text));
            listing.key_tokens = labels.collect::<Result<_, _>>()?;
            continue;
        }
        if let (true, Some(text)) = (form.labels, row.first()) {
            listing.tokens.push(label(text)?);
        }
        for (index, text) in row.iter().enumerate().skip(skipped) {
            data.push(number(text, rows.line, index + 1)?);
        }
    }
    listing.tensors.push(held_tensor(String::new(), vec![high, wide], data));
    Ok(listing)
}

fn label(text: &[u8]) -> Result<String, Error> {
    // It was cut out of UTF-8 at signs of ASCII.
    let text = std::str::from_utf8(text).unwrap_or_default();
    at_most("characters of a label", characters(text), MAX_LABEL)?;
    Ok(text.to_owned())
}

/// The number in a cell; its column is counted in cells.
fn number(text: &[u8], line: usize, column: usize) -> Result<f64, Error> {
    match cell(text) {
        Cell::Number(number) => Ok(number),
        Cell::Infinite => Err(Problem::Range { line, column, number: shown_bytes(text) }.into()),
        blank_or_label => {
            let blank = blank_or_label == Cell::Blank;
            let found =
                if blank { "an empty cell".to_owned() } else { format!("`{}`", shown_bytes(text)) };
            Err(Problem::Type { line, column, found, wanted: "a number" }.into())
        }
    }
}
