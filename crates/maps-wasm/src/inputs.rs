//! Checks arguments.

use heedmap_measures::maps::Span;
use heedmap_wasm_common::{Number, Refusal, value};

/// A range of rows or columns from JavaScript.
pub(crate) fn span(start: &Number, length: &Number) -> Result<Span, Refusal> {
    let whole = |given: &Number| value("a start or a length", given);
    Ok(Span { start: whole(start)?, length: whole(length)? })
}
