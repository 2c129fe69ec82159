//! Rules of files by layer and head.

use serde_json::{Map, Value};

use crate::json::json_in;
use crate::message::Refusal;
use crate::rule_values::{Wrong, is_list, wrong};
use crate::rules::{FileRule, contradiction};

/// The maximum length of a list of rules in bytes.
const MOST_TEXT: usize = 1 << 20;

/// A list of rules by layer. Each layer has one rule, or one for each head.
pub(crate) type Rules = Vec<Vec<FileRule>>;

/// The rules of a list: an object for each layer, in which `heads` may have an object for each head. What a layer
/// does not say is what the file says.
///
/// - errors: [`Refusal::Rules`] for anything but a list; for the first layer or head that cannot be read [`Refusal::Rule`] or
///   [`Refusal::HeadRule`]; [`Refusal::RuleContradicts`], [`Refusal::HeadDiffers`]
pub(crate) fn rules_in(text: &str, file: &FileRule) -> Result<Rules, Refusal> {
    let list = if text.len() > MOST_TEXT { None } else { json_in(text) };
    let list = list.as_ref().and_then(Value::as_array).ok_or(Refusal::Rules)?;
    let layers = list.iter().enumerate().map(|(layer, value)| {
        let refused = |(key, text): Wrong| Refusal::rule((layer, None), &key, text);
        let object = |value: &Value| {
            value.as_object().cloned().ok_or_else(|| refused(wrong("rules", value)))
        };
        let of_layer = object(value)?;
        let rule = file.with(&of_layer).and_then(|rule| rule.at(layer)).map_err(refused)?;
        let checked = |rule: FileRule, said: &Map<String, Value>| match contradiction(&rule, said) {
            None => Ok(rule),
            Some((kind, name)) => {
                let (layer, kind) = (layer as f64, kind.name().to_owned());
                Err(Refusal::RuleContradicts { layer, kind, name })
            }
        };
        let rule = checked(rule, &of_layer)?;
        let Some(heads) = of_layer.get("heads") else { return Ok(rule.by_head()) };
        let heads = heads.as_array().filter(|heads| !heads.is_empty());
        let heads = heads.ok_or_else(|| refused(wrong("heads", &of_layer["heads"])))?;
        let of_head = |(head, value): (usize, &Value)| {
            let refused = |(key, text): Wrong| Refusal::rule((layer, Some(head)), &key, text);
            let said = value.as_object().ok_or_else(|| refused(wrong("heads", value)))?;
            let is_odd = |(key, value): &(&String, &Value)| match key.as_str() {
                "heads" => true,
                "slope" => is_list(value),
                _ => false,
            };
            if let Some((key, value)) = said.iter().find(is_odd) {
                return Err(refused(wrong(key, value)));
            }
            let slopes = rule.slope.clone().filter(|_| rule.list.is_some());
            let own = match &slopes {
                Some(slopes) if slopes.len() != heads.len() => {
                    return Err(refused(wrong("slope", &slopes.clone().into())));
                }
                Some(slopes) => Some(vec![slopes[head]]),
                None => rule.slope.clone(),
            };
            let rule = FileRule { slope: own, ..rule.clone() };
            let own = rule.with(said).and_then(|rule| rule.at(layer)).map_err(refused)?;
            let own = checked(own, said)?;
            Ok(FileRule { list: Some("heads"), ..own })
        };
        let heads = heads.iter().enumerate().map(of_head).collect::<Result<Vec<_>, _>>()?;
        match differing(&heads) {
            None => Ok(heads),
            Some((head, name)) => {
                Err(Refusal::HeadDiffers { layer: layer as f64, head: head as f64, name })
            }
        }
    });
    layers.collect()
}

/// The rules of layers whose rotations a configuration of the file states; `None` if it states none for each.
///
/// - `numbers`: of the layers in that configuration, if the file says them
pub(crate) fn rules_of_ropes(
    file: &FileRule,
    numbers: Option<&[u64]>,
) -> Option<Result<Rules, Refusal>> {
    let count = file.ropes.as_ref()?.len();
    let layers: Vec<usize> = match numbers {
        Some(numbers) => numbers.iter().map(|&number| number as usize).collect(),
        None => (0..count).collect(),
    };
    let of_layer = |(at, &layer): (usize, &usize)| {
        let refused = |(key, text): Wrong| Refusal::rule((at, None), &key, text);
        Ok(file.clone().at(layer).map_err(refused)?.by_head())
    };
    Some(layers.iter().enumerate().map(of_layer).collect())
}

