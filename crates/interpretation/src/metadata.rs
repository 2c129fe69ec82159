//! The metadata about q, k and weights: from a `.safetensors` file, or from a JSON file that is
//! opened with the arrays.

use std::iter;

use serde::Serialize;
use serde_json::Value;

use crate::json::{items_in, json_in, whole_in};
use crate::layer_rules::{Rules, rules_in, rules_of_ropes};
use crate::listing::File;
use crate::message::Refusal;
use crate::model_part::ModelPart;
use crate::reading::Numbers;
use crate::rule_values::wrong;
use crate::rules::{FileRule, KEYS};

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
    /// The positions of the keys: one list, or one for each section of mRoPE.
    pub(crate) position_ids: Option<Vec<Vec<i64>>>,
    /// The first keys that do not exist, with their values.
    pub(crate) unknown: Vec<(String, String)>,
}

/// The other keys of metadata; those that begin with `heedmap_` are the page's own, and `format` is that of safetensors.
const OTHER_KEYS: [&str; 25] = [
    "tokens",
    "query_tokens",
    "encoder_tokens",
    "decoder_tokens",
    "rules",
    "layers",
    "sinks",
    "image_grid_thw",
    "segments",
    "layout",
    "synthetic",
    "offset",
    "heads",
    "key_heads",
    "lengths",
    "head_size",
    "model",
    "tokenizer",
    "byte_steps",
    "heedmap",
    "position_ids",
    "format",
    "name",
    "source",
    "off",
];
/// The most unknown keys that a note names, and the most characters of their values.
const MOST_UNKNOWN: usize = 4;
const MOST_VALUE: usize = 40;

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
    let position_ids = text("position_ids").map(positions_in).transpose();
    let found = FileRule::of(&text).and_then(|rule| Ok((rule, position_ids?)));
    let refusal = found.as_ref().err().cloned().map(Err);
    let (rule, position_ids) = found.unwrap_or_default();
    let layers = text("layers").and_then(lengths_in);
    Metadata {
        numbers: text("kind").and_then(Numbers::named),
        rules: refusal
            .or_else(|| text("rules").map(|list| rules_in(list, &rule)))
            .or_else(|| rules_of_ropes(&rule, layers.as_deref())),
        rule,
        position_ids,
        unknown: unknown_in(own),
        layout: text("layout").unwrap_or_default().to_owned(),
        layers,
        heads: heads_in(text("heads"), text("key_heads")),
        lengths: text("lengths").and_then(lengths_in).unwrap_or_default(),
        sinks: text("sinks").and_then(sinks_in),
    }
}

/// The first keys that do not exist.
fn unknown_in(own: &[&File]) -> Vec<(String, String)> {
    let is_known = |key: &str| {
        let prefixes = ModelPart::ALL.into_iter().map(ModelPart::prefix);
        let key = prefixes.filter_map(|prefix| key.strip_prefix(prefix)).next().unwrap_or(key);
        key.starts_with("heedmap_") || KEYS.contains(&key) || OTHER_KEYS.contains(&key)
    };
    let short = |text: &str| text.chars().take(MOST_VALUE).collect::<String>();
    let pairs = own.iter().flat_map(|file| &file.metadata);
    let unknown = pairs.filter(|(key, _)| !is_known(key)).take(MOST_UNKNOWN);
    unknown.map(|(key, text)| (short(key), short(text))).collect()
}

/// `[0, 1, 2]`, or a list for each section of mRoPE.
fn positions_in(text: &str) -> Result<Vec<Vec<i64>>, Refusal> {
    let list = |list: &Value| items_in(list, Value::as_i64);
    let found = json_in(text).and_then(|value| match list(&value) {
        Some(positions) => Some(vec![positions]),
        None => items_in(&value, list),
    });
    let lists = found.filter(|lists| lists.iter().all(|list| list.len() == lists[0].len()));
    lists.filter(|lists| lists.first().is_some_and(|list| !list.is_empty())).ok_or_else(|| {
        let (name, text) = wrong("position_ids", &Value::String(text.to_owned()));
        Refusal::FileRule { file: String::new(), name, text }
    })
}

fn heads_in(heads: Option<&str>, key_heads: Option<&str>) -> Option<(u64, u64)> {
    let found = heads.and_then(whole_in).zip(key_heads.or(heads).and_then(whole_in));
    found.filter(|&(heads, key_heads)| heads > 0 && key_heads > 0)
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
    #![allow(clippy::panic)]
    use super::*;

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
    fn a_mask_gives_the_direction_and_the_window() {
        let found = of(&[("mask", "causal and window(4)")]);
        assert_eq!((found.rule.causal(), found.rule.window()), (Some(true), Some(4.0)));
        assert_eq!(of(&[("mask", "all")]).rule.causal(), Some(false));
        assert_eq!(of(&[("mask", "window(4)"), ("causal", "Yes")]).rule.causal(), Some(true));
    }

    #[test]
    fn invalid_values_of_other_keys_than_those_of_a_rule_are_ignored() {
        for text in ["", "x", "1e999", "NaN", "-", "[", "[[]", "{}", "{\"base\": 0}"] {
            let found = of(&["sinks", "heads", "lengths"].map(|key| (key, text)));
            assert_eq!(found.rules, None, "{text}");
            assert!(found.sinks.is_none() && found.heads.is_none() && found.lengths.is_empty());
        }
    }

    #[test]
    fn a_value_of_a_rule_that_cannot_be_read_is_refused() {
        for (key, text) in [
            ("mask", "causal and chunk(1500)"),
            ("mask", ""),
            ("softcap", "abc"),
            ("softcap", "0"),
            ("scale", "1e999"),
            ("window", "0"),
            ("causal", "maybe"),
            ("kind", "rwkv7"),
            ("temperature", "-1"),
            ("slope", "[]"),
            ("slope", "[0.5, null]"),
            ("prefix", "1.5"),
            ("rope", "[1]"),
            ("rope", "{\"base\": 0}"),
            ("attn_temperature_tuning", "4"),
            ("position_ids", "[[0, 1], [0]]"),
            ("position_ids", "[]"),
        ] {
            for pairs in [&[(key, text)][..], &[(key, text), ("rules", "[{}]")]] {
                let Some(Err(Refusal::FileRule { name, .. })) = of(pairs).rules else {
                    panic!("{key} {text}: {:?}", of(pairs).rules)
                };
                assert!(name.starts_with(key), "{name}");
            }
        }
        let contradicts = of(&[("kind", "gated_delta"), ("slope", "0.5")]).rules;
        assert!(matches!(contradicts, Some(Err(Refusal::RuleContradicts { .. }))));
        let whole = r#"{"base": 10000, "pairs": "half", "dim": null}"#;
        assert_eq!(of(&[("rope", whole), ("kind", "weights"), ("softcap", "none")]).rules, None);
    }

    #[test]
    fn keys_that_do_not_exist_are_found() {
        let pairs = [("softcaps", "50"), ("decoder.mask", "causal"), ("decoder.maks", "all")];
        let (softcaps, maks) =
            (("softcaps".into(), "50".into()), ("decoder.maks".into(), "all".into()));
        assert_eq!(of(&pairs).unknown, [softcaps, maks]);
        assert!(
            of(&[("heedmap_sources", ""), ("format", "pt"), ("off", "[]"), ("slope", "0.5")])
                .unknown
                .is_empty()
        );
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
