//! What differs between the layers of a model of a Hugging Face folder: windows and rotations.

use heedmap_attention::{Llama3Scaling, LongRopeScaling, RopeScaling, YarnScaling};

use super::fields::Fields;
use super::{LayerRule, Rotation, bad};
use crate::error::Error;

/// The rules of the layers of a model with RoPE.
///
/// - `local`: which layers have the window, and the rotation of such layers
/// - `rotated`: the number of rotated features
pub(super) fn rules(
    fields: Fields<'_>,
    local: &[bool],
    window: Option<usize>,
    rotated: Option<usize>,
) -> Result<Vec<LayerRule>, Error> {
    let rotations = [rotation(fields, false)?, rotation(fields, true)?];
    let rule = |&is_local: &bool| LayerRule {
        rope: Some(Rotation { features: rotated, ..rotations[usize::from(is_local)].clone() }),
        window: window.filter(|_| is_local),
        is_delta: false,
    };
    Ok(local.iter().map(rule).collect())
}

/// All layers but the last of each group, whose size a field gives.
pub(super) fn grouped(fields: Fields<'_>, field: &str, layers: usize) -> Result<Vec<bool>, Error> {
    let size = fields.size(&[field])?;
    if size == 0 {
        return Err(bad(field, "0", "at least 1"));
    }
    Ok((1..=layers).map(|layer| !layer.is_multiple_of(size)).collect())
}

/// The kind of layers that a family has beside those with full attention.
#[derive(Clone, Copy)]
pub(super) enum OtherKind {
    Sliding,
    Linear,
}

/// Which layers `layer_types` names as those of the other kind; `None` without it.
pub(super) fn named_layers(
    fields: Fields<'_>,
    layers: usize,
    other: OtherKind,
) -> Result<Option<Vec<bool>>, Error> {
    const FIELD: &str = "layer_types";
    let Some(kinds) = fields.list(FIELD)? else { return Ok(None) };
    if kinds.len() != layers {
        let found = format!("a list of {} with {layers} layers", kinds.len());
        return Err(bad(FIELD, found, "as long as the layers"));
    }
    let (name, hint) = match other {
        OtherKind::Sliding => {
            ("sliding_attention", ": layers with full and with sliding attention are")
        }
        OtherKind::Linear => {
            ("linear_attention", ": layers with full and with linear attention are")
        }
    };
    let is_other = |kind: &serde_json::Value| match kind.as_str() {
        Some("full_attention") => Ok(false),
        Some(given) if given == name => Ok(true),
        given => {
            let value = given.unwrap_or("not a text").to_owned();
            Err(Error::Unsupported { field: FIELD.to_owned(), value, hint })
        }
    };
    kinds.iter().map(is_other).collect::<Result<_, _>>().map(Some)
}

/// The settings of the rotation. Since version 5 of transformers all are in one object; before, those of its scaling.
pub(super) fn parameters(fields: Fields<'_>) -> Option<Fields<'_>> {
    fields.object("rope_scaling").or(fields.object("rope_parameters"))
}

/// The rotation of local or of other layers.
pub(super) fn rotation(fields: Fields<'_>, is_local: bool) -> Result<Rotation, Error> {
    // The object may have one for each kind of layer.
    let kind = if is_local { "sliding_attention" } else { "full_attention" };
    let own = fields.object("rope_parameters").and_then(|all| all.object(kind));
    let local_base = fields.number("rope_local_base_freq")?.filter(|_| is_local);
    // Where there is a base for local layers, the one scaling is for the others.
    let parameters = own.or(parameters(fields).filter(|_| local_base.is_none()));
    let base = match parameters {
        Some(parameters) => parameters.number("rope_theta")?,
        None => None,
    };
    let named = fields.number("rotary_emb_base")?;
    let base =
        base.or(local_base).or(named).map_or_else(|| fields.required_number("rope_theta"), Ok)?;
    let mut rotation = Rotation::new(base);
    if let Some(scaling) = parameters {
        rotation.scaling = read_scaling(fields, scaling)?;
    }
    Ok(rotation)
}

/// The scaling with the fields of transformers.
fn read_scaling(fields: Fields<'_>, scaling: Fields<'_>) -> Result<RopeScaling, Error> {
    let kind = match scaling.text("rope_type")? {
        Some(kind) => Some(kind),
        None => scaling.text("type")?,
    };
    let factor = || scaling.required_number("factor");
    let trained = || {
        const NAME: &str = "original_max_position_embeddings";
        let own = scaling.optional_size(&[NAME])?;
        let given = own.or(fields.optional_size(&[NAME])?);
        given.map_or_else(|| fields.size(&["max_position_embeddings"]), Ok)
    };
    Ok(match kind {
        None | Some("default") => RopeScaling::Default,
        Some("linear") => RopeScaling::Linear { factor: factor()? },
        Some("dynamic") => {
            let max_position_embeddings = trained()?;
            RopeScaling::Dynamic { factor: factor()?, max_position_embeddings }
        }
        Some("llama3") => {
            let mut llama3 = Llama3Scaling::new(factor()?, trained()?);
            llama3.low_freq_factor = scaling.required_number("low_freq_factor")?;
            llama3.high_freq_factor = scaling.required_number("high_freq_factor")?;
            RopeScaling::Llama3(llama3)
        }
        Some("yarn") => {
            let mut yarn = YarnScaling::new(factor()?, trained()?);
            yarn.beta_fast = scaling.number("beta_fast")?.unwrap_or(yarn.beta_fast);
            yarn.beta_slow = scaling.number("beta_slow")?.unwrap_or(yarn.beta_slow);
            yarn.attention_factor = scaling.number("attention_factor")?;
            yarn.mscale = scaling.number("mscale")?;
            yarn.mscale_all_dim = scaling.number("mscale_all_dim")?;
            yarn.truncate = scaling.flag("truncate")?.unwrap_or(true);
            RopeScaling::Yarn(yarn)
        }
        Some("longrope" | "su") => {
            let list = |field: &str| {
                let numbers = scaling.list(field)?.unwrap_or_default().iter();
                let numbers: Option<Vec<f64>> = numbers.map(serde_json::Value::as_f64).collect();
                numbers.ok_or_else(|| bad(field, "a list", "a list of numbers"))
            };
            let (original, most) = (trained()?, fields.size(&["max_position_embeddings"])?);
            let factor = scaling.number("factor")?.unwrap_or(most as f64 / original as f64);
            let (short, long) = (list("short_factor")?, list("long_factor")?);
            let mut longrope = LongRopeScaling::new(short, long, factor, original);
            longrope.attention_factor = scaling.number("attention_factor")?;
            RopeScaling::LongRope(longrope)
        }
        Some(kind) => {
            let (field, value) = ("rope_type".to_owned(), kind.to_owned());
            let hint = ": default, linear, dynamic, yarn, longrope and llama3 are";
            return Err(Error::Unsupported { field, value, hint });
        }
    })
}
