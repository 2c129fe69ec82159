//! What a whole `config.json` of transformers says of RoPE: one rotation, or one for each layer.

use heedmap_attention_rule::{Rope, TemperatureTuning};
use serde_json::{Map, Value};

use crate::json::json_in;
use crate::rope::rope_in;
use crate::rope_layers::{Fields, given_in, never_rotates, rotating, types_in};
use crate::rule_values::{Wrong, number_of, whole_of, wrong};

/// A rotation, and the temperature of queries that is stated with it; `None` for a layer without one.
pub(crate) type Stated = Option<(Rope, Option<TemperatureTuning>)>;

/// What an object states for a model.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Ropes {
    /// One rotation for all layers, or one for each.
    pub(crate) layers: Vec<Stated>,
    /// The number of features of a head.
    pub(crate) head_dim: Option<f64>,
}

/// The keys by which an object is known to be a configuration.
const OF_CONFIG: [&str; 6] =
    ["model_type", "architectures", "hidden_size", "num_hidden_layers", "head_dim", "layer_types"];
/// The keys of a configuration that speak of RoPE, and what `rope` calls them.
const KEYS: [(&str, &str); 11] = [
    ("rope_theta", "rope_theta"),
    ("rotary_emb_base", "rope_theta"),
    ("partial_rotary_factor", "partial_rotary_factor"),
    ("rotary_pct", "partial_rotary_factor"),
    ("rotary_dim", "dim"),
    ("qk_rope_head_dim", "dim"),
    ("max_position_embeddings", "max_position_embeddings"),
    ("original_max_position_embeddings", "original_max_position_embeddings"),
    ("rope_scaling", "rope_scaling"),
    ("rope_parameters", "rope_parameters"),
    ("rope_type", "rope_type"),
];
/// What a type of layers with parameters of its own does not take from all layers.
const NOT_LOCAL: [&str; 2] = ["rope_parameters", "rope_scaling"];
/// Models whose code rotates features that are next to each other.
const INTERLEAVED: [&str; 35] = [
    "axk1",
    "axk2",
    "bailing_hybrid",
    "blt",
    "codegen",
    "cohere",
    "cohere2",
    "cohere2_moe",
    "deepseek_v2",
    "deepseek_v3",
    "deepseek_v32",
    "deepseek_v4",
    "dots3_note",
    "ernie4_5",
    "ernie4_5_moe",
    "ernie4_5_vl_moe_text",
    "glm",
    "glm4",
    "glm4_moe_lite",
    "glm4v_text",
    "glm_moe_dsa",
    "glm_ocr_text",
    "gptj",
    "helium",
    "hy_v4_vl_text",
    "kimi_k2",
    "llama4",
    "llama4_text",
    "longcat_flash",
    "mistral4",
    "mistral_large4_text",
    "moonshine",
    "moonshine_streaming",
    "openai_privacy_filter",
    "youtu",
];

/// The rotations that an object states: by itself, by layer type, or as a whole configuration.
///
/// - errors: what cannot be read or contradicts itself, with its key
pub(crate) fn ropes_in(key: &str, given: &Value) -> Result<Ropes, Wrong> {
    let parsed = given.as_str().and_then(json_in);
    let value = parsed.as_ref().unwrap_or(given);
    let Some(all) = value.as_object() else { return Err(wrong(key, given)) };
    // Models of pictures and texts have the configuration of the text inside.
    let fields = all.get("text_config").and_then(Value::as_object).unwrap_or(all);
    let is_config = OF_CONFIG.iter().any(|key| fields.contains_key(*key));
    let by_type = by_type(fields);
    if !is_config && by_type.is_none() {
        return Ok(Ropes { layers: vec![Some(rope_in(key, value)?)], head_dim: None });
    }
    if is_config && never_rotates(fields) {
        return Ok(Ropes { layers: vec![None], head_dim: None });
    }
    let shared = shared_in(fields)?;
    let layers = match by_type {
        Some(of_types) => of_each_type(key, &shared, of_types, &types_in(fields)?)?,
        None => of_layers(key, &shared, fields)?,
    };
    let has_sizes = ["qk_rope_head_dim", "global_head_dim", "swa_head_dim"];
    let head_dim = match given_in(fields, "head_dim") {
        Some(_) if has_sizes.iter().any(|key| fields.contains_key(*key)) => None,
        Some(value) => Some(whole_of(value).ok_or_else(|| wrong("rope.head_dim", value))?),
        None => None,
    };
    Ok(Ropes { layers, head_dim })
}

