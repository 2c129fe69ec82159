//! `attn-case/1`: attention over heads, with all its options.

use heedmap_attention::{
    Alignment, HeadInputs, HeadOptions, Masks, Real, Rope, RopePairs, Scale, Tensor, Window,
    attend_heads,
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
    let options = HeadOptions::default()
        .scale(params.number("scale")?.map_or(Scale::InverseSqrtDk, Scale::Factor))
        .softcap(params.number("softcap")?.unwrap_or(0.0))
        .temperature(params.number("temperature")?.unwrap_or(1.0))
        .causal(params.flag("causal")?)
        .prefix(params.size("prefix")?.unwrap_or(0))
        .window(Window {
            left: params.whole("window_left")?.unwrap_or(-1),
            right: params.whole("window_right")?.unwrap_or(-1),
        })
        .alignment(alignment(&params)?)
        .masks(masks)
        .alibi(slopes.as_ref().map(Tensor::data))
        .rope(rope(&params)?);
    let past = past_k.as_ref().zip(past_v.as_ref());
    let found = attend_heads(&HeadInputs { past, ..HeadInputs::new(&q, &k, &v) }, &options)?;
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

/// An explicit offset takes precedence over a named alignment.
fn alignment(params: &Fields<'_>) -> Result<Alignment, Failure> {
    if let Some(offset) = params.whole("offset")? {
        return Ok(Alignment::Offset(offset));
    }
    match params.text("align")? {
        None | Some("upper_left") => Ok(Alignment::UpperLeft),
        Some("lower_right") => Ok(Alignment::LowerRight),
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
    Ok(Some(paper.pairs(pairs).features(fields.size("dim")?).base(base)))
}
