//! The layers of Qwen3.5: in `config.json`, and which of them keep a state.

use super::fields::Fields;
use super::rules::{OtherKind, grouped, named_layers, parameters, rotation};
use super::{GatedDelta, LayerRule, Rotation, bad};
use crate::error::Error;

/// The number of layers of a group where a configuration does not say it.
const INTERVAL: usize = 4;

/// The heads of the layers that keep a state.
pub(super) fn delta(fields: Fields<'_>) -> Result<GatedDelta, Error> {
    Ok(GatedDelta {
        key_heads: fields.size(&["linear_num_key_heads"])?,
        heads: fields.size(&["linear_num_value_heads"])?,
        key_size: fields.size(&["linear_key_head_dim"])?,
        value_size: fields.size(&["linear_value_head_dim"])?,
        kernel: fields.size(&["linear_conv_kernel_dim"])?,
        is_tiled: false,
        has_logarithms: true,
    })
}

/// Which layers keep a state: all but the last of each group.
///
/// - `interval`: the number of layers of a group, if it is given
pub(super) fn states(interval: Option<usize>, count: usize) -> Result<Vec<bool>, Error> {
    let interval = interval.unwrap_or(INTERVAL);
    if interval == 0 {
        return Err(bad("full_attention_interval", "0", "at least 1"));
    }
    Ok((1..=count).map(|layer| !layer.is_multiple_of(interval)).collect())
}

/// The rule of each layer: layers that keep a state do not rotate.
///
/// Pictures would rotate by their rows and columns; the tokens of a text have the same number for all three.
pub(super) fn layers(
    fields: Fields<'_>,
    count: usize,
    head_size: usize,
) -> Result<Vec<LayerRule>, Error> {
    const SHARE: &str = "partial_rotary_factor";
    let within = parameters(fields).map(|all| all.number(SHARE)).transpose()?.flatten();
    let share = within.map_or_else(|| fields.required_number(SHARE), Ok)?;
    if !(share > 0.0 && share <= 1.0) {
        return Err(bad(SHARE, share.to_string(), "above 0 and at most 1"));
    }
    let features = Some((share * head_size as f64) as usize);
    let rope = Rotation { features, ..rotation(fields, false)? };
    let rule = |is_delta: bool| LayerRule {
        rope: (!is_delta).then(|| rope.clone()),
        window: None,
        is_delta,
    };
    let states = match named_layers(fields, count, OtherKind::Linear)? {
        Some(named) => named,
        None => grouped(fields, "full_attention_interval", count)?,
    };
    Ok(states.into_iter().map(rule).collect())
}