/// The first head with another value than head 0 for a key whose value is that of the layer.
fn differing(heads: &[FileRule]) -> Option<(usize, String)> {
    let first = heads.first()?;
    heads.iter().enumerate().find_map(|(head, rule)| {
        let odd = [
            (rule.kind != first.kind, "kind"),
            (rule.block != first.block, "selected_block"),
            (rule.compressed != first.compressed, "compress_rate"),
        ];
        let (_, name) = odd.into_iter().find(|(is_odd, _)| *is_odd)?;
        Some((head, name.to_owned()))
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::mask::SaidMask;
    use crate::message::RuleText;
    use heedmap_attention_rule::Rope;

    fn file() -> FileRule {
        FileRule { causal: Some(true), scale: Some(0.5), ..FileRule::default() }
    }

    #[test]
    fn what_a_layer_does_not_say_is_what_the_file_says() {
        let text =
            r#"[{"window": 512, "rope": {"base": 10000}}, {}, {"mask": "all", "scale": null}]"#;
        let rope = Rope::default();
        let local = FileRule { window: Some(Some(512.0)), rope: Some(rope), ..file() };
        let open = FileRule {
            causal: None,
            mask: Some(SaidMask { is_all: true, ..SaidMask::default() }),
            scale: None,
            ..file()
        };
        assert_eq!(rules_in(text, &file()), Ok(vec![vec![local], vec![file()], vec![open]]));
    }

    #[test]
    fn a_layer_may_have_a_rule_for_each_head() {
        let text = r#"[{"window": 8, "heads": [{}, {"sliding_window": 4, "is_causal": false}]}]"#;
        let of_head = FileRule { list: Some("heads"), ..file() };
        let first = FileRule { window: Some(Some(8.0)), ..of_head.clone() };
        let second = FileRule { window: Some(Some(4.0)), causal: Some(false), ..of_head };
        assert_eq!(rules_in(text, &file()), Ok(vec![vec![first, second]]));
    }

    #[test]
    fn a_mask_with_other_clauses_is_kept() {
        let mask = |text: &str| {
            let rules = rules_in(&format!("[{{\"mask\": \"{text}\"}}]"), &file()).unwrap();
            let rule = &rules[0][0];
            (rule.causal(), rule.window(), rule.mask().cloned())
        };
        let sinks = "causal and (window(8) or prefix(4))";
        assert_eq!(mask(sinks), (Some(true), None, Some(sinks.to_owned())));
        let images = "causal or images(3-8)";
        assert_eq!(mask(images), (Some(false), None, Some(images.to_owned())));
        let aligned = "causal(offset=3)";
        assert_eq!(mask(aligned), (Some(false), None, Some(aligned.to_owned())));
        assert_eq!(mask("causal and window(8) and all"), (Some(true), Some(8.0), None));
    }

    #[test]
    fn a_window_counts_before_the_window_of_the_mask() {
        let text = r#"[{"window": 2, "mask": "causal and window(4)"}]"#;
        let rules = rules_in(text, &file()).unwrap();
        let rule = &rules[0][0];
        assert_eq!((rule.causal(), rule.window()), (Some(true), Some(2.0)));
    }

    #[test]
    fn a_rule_that_cannot_be_read_is_refused_with_its_layer_and_head() {
        let refused = |layer: f64, name: &str, text: &str| {
            let text = match text.parse() {
                Ok(number) => RuleText::Number(number),
                Err(_) => RuleText::Text(text.to_owned()),
            };
            Err(Refusal::Rule { layer, name: name.to_owned(), text })
        };
        assert_eq!(rules_in(r#"[{}, {"window": 0}]"#, &file()), refused(1.0, "window", "0"));
        assert_eq!(rules_in(r#"[{"mask": 7}]"#, &file()), refused(0.0, "mask", "7"));
        let unknown = r#"[{"mask": "causal and odd(3)"}]"#;
        assert_eq!(rules_in(unknown, &file()), refused(0.0, "mask", "causal and odd(3)"));
        assert_eq!(rules_in(r#"[{"chunk": 7}]"#, &file()), refused(0.0, "chunk", "7"));
        assert_eq!(rules_in(r#"[{"causal": 1}]"#, &file()), refused(0.0, "causal", "1"));
        assert_eq!(rules_in(r#"[{"heads": []}]"#, &file()), refused(0.0, "heads", "[…]"));
        assert_eq!(rules_in(r#"[{}, null]"#, &file()), refused(1.0, "rules", "null"));
        for (head, name, text) in [(r#"{"window": 0}"#, "window", "0"), ("7", "heads", "7")] {
            let rules = format!(r#"[{{}}, {{"heads": [{{}}, {head}]}}]"#);
            let text = RuleText::Number(text.parse().unwrap());
            let (layer, head, name) = (1.0, 1.0, name.to_owned());
            assert_eq!(
                rules_in(&rules, &file()),
                Err(Refusal::HeadRule { layer, head, name, text })
            );
        }
        let of_head = r#"[{"kind": "differential", "heads": [{"selected_block": 4}]}]"#;
        let (kind, name) = ("differential".to_owned(), "selected_block".to_owned());
        let refusal = Refusal::RuleContradicts { layer: 0.0, kind, name };
        assert_eq!(rules_in(of_head, &file()), Err(refusal));
        assert_eq!(
            rules_in(r#"[{}, {"rope": {}}]"#, &file()),
            refused(1.0, "rope", r#"{"base": null}"#)
        );
        for text in ["", "{}", "7", "[[", "\"causal\""] {
            assert_eq!(rules_in(text, &file()), Err(Refusal::Rules), "{text}");
        }
    }
}
