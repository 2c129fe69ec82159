//! RoPE that files ask for, by the names of transformers.

use heedmap_attention_rule::{Rope, RopeType, RopeValue, TemperatureTuning};
use serde_json::{Map, Value};

use crate::json::json_in;
use crate::message::{Refusal, RuleText};
use crate::rule_values::{Wrong, is_none, number_of, whole_of, wrong};

/// The rotation that an object states, and the temperature of queries that Ministral 3 states with it.
///
/// `{"base": 10000, "pairs": "half", "dim": null}`, a `rope_parameters` of a configuration of transformers, or what a
/// configuration says of RoPE, with its `rope_scaling`.
///
/// - errors: what cannot be read, with its key
pub(crate) fn rope_in(
    key: &str,
    given: &Value,
) -> Result<(Rope, Option<TemperatureTuning>), Wrong> {
    let parsed = given.as_str().and_then(json_in);
    let fields = parsed.as_ref().unwrap_or(given).as_object().ok_or_else(|| wrong(key, given))?;
    let mut found = Found::default();
    found.read(fields)?;
    let Found { mut rope, base, longest, beta, kind } = found;
    rope.rope_type = kind.unwrap_or_default();
    if let Some(odd) = without_effect(&rope) {
        let stated = serde_json::to_value(&rope).unwrap_or_default();
        return Err(wrong(&format!("{key}.{odd}"), &stated[odd]));
    }
    let lacks = |name: &str| (key.to_owned(), RuleText::Text(format!(r#"{{"{name}": null}}"#)));
    rope.base = base.ok_or_else(|| lacks("base"))?;
    // As in transformers, for models whose configuration has only the length that they can read.
    let trained = match rope.rope_type {
        RopeType::Dynamic => longest.or(rope.original_max_position_embeddings),
        _ => rope.original_max_position_embeddings.or(longest),
    };
    if rope.rope_type != RopeType::Default {
        rope.original_max_position_embeddings = trained;
    }
    if rope.rope_type == RopeType::LongRope && rope.factor.is_none() {
        rope.factor = longest.zip(trained).map(|(most, trained)| most as f64 / trained as f64);
    }
    match rope.missing() {
        Some(name) => {
            let kind = rope.rope_type.name();
            let text = RuleText::Text(format!(r#"{{"rope_type": "{kind}", "{name}": null}}"#));
            Err((key.to_owned(), text))
        }
        None => {
            let tuning = |attn_scale| TemperatureTuning {
                attn_scale,
                floor_scale: trained.unwrap_or(0) as f64,
                first: 0,
            };
            Ok((rope, beta.map(tuning)))
        }
    }
}

#[derive(Default)]
struct Found {
    rope: Rope,
    base: Option<f64>,
    /// The length that the model can read.
    longest: Option<usize>,
    beta: Option<f64>,
    kind: Option<RopeType>,
}

/// The first key that would change nothing, because its type does not use it.
fn without_effect(rope: &Rope) -> Option<&'static str> {
    use RopeType::{Default, Llama3, LongRope, Yarn};
    let is = |types: &[RopeType]| types.contains(&rope.rope_type);
    let found = [
        ("factor", rope.factor.is_some() && is(&[Default])),
        ("attention_factor", rope.attention_factor.is_some() && !is(&[Yarn, LongRope])),
        ("beta_fast", rope.beta_fast.is_some() && !is(&[Yarn])),
        ("beta_slow", rope.beta_slow.is_some() && !is(&[Yarn])),
        ("truncate", rope.truncate.is_some() && !is(&[Yarn])),
        ("mscale", rope.mscale.is_some() && !is(&[Yarn])),
        ("mscale_all_dim", rope.mscale_all_dim.is_some() && !is(&[Yarn])),
        ("short_factor", rope.short_factor.is_some() && !is(&[LongRope])),
        ("long_factor", rope.long_factor.is_some() && !is(&[LongRope])),
        ("low_freq_factor", rope.low_freq_factor.is_some() && !is(&[Llama3])),
        ("high_freq_factor", rope.high_freq_factor.is_some() && !is(&[Llama3])),
    ];
    found.into_iter().find(|(_, is_odd)| *is_odd).map(|(key, _)| key)
}

/// A value, unless another key stated another one.
fn agreed<T: PartialEq + Copy>(before: Option<T>, value: T) -> Option<Option<T>> {
    (before.unwrap_or(value) == value).then_some(Some(value))
}

impl Found {
    fn read(&mut self, fields: &Map<String, Value>) -> Result<(), Wrong> {
        let stated = fields.iter().filter(|(_, value)| !value.is_null());
        for (key, value) in stated {
            match value.as_object() {
                Some(inner) if key == "rope_scaling" || key == "rope_parameters" => {
                    self.read(inner)?;
                }
                _ => self.set(key, value).ok_or_else(|| wrong(&format!("rope.{key}"), value))?,
            }
        }
        Ok(())
    }

    /// Sets what a key says; `None` if it does not exist or cannot be read: angles without it would be other ones.
    fn set(&mut self, key: &str, value: &Value) -> Option<()> {
        match key {
            "base" | "rope_theta" => {
                self.base = agreed(self.base, number_of(value).filter(|&base| base > 0.0)?)?;
            }
            "rope_type" | "type" => {
                self.kind = agreed(self.kind, RopeType::named(value.as_str()?)?)?;
            }
            "max_position_embeddings" => self.longest = Some(whole_of(value)? as usize),
            "llama_4_scaling_beta" => self.beta = Some(number_of(value)?),
            "dim" if whole_of(value)? < 2.0 => return None,
            // The positions of texts are not those of a rule.
            "features" | "position_ids" | "first_position" | "firstPosition" => return None,
            _ => {
                // Metadata may state numbers as texts.
                let whole = whole_of(value).map(|whole| RopeValue::Whole(whole as i64));
                let number = number_of(value).map(RopeValue::Number);
                let mut read = [value_of(value), whole, number].into_iter().flatten();
                return read.any(|value| self.rope.set(key, &value)).then_some(());
            }
        }
        Some(())
    }
}

/// A value of JSON; `None` for an object, which no key has.
fn value_of(value: &Value) -> Option<RopeValue> {
    Some(match value {
        Value::Null => RopeValue::Null,
        Value::Bool(is_true) => RopeValue::Truth(*is_true),
        Value::Number(number) => match number.as_i64() {
            Some(whole) => RopeValue::Whole(whole),
            None => RopeValue::Number(number.as_f64()?),
        },
        Value::String(name) => RopeValue::Name(name.clone()),
        Value::Array(items) => RopeValue::List(items.iter().map(value_of).collect::<Option<_>>()?),
        Value::Object(_) => return None,
    })
}

/// A rotation, if heads of this size can be rotated by it.
pub(crate) fn checked(rope: Rope, size: f64) -> Result<Rope, Refusal> {
    let turned = rope.rotated(size as usize);
    if !(turned >= 2 && turned as f64 <= size && turned.is_multiple_of(2)) {
        let share = rope.partial_rotary_factor.filter(|_| rope.dim.is_none());
        return Err(match share.filter(|_| rope.rope_type != RopeType::Proportional) {
            Some(share) => {
                let (name, text) = wrong("rope.partial_rotary_factor", &share.into());
                Refusal::FileRule { file: String::new(), name, text }
            }
            None => Refusal::Dim { text: turned as f64, size },
        });
    }
    let Some(key) = rope.wrong(size as usize) else {
        // `dim` says it, except of the scaling that is called so.
        let is_share =
            rope.partial_rotary_factor.is_some() && rope.rope_type != RopeType::Proportional;
        return Ok(match is_share {
            true => Rope { dim: Some(turned), partial_rotary_factor: None, ..rope },
            false => rope,
        });
    };
    let stated = rope.stated().into_iter().find(|(name, _)| *name == key);
    let value = match stated.map(|(_, value)| value) {
        Some(RopeValue::Whole(whole)) => whole.into(),
        Some(RopeValue::Number(number)) => number.into(),
        Some(RopeValue::List(_)) => Value::Array(Vec::new()),
        _ => Value::Null,
    };
    let (name, text) = wrong(&format!("rope.{key}"), &value);
    Err(Refusal::FileRule { file: String::new(), name, text })
}

/// The factor of queries by their position: that of Llama 4 for `true`, or an object with its numbers.
///
/// - errors: what cannot be read, with its key
pub(crate) fn tuning_in(key: &str, given: &Value) -> Result<Option<TemperatureTuning>, Wrong> {
    let parsed = given.as_str().and_then(json_in);
    let value = parsed.as_ref().unwrap_or(given);
    let mut tuning = TemperatureTuning::default();
    match value {
        Value::Bool(is_on) => return Ok(is_on.then_some(tuning)),
        value if is_none(value) => return Ok(None),
        _ => {}
    }
    let fields = value.as_object().ok_or_else(|| wrong(key, given))?;
    for (name, value) in fields {
        let number = number_of(value).filter(|number| match name.as_str() {
            "floor_scale" => *number > 0.0,
            // The logarithm is of a number above 0.
            "first" => number.fract() == 0.0 && (0.0..1e8).contains(number),
            _ => true,
        });
        let refused = || wrong(&format!("{key}.{name}"), value);
        let number = number.ok_or_else(refused)?;
        match name.as_str() {
            "attn_scale" => tuning.attn_scale = number,
            "floor_scale" => tuning.floor_scale = number,
            "first" => tuning.first = number as i64,
            _ => return Err(refused()),
        }
    }
    Ok(Some(tuning))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::layer_rules::rules_in;
    use crate::rules::FileRule;

    fn read(text: &str) -> Result<(Rope, Option<TemperatureTuning>), Wrong> {
        rope_in("rope", &Value::String(text.to_owned()))
    }

    #[test]
    fn a_rope_with_an_unknown_key_is_refused_with_its_layer_and_head() {
        let of = |text: &str| rules_in(text, &FileRule::default());
        let unknown = r#"[{}, {"rope": {"base": 10000, "rope_type": "ntk"}}]"#;
        let (name, text) = ("rope.rope_type".to_owned(), RuleText::Text("ntk".to_owned()));
        assert_eq!(of(unknown), Err(Refusal::Rule { layer: 1.0, name, text }));
        let odd = r#"[{"heads": [{"rope": "{\"base\": 10000, \"factor\": 4}"}]}]"#;
        let (name, text) = ("rope.factor".to_owned(), RuleText::Number(4.0));
        assert_eq!(of(odd), Err(Refusal::HeadRule { layer: 0.0, head: 0.0, name, text }));
        let lacks = |text: &str| Err(("rope".to_owned(), RuleText::Text(text.to_owned())));
        let linear = r#"{"base": 10000, "rope_type": "linear"}"#;
        assert_eq!(read(linear), lacks(r#"{"rope_type": "linear", "factor": null}"#));
        assert_eq!(read(r#"{"rope_type": "default"}"#), lacks(r#"{"base": null}"#));
    }

    #[test]
    fn a_rope_is_that_of_a_rule_or_of_a_configuration() {
        let yarn = Rope {
            base: 150_000.0,
            rope_type: RopeType::Yarn,
            factor: Some(32.0),
            original_max_position_embeddings: Some(4096),
            truncate: Some(false),
            ..Rope::default()
        };
        let of_rule = serde_json::to_string(&yarn).unwrap();
        let parameters = r#"{"rope_theta": 150000, "rope_type": "yarn", "factor": 32.0, "truncate": false,
            "original_max_position_embeddings": 4096}"#;
        let configuration = r#"{"rope_theta": 150000, "max_position_embeddings": 131072, "rope_scaling":
            {"type": "yarn", "factor": 32, "truncate": false, "original_max_position_embeddings": 4096}}"#;
        for text in [&of_rule, parameters, configuration] {
            assert_eq!(read(text), Ok((yarn.clone(), None)), "{text}");
        }
        let plain = r#"{"rope_theta": 10000, "max_position_embeddings": 64, "rope_scaling": null}"#;
        assert_eq!(read(plain), Ok((Rope::default(), None)));
    }

    #[test]
    fn a_rope_that_contradicts_itself_or_states_what_changes_nothing_is_refused() {
        let refused = |text: &str| read(text).unwrap_err().0;
        for (text, key) in [
            (r#"{"base": 100, "rope_type": "linear", "type": "yarn", "factor": 4}"#, "rope.type"),
            (r#"{"base": 100, "rope_theta": 200}"#, "rope.rope_theta"),
            (r#"{"rope_theta": 100, "rope_scaling": {"rope_theta": 200}}"#, "rope.rope_theta"),
            (r#"{"base": 100, "factor": 4}"#, "rope.factor"),
            (
                r#"{"base": 100, "rope_type": "linear", "factor": 4, "attention_factor": 2}"#,
                "rope.attention_factor",
            ),
            (
                r#"{"base": 100, "rope_type": "linear", "factor": 4, "low_freq_factor": 1}"#,
                "rope.low_freq_factor",
            ),
        ] {
            assert_eq!(refused(text), key, "{text}");
        }
        let same = r#"{"base": 100, "rope_theta": 100, "rope_type": "default", "type": "mrope"}"#;
        assert_eq!(read(same).map(|found| found.0.base), Ok(100.0));
    }

    #[test]
    fn dynamic_counts_from_the_length_that_transformers_takes() {
        let both = r#"{"rope_theta": 100, "max_position_embeddings": 8, "rope_scaling":
            {"rope_type": "dynamic", "factor": 4, "original_max_position_embeddings": 4}}"#;
        assert_eq!(read(both).unwrap().0.original_max_position_embeddings, Some(8));
        let yarn = read(&both.replace("dynamic", "yarn")).unwrap().0;
        assert_eq!(yarn.original_max_position_embeddings, Some(4));
    }

    #[test]
    fn ministral_states_its_temperature_with_its_rope() {
        let text = r#"{"rope_theta": 1e6, "rope_type": "yarn", "factor": 16, "llama_4_scaling_beta": 0.1,
            "original_max_position_embeddings": 16384}"#;
        let tuning = TemperatureTuning { attn_scale: 0.1, floor_scale: 16384.0, first: 0 };
        assert_eq!(read(text).unwrap().1, Some(tuning));
        let of_key = |text: &str| tuning_in("attn_temperature_tuning", &text.into());
        assert_eq!(of_key("true"), Ok(Some(TemperatureTuning::default())));
        assert_eq!(
            of_key(r#"{"attn_scale": 0.1, "floor_scale": 16384, "first": 0}"#),
            Ok(Some(tuning))
        );
        assert_eq!(of_key("none"), Ok(None));
        for (text, key) in [
            ("yes", "attn_temperature_tuning"),
            (r#"{"floor_scale": 0}"#, "attn_temperature_tuning.floor_scale"),
            (r#"{"scale": 1}"#, "attn_temperature_tuning.scale"),
            (r#"{"first": -5, "floor_scale": 2}"#, "attn_temperature_tuning.first"),
        ] {
            assert_eq!(of_key(text).unwrap_err().0, key);
        }
    }
}
