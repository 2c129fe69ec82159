//! The metadata about q, k and weights: from a `.safetensors` file, or from a JSON file that is
//! opened with the arrays.

use serde::Serialize;
use serde_json::Value;

use crate::listing::File;
use crate::reading::{Numbers, Pairs, Rope};

/// The maximum length of a list of sinks in bytes, enough for 4,096 heads.
const MOST_TEXT: usize = 1 << 18;

/// What the files define. The rest is `None`, or empty.
#[derive(Clone, Debug, Default)]
pub(crate) struct Metadata {
    /// What weights are.
    pub(crate) numbers: Option<Numbers>,
    pub(crate) causal: Option<bool>,
    pub(crate) scale: Option<f64>,
    pub(crate) window: Option<f64>,
    pub(crate) softcap: Option<f64>,
    /// RoPE that has yet to be applied.
    pub(crate) rope: Option<Rope>,
    /// Clauses of the mask that are not supported.
    pub(crate) unread: Vec<String>,
    pub(crate) layout: String,
    /// The numbers of heads of q and of k.
    pub(crate) heads: Option<(u64, u64)>,
    /// The number of tokens of each text before its padding.
    pub(crate) lengths: Vec<u64>,
    pub(crate) sinks: Option<Sinks>,
}

/// Learned sinks.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) enum Sinks {
    /// The first column of the weights is a sink.
    Column,
    /// A score by layer and head.
    Scores(Vec<Vec<f64>>),
}

/// The metadata of the arrays of a file. Its own values count before those of files without arrays
/// that come after it.
pub(crate) fn metadata_in<'a>(files: &'a [File], file: u32) -> Metadata {
    let own: Vec<&'a File> =
        files.iter().filter(|each| each.id == file || each.tensors.is_empty()).collect();
    let text = |key: &str| {
        let pairs = |file: &&'a File| file.metadata.iter().rev().find(|pair| pair.0 == key);
        own.iter().find_map(pairs).map(|pair| pair.1.as_str())
    };
    let clauses = text("mask").map(clauses_in).unwrap_or_default();
    let ranges = clauses.iter().find_map(|clause| window_in(clause));
    let causal = text("causal").or_else(|| text("is_causal")).map(is_true);
    let in_mask = text("mask").map(|_| clauses.iter().any(|clause| clause == "causal"));
    let window = text("window").or(ranges).and_then(whole_in).filter(|&window| window >= 1);
    Metadata {
        numbers: text("kind").and_then(Numbers::named),
        causal: causal.or(in_mask),
        scale: text("scale").and_then(number_in),
        window: window.map(|window| window as f64),
        softcap: text("softcap").and_then(number_in).filter(|&softcap| softcap > 0.0),
        rope: text("rope").and_then(rope_in),
        unread: clauses
            .iter()
            .filter(|each| *each != "causal" && window_in(each).is_none())
            .cloned()
            .collect(),
        layout: text("layout").unwrap_or_default().to_owned(),
        heads: heads_in(text("heads"), text("key_heads")),
        lengths: text("lengths").and_then(lengths_in).unwrap_or_default(),
        sinks: text("sinks").and_then(sinks_in),
    }
}

/// The clauses of a mask: `causal and window(4)`.
fn clauses_in(mask: &str) -> Vec<String> {
    let words: Vec<&str> = mask.split_whitespace().collect();
    let clauses = words.split(|&word| word == "and").map(|words| words.join(" "));
    clauses.filter(|clause| !clause.is_empty() && clause != "all").collect()
}

/// The digits of `window(4)`.
fn window_in(clause: &str) -> Option<&str> {
    let digits = clause.strip_prefix("window(")?.strip_suffix(')')?;
    (!digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())).then_some(digits)
}

fn is_true(text: &str) -> bool {
    ["true", "1", "yes"].iter().any(|word| word.eq_ignore_ascii_case(text))
}

/// The number at the beginning of a text.
fn number_in(text: &str) -> Option<f64> {
    let text = text.trim_start();
    let is_part = |letter: char| letter.is_ascii_digit() || "+-.eE".contains(letter);
    let end = text.find(|letter| !is_part(letter)).unwrap_or(text.len());
    let longest = (1..=end.min(64)).rev().find_map(|end| text[..end].parse::<f64>().ok());
    longest.filter(|number| number.is_finite())
}

/// A whole number of at most eight digits.
fn whole_in(text: &str) -> Option<u64> {
    let is_whole =
        (1..=8).contains(&text.len()) && text.bytes().all(|digit| digit.is_ascii_digit());
    text.parse().ok().filter(|_| is_whole)
}

