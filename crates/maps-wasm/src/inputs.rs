//! Arguments, checked.

use heedmap_measures::maps::Span;
use heedmap_wasm_common::{Names, Refusal, count};
use wasm_bindgen::JsValue;

use crate::refusal::MapsError;

/// A number of things.
pub(crate) fn whole(name: &'static str, value: &JsValue) -> Result<usize, Refusal> {
    count(value).ok_or_else(|| MapsError::NotWhole { name }.into())
}

/// A place in a file, or a length of it: these have more than 32 bits.
pub(crate) fn long(value: &JsValue) -> Option<u64> {
    // Beyond 2^53 not every whole number is one of JavaScript's. The cast makes NaN to 0.
    let number = value.as_f64().filter(|number| *number <= 9_007_199_254_740_992.0)?;
    (number as u64 as f64 == number).then_some(number as u64)
}

/// Rows or columns from JavaScript.
pub(crate) fn span(start: &JsValue, length: &JsValue) -> Result<Span, Refusal> {
    let whole = |value| whole("a start or a length", value);
    Ok(Span { start: whole(start)?, length: whole(length)? })
}

/// What a name means.
pub(crate) fn named<T: Copy>(
    name: &'static str,
    value: &JsValue,
    names: Names<T>,
) -> Result<T, Refusal> {
    let given = value.as_string();
    let found = names.iter().find(|(name, _)| given.as_deref() == Some(*name));
    found.map(|&(_, value)| value).ok_or_else(|| {
        let names: Vec<&str> = names.iter().map(|&(name, _)| name).collect();
        MapsError::NotName { name, wanted: names.join(" or ") }.into()
    })
}
