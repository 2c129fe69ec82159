//! What files say about how weights are computed from q and k: one rule for all layers, or one for each.

use heedmap_attention_rule::{Rope, TemperatureTuning};
use serde_json::{Map, Value};

use crate::mask::{SaidMask, mask_in};
use crate::message::{Refusal, RuleText};
use crate::metadata::{json_in, number_in, whole_in};
use crate::reading::Numbers;
use crate::rope::{rope_in, tuning_in};
use crate::states::LinearKind;

/// The maximum length of a list of rules in bytes.
const MOST_TEXT: usize = 1 << 20;

/// What files state of a rule, before it is checked: `None` where they say nothing. `rule_of` of the corrections makes the
/// [`AttentionRule`](heedmap_attention_rule::AttentionRule).
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct FileRule {
    /// What the key `causal` says, which overrides the mask.
    pub(crate) causal: Option<bool>,
    pub(crate) scale: Option<f64>,
    /// What the key `window` says, which overrides the mask; `Some(None)` for no window.
    pub(crate) window: Option<Option<f64>>,
    pub(crate) softcap: Option<f64>,
    /// RoPE that has yet to be applied.
    pub(crate) rope: Option<Rope>,
    pub(crate) mask: Option<SaidMask>,
    /// What replaces the softmax.
    pub(crate) kind: Option<LinearKind>,
    /// The number of keys that a pick of `selected` stands for.
    pub(crate) block: Option<f64>,
    /// The number of tokens that an entry of `k_compressed` stands for.
    pub(crate) compressed: Option<f64>,
    /// The divisor of the scores before the softmax.
    pub(crate) temperature: Option<f64>,
    /// The slope of the linear bias: one for all heads, or one for each.
    pub(crate) slope: Option<Vec<f64>>,
    /// The number of first keys that `causal` does not hide.
    pub(crate) prefix: Option<f64>,
    /// The factor of queries by their position.
    pub(crate) tuning: Option<TemperatureTuning>,
}

/// The keys of a rule, by which the metadata of a file state one for all layers.
pub(crate) const KEYS: [&str; 16] = [
    "mask",
    "causal",
    "is_causal",
    "window",
    "sliding_window",
    "prefix",
    "scale",
    "softcap",
    "temperature",
    "attn_temperature_tuning",
    "slope",
    "rope",
    "rope_parameters",
    "kind",
    "selected_block",
    "compress_rate",
];

/// A key that cannot be read, and the beginning of its value.
pub(crate) type Wrong = (String, RuleText);

/// A list of rules by layer. Each layer has one rule, or one for each head.
pub(crate) type Rules = Vec<Vec<FileRule>>;

