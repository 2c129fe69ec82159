//! `attn-case/1`: attention over heads, with all its options.

use heedmap_attention::{
    AttentionRule, Causal, HeadInputs, Masks, Real, Rope, RopePairs, Tensor, Window, attend_heads,
};
use serde_json::Value;

use crate::Computed;
use crate::fields::{Failure, Fields};

const PARAMS: [&str; 10] = [
    "causal",
    "align",
    "offset",
    "window_left",
    "window_right",
    "prefix",
    "scale",
    "softcap",
    "temperature",
    "rope",
];
const INPUTS: [&str; 10] = [
    "Q",
    "K",
    "V",
    "past_key",
    "past_value",
    "bias",
    "bool_mask",
    "key_len",
    "key_pad",
    "alibi_slopes",
];

pub(crate) fn compute<T: Real>(case: &Value) -> Result<Computed<T>, Failure> {
    if !matches!(case["op"].as_str(), None | Some("attention")) {
        return Err(Failure("the op of an attn-case is attention".to_owned()));
    }
    let params = Fields::of(case, "params")?;
    let inputs = Fields::of(case, "inputs")?;
    params.only(&PARAMS)?;
    inputs.only(&INPUTS)?;

    let (q, k, v) = (inputs.needed("Q")?, inputs.needed("K")?, inputs.needed("V")?);
    let (past_k, past_v) = (inputs.floats("past_key")?, inputs.floats("past_value")?);
    if past_k.is_some() != past_v.is_some() {
        return Err(Failure("past_key and past_value come together".to_owned()));
    }
    let (additive, boolean) = (inputs.floats("bias")?, inputs.booleans("bool_mask")?);
    let (padding, valid_keys) = (inputs.booleans("key_pad")?, inputs.sizes("key_len")?);
    let slopes = inputs.floats::<T>("alibi_slopes")?;
    let masks = Masks::default()
        .boolean(boolean.as_ref())
        .additive(additive.as_ref())
        .padding(padding.as_ref())
        .valid_keys(valid_keys.as_deref());
    let past = past_k.as_ref().zip(past_v.as_ref());
    let length = |tensor: &Tensor<T>| tensor.shape().get(2).copied().unwrap_or(0);
    let lengths = [length(&q), length(&k), past_k.as_ref().map_or(0, length)];
    let (causal, offset) = placed(&params, lengths)?;
    let rule = AttentionRule {
        scale: params.number("scale")?,
        softcap: params.number("softcap")?,
        temperature: params.number("temperature")?,
        causal,
        offset,
        prefix: params.size("prefix")?.unwrap_or(0),
        window: Some(Window {
            left: params.side("window_left")?,
            right: params.side("window_right")?,
        }),
        rope: rope(&params)?,
        ..AttentionRule::default()
    };
    let inputs = HeadInputs::new(&q, &k, &v)
        .past(past)
        .masks(masks)
        .slopes(slopes.as_ref().map(Tensor::data));
    let found = attend_heads(&inputs, &rule)?;
    let rows = (found.rows_without_key.len(), found.rows_with_nan.len());
    let outputs = vec![
        ("scores", found.scaled),
        ("logits", found.masked),
        ("weights", found.weights),
        ("output", found.output),
        ("lse", found.log_sum_exp),
        ("entropy", found.entropy),
    ];
    Ok(Computed { outputs, rows: Some(rows) })
}

/// The position of the first query. An explicit offset takes precedence over a named alignment; `upper_left` is the
/// first key after the past.
fn placed(
    params: &Fields<'_>,
    [queries, new, past]: [usize; 3],
) -> Result<(Causal, Option<i64>), Failure> {
    let hides = params.flag("causal")?;
    let at = |offset| Ok((if hides { Causal::Offset } else { Causal::None }, Some(offset)));
    if let Some(offset) = params.whole("offset")? {
        return at(offset);
    }
    match params.text("align")? {
        Some("lower_right") if hides => Ok((Causal::LowerRight, None)),
        Some("lower_right") => at((past + new) as i64 - queries as i64),
        None | Some("upper_left") => at(past as i64),
        Some(other) => Err(Failure(format!("align is {other:?}: upper_left or lower_right"))),
    }
}

fn rope(params: &Fields<'_>) -> Result<Option<Rope>, Failure> {
    let Some(value) = params.get("rope") else {
        return Ok(None);
    };
    let wrapped = serde_json::json!({ "rope": value });
    let fields = Fields::of(&wrapped, "rope")?;
    fields.only(&["interleaved", "base", "dim"])?;
    let pairs = if fields.flag("interleaved")? { RopePairs::Interleaved } else { RopePairs::Half };
    let paper = Rope::default();
    let base = fields.number("base")?.unwrap_or(paper.base);
    Ok(Some(Rope { base, pairs, dim: fields.size("dim")?, ..paper }))
}
