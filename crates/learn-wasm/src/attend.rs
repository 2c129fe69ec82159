//! Attention over batches and heads, as models compute it.

use heedmap_attention::{HeadAttention, HeadInputs, HeadOptions, Masks, NanRow, Row, Tensor};
use heedmap_attention::{Real, alibi_slopes, attend_heads};
use heedmap_wasm_common::{InputError, Record, Refusal, Refused, into_error, record};
use js_sys::{Array, Float32Array};
use wasm_bindgen::prelude::*;

use crate::attend_options::{AttendOptions, AttendRequest};
use crate::tensor::{Element, numbers, part, truths, write};
use crate::tensor_error::TensorError;

#[wasm_bindgen(typescript_custom_section)]
const ATTEND: &str = r#"
/**
 * What attention over heads starts from. All of it is Float64Array, and computed in 64 bits, or all of it is
 * Float32Array, and computed in 32. Masks broadcast to (batch, heads, queries, keys), the past among the keys; all that
 * are given apply together.
 */
export interface AttendInputs<T extends Float64Array | Float32Array = Float64Array | Float32Array> {
  /** (batch, heads, queries, d_k) */
  q: TensorData<T>;
  /** (batch, kv heads, keys, d_k); the kv heads divide the heads: grouped-query attention, or multi-query with one. */
  k: TensorData<T>;
  /** (batch, kv heads, keys, d_v) */
  v: TensorData<T>;
  /** Keys of earlier steps, which stand before `k`. */
  pastK?: TensorData<T> | null;
  /** Values of earlier steps, which stand before `v`. */
  pastV?: TensorData<T> | null;
  /** Not 0 where the query may attend to the key. */
  boolean?: TensorData<Uint8Array> | null;
  /** What is added to the scores: -Infinity excludes, every other number is taken literally. */
  additive?: TensorData<T> | null;
  /** Not 0 where the key is no padding, (batch, keys) or what broadcasts to it. */
  padding?: TensorData<Uint8Array> | null;
  /** The slope of ALiBi of each head, (heads). */
  slopes?: TensorData<T> | null;
}

/** Every step of attention over heads. */
export interface Attended<T extends Float64Array | Float32Array = Float64Array | Float32Array> {
  /** The keys, the past before them, (batch, kv heads, keys, d_k). */
  keys: TensorData<T>;
  /** The values, the past before them, (batch, kv heads, keys, d_v). */
  values: TensorData<T>;
  /** The scores times the scale, (batch, heads, queries, keys). */
  scaled: TensorData<T>;
  /** The scaled scores within the softcap, or null where there is none. */
  capped: TensorData<T> | null;
  /** With what masks and biases add, -Infinity where the key is excluded, before the temperature. */
  masked: TensorData<T>;
  /** The attention weights, (batch, heads, queries, keys). A row that may attend to no key is all 0. */
  weights: TensorData<T>;
  /** (batch, heads, queries, d_v) */
  output: TensorData<T>;
  /** In nats, (batch, heads, queries); -Infinity where there is no key. */
  logSumExp: TensorData<T>;
  /** In nats, (batch, heads, queries). */
  entropy: TensorData<T>;
  /** The rows that may attend to no key. */
  rowsWithoutKey: { batch: number; head: number; query: number }[];
  /** The rows whose weights are NaN, each with the first key that made it so. */
  rowsWithNan: { batch: number; head: number; query: number; key: number }[];
}
"#;

#[wasm_bindgen]
extern "C" {
    /// See the TypeScript interface of this name.
    #[wasm_bindgen(typescript_type = "AttendInputs")]
    pub type AttendInputs;
    /// See the TypeScript interface of this name.
    #[wasm_bindgen(typescript_type = "Attended")]
    pub type Attended;
}

/// Attention over batches and heads, every step kept.
///
/// What is computed is limited by memory alone: all inputs and results together must fit the 4 GiB that
/// wasm can address, and results are copied into arrays of JavaScript. One head of 4,096 tokens takes 200 MB
/// in 32 bits there, and as much again in JavaScript. A call computes at most 4,194,304 rows. What does not fit, or
/// cannot be allocated, is refused in one sentence with the bytes.
///
/// @example
/// const x = { shape: [1, 1, 2, 1], data: Float64Array.of(1, 2) };
/// attend({ causal: true }, { q: x, k: x, v: x }).weights.data; // row 0 sees key 0 alone: 1, 0, ...
#[wasm_bindgen]
pub fn attend(options: &AttendOptions, inputs: &AttendInputs) -> Refused<Attended> {
    // The kind of q decides; whatever is of another kind is then refused by its name.
    let single = part(inputs, "q")
        .and_then(|q| q.map_or(Ok(None), |q| part(&q, "data")))
        .is_ok_and(|data| data.is_some_and(|data| data.has_type::<Float32Array>()));
    let attended =
        if single { attended::<f32>(options, inputs) } else { attended::<f64>(options, inputs) };
    attended.map(JsCast::unchecked_into).map_err(into_error)
}

