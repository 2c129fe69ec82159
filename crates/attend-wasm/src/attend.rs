//! Attention over batches and heads, as models compute it.

use heedmap_attention::{HeadAttention, HeadInputs, HeadRow, Masks, NanRow, Tensor};
use heedmap_attention::{Real, attend_heads};
use heedmap_wasm_common::{InputError, Js, Refusal, part, read_options, serialize};
use js_sys::Float32Array;
use serde::{Deserialize, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::attend_options::{AttendCompute, GivenAttendOptions, Request};
use crate::tensor::{Element, TensorData, TensorError, numbers, truths};

/// The inputs of attention over heads. They are all Float64Array and computed in 64 bits, or all
/// Float32Array and computed in 32. Masks broadcast to (batch, heads, queries, keys), past keys
/// included; all masks apply together.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(type_params = "T extends Float64Array | Float32Array = Float64Array | Float32Array")]
pub struct AttendInputs {
    /// (batch, heads, queries, d_k)
    #[tsify(type = "TensorData<T>")]
    q: Option<Js>,
    /// (batch, kv heads, keys, d_k); the kv heads divide the heads: grouped-query attention, or multi-query
    /// with one.
    #[tsify(type = "TensorData<T>")]
    k: Option<Js>,
    /// (batch, kv heads, keys, d_v)
    #[tsify(type = "TensorData<T>")]
    v: Option<Js>,
    /// Keys of earlier steps, which come before `k`.
    #[tsify(optional, type = "TensorData<T> | null")]
    past_k: Option<Js>,
    /// Values of earlier steps, which come before `v`.
    #[tsify(optional, type = "TensorData<T> | null")]
    past_v: Option<Js>,
    /// Not 0 where the query may attend to the key.
    #[tsify(optional, type = "TensorData<Uint8Array> | null")]
    boolean: Option<Js>,
    /// Another mask like `boolean`, in a shape of its own.
    #[tsify(optional, type = "TensorData<Uint8Array> | null")]
    pattern: Option<Js>,
    /// A bias that is added to the scores. -Infinity excludes the key; every other number is just
    /// added.
    #[tsify(optional, type = "TensorData<T> | null")]
    additive: Option<Js>,
    /// Not 0 where the key is not padding, with a shape that broadcasts to (batch, keys).
    #[tsify(optional, type = "TensorData<Uint8Array> | null")]
    padding: Option<Js>,
    /// The slope of the linear bias of each head, (heads): ALiBi.
    #[tsify(optional, type = "TensorData<T> | null")]
    slopes: Option<Js>,
    /// The score of the sink of each head, (heads).
    #[tsify(optional, type = "TensorData<T> | null")]
    sinks: Option<Js>,
}

/// A row of weights.
#[derive(Serialize, Tsify)]
pub(crate) struct AttendedRow {
    batch: usize,
    head: usize,
    query: usize,
}

/// A row of weights that are NaN, and the first key that caused it.
#[derive(Serialize, Tsify)]
pub(crate) struct AttendedNanRow {
    batch: usize,
    head: usize,
    query: usize,
    key: usize,
}

/// Every step of attention over heads. With the option `compute`, the other steps are null.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(
    missing_as_null,
    type_params = "T extends Float64Array | Float32Array = Float64Array | Float32Array"
)]
pub struct Attended {
    /// The keys, past ones first, (batch, kv heads, keys, d_k).
    #[tsify(type = "TensorData<T>")]
    keys: Option<TensorData>,
    /// The values, past ones first, (batch, kv heads, keys, d_v).
    #[tsify(type = "TensorData<T>")]
    values: Option<TensorData>,
    /// The scores times the scale, (batch, heads, queries, keys).
    #[tsify(type = "TensorData<T>")]
    scaled: Option<TensorData>,
    /// The scores after the softcap, or null without one.
    #[tsify(type = "TensorData<T> | null")]
    capped: Option<TensorData>,
    /// The scores with masks and biases, -Infinity where the key is excluded, before the
    /// temperature.
    #[tsify(type = "TensorData<T>")]
    masked: Option<TensorData>,
    /// The attention weights, (batch, heads, queries, keys). A row that may attend to no key is all 0; a row with a sink
    /// sums to less than 1.
    #[tsify(type = "TensorData<T>")]
    weights: Option<TensorData>,
    /// (batch, heads, queries, d_v)
    #[tsify(type = "TensorData<T>")]
    output: Option<TensorData>,
    /// In nats, (batch, heads, queries); -Infinity without a key.
    #[tsify(type = "TensorData<T>")]
    log_sum_exp: Option<TensorData>,
    /// In nats, (batch, heads, queries).
    #[tsify(type = "TensorData<T>")]
    entropy: Option<TensorData>,
    /// The rows that may attend to no key.
    rows_without_key: Vec<AttendedRow>,
    /// The rows whose weights are NaN, each with the first key that caused it.
    rows_with_nan: Vec<AttendedNanRow>,
}

/// Attention over batches and heads, with all its steps.
///
/// Only memory limits the sizes: all inputs and results together must fit the 4 GiB that wasm can
/// address, and results are copied into JavaScript arrays. One head of 4,096 tokens takes 200 MB in
/// 32 bits there, and as much again in JavaScript. A call computes at most 4,194,304 rows. Larger
/// computations throw an error with the number of bytes.
///
/// @example
/// const x = { shape: [1, 1, 2, 1], data: Float64Array.of(1, 2) };
/// attend({ causal: true }, { q: x, k: x, v: x }).weights.data; // row 0 sees key 0 alone: 1, 0, ...
#[wasm_bindgen]
pub fn attend(
    options: &GivenAttendOptions,
    inputs: &Ts<AttendInputs>,
) -> Result<Ts<Attended>, Refusal> {
    let request = Request::read(options)?;
    let inputs: AttendInputs = read_options("attend inputs", inputs)?;
    // The type of q decides; inputs of another type are then rejected by name.
    let is_single = inputs
        .q
        .as_ref()
        .is_some_and(|Js(q)| q.is_object() && part(q, "data").has_type::<Float32Array>());
    let attended = if is_single {
        attended::<f32>(&request, &inputs)?
    } else {
        attended::<f64>(&request, &inputs)?
    };
    serialize(&attended)
}

