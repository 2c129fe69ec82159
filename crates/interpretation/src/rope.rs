//! RoPE that files ask for.

use heedmap_attention_rule::Pairs;
use serde_json::Value;

use crate::corrections::GivenRope;
use crate::message::Refusal;
use crate::metadata::json_in;
use crate::rules::{Wrong, wrong};

/// `{"base": 10000, "pairs": "half", "dim": null}`.
pub(crate) fn rope_in(text: &str) -> Option<GivenRope> {
    rope_of(&json_in(text)?)
}

/// The refusal of a `rope` of a file with a key that does not exist.
pub(crate) fn rope_refused(text: &str) -> Option<Refusal> {
    let (name, text) = unknown_in_rope(&json_in(text)?)?;
    Some(Refusal::FileRule { name, text })
}

/// A key of `rope` that does not exist, such as that of a scaling: angles without it would be other ones.
pub(crate) fn unknown_in_rope(given: &Value) -> Option<Wrong> {
    let parsed = given.as_str().and_then(json_in);
    let fields = parsed.as_ref().unwrap_or(given).as_object()?;
    let known = ["base", "pairs", "dim"];
    let (key, value) = fields.iter().find(|(key, _)| !known.contains(&key.as_str()))?;
    Some(wrong(&format!("rope.{key}"), value))
}

pub(crate) fn rope_of(given: &Value) -> Option<GivenRope> {
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
    is_valid.then_some(GivenRope { base, pairs, dim })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::RuleText;
    use crate::rules::{FileRule, rules_in};

    #[test]
    fn a_rope_with_an_unknown_key_is_refused_with_its_layer_and_head() {
        let of = |text: &str| rules_in(text, &FileRule::default());
        let yarn = r#"[{}, {"rope": {"base": 10000, "rope_type": "yarn"}}]"#;
        let (name, text) = ("rope.rope_type".to_owned(), RuleText::Text("yarn".to_owned()));
        assert_eq!(of(yarn), Err(Refusal::Rule { layer: 1.0, name, text }));
        let linear = r#"[{"heads": [{"rope": "{\"base\": 10000, \"factor\": 4}"}]}]"#;
        let (name, text) = ("rope.factor".to_owned(), RuleText::Number(4.0));
        assert_eq!(of(linear), Err(Refusal::HeadRule { layer: 0.0, head: 0.0, name, text }));
    }
}
