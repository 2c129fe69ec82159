//! Which layers of a configuration rotate, as far as the code of a model decides it and not a key of RoPE.

use serde_json::{Map, Value};

use crate::rule_values::{Wrong, whole_of, wrong};

/// Models that rotate nothing, although configurations have a base.
const NEVER: [&str; 3] = ["jamba", "kimi_linear", "nemotron_h"];
/// Models that rotate only layers with a window.
const WITH_WINDOW: [&str; 7] =
    ["afmoe", "cohere2", "exaone4", "exaone_moe", "flint", "kolibri1", "lara_mini"];
/// Those of them that rotate all layers if no layer has a window.
const OR_ALL: [&str; 3] = ["exaone4", "exaone_moe", "kolibri1"];
/// Models of which one layer in four does not rotate, unless the configuration says which.
const THREE_OF_FOUR: [&str; 3] = ["llama4_text", "mistral_large4_text", "smollm3"];

/// The keys of a configuration.
pub(crate) type Fields = Map<String, Value>;

/// The value of a key; `None` if it is null or is not there.
pub(crate) fn given_in<'a>(fields: &'a Fields, key: &str) -> Option<&'a Value> {
    fields.get(key).filter(|value| !value.is_null())
}

fn model(fields: &Fields) -> &str {
    fields.get("model_type").and_then(Value::as_str).unwrap_or_default()
}

/// Whether a model has no RoPE, even if its configuration has a base.
pub(crate) fn never_rotates(fields: &Fields) -> bool {
    let model = model(fields);
    let position = given_in(fields, "position_embedding_type").and_then(Value::as_str);
    let is = |key: &str| given_in(fields, key).and_then(Value::as_bool) == Some(true);
    NEVER.contains(&model)
        || position.is_some_and(|kind| kind != "rope" && kind != "rotary")
        || (model == "granitemoehybrid" && position.is_none())
        || (model == "zamba2" && !is("use_mem_rope"))
        || is("alibi")
}

/// Whether each layer rotates; `None` if all do.
pub(crate) fn rotating(fields: &Fields) -> Result<Option<Vec<bool>>, Wrong> {
    if let found @ Some(_) = listed(fields)? {
        return Ok(found);
    }
    let model = model(fields);
    let has_no_window = fields.get("sliding_window").is_some_and(Value::is_null);
    if model == "cohere2_moe" {
        // Its first layers rotate or not by the kind of their MLP.
        return Err(wrong("rope.model_type", &model.into()));
    }
    if !WITH_WINDOW.contains(&model) || (has_no_window && OR_ALL.contains(&model)) {
        return Ok(None);
    }
    let types = types_in(fields)?;
    Ok(Some(types.iter().map(|name| name == "sliding_attention" && !has_no_window).collect()))
}

/// The type of each layer.
///
/// - errors: a configuration that does not say it
pub(crate) fn types_in(fields: &Fields) -> Result<Vec<String>, Wrong> {
    let layers = given_in(fields, "num_hidden_layers").and_then(whole_of);
    let odd = |value: &Value| wrong("rope.layer_types", value);
    if let Some(given) = given_in(fields, "layer_types") {
        let names = given.as_array().ok_or_else(|| odd(given))?;
        let name = |name: &Value| name.as_str().map(str::to_owned).ok_or_else(|| odd(name));
        let types = names.iter().map(name).collect::<Result<Vec<_>, _>>()?;
        let count = types.len() as f64;
        return match layers.is_none_or(|layers| layers == count) {
            true => Ok(types),
            false => Err(odd(&count.into())),
        };
    }
    // Earlier configurations of Gemma 3 say which layer in a row sees everything.
    let pattern = given_in(fields, "sliding_window_pattern").and_then(whole_of);
    let (pattern, layers) = pattern.zip(layers).ok_or_else(|| odd(&Value::Null))?;
    let is_full = |layer: usize| (layer + 1).is_multiple_of(pattern as usize);
    let name = |layer| if is_full(layer) { "full_attention" } else { "sliding_attention" };
    Ok((0..layers as usize).map(|layer| name(layer).to_owned()).collect())
}

/// What `no_rope_layers` says, in which 1 is a layer that rotates.
fn listed(fields: &Fields) -> Result<Option<Vec<bool>>, Wrong> {
    let layers = given_in(fields, "num_hidden_layers").and_then(whole_of);
    let key = "rope.no_rope_layers";
    let list = match given_in(fields, "no_rope_layers") {
        None => &Vec::new(),
        Some(value) => value.as_array().ok_or_else(|| wrong(key, value))?,
    };
    if list.is_empty() {
        let interval = given_in(fields, "no_rope_layer_interval");
        if interval.is_none() && !THREE_OF_FOUR.contains(&model(fields)) {
            return Ok(None);
        }
        let odd = |value: &Value| wrong("rope.no_rope_layer_interval", value);
        let interval = interval.map_or(Ok(4.0), |value| {
            whole_of(value).filter(|&found| found >= 1.0).ok_or_else(|| odd(value))
        })?;
        let layers = layers.ok_or_else(|| wrong(key, &Value::Null))?;
        let turns = |layer: usize| !(layer + 1).is_multiple_of(interval as usize);
        return Ok(Some((0..layers as usize).map(turns).collect()));
    }
    if layers.is_some_and(|layers| layers != list.len() as f64) {
        return Err(wrong(key, &(list.len() as f64).into()));
    }
    let of_layer = |value: &Value| match value.as_f64() {
        Some(1.0) => Ok(true),
        Some(0.0) => Ok(false),
        _ => value.as_bool().ok_or_else(|| wrong(key, &Value::Array(list.clone()))),
    };
    list.iter().map(of_layer).collect::<Result<Vec<_>, _>>().map(Some)
}