fn attended<T: Element>(options: &AttendOptions, inputs: &JsValue) -> Result<Record, Refusal> {
    let request = AttendRequest::read(options)?;
    let needed =
        |name| numbers::<T>(inputs, name)?.ok_or(Refusal::from(InputError::Missing { name }));
    let (q, k, v) = (needed("q")?, needed("k")?, needed("v")?);
    let (past_k, past_v) = (numbers::<T>(inputs, "pastK")?, numbers::<T>(inputs, "pastV")?);
    if past_k.is_some() != past_v.is_some() {
        return Err(TensorError::HalfPast.into());
    }
    // The product of three sides of an existing tensor may overflow only if the fourth is 0.
    let rows = q.shape().iter().take(3).fold(1_u64, |all, &side| all.saturating_mul(side as u64));
    if rows > MAX_ROWS {
        return Err(TensorError::Rows { rows, most: MAX_ROWS }.into());
    }

    let boolean = truths(inputs, "boolean")?;
    let additive = numbers::<T>(inputs, "additive")?;
    let padding = truths(inputs, "padding")?;
    let slopes = slopes(&request, &q, inputs)?;
    let options = HeadOptions {
        masks: Masks {
            boolean: boolean.as_ref(),
            additive: additive.as_ref(),
            padding: padding.as_ref(),
            valid_keys: request.valid_keys.as_deref(),
        },
        alibi: slopes.as_deref(),
        ..request.options()
    };
    let past = past_k.as_ref().zip(past_v.as_ref());
    let found = attend_heads(&HeadInputs { past, ..HeadInputs::new(&q, &k, &v) }, &options)?;
    result(&found)
}

/// The most rows of weights of one call, over all heads and batch entries. A row without a key is
/// listed as an object, and of many more objects JavaScript runs out of memory without an error.
const MAX_ROWS: u64 = 1 << 22;

/// Given slopes go before those of the paper.
fn slopes<T: Element>(
    request: &AttendRequest,
    q: &Tensor<T>,
    inputs: &JsValue,
) -> Result<Option<Vec<T>>, Refusal> {
    if let Some(given) = numbers::<T>(inputs, "slopes")? {
        return Ok(Some(given.into_data()));
    }
    let heads = q.shape().get(1).copied().unwrap_or_default();
    let paper = || alibi_slopes(heads).into_iter().map(<T as Real>::from_f64).collect();
    Ok(request.alibi.then(paper))
}

fn result<T: Element>(found: &HeadAttention<T>) -> Result<Record, Refusal> {
    let object = record();
    let tensors = [
        ("keys", Some(&found.keys)),
        ("values", Some(&found.values)),
        ("scaled", Some(&found.scaled)),
        ("capped", found.capped.as_ref()),
        ("masked", Some(&found.masked)),
        ("weights", Some(&found.weights)),
        ("output", Some(&found.output)),
        ("logSumExp", Some(&found.log_sum_exp)),
        ("entropy", Some(&found.entropy)),
    ];
    for (name, tensor) in tensors {
        match tensor {
            Some(tensor) => object.set(name, &write(name, tensor)?.into()),
            None => object.set(name, &JsValue::NULL),
        }
    }
    let without_key: Array = found.rows_without_key.iter().map(|&row| place(row)).collect();
    let with_nan: Array = found.rows_with_nan.iter().map(nan_place).collect();
    object.set("rowsWithoutKey", &without_key);
    object.set("rowsWithNan", &with_nan);
    Ok(object)
}

fn place(Row { batch, head, query }: Row) -> Record {
    let object = record();
    for (name, index) in [("batch", batch), ("head", head), ("query", query)] {
        object.set(name, &(index as f64).into());
    }
    object
}

fn nan_place(NanRow { row, key }: &NanRow) -> Record {
    let object = place(*row);
    object.set("key", &(*key as f64).into());
    object
}
