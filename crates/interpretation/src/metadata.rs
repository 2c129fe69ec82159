//! The metadata about q, k and weights: from a `.safetensors` file, or from a JSON file that is
//! opened with the arrays.

use std::iter;

use serde::Serialize;
use serde_json::Value;

use crate::listing::File;
use crate::message::Refusal;
use crate::model_part::ModelPart;
use crate::reading::Numbers;
use crate::rope::rope_refused;
use crate::rules::{FileRule, Rules, rules_in};

/// The maximum length of a list of sinks in bytes, enough for 4,096 heads.
const MOST_TEXT: usize = 1 << 18;

/// What the files define. The rest is `None`, or empty.
#[derive(Clone, Debug, Default)]
pub(crate) struct Metadata {
    /// What weights are.
    pub(crate) numbers: Option<Numbers>,
    /// How weights are computed, in all layers.
    pub(crate) rule: FileRule,
    /// How weights are computed in each layer, if layers differ; or why the file's own rule is refused.
    pub(crate) rules: Option<Result<Rules, Refusal>>,
    pub(crate) layout: String,
    /// What each layer is called.
    pub(crate) layers: Option<Vec<u64>>,
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

/// The metadata of the arrays of a file, and of those of each part of the model for which it has keys of its own, such as
/// `decoder.mask`. The values of the file count before those of files without arrays that come after it.
pub(crate) fn metadata_of(
    files: &[File],
    file: u32,
) -> impl Iterator<Item = ((u32, Option<ModelPart>), Metadata)> {
    let own: Vec<&File> =
        files.iter().filter(|each| each.id == file || each.tensors.is_empty()).collect();
    let has =
        |prefix| own.iter().any(|file| file.metadata.iter().any(|pair| pair.0.starts_with(prefix)));
    let parts: Vec<_> = ModelPart::ALL.into_iter().filter(|part| has(part.prefix())).collect();
    let parts = iter::once(None).chain(parts.into_iter().map(Some));
    parts.map(move |part| ((file, part), metadata_in(&own, part)))
}

fn metadata_in<'a>(own: &[&'a File], part: Option<ModelPart>) -> Metadata {
    let named = |key: &str| {
        let pairs = |file: &&'a File| file.metadata.iter().rev().find(|pair| pair.0 == key);
        own.iter().find_map(pairs).map(|pair| pair.1.as_str())
    };
    let text = |key: &str| {
        part.and_then(|part| named(&format!("{}{key}", part.prefix()))).or_else(|| named(key))
    };
    let rule = FileRule::of(&text);
    Metadata {
        numbers: text("kind").and_then(Numbers::named),
        rules: text("rope")
            .and_then(rope_refused)
            .map(Err)
            .or_else(|| text("rules").map(|list| rules_in(list, &rule))),
        rule,
        layout: text("layout").unwrap_or_default().to_owned(),
        layers: text("layers").and_then(lengths_in),
        heads: heads_in(text("heads"), text("key_heads")),
        lengths: text("lengths").and_then(lengths_in).unwrap_or_default(),
        sinks: text("sinks").and_then(sinks_in),
    }
}

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

fn heads_in(heads: Option<&str>, key_heads: Option<&str>) -> Option<(u64, u64)> {
    let found = heads.and_then(whole_in).zip(key_heads.or(heads).and_then(whole_in));
    found.filter(|&(heads, key_heads)| heads > 0 && key_heads > 0)
}

/// The value of a JSON text. It is read as a tree: code that serde derives for each type is larger.
pub(crate) fn json_in(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok()
}

/// The items of a JSON array, if all have the type.
fn items_in<T>(value: &Value, item: impl Fn(&Value) -> Option<T>) -> Option<Vec<T>> {
    value.as_array()?.iter().map(item).collect()
}

/// The tokens of a text, `["the", "cat"]`, or of several texts with their numbers, `[["a"], ["b", "c"]]`.
pub(crate) fn tokens_in(text: &str) -> Option<(Vec<String>, Vec<u64>)> {
    let value = json_in(text)?;
    let list = |list: &Value| items_in(list, |token| Some(token.as_str()?.to_owned()));
    let texts = match list(&value) {
        Some(tokens) => return Some((tokens, Vec::new())),
        None => items_in(&value, list)?,
    };
    let lengths = texts.iter().map(|each| each.len() as u64).collect();
    Some((texts.concat(), lengths))
}

/// `[17, 12]`: lengths, or numbers of layers.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::RuleText;

    fn of(pairs: &[(&str, &str)]) -> Metadata {
        of_parts(pairs).remove(0).1
    }

    fn of_parts(pairs: &[(&str, &str)]) -> Vec<(Option<ModelPart>, Metadata)> {
        let metadata = pairs.iter().map(|&(key, text)| (key.into(), text.into())).collect();
        let files = [File { metadata, ..File::default() }];
        metadata_of(&files, 0).map(|((_, part), found)| (part, found)).collect()
    }

    #[test]
    fn a_key_of_a_part_counts_before_that_of_the_file() {
        let pairs =
            [("decoder.mask", "causal"), ("mask", "all"), ("scale", "0.5"), ("cross.scale", "2")];
        let found = of_parts(&pairs);
        let said: Vec<_> = found
            .iter()
            .map(|(part, found)| (*part, found.rule.causal(), found.rule.scale))
            .collect();
        let expected = [
            (None, Some(false), Some(0.5)),
            (Some(ModelPart::Decoder), Some(true), Some(0.5)),
            (Some(ModelPart::Cross), Some(false), Some(2.0)),
        ];
        assert_eq!(said, expected);
    }

    #[test]
    fn a_mask_gives_the_direction_the_window_and_the_clauses_that_are_not_supported() {
        let found = of(&[("mask", "causal and window(4) and not block(2)")]);
        assert_eq!((found.rule.causal(), found.rule.window()), (Some(true), Some(4.0)));
        assert_eq!(found.rule.unread(), ["not block(2)"]);
        assert_eq!(of(&[("mask", "all")]).rule.causal(), Some(false));
        assert_eq!(of(&[("mask", "all"), ("causal", "Yes")]).rule.causal(), Some(true));
        assert_eq!(of(&[("window", "0")]).rule.window(), None);
    }

    #[test]
    fn invalid_values_are_ignored() {
        let wrong = ["", "x", "1e999", "NaN", "-", "[", "[[]", "{}", "{\"base\": 0}"];
        for text in wrong {
            let keys = ["scale", "softcap", "window", "rope", "sinks", "heads", "lengths", "kind"];
            let found = of(&keys.map(|key| (key, text)));
            assert_eq!(
                found.rule,
                FileRule { causal: found.rule.causal, ..FileRule::default() },
                "{text}"
            );
            assert!(found.sinks.is_none() && found.heads.is_none());
            assert!(found.lengths.is_empty() && found.numbers.is_none());
        }
    }

    #[test]
    fn a_rope_of_the_file_with_an_unknown_key_is_refused() {
        let text = r#"{"base": 10000, "mrope_section": [1, 1, 2]}"#;
        let (name, list) = ("rope.mrope_section".to_owned(), RuleText::Text("[…]".to_owned()));
        for pairs in [&[("rope", text)][..], &[("rope", text), ("rules", "[{}]")]] {
            let refusal = Refusal::FileRule { name: name.clone(), text: list.clone() };
            assert_eq!(of(pairs).rules, Some(Err(refusal)));
        }
        let whole = r#"{"base": 10000, "pairs": "half", "dim": null}"#;
        assert_eq!(of(&[("rope", whole)]).rules, None);
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