impl FileRule {
    /// The rule that the texts of metadata give by their keys.
    ///
    /// - errors: [`Refusal::FileRule`] for a text that cannot be read, [`Refusal::RuleContradicts`]
    pub(crate) fn of<'a>(text: &dyn Fn(&str) -> Option<&'a str>) -> Result<Self, Refusal> {
        let said = KEYS.iter().filter_map(|&key| Some((key, text(key)?)));
        // The kind of weights is not that of a rule.
        let said = said.filter(|&(key, text)| key != "kind" || Numbers::named(text).is_none());
        let said = said.map(|(key, text)| (key.to_owned(), Value::String(text.to_owned())));
        let said: Map<String, Value> = said.collect();
        let refused = |(name, text): Wrong| Refusal::FileRule { file: String::new(), name, text };
        let rule = Self::default().with(&said).map_err(refused)?;
        // Layers with rules of their own may have another kind.
        let odd = contradiction(&rule, &said).filter(|_| text("rules").is_none());
        match odd {
            None => Ok(rule),
            Some((kind, name)) => {
                let kind = kind.name().to_owned();
                Err(Refusal::RuleContradicts { layer: 0.0, kind, name })
            }
        }
    }

    /// The rules of the heads of a layer: one for all, or one for each if their slopes differ.
    pub(crate) fn by_head(self) -> Vec<Self> {
        match &self.slope {
            Some(slopes) if slopes.len() > 1 => {
                let one = |&slope| Self { slope: Some(vec![slope]), ..self.clone() };
                slopes.iter().map(one).collect()
            }
            _ => vec![self],
        }
    }

    /// Whether later keys are hidden from a query; `None` if nothing says it.
    pub(crate) fn causal(&self) -> Option<bool> {
        self.causal.or(self.mask.as_ref().map(|mask| mask.is_causal))
    }

    /// Hides later keys if nothing says whether they are seen.
    pub(crate) fn look_back(&mut self) {
        self.causal = self.causal.or_else(|| self.mask.is_none().then_some(true));
    }

    /// The largest number of keys that a query sees.
    pub(crate) fn window(&self) -> Option<f64> {
        self.window.unwrap_or_else(|| self.mask.as_ref()?.window)
    }

    /// The mask, if it has more than `causal` and a window.
    pub(crate) fn mask(&self) -> Option<&String> {
        self.mask.as_ref()?.text.as_ref()
    }

    /// The mask, if it is kept as it is, and the key that cannot override it: only in plain masks, clauses can be left out.
    pub(crate) fn contradicted_mask(&self) -> Option<(&String, &'static str)> {
        let mask = self.mask.as_ref()?;
        let text = mask.text.as_ref()?;
        let has_causal = self.causal == Some(false) && mask.names_causal;
        let has_window = self.window.is_some() && mask.names_window;
        let name = [(has_causal, "causal"), (has_window, "window")];
        name.into_iter().find(|(is_odd, _)| *is_odd).map(|(_, name)| (text, name))
    }

    /// The rule with what an object says. A key that it lacks does not change, except that a mask is in place of `causal`
    /// and `window` of the file. Null stands for none, and so do the texts `null` and `none`.
    ///
    /// - errors: a key that does not exist or whose value cannot be read, with the value
    fn with(&self, object: &Map<String, Value>) -> Result<Self, Wrong> {
        let mut rule = self.clone();
        match object.get("mask") {
            None => {}
            Some(Value::Null) => rule.mask = None,
            Some(mask) => {
                let said = mask.as_str().and_then(mask_in);
                rule.mask = Some(said.ok_or_else(|| wrong("mask", mask))?);
                (rule.causal, rule.window) = (None, None);
            }
        }
        // They override the mask, whatever their order is.
        for (key, value) in object {
            match key.as_str() {
                "mask" | "heads" => {}
                "rope" | "rope_parameters" => rule.set_rope(key, value)?,
                "attn_temperature_tuning" => rule.tuning = tuning_in(key, value)?,
                _ => rule.set(key, value).ok_or_else(|| wrong(key, value))?,
            }
        }
        Ok(rule)
    }

    /// Sets the rotation, and the temperature that Ministral 3 states with it.
    fn set_rope(&mut self, key: &str, value: &Value) -> Result<(), Wrong> {
        if is_none(value) || value.as_str() == Some("applied") {
            self.rope = None;
            return Ok(());
        }
        let (rope, tuning) = rope_in(key, value)?;
        self.rope = Some(rope);
        self.tuning = tuning.or(self.tuning);
        Ok(())
    }

    /// Sets what another key says; `None` if it cannot be read.
    fn set(&mut self, key: &str, value: &Value) -> Option<()> {
        let above_0 = |value: &Value| number_of(value).filter(|&number| number > 0.0);
        let is_none = is_none(value);
        match key {
            "causal" | "is_causal" => {
                self.causal = Some(match value {
                    Value::Bool(causal) => *causal,
                    Value::String(text) => truth_in(text)?,
                    _ => return None,
                });
            }
            "window" | "sliding_window" if is_none => self.window = Some(None),
            "window" | "sliding_window" => self.window = Some(Some(whole_of(value)?)),
            "kind" if is_none || value.as_str() == Some("softmax") => self.kind = None,
            "kind" => self.kind = Some(LinearKind::named(value.as_str()?)?),
            "selected_block" if is_none => self.block = None,
            "selected_block" => self.block = Some(whole_of(value)?),
            "compress_rate" if is_none => self.compressed = None,
            "compress_rate" => self.compressed = Some(whole_of(value)?),
            "prefix" if is_none => self.prefix = None,
            "prefix" => self.prefix = Some(whole_of(value)?),
            "scale" if is_none => self.scale = None,
            "scale" => self.scale = Some(number_of(value)?),
            "softcap" if is_none => self.softcap = None,
            "softcap" => self.softcap = Some(above_0(value)?),
            "temperature" if is_none => self.temperature = None,
            "temperature" => self.temperature = Some(above_0(value)?),
            "slope" if is_none => self.slope = None,
            "slope" => self.slope = Some(slopes_in(value)?),
            _ => return None,
        }
        Some(())
    }
}

/// Whether a value stands for none.
pub(crate) fn is_none(value: &Value) -> bool {
    value.is_null() || matches!(value.as_str(), Some("null" | "none"))
}

/// A number, or the one at the beginning of a text.
pub(crate) fn number_of(value: &Value) -> Option<f64> {
    value.as_f64().or_else(|| number_in(value.as_str()?))
}

