//! What files say about how weights are computed from q and k: one rule for all layers, or one for each.

use std::rc::Rc;

use heedmap_attention_rule::{Rope, TemperatureTuning};
use serde_json::{Map, Value};

use crate::json::{json_in, whole_in};
use crate::linear_kind::LinearKind;
use crate::mask::{SaidMask, mask_in};
use crate::message::Refusal;
use crate::reading::Numbers;
use crate::rope::tuning_in;
use crate::rope_config::{Stated, ropes_in};
use crate::rule_values::{Wrong, is_list, is_none, number_of, whole_of, wrong};

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
    /// The same of each layer, if a configuration says it for its layers.
    pub(crate) ropes: Option<Rc<[Stated]>>,
    /// The number of features of a head, as that configuration says it.
    pub(crate) head_dim: Option<f64>,
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
    /// The key with a list of what each head has: `slope` or `heads`.
    pub(crate) list: Option<&'static str>,
    /// The number of first keys that `causal` does not hide.
    pub(crate) prefix: Option<f64>,
    /// The factor of queries by their position.
    pub(crate) tuning: Option<TemperatureTuning>,
    /// The position of query 0 among the keys, which holds for the whole file.
    pub(crate) offset: Option<u64>,
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
        // Only a layer has rules for heads: in the metadata, the key is their number.
        if let Some(heads) = text("heads").and_then(json_in).filter(Value::is_array) {
            return Err(refused(wrong("heads", &heads)));
        }
        // Layers with rules of their own may have another kind.
        let odd = contradiction(&rule, &said).filter(|_| text("rules").is_none());
        match odd {
            None => Ok(Self { offset: text("offset").and_then(whole_in), ..rule }),
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
    pub(crate) fn contradicted_mask(&self) -> Option<(&str, &'static str)> {
        let mask = self.mask.as_ref()?;
        if mask.is_all && self.causal == Some(true) {
            return Some(("all", "causal"));
        }
        let text = mask.text.as_ref()?;
        let has_causal = self.causal == Some(false) && mask.names_causal;
        let has_window = self.window.is_some() && mask.names_window;
        let name = [(has_causal, "causal"), (has_window, "window")];
        name.into_iter().find(|(is_odd, _)| *is_odd).map(|(_, name)| (text.as_str(), name))
    }

    /// The rule with what an object says. A key that it lacks does not change, except that a mask is in place of `causal`
    /// and `window` of the file. Null stands for none, and so do the texts `null` and `none`.
    ///
    /// - errors: a key that does not exist or whose value cannot be read, with the value
    pub(crate) fn with(&self, object: &Map<String, Value>) -> Result<Self, Wrong> {
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
        if object.contains_key("causal") || object.contains_key("is_causal") {
            // The file sees all, and this layer does not.
            rule.mask = rule.mask.filter(|mask| !mask.is_all || object.contains_key("mask"));
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
        (self.rope, self.ropes, self.head_dim) = (None, None, None);
        if is_none(value) || value.as_str() == Some("applied") {
            return Ok(());
        }
        let mut found = ropes_in(key, value)?;
        self.head_dim = found.head_dim;
        match found.layers.len() {
            1 => self.turn(found.layers.remove(0)),
            _ => self.ropes = Some(found.layers.into()),
        }
        Ok(())
    }

    fn turn(&mut self, stated: Stated) {
        let (rope, tuning) = stated.unzip();
        self.rope = rope;
        self.tuning = tuning.flatten().or(self.tuning);
    }

    /// The rule of a layer, by its index: with its rotation, if a configuration says it for each.
    ///
    /// - errors: a configuration with fewer layers, with their number
    pub(crate) fn at(mut self, layer: usize) -> Result<Self, Wrong> {
        let Some(ropes) = self.ropes.take() else { return Ok(self) };
        let count = (ropes.len() as f64).into();
        let stated = ropes.get(layer).cloned();
        self.turn(stated.ok_or_else(|| wrong("rope.layer_types", &count))?);
        Ok(self)
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
            "slope" => {
                self.slope = if is_none { None } else { Some(slopes_in(value)?) };
                self.list = is_list(value).then_some("slope");
            }
            _ => return None,
        }
        Some(())
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

/// What a text such as `true` or `No` says.
fn truth_in(text: &str) -> Option<bool> {
    let is_any = |words: [&str; 3]| words.iter().any(|word| word.eq_ignore_ascii_case(text));
    is_any(["true", "1", "yes"])
        .then_some(true)
        .or_else(|| is_any(["false", "0", "no"]).then_some(false))
}

/// The kind of a layer without a softmax, and a key of its own object that only a softmax can have.
pub(crate) fn contradiction(
    rule: &FileRule,
    of_layer: &Map<String, Value>,
) -> Option<(LinearKind, String)> {
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
