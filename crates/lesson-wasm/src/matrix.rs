//! Matrices across the boundary.

use heedmap_attention::{Matrix, from_row_major};
use heedmap_wasm_common::{InputError, Js, Refusal, floats, limits, part};
use wasm_bindgen::JsValue;

/// Why a matrix was rejected.
#[derive(Debug, thiserror::Error)]
pub(crate) enum MatrixError {
    /// The value is not a matrix.
    #[error("{name} must be a matrix {{ rows, cols, data }}")]
    NotMatrix { name: String },
    /// An invalid number of rows or columns.
    #[error("{name} must have a whole number of {side} from 0 to {}", limits::MAX_SIDE)]
    Size { name: String, side: &'static str },
    /// The inputs have both possible starts.
    #[error("the inputs have embeddings and q: a computation starts from one of them")]
    TwoStarts,
}

/// A matrix from JavaScript, completely checked.
pub(crate) fn read(name: &str, given: &JsValue) -> Result<Matrix, Refusal> {
    if !given.is_object() {
        return Err(MatrixError::NotMatrix { name: name.to_owned() }.into());
    }
    let rows = side(name, "rows", &part(given, "rows"))?;
    let cols = side(name, "columns", &part(given, "cols"))?;
    limits::size(name, rows, cols)?;
    let data = floats(&format!("the data of {name}"), &part(given, "data"))?;
    Ok(from_row_major(name, rows, cols, &data)?)
}

/// The matrix of an optional input.
pub(crate) fn maybe(name: &str, given: Option<&Js>) -> Result<Option<Matrix>, Refusal> {
    given.map(|given| read(name, &given.0)).transpose()
}

/// The matrix of a required input.
pub(crate) fn needed(name: &'static str, given: Option<&Js>) -> Result<Matrix, Refusal> {
    maybe(name, given)?.ok_or(InputError::Missing { name }.into())
}

/// A number of rows or columns.
fn side(name: &str, side: &'static str, value: &JsValue) -> Result<usize, Refusal> {
    let whole = value.as_f64().filter(|&number| number == f64::from(number as u32));
    whole
        .map(|number| number as usize)
        .filter(|&side| side <= limits::MAX_SIDE)
        .ok_or_else(|| MatrixError::Size { name: name.to_owned(), side }.into())
}