/// A whole number from 1 up.
pub(crate) fn whole_of(value: &Value) -> Option<f64> {
    match value {
        Value::String(text) => keys_in(text),
        // Larger ones are no sizes.
        other => {
            other.as_f64().filter(|number| (1.0..1e8).contains(number) && number.fract() == 0.0)
        }
    }
}

/// A slope, or a list with one for each head.
fn slopes_in(value: &Value) -> Option<Vec<f64>> {
    let parsed = value.as_str().and_then(json_in);
    let value = parsed.as_ref().unwrap_or(value);
    let Some(list) = value.as_array() else { return Some(vec![number_of(value)?]) };
    let slopes: Option<Vec<f64>> = list.iter().map(Value::as_f64).collect();
    slopes.filter(|slopes| !slopes.is_empty())
}

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
        let rule = file.with(&of_layer).map_err(refused)?;
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
            checked(rule.with(said).map_err(refused)?, said)
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

/// The kind of a layer without a softmax, and a key of its own object that only a softmax can have.
fn contradiction(rule: &FileRule, of_layer: &Map<String, Value>) -> Option<(LinearKind, String)> {
    let kind = rule.kind?;
    if !kind.keeps_state() {
        // Its softmaxes have the parts of a rule, except for picks.
        let is_odd = |key: &&String| *key == "selected_block" || *key == "compress_rate";
        return of_layer.keys().find(is_odd).map(|key| (kind, key.clone()));
    }
    let is_odd = |(key, value): &(&String, &Value)| match key.as_str() {
        "scale" | "kind" => false,
        "rope" | "rope_parameters" => !is_none(value) && value.as_str() != Some("applied"),
        "mask" => !is_none(value) && value.as_str() != Some("causal"),
        "causal" | "is_causal" => rule.causal == Some(false),
        "heads" | "selected_block" | "compress_rate" => true,
        _ => !is_none(value),
    };
    of_layer.iter().find(is_odd).map(|(key, _)| (kind, key.clone()))
}

/// A key, and the beginning of its value.
pub(crate) fn wrong(key: &str, value: &Value) -> Wrong {
    let short = |text: &str| text.chars().take(40).collect::<String>();
    let text = match value {
        Value::Number(number) => RuleText::Number(number.as_f64().unwrap_or(f64::NAN)),
        Value::String(text) => RuleText::Text(short(text)),
        Value::Null => RuleText::Text("null".to_owned()),
        Value::Bool(is_true) => RuleText::Text(if *is_true { "true" } else { "false" }.to_owned()),
        Value::Array(_) => RuleText::Text("[…]".to_owned()),
        Value::Object(_) => RuleText::Text("{…}".to_owned()),
    };
    (short(key), text)
}

/// What a text such as `true` or `No` says.
fn truth_in(text: &str) -> Option<bool> {
    let is_any = |words: [&str; 3]| words.iter().any(|word| word.eq_ignore_ascii_case(text));
    is_any(["true", "1", "yes"])
        .then_some(true)
        .or_else(|| is_any(["false", "0", "no"]).then_some(false))
}

/// A number of keys from 1 up.
pub(crate) fn keys_in(text: &str) -> Option<f64> {
    whole_in(text).filter(|&keys| keys >= 1).map(|keys| keys as f64)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn file() -> FileRule {
        FileRule { causal: Some(true), scale: Some(0.5), ..FileRule::default() }
    }

    #[test]
    fn what_a_layer_does_not_say_is_what_the_file_says() {
        let text =
            r#"[{"window": 512, "rope": {"base": 10000}}, {}, {"mask": "all", "scale": null}]"#;
        let rope = Rope::default();
        let local = FileRule { window: Some(Some(512.0)), rope: Some(rope), ..file() };
        let open =
            FileRule { causal: None, mask: Some(SaidMask::default()), scale: None, ..file() };
        assert_eq!(rules_in(text, &file()), Ok(vec![vec![local], vec![file()], vec![open]]));
    }

    #[test]
    fn a_layer_may_have_a_rule_for_each_head() {
        let text = r#"[{"window": 8, "heads": [{}, {"sliding_window": 4, "is_causal": false}]}]"#;
        let first = FileRule { window: Some(Some(8.0)), ..file() };
        let second = FileRule { window: Some(Some(4.0)), causal: Some(false), ..file() };
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
        assert_eq!(rules_in(r#"[{}, {"rope": {}}]"#, &file()), refused(1.0, "rope", "{…}"));
        for text in ["", "{}", "7", "[[", "\"causal\""] {
            assert_eq!(rules_in(text, &file()), Err(Refusal::Rules), "{text}");
        }
    }
}