fn attended<T: Element>(request: &Request, inputs: &AttendInputs) -> Result<Attended, Refusal> {
    let maybe = |name, given: &Option<Js>| numbers::<T>(name, given.as_ref());
    let needed = |name, given| {
        maybe(name, given)?.ok_or_else(|| Refusal::from(InputError::Missing { name }))
    };
    let (q, k, v) = (needed("q", &inputs.q)?, needed("k", &inputs.k)?, needed("v", &inputs.v)?);
    let (past_k, past_v) = (maybe("pastK", &inputs.past_k)?, maybe("pastV", &inputs.past_v)?);
    if past_k.is_some() != past_v.is_some() {
        return Err(TensorError::HalfPast.into());
    }
    // The product of three sides of an existing tensor may overflow only if the fourth is 0.
    let rows = q.shape().iter().take(3).fold(1_u64, |all, &side| all.saturating_mul(side as u64));
    if rows > MAX_ROWS {
        return Err(TensorError::Rows { rows, most: MAX_ROWS }.into());
    }

    let boolean = truths("boolean", inputs.boolean.as_ref())?;
    let pattern = truths("pattern", inputs.pattern.as_ref())?;
    let additive = maybe("additive", &inputs.additive)?;
    let padding = truths("padding", inputs.padding.as_ref())?;
    let slopes = slopes(request, &q, inputs)?;
    let sinks = maybe("sinks", &inputs.sinks)?.map(Tensor::into_data);
    let masks = Masks::default()
        .boolean(boolean.as_ref())
        .pattern(pattern.as_ref())
        .additive(additive.as_ref())
        .padding(padding.as_ref())
        .valid_keys(request.valid_keys());
    let length = |tensor: &Tensor<T>| tensor.shape().get(2).copied().unwrap_or(0);
    let rule = request.rule([length(&q), length(&k), past_k.as_ref().map_or(0, length)]);
    let offsets = request.offsets(length(&q))?;
    let inputs = HeadInputs::new(&q, &k, &v)
        .past(past_k.as_ref().zip(past_v.as_ref()))
        .masks(masks)
        .slopes(slopes.as_deref())
        .sinks(sinks.as_deref())
        .offsets(offsets.as_deref());
    let found = attend_heads(&inputs, &rule)?;
    wanted_steps(&found, request.compute())
}

/// The maximum number of rows of weights in one call, over all heads and batch entries. Each row
/// without a key is listed as an object, and with many more objects JavaScript runs out of memory
/// without an error.
const MAX_ROWS: u64 = 1 << 22;

/// The slopes of ALiBi for a number of heads, from its paper. The kernels take the slope of one head.
#[wasm_bindgen(js_name = alibiSlopes)]
pub fn alibi_slopes(heads: u32) -> Vec<f64> {
    heedmap_attention::alibi_slopes(heads as usize)
}

/// The slopes of ALiBi, if any: those in the inputs take precedence over those of its paper.
fn slopes<T: Element>(
    request: &Request,
    q: &Tensor<T>,
    inputs: &AttendInputs,
) -> Result<Option<Vec<T>>, Refusal> {
    if let Some(given) = numbers::<T>("slopes", inputs.slopes.as_ref())? {
        return Ok(Some(given.into_data()));
    }
    let heads = q.shape().get(1).copied().unwrap_or_default();
    let paper =
        || heedmap_attention::alibi_slopes(heads).into_iter().map(<T as Real>::from_f64).collect();
    Ok(request.has_alibi().then(paper))
}

/// The steps that `compute` selects, as typed arrays.
fn wanted_steps<T: Element>(
    found: &HeadAttention<T>,
    compute: AttendCompute,
) -> Result<Attended, Refusal> {
    let step = |name: &str, tensor: &Tensor<T>, is_wanted: bool| {
        is_wanted.then(|| TensorData::of(name, tensor)).transpose()
    };
    let all = compute == AttendCompute::All;
    let capped = found.capped.as_ref();
    Ok(Attended {
        keys: step("keys", &found.keys, all)?,
        values: step("values", &found.values, all)?,
        scaled: step("scaled", &found.scaled, all)?,
        capped: capped.and_then(|capped| step("capped", capped, all).transpose()).transpose()?,
        masked: step("masked", &found.masked, all)?,
        weights: step("weights", &found.weights, all || compute == AttendCompute::Weights)?,
        output: step("output", &found.output, all || compute == AttendCompute::Output)?,
        log_sum_exp: step("logSumExp", &found.log_sum_exp, all)?,
        entropy: step("entropy", &found.entropy, all)?,
        rows_without_key: found.rows_without_key.iter().map(row).collect(),
        rows_with_nan: found.rows_with_nan.iter().map(nan_row).collect(),
    })
}

fn row(&HeadRow { batch, head, query }: &HeadRow) -> AttendedRow {
    AttendedRow { batch, head, query }
}

fn nan_row(&NanRow { row: HeadRow { batch, head, query }, key }: &NanRow) -> AttendedNanRow {
    AttendedNanRow { batch, head, query, key }
}
