//! Reads the numbers and labels of a table.

use super::cell::{Cell, cell};
use super::form::{Form, form};
use super::rows::{Row, Rows, Separator};
use super::separator::separator;
use crate::error::{Error, Problem, at_most, characters, shown_bytes};
use crate::limits::{MAX_ELEMENTS, MAX_LABEL, MAX_TOKENS};
use crate::listing::{Listing, Tensor};

/// Reads the whole text.
pub(crate) fn read(text: &[u8]) -> Result<Listing, Error> {
    let (format, separator) = separator(text);
    let rows = Rows::new(text, separator);
    let form = form(rows.clone())?;
    if form.columns == 1 && !form.numbers {
        return Err(text_error(text));
    }
    numbers(rows, form, Listing::new(format))
}

/// `1,234` may be one number, a number with a thousands separator, or two cells; the parser does
/// not guess.
const DECIMAL_COMMA: &str = "a decimal comma, which could as well separate cells or thousands: write decimal points, \
    in pandas with to_csv(path, decimal='.'), in Excel under Options, Advanced, Decimal separator";

/// The error for a single column without a number, which is plain text or blank.
fn text_error(text: &[u8]) -> Error {
    let problem = match text.trim_ascii() {
        [b'"', ..] => {
            let (found, wanted) = ("a text".to_owned(), "a number");
            Problem::Type { line: 1, column: 1, found, wanted }
        }
        _ => Problem::Foreign { what: "this text is neither JSON nor a table of numbers" },
    };
    problem.into()
}

/// Reads the numbers and the labels of a table of known form.
fn numbers(mut rows: Rows<'_>, form: Form, mut listing: Listing) -> Result<Listing, Error> {
    let high = form.rows - u64::from(form.header && form.rows > 0);
    let wide = form.columns - u64::from(form.labels);
    if high == 0 || wide == 0 {
        return Err(Problem::Empty { hint: ": the table has no numbers" }.into());
    }
    // The file is read whole, which bounds the rows, and columns are limited, so the product does
    // not overflow.
    let elements = high * wide;
    at_most("elements", elements, MAX_ELEMENTS)?;
    at_most("tokens", if form.labels { high } else { 0 }, MAX_TOKENS)?;
    let mut data = Vec::new();
    data.try_reserve_exact(elements as usize)
        .map_err(|_| Problem::Memory { bytes: elements * 8 })?;
    let mut row = Row::new();
    let mut header = form.header;
    let has_commas = rows.separator == Separator::Byte(b',');
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
            data.push(number(text, rows.line, index + 1, has_commas)?);
        }
    }
    listing.tensors.push(Tensor::held(String::new(), vec![high, wide], data));
    Ok(listing)
}

fn label(text: &[u8]) -> Result<String, Error> {
    // The bytes were split from valid UTF-8 at ASCII characters.
    let text = std::str::from_utf8(text).unwrap_or_default();
    at_most("characters of a label", characters(text), MAX_LABEL)?;
    Ok(text.to_owned())
}

/// The number in a cell. Its column in errors is counted in cells.
fn number(text: &[u8], line: usize, column: usize, has_commas: bool) -> Result<f64, Error> {
    match cell(text) {
        Cell::Number(number) => Ok(number),
        Cell::Infinite => Err(Problem::Range { line, column, number: shown_bytes(text) }.into()),
        Cell::DecimalComma if !has_commas => {
            Err(Problem::Syntax { line, column, why: DECIMAL_COMMA }.into())
        }
        Cell::DecimalComma => {
            let (found, wanted) =
                (format!("`{}`", shown_bytes(text)), "a number with a decimal point");
            Err(Problem::Type { line, column, found, wanted }.into())
        }
        blank_or_label => {
            let blank = blank_or_label == Cell::Blank;
            let found =
                if blank { "an empty cell".to_owned() } else { format!("`{}`", shown_bytes(text)) };
            Err(Problem::Type { line, column, found, wanted: "a number" }.into())
        }
    }
}
