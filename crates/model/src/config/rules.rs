//! What differs between layers: windows and rotations.

use heedmap_attention::Rope;

use super::fields::Fields;
use super::{LayerRule, bad};
use crate::error::Error;

/// The base of RoPE where a configuration does not give it.
const BASE: f64 = 10_000.0;

/// The rules of the layers of a model with RoPE.
///
/// - `window`: the window of the layers that have one
/// - `rotated`: the number of rotated features
pub(super) fn rules(
    fields: Fields<'_>,
    layers: usize,
    window: Option<usize>,
    rotated: Option<usize>,
) -> Result<Vec<LayerRule>, Error> {
    let local = local_layers(fields, layers, window)?;
    let turns = turning_layers(fields, layers)?;
    let mut rules = Vec::new();
    for layer in 0..layers {
        let is_local = local.get(layer).copied().unwrap_or(false);
        let rope = rope(fields, is_local)?.features(rotated);
        rules.push(LayerRule {
            rope: turns.get(layer).copied().unwrap_or(true).then_some(rope),
            window: window.filter(|_| is_local),
        });
    }
    Ok(rules)
}

/// Which layers have the window: those that `layer_types` names, or else all.
fn local_layers(
    fields: Fields<'_>,
    layers: usize,
    window: Option<usize>,
) -> Result<Vec<bool>, Error> {
    let Some(kinds) = fields.list("layer_types")? else {
        return Ok(vec![window.is_some(); layers]);
    };
    if kinds.len() != layers {
        return Err(bad(
            "layer_types",
            format!("a list of {}", kinds.len()),
            "as long as the layers",
        ));
    }
    let is_local = |kind: &serde_json::Value| match kind.as_str() {
        Some("full_attention") => Ok(false),
        Some("sliding_attention") => Ok(true),
        other => {
            let value = other.unwrap_or("not a text").to_owned();
            let hint = ": layers with full and with sliding attention are";
            Err(Error::Unsupported { field: "layer_types".to_owned(), value, hint })
        }
    };
    kinds.iter().map(is_local).collect()
}

/// Which layers rotate queries and keys, where some do not (SmolLM3).
fn turning_layers(fields: Fields<'_>, layers: usize) -> Result<Vec<bool>, Error> {
    if let Some(list) = fields.list("no_rope_layers")? {
        // 1 marks the layers that rotate, in spite of the name.
        return Ok(list.iter().map(|value| value.as_u64() != Some(0)).collect());
    }
    let interval = fields.optional_size(&["no_rope_layer_interval"])?.unwrap_or(0);
    Ok((1..=layers).map(|layer| interval == 0 || layer % interval != 0).collect())
}

/// The rotation of local or of other layers.
fn rope(fields: Fields<'_>, is_local: bool) -> Result<Rope, Error> {
    // From version 5 of transformers on, all settings are in one object, which may have one for each kind of layer.
    let all = fields.object("rope_parameters");
    let kind = if is_local { "sliding_attention" } else { "full_attention" };
    let parameters = all.and_then(|all| all.object(kind)).or(all);
    let scaling = parameters.or(fields.object("rope_scaling").filter(|_| !is_local));
    let mut base = match parameters {
        Some(parameters) => parameters.number("rope_theta")?,
        None => None,
    };
    if base.is_none() && is_local {
        base = fields.number("rope_local_base_freq")?;
    }
    if base.is_none() {
        base = fields.number("rope_theta")?;
    }
    let rope = Rope::default().base(base.unwrap_or(BASE));
    let Some(scaling) = scaling else {
        return Ok(rope);
    };
    let kind = match scaling.text("rope_type")? {
        Some(kind) => Some(kind),
        None => scaling.text("type")?,
    };
    match kind {
        None | Some("default") => Ok(rope),
        Some(kind) => Err(Error::Unsupported {
            field: "rope_type".to_owned(),
            value: kind.to_owned(),
            hint: "",
        }),
    }
}
