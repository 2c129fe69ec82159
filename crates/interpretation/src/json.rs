//! Numbers and JSON in texts of files.

use serde_json::Value;

/// The number at the beginning of a text.
pub(crate) fn number_in(text: &str) -> Option<f64> {
    let text = text.trim_start();
    let is_part = |letter: char| letter.is_ascii_digit() || "+-.eE".contains(letter);
    let end = text.find(|letter| !is_part(letter)).unwrap_or(text.len());
    let longest = (1..=end.min(64)).rev().find_map(|end| text[..end].parse::<f64>().ok());
    longest.filter(|number| number.is_finite())
}

/// A whole number of at most eight digits.
pub(crate) fn whole_in(text: &str) -> Option<u64> {
    let is_whole =
        (1..=8).contains(&text.len()) && text.bytes().all(|digit| digit.is_ascii_digit());
    text.parse().ok().filter(|_| is_whole)
}

/// The value of a JSON text. It is read as a tree: code that serde derives for each type is larger.
pub(crate) fn json_in(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok()
}

/// The items of a JSON array, if all have the type.
pub(crate) fn items_in<T>(value: &Value, item: impl Fn(&Value) -> Option<T>) -> Option<Vec<T>> {
    value.as_array()?.iter().map(item).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_ends_where_the_text_is_none() {
        assert_eq!(number_in(" 0.125 per head"), Some(0.125));
        assert_eq!(number_in("-1e3x"), Some(-1000.0));
        assert_eq!(number_in("8e"), Some(8.0));
        assert_eq!(number_in("é"), None);
    }
}
