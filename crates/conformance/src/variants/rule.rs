//! Attention over heads by a rule in its serde form.

use heedmap_attention::{AttentionRule, HeadInputs, Real, attend_heads};
use serde::Deserialize;
use serde_json::Value;

use super::Outputs;
use crate::fields::{Failure, Fields};

/// The fields of a rule.
const FIELDS: [&str; 15] = [
    "scale",
    "causal",
    "prefix",
    "window",
    "softcap",
    "rope",
    "mask",
    "temperature",
    "slope",
    "offset",
    "sink",
    "attn_temperature_tuning",
    "key_bias",
    "relative_bias",
    "score_bias",
];

/// Attention of one batch entry by a rule.
pub(super) fn rule<T: Real>(given: &Value, params: &Fields<'_>, inputs: &Fields<'_>) -> Outputs<T> {
    inputs.only(&["q", "k", "v"])?;
    params.only(&FIELDS)?;
    let rule = AttentionRule::deserialize(given).map_err(|error| Failure(error.to_string()))?;
    let (q, k, v) = (inputs.needed::<T>("q")?, inputs.needed("k")?, inputs.needed("v")?);
    let found = attend_heads(&HeadInputs::new(&q, &k, &v), &rule)?;
    Ok(vec![("weights", found.weights), ("output", found.output), ("lse", found.log_sum_exp)])
}
