//! Layers with a state, and differential attention.

use heedmap_attention::streaming::{Vectors, weights};
use heedmap_attention::{AttentionRule, Causal, Real, Tensor};
use heedmap_linear_attention::{LinearHead, Number, differential};

use super::{Outputs, required, tensor, unknown};
use crate::fields::{Failure, Fields};

/// A layer with a state: its weights and its output, which is computed by the recurrence.
pub(super) fn states<T: Real + Number>(params: &Fields<'_>, inputs: &Fields<'_>) -> Outputs<T> {
    params.only(&["layer", "a", "slope", "skip"])?;
    inputs.only(&["q", "k", "v", "betas", "steps", "log_decays"])?;
    let (q, k, v) = (inputs.needed::<T>("q")?, inputs.needed::<T>("k")?, inputs.needed::<T>("v")?);
    let [tokens, features] = sides("q", &q)?;
    let [_, size] = sides("v", &v)?;
    let list = |name: &str| inputs.needed::<T>(name).map(Tensor::into_data);
    let number = |name: &str| params.number(name).and_then(|found| required(name, found));
    let (q, k) = (q.data(), k.data());
    let head = match params.text("layer")? {
        Some("gated_delta") => {
            LinearHead::gated_delta(q, k, features, &list("betas")?, &list("log_decays")?)
        }
        Some("kda") => LinearHead::kda(q, k, features, &list("betas")?, &list("log_decays")?),
        Some("mamba2") => LinearHead::mamba2(q, k, features, &list("steps")?, number("a")?),
        Some("simple_gla") => LinearHead::simple_gla(q, k, features, &list("log_decays")?),
        Some("lightning") => LinearHead::lightning(q, k, features, number("slope")?),
        other => return Err(unknown("layer", other)),
    }?
    .skip(params.number("skip")?.unwrap_or(0.0));
    let output = tensor("output", &[tokens, size], &head.output(v.data(), size)?)?;
    Ok(vec![
        ("weights", Tensor::new("weights", &[tokens, tokens], head.map()?)?),
        ("output", output),
    ])
}

/// Differential attention of one head: one causal softmax minus a share of another, and the output.
///
/// In 32 bits the two softmaxes have the bits of the Models room; in 64 bits they are computed in 64.
pub(super) fn difference<T: Real + Number>(params: &Fields<'_>, inputs: &Fields<'_>) -> Outputs<T> {
    params.only(&["lambda"])?;
    inputs.only(&["q1", "k1", "q2", "k2", "v"])?;
    let lambda = required("lambda", params.number("lambda")?)?;
    let v = inputs.needed::<T>("v")?;
    let [tokens, size] = sides("v", &v)?;
    let softmax = |q: &'static str, k: &'static str| -> Result<Vec<T>, Failure> {
        let (q, k) = (inputs.needed::<T>(q)?, inputs.needed::<T>(k)?);
        causal_weights(&q, &k)
    };
    let (first, second) = (softmax("q1", "k1")?, softmax("q2", "k2")?);
    let mut cells = vec![T::ZERO; tokens * tokens];
    let rows = first.chunks(tokens.max(1)).zip(second.chunks(tokens.max(1)));
    for (row, (first, second)) in cells.chunks_mut(tokens.max(1)).zip(rows) {
        differential(first, second, lambda, row)?;
    }
    let mut output = vec![0.0; tokens * size];
    for (at, weight) in cells.iter().enumerate() {
        let (i, j) = (at / tokens, at % tokens);
        for c in 0..size {
            output[i * size + c] += weight.to_f64() * v.data()[j * size + c].to_f64();
        }
    }
    let output = tensor("output", &[tokens, size], &output)?;
    Ok(vec![("weights", Tensor::new("weights", &[tokens, tokens], cells)?), ("output", output)])
}

/// The weights of a causal head: row by row in 32 bits, and over heads in 64.
fn causal_weights<T: Real>(q: &Tensor<T>, k: &Tensor<T>) -> Result<Vec<T>, Failure> {
    let [tokens, features] = sides("q", q)?;
    let rule = AttentionRule { causal: Causal::UpperLeft, ..AttentionRule::default() };
    if size_of::<T>() == size_of::<f32>() {
        let narrow = |tensor: &Tensor<T>| -> Vec<f32> {
            tensor.data().iter().map(|cell| cell.to_f64() as f32).collect()
        };
        let (q, k) = (narrow(q), narrow(k));
        let vectors = |cells| Vectors { cells, size: features };
        let found = weights(vectors(&q), vectors(&k), &rule);
        let found = found.map_err(|error| Failure(error.to_string()))?;
        return Ok(found.into_iter().map(|weight| T::from_f64(f64::from(weight))).collect());
    }
    let of_head = |tensor: &Tensor<T>| {
        Tensor::new("a head", &[1, 1, tokens, features], tensor.data().to_vec())
    };
    let (q, k) = (of_head(q)?, of_head(k)?);
    let inputs = heedmap_attention::HeadInputs::new(&q, &k, &k);
    Ok(heedmap_attention::attend_heads(&inputs, &rule)?.weights.into_data())
}

/// The sides of a matrix.
fn sides<T>(name: &str, tensor: &Tensor<T>) -> Result<[usize; 2], Failure> {
    <[usize; 2]>::try_from(tensor.shape())
        .map_err(|_| Failure(format!("{name} must be a matrix of (tokens, features)")))
}
