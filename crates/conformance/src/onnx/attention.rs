//! ONNX's `Attention` (opset 23 to 25) and `FlexAttention`, computed by the core.

use heedmap_attention::{
    AttentionRule, Causal, HeadAttention, HeadInputs, Masks, Real, Tensor, Window, attend_heads,
    merge_heads, split_heads,
};

use super::Outputs;
use crate::fields::{Failure, Fields};
use crate::tensor::AnyTensor;

const ATTRIBUTES: [&str; 9] = [
    "is_causal",
    "kv_num_heads",
    "left_window_size",
    "q_num_heads",
    "qk_matmul_output_mode",
    "right_window_size",
    "scale",
    "softcap",
    "softmax_precision",
];
const INPUTS: [&str; 7] =
    ["Q", "K", "V", "attn_mask", "past_key", "past_value", "nonpad_kv_seqlen"];

/// `softmax_precision` is read and ignored: the softmax has the precision of everything else.
pub(super) fn attention<T: Real>(attributes: &Fields<'_>, inputs: &Fields<'_>) -> Outputs<T> {
    attributes.only(&ATTRIBUTES)?;
    inputs.only(&INPUTS)?;
    attributes.whole("softmax_precision")?;
    let (heads, kv_heads) = (attributes.size("q_num_heads")?, attributes.size("kv_num_heads")?);
    let q: Tensor<T> = inputs.needed("Q")?;
    let merged = q.shape().len() == 3;
    let q = in_heads("Q", q, heads)?;
    let k = in_heads("K", inputs.needed("K")?, kv_heads)?;
    let v = in_heads("V", inputs.needed("V")?, kv_heads)?;
    let (past_k, past_v) = (inputs.floats("past_key")?, inputs.floats("past_value")?);
    if past_k.is_some() != past_v.is_some() {
        return Err(Failure("past_key and past_value come together".to_owned()));
    }

    let length = |tensor: &Tensor<T>| tensor.shape().get(2).copied().unwrap_or(0);
    let keys = length(&k).saturating_add(past_k.as_ref().map_or(0, length));
    let (boolean, additive) = mask::<T>(inputs, keys)?;
    let valid_keys = inputs.sizes("nonpad_kv_seqlen")?;
    let masks = Masks::default()
        .boolean(boolean.as_ref())
        .additive(additive.as_ref())
        .valid_keys(valid_keys.as_deref());
    // With valid lengths, the last query is at the last valid key.
    let queries = length(&q) as i64;
    let before = |valid: usize| valid as i64 - queries;
    let offsets = valid_keys.as_ref().map(|keys| keys.iter().copied().map(before).collect());
    let offsets: Option<Vec<i64>> = offsets;
    let rule = AttentionRule {
        scale: attributes.number("scale")?,
        softcap: attributes.number("softcap")?,
        causal: if attributes.flag("is_causal")? { Causal::Offset } else { Causal::None },
        offset: past_k.as_ref().map(|past| length(past) as i64),
        window: Some(Window {
            left: attributes.side("left_window_size")?,
            right: attributes.side("right_window_size")?,
        }),
        ..AttentionRule::default()
    };
    let mode = attributes.whole("qk_matmul_output_mode")?.unwrap_or(0);

    let past = past_k.as_ref().zip(past_v.as_ref());
    let inputs = HeadInputs::new(&q, &k, &v).past(past).masks(masks).offsets(offsets.as_deref());
    let found = attend_heads(&inputs, &rule)?;
    let qk = matmul_output(&found, mode)?;
    let y = if merged { merge_heads("Y", &found.output)? } else { found.output };
    Ok(vec![
        ("Y", y),
        ("present_key", found.keys),
        ("present_value", found.values),
        ("qk_matmul_output", qk),
    ])
}

/// Attention without a mask; the functions that it accepts cannot be part of a case.
pub(super) fn flex<T: Real>(attributes: &Fields<'_>, inputs: &Fields<'_>) -> Outputs<T> {
    attributes.only(&["scale", "softmax_precision"])?;
    inputs.only(&["Q", "K", "V"])?;
    let (q, k, v) = (inputs.needed("Q")?, inputs.needed("K")?, inputs.needed("V")?);
    let rule = AttentionRule { scale: attributes.number("scale")?, ..AttentionRule::default() };
    Ok(vec![("Y", attend_heads(&HeadInputs::new(&q, &k, &v), &rule)?.output)])
}

/// The tensor as (batch, heads, length, features). Splits an axis with the features of all heads.
fn in_heads<T: Real>(
    name: &'static str,
    tensor: Tensor<T>,
    heads: Option<usize>,
) -> Result<Tensor<T>, Failure> {
    match (tensor.shape().len(), heads) {
        (3, Some(heads)) => Ok(split_heads(name, &tensor, heads)?),
        (3, None) => Err(Failure(format!("{name} has 3 axes and no number of heads"))),
        _ => Ok(tensor),
    }
}

/// The step that `qk_matmul_output` selects.
fn matmul_output<T: Real>(found: &HeadAttention<T>, mode: i64) -> Result<Tensor<T>, Failure> {
    match mode {
        0 => Ok(found.scaled.clone()),
        1 => Ok(found.capped.as_ref().unwrap_or(&found.scaled).clone()),
        2 => Ok(found.masked.clone()),
        3 => Ok(found.weights.clone()),
        _ => Err(Failure(format!("qk_matmul_output_mode is {mode}: 0 to 3"))),
    }
}

/// A boolean mask, or an additive one.
type Mask<T> = (Option<Tensor<bool>>, Option<Tensor<T>>);

/// The mask, extended if it is shorter than the keys. ONNX excludes the keys beyond its end; the
/// core rejects such a mask.
fn mask<T: Real>(inputs: &Fields<'_>, keys: usize) -> Result<Mask<T>, Failure> {
    match inputs.any("attn_mask")? {
        None => Ok((None, None)),
        Some(AnyTensor::Booleans(mask)) => Ok((Some(extended(mask, keys, false)?), None)),
        Some(AnyTensor::Floats(mask)) => {
            let mask = mask.map(|&cell| T::from_f64(cell));
            Ok((None, Some(extended(mask, keys, T::NEG_INFINITY)?)))
        }
        Some(AnyTensor::Integers(_)) => {
            Err(Failure("attn_mask must be booleans or floats".to_owned()))
        }
    }
}

fn extended<T: Copy>(mask: Tensor<T>, keys: usize, excluded: T) -> Result<Tensor<T>, Failure> {
    let width = mask.shape().last().copied().unwrap_or(1);
    // A width of 1 is broadcast.
    if width <= 1 || width >= keys {
        return Ok(mask);
    }
    let mut shape = mask.shape().to_vec();
    if let Some(last) = shape.last_mut() {
        *last = keys;
    }
    let cells = shape.iter().try_fold(1_usize, |all, &side| all.checked_mul(side));
    if cells.is_none_or(|cells| cells > heedmap_attention::MAX_CELLS) {
        return Err(Failure("attn_mask would be too large".to_owned()));
    }
    let missing = std::iter::repeat_n(excluded, keys - width);
    let rows = mask.data().chunks(width);
    let data = rows.flat_map(|row| row.iter().copied().chain(missing.clone())).collect();
    Ok(Tensor::new("attn_mask", &shape, data)?)
}
