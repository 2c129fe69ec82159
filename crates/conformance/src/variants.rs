//! `variant-case/1`: layers without a softmax, picked keys, and rules.

mod picks;
mod rule;
mod states;

use heedmap_attention::{Real, Tensor};
use heedmap_linear_attention::Number;
use serde_json::Value;

use crate::Computed;
use crate::fields::{Failure, Fields};

/// The outputs of an operation by name.
type Outputs<T> = Result<Vec<(&'static str, Tensor<T>)>, Failure>;

impl From<heedmap_linear_attention::Error> for Failure {
    fn from(error: heedmap_linear_attention::Error) -> Self {
        Self(error.to_string())
    }
}

impl From<heedmap_sparse_attention::Error> for Failure {
    fn from(error: heedmap_sparse_attention::Error) -> Self {
        Self(error.to_string())
    }
}

pub(crate) fn compute<T: Real + Number>(case: &Value) -> Result<Computed<T>, Failure> {
    let params = Fields::of(case, "params")?;
    let inputs = Fields::of(case, "inputs")?;
    let outputs = match case["op"].as_str() {
        Some("states") => states::states(&params, &inputs),
        Some("differential") => states::difference(&params, &inputs),
        Some("index") => picks::index(&params, &inputs),
        Some("blocks") => picks::blocks(&params, &inputs),
        Some("entries") => picks::entries(&params, &inputs),
        Some("compressed") => picks::compressed(&params, &inputs),
        Some("evictions") => picks::evictions(&params, &inputs),
        Some("rule") => rule::rule(&case["params"], &params, &inputs),
        Some(op) => Err(Failure(format!("the operation {op:?} is not known"))),
        None => Err(Failure("the case names no operation".to_owned())),
    };
    Ok(Computed { outputs: outputs?, rows: None })
}

/// A tensor of numbers in 64 bits.
fn tensor<T: Real>(name: &str, shape: &[usize], cells: &[f64]) -> Result<Tensor<T>, Failure> {
    Ok(Tensor::new(name, shape, cells.iter().map(|&cell| T::from_f64(cell)).collect())?)
}

/// A required setting.
fn required<U>(name: &str, found: Option<U>) -> Result<U, Failure> {
    found.ok_or_else(|| Failure(format!("params has no {name}")))
}

/// The failure for a name that there is not, or for none.
fn unknown(what: &str, name: Option<&str>) -> Failure {
    match name {
        Some(name) => Failure(format!("the {what} {name:?} is not known")),
        None => Failure(format!("params has no {what}")),
    }
}