/// The parameters by layer type, as Gemma 3 and 4 have them.
fn by_type(fields: &Fields) -> Option<&Fields> {
    let given = match fields.get("rope_parameters") {
        Some(parameters) => parameters.as_object()?,
        None => fields,
    };
    let is_type = |(name, value): (&String, &Value)| {
        name.ends_with("_attention") && (value.is_object() || value.is_null())
    };
    (!given.is_empty() && given.iter().all(is_type)).then_some(given)
}

/// What a configuration says of RoPE in all layers, by the names of `rope`.
fn shared_in(fields: &Fields) -> Result<Fields, Wrong> {
    let mut shared = Map::new();
    for (key, name) in KEYS {
        let Some(value) = given_in(fields, key) else { continue };
        if shared.insert(name.to_owned(), value.clone()).is_some_and(|before| before != *value) {
            return Err(wrong(&format!("rope.{key}"), value));
        }
    }
    // Multi-head latent attention rotates the features behind those without positions.
    if fields.get("qk_rope_head_dim").is_some_and(Value::is_number) {
        shared.insert("side".to_owned(), "last".into());
    }
    let of_code =
        fields.get("model_type").and_then(Value::as_str).map(|name| INTERLEAVED.contains(&name));
    let stated = fields.get("rope_interleave").and_then(Value::as_bool);
    if stated.or(of_code) == Some(true) {
        shared.insert("pairs".to_owned(), "interleaved".into());
    }
    Ok(shared)
}

/// The rotation of each layer by the parameters of its type.
fn of_each_type(
    key: &str,
    shared: &Fields,
    of_types: &Fields,
    types: &[String],
) -> Result<Vec<Stated>, Wrong> {
    let base = shared.get("rope_theta");
    let bases = || of_types.values().filter_map(|inner| inner.get("rope_theta"));
    if let Some(base) =
        base.filter(|base| bases().next().is_some() && !bases().any(|own| own == *base))
    {
        return Err(wrong("rope.rope_theta", base));
    }
    let of_type = |name: &String| {
        let path = format!("rope.rope_parameters.{name}");
        match of_types.get(name) {
            None => Err(wrong(&path, &Value::Null)),
            Some(Value::Object(inner)) => rope_in(key, &local(shared, inner.clone())).map(Some),
            Some(_) => Ok(None),
        }
    };
    types.iter().map(of_type).collect()
}

/// What a type of layers takes from all layers, with parameters of its own.
fn local(shared: &Fields, own: Fields) -> Value {
    let mut fields = shared.clone();
    NOT_LOCAL.iter().for_each(|key| drop(fields.remove(*key)));
    fields.extend(own);
    Value::Object(fields)
}