fn heads_in(heads: Option<&str>, key_heads: Option<&str>) -> Option<(u64, u64)> {
    let found = heads.and_then(whole_in).zip(key_heads.or(heads).and_then(whole_in));
    found.filter(|&(heads, key_heads)| heads > 0 && key_heads > 0)
}

/// The value of a JSON text. It is read as a tree: code that serde derives for each type is larger.
fn json_in(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok()
}

/// The items of a JSON array, if all have the type.
fn items_in<T>(value: &Value, item: impl Fn(&Value) -> Option<T>) -> Option<Vec<T>> {
    value.as_array()?.iter().map(item).collect()
}

/// `["the", "cat"]`.
pub(crate) fn texts_in(text: &str) -> Option<Vec<String>> {
    items_in(&json_in(text)?, |token| Some(token.as_str()?.to_owned()))
}

/// `[17, 12]`.
fn lengths_in(text: &str) -> Option<Vec<u64>> {
    let lengths = items_in(&json_in(text)?, Value::as_u64)?;
    lengths.iter().all(|&length| length < 100_000_000).then_some(lengths)
}

/// `[[0.5, -1], [0, 2]]`, or `first column`.
fn sinks_in(text: &str) -> Option<Sinks> {
    match text {
        "first column" => Some(Sinks::Column),
        _ if text.len() > MOST_TEXT => None,
        _ => items_in(&json_in(text)?, |row| items_in(row, Value::as_f64)).map(Sinks::Scores),
    }
}

/// `{"base": 10000, "pairs": "half", "dim": null}`.
fn rope_in(text: &str) -> Option<Rope> {
    let given = json_in(text)?;
    let fields = given.as_object()?;
    let base = fields.get("base")?.as_f64()?;
    let pairs = match fields.get("pairs") {
        None => Pairs::default(),
        Some(name) => Pairs::named(name.as_str()?)?,
    };
    let dim = match fields.get("dim") {
        None | Some(Value::Null) => None,
        Some(dim) => Some(dim.as_f64()?),
    };
    let is_valid = base > 0.0 && dim.is_none_or(|dim| dim >= 2.0 && dim.fract() == 0.0);
    is_valid.then_some(Rope { base, pairs, dim })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(pairs: &[(&str, &str)]) -> Metadata {
        let metadata = pairs.iter().map(|&(key, text)| (key.into(), text.into())).collect();
        metadata_in(&[File { metadata, ..File::default() }], 0)
    }

    #[test]
    fn a_mask_gives_the_direction_the_window_and_the_clauses_that_are_not_supported() {
        let found = of(&[("mask", "causal and window(4) and not block(2)")]);
        assert_eq!((found.causal, found.window), (Some(true), Some(4.0)));
        assert_eq!(found.unread, ["not block(2)"]);
        assert_eq!(of(&[("mask", "all")]).causal, Some(false));
        assert_eq!(of(&[("mask", "all"), ("causal", "Yes")]).causal, Some(true));
        assert_eq!(of(&[("window", "0")]).window, None);
    }

    #[test]
    fn invalid_values_are_ignored() {
        let wrong = ["", "x", "1e999", "NaN", "-", "[", "[[]", "{}", "{\"base\": 0}"];
        for text in wrong {
            let keys = ["scale", "softcap", "window", "rope", "sinks", "heads", "lengths", "kind"];
            let found = of(&keys.map(|key| (key, text)));
            assert_eq!((found.scale, found.softcap, found.window), (None, None, None), "{text}");
            assert!(found.rope.is_none() && found.sinks.is_none() && found.heads.is_none());
            assert!(found.lengths.is_empty() && found.numbers.is_none());
        }
    }

    #[test]
    fn a_number_ends_where_the_text_is_none() {
        assert_eq!(number_in(" 0.125 per head"), Some(0.125));
        assert_eq!(number_in("-1e3x"), Some(-1000.0));
        assert_eq!(number_in("8e"), Some(8.0));
        assert_eq!(number_in("é"), None);
    }

    #[test]
    fn sinks_are_rows_of_finite_scores_or_the_first_column() {
        assert_eq!(of(&[("sinks", "first column")]).sinks, Some(Sinks::Column));
        assert_eq!(
            of(&[("sinks", "[[1, -2.5]]")]).sinks,
            Some(Sinks::Scores(vec![vec![1.0, -2.5]]))
        );
        assert_eq!(of(&[("sinks", "[[1, null]]")]).sinks, None);
    }
}