/// The rotation of each layer, where some have another base or none; one if all are the same.
fn of_layers(key: &str, shared: &Fields, fields: &Fields) -> Result<Vec<Stated>, Wrong> {
    let whole = rope_in(key, &Value::Object(shared.clone()))?;
    if let Some(base) = given_in(fields, "rope_local_base_freq") {
        let odd = || wrong("rope.rope_local_base_freq", base);
        number_of(base).filter(|&base| base > 0.0).ok_or_else(odd)?;
        let types = types_in(fields)?;
        let own = Map::from_iter([("rope_theta".to_owned(), base.clone())]);
        let local = rope_in(key, &local(shared, own))?;
        let of_type =
            |name: &String| if name == "sliding_attention" { local.clone() } else { whole.clone() };
        return Ok(types.iter().map(of_type).map(Some).collect());
    }
    // 0 is a layer that does not rotate.
    if let Some(given) = given_in(fields, "layer_rope_theta") {
        let odd = || wrong("rope.layer_rope_theta", given);
        let of_layer = |base: &Value| match number_of(base) {
            Some(base) if base > 0.0 => {
                let (rope, tuning) = whole.clone();
                Ok(Some((Rope { base, ..rope }, tuning)))
            }
            Some(0.0) => Ok(None),
            _ => Err(odd()),
        };
        return given.as_array().ok_or_else(odd)?.iter().map(of_layer).collect();
    }
    let of_layer = |rotates: bool| rotates.then(|| whole.clone());
    Ok(match rotating(fields)? {
        Some(layers) => layers.into_iter().map(of_layer).collect(),
        None => vec![Some(whole)],
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use heedmap_attention_rule::{Pairs, RopeSide, RopeType};

    use super::*;

    fn read(text: &str) -> Result<Ropes, Wrong> {
        ropes_in("rope", &Value::String(text.to_owned()))
    }

    fn bases(text: &str) -> Vec<Option<f64>> {
        let of = |stated: &Stated| stated.as_ref().map(|(rope, _)| rope.base);
        read(text).unwrap().layers.iter().map(of).collect()
    }

    #[test]
    fn a_whole_configuration_says_what_its_rope_is() {
        let llama = r#"{"model_type": "llama", "hidden_size": 64, "head_dim": 16, "rope_theta": 5e5, "vocab_size": 9,
            "max_position_embeddings": 131072, "rms_norm_eps": 1e-5, "rope_scaling": {"rope_type": "llama3", "factor": 8,
            "low_freq_factor": 1, "high_freq_factor": 4, "original_max_position_embeddings": 8192}}"#;
        let found = read(llama).unwrap();
        let (rope, _) = found.layers[0].clone().unwrap();
        assert_eq!((found.layers.len(), found.head_dim), (1, Some(16.0)));
        assert_eq!((rope.base, rope.rope_type, rope.factor), (5e5, RopeType::Llama3, Some(8.0)));
        let one = |text: &str| read(text).unwrap().layers[0].clone().unwrap().0;
        let neox =
            one(r#"{"model_type": "gpt_neox", "rotary_pct": 0.25, "rotary_emb_base": 10000}"#);
        assert_eq!(neox, Rope { partial_rotary_factor: Some(0.25), ..Rope::default() });
        let gptj = one(r#"{"model_type": "gptj", "rotary_dim": 64, "rope_theta": 10000}"#);
        assert_eq!((gptj.dim, gptj.pairs), (Some(64), Pairs::Interleaved));
        // Configurations of DeepSeek V3 do not say how it pairs features.
        let v3 =
            one(r#"{"model_type": "deepseek_v3", "qk_rope_head_dim": 64, "rope_theta": 10000}"#);
        assert_eq!((v3.dim, v3.pairs), (Some(64), Pairs::Interleaved));
        let latent = one(
            r#"{"model_type": "deepseek_v3", "head_dim": 64, "qk_rope_head_dim": 64, "rope_interleave": true,
            "rope_theta": 10000}"#,
        );
        let wanted = Rope {
            dim: Some(64),
            side: RopeSide::Last,
            pairs: Pairs::Interleaved,
            ..Rope::default()
        };
        assert_eq!(latent, wanted);
    }

    #[test]
    fn layers_have_the_rope_of_their_type() {
        let nested = r#"{"text_config": {"model_type": "gemma4_text", "num_hidden_layers": 3,
            "layer_types": ["sliding_attention", "sliding_attention", "full_attention"], "rope_parameters": {
            "sliding_attention": {"rope_type": "default", "rope_theta": 10000},
            "full_attention": {"rope_type": "proportional", "rope_theta": 1e6, "partial_rotary_factor": 0.25}}}}"#;
        assert_eq!(bases(nested), [Some(1e4), Some(1e4), Some(1e6)]);
        let last = read(nested).unwrap().layers[2].clone().unwrap().0;
        assert_eq!(
            (last.rope_type, last.partial_rotary_factor),
            (RopeType::Proportional, Some(0.25))
        );
        let earlier = r#"{"model_type": "gemma3_text", "num_hidden_layers": 3, "sliding_window_pattern": 3, "rope_theta": 1e6,
            "rope_local_base_freq": 10000, "rope_scaling": {"rope_type": "linear", "factor": 8}}"#;
        assert_eq!(bases(earlier), [Some(1e4), Some(1e4), Some(1e6)]);
        let factors = read(earlier).unwrap().layers;
        assert_eq!(
            factors.iter().map(|each| each.as_ref().unwrap().0.factor).collect::<Vec<_>>(),
            [None, None, Some(8.0)]
        );
        let some = r#"{"num_hidden_layers": 2, "rope_theta": 100, "no_rope_layers": [1, 0]}"#;
        assert_eq!(bases(some), [Some(100.0), None]);
        let many =
            r#"{"num_hidden_layers": 3, "rope_theta": 100, "layer_rope_theta": [10, 0, 100]}"#;
        assert_eq!(bases(many), [Some(10.0), None, Some(100.0)]);
    }

    #[test]
    fn layers_that_the_code_of_a_model_does_not_rotate_stay_as_they_are() {
        let types = r#""layer_types": ["sliding_attention", "full_attention"], "num_hidden_layers": 2, "rope_theta": 100"#;
        for model in ["afmoe", "cohere2", "exaone4", "exaone_moe", "lara_mini"] {
            let text = format!(r#"{{"model_type": "{model}", {types}, "sliding_window": 4}}"#);
            assert_eq!(bases(&text), [Some(100.0), None], "{model}");
        }
        let olmo = format!(r#"{{"model_type": "olmo3", {types}}}"#);
        assert_eq!(bases(&olmo), [Some(100.0)]);
        let without = format!(r#"{{"model_type": "exaone4", {types}, "sliding_window": null}}"#);
        assert_eq!(bases(&without), [Some(100.0)]);
        for text in [
            r#"{"model_type": "llama4_text", "num_hidden_layers": 4, "rope_theta": 100, "no_rope_layers": []}"#,
            r#"{"model_type": "smollm3", "num_hidden_layers": 4, "rope_theta": 100}"#,
        ] {
            assert_eq!(bases(text), [Some(100.0), Some(100.0), Some(100.0), None], "{text}");
        }
        for text in [
            r#"{"model_type": "granitemoehybrid", "rope_theta": 100, "position_embedding_type": "nope"}"#,
            r#"{"model_type": "kimi_linear", "rope_theta": 100, "qk_rope_head_dim": 4, "head_dim": 4}"#,
            r#"{"model_type": "zamba2", "rope_theta": 100, "use_mem_rope": false}"#,
            r#"{"model_type": "falcon", "rope_theta": 100, "alibi": true}"#,
        ] {
            assert_eq!(bases(text), [None], "{text}");
        }
        let moe = format!(r#"{{"model_type": "cohere2_moe", {types}}}"#);
        assert_eq!(read(&moe).unwrap_err().0, "rope.model_type");
    }

    #[test]
    fn a_configuration_that_contradicts_itself_is_refused_by_its_key() {
        for (text, key) in [
            (
                r#"{"model_type": "llama", "rope_theta": 1, "rotary_emb_base": 2}"#,
                "rope.rotary_emb_base",
            ),
            (
                r#"{"head_dim": 8, "rope_theta": 1e4, "rope_parameters": {"rope_theta": 2e4}}"#,
                "rope.rope_theta",
            ),
            (
                r#"{"rope_theta": 1, "rope_parameters": {"full_attention": {"rope_theta": 2}}, "layer_types": ["full_attention"]}"#,
                "rope.rope_theta",
            ),
            (r#"{"rope_parameters": {"full_attention": {"rope_theta": 2}}}"#, "rope.layer_types"),
            (
                r#"{"rope_parameters": {"full_attention": {"rope_theta": 2}}, "layer_types": ["sliding_attention"]}"#,
                "rope.rope_parameters.sliding_attention",
            ),
            (
                r#"{"num_hidden_layers": 2, "rope_parameters": {"full_attention": {"rope_theta": 2}}, "layer_types": ["full_attention"]}"#,
                "rope.layer_types",
            ),
            (
                r#"{"num_hidden_layers": 3, "rope_theta": 100, "no_rope_layers": [1, 0]}"#,
                "rope.no_rope_layers",
            ),
            (
                r#"{"model_type": "gemma3_text", "rope_theta": 100, "rope_local_base_freq": 10}"#,
                "rope.layer_types",
            ),
            (r#"{"model_type": "llama", "head_dim": "big", "rope_theta": 100}"#, "rope.head_dim"),
            (r#"{"model_type": "gpt2"}"#, "rope"),
        ] {
            let found = read(text);
            assert_eq!(found.clone().map_err(|error| error.0), Err(key.to_owned()), "{text}");
        }
    }
}
